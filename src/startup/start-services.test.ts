// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { App } from "../app/app-context.ts";
import { createStore } from "../lib/store.ts";
import { observeIdentity, type ObserverEvents } from "../features/auth/identity-observer.ts";
import { finishSignOuts, leaveProvider } from "../features/auth/remove-account.ts";
import { noteSignOut } from "../features/auth/stored-sign-outs.ts";
import { takeWanted } from "../features/auth/wanted-screen.ts";
import { writeSession } from "../features/auth/session.ts";
import { texts } from "../texts/texts.ts";
import type { ToastMessage } from "../ui/toaster.ts";
import { retryImages } from "../ui/broken-image.ts";
import { startAccountServices } from "./account-services.ts";
import { start } from "./start-services.ts";

vi.mock(import("./account-services.ts"), () => ({
  startAccountServices: vi.fn<typeof startAccountServices>(async () => () => {}),
}));

vi.mock(import("../ui/broken-image.ts"), async (original) => ({
  ...(await original()),
  retryImages: vi.fn<typeof retryImages>(),
}));

vi.mock(import("../features/auth/remove-account.ts"), async (original) => ({
  ...(await original()),
  leaveProvider: vi.fn<typeof leaveProvider>(() => new Promise(() => {})),
  finishSignOuts: vi.fn<typeof finishSignOuts>(async () => {}),
}));

vi.mock(import("../features/auth/identity-observer.ts"), async (original) => ({
  observeIdentity: vi.fn<typeof observeIdentity>((await original()).observeIdentity),
}));

/** An app as far as its start asks for it. */
function open(uid?: string) {
  const online = { ...createStore(true), check: vi.fn<() => void>() };
  const queryClient = new QueryClient();
  if (uid !== undefined) {
    const user = { uid, email: "ada@x.org", firstName: "Ada", lastName: "L" };
    localStorage.setItem("user", JSON.stringify(user));
    writeSession(queryClient, user);
  }
  const identity = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error("a script did not come")));
  const kick = vi.fn<(isBack?: boolean) => void>();
  const toaster = { show: vi.fn<(toast: ToastMessage) => void>() };
  const toLogin = vi.fn<(email: string) => void>();
  const beginAnew = vi.fn<() => void>();
  const app = {
    online,
    queryClient,
    account: () => ({ kick }),
    identity,
    toaster,
  };
  start(
    app as unknown as App, // all that is used of it
    { toLogin, beginAnew },
    () => false,
  );
  return { ...online, queryClient, identity, kick, toaster, toLogin };
}

// 3.3.3
test("the playlist that was shown when a session was lost opens after the next sign-in", async () => {
  history.replaceState(null, "", "/playlist/abc");
  vi.mocked(startAccountServices).mockResolvedValue(() => {});
  vi.mocked(observeIdentity).mockImplementationOnce(async (_app, _isOurs, { onSessionLost }) =>
    onSessionLost("ada@x.org", false),
  );
  const { toLogin } = open("ada");
  await vi.waitFor(() => expect(toLogin).toHaveBeenCalled());
  expect(takeWanted()).toBe("/playlist/abc");
  history.replaceState(null, "", "/");
});

// 17.37
test("a start finishes the sign-outs that earlier pages did not, on the device whatever the provider does", async () => {
  await import("../features/auth/remove-account.ts");
  vi.useFakeTimers();
  noteSignOut({ uid: "ada", keepsUnsent: false });
  open();
  await vi.waitFor(() => expect(leaveProvider).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(10_000);
  vi.mocked(leaveProvider).mockResolvedValueOnce(true);
  open();
  const finished = () => vi.mocked(finishSignOuts).mock.calls.map(([, isAtProvider]) => isAtProvider);
  await vi.waitFor(() => expect(finished()).toEqual([false, true]));
  vi.useRealTimers();
  localStorage.clear();
});

// 17.28
test("a network that goes or comes is looked at, and what waits is sent when it comes", () => {
  const online = open();
  expect(online.check).not.toHaveBeenCalled();
  dispatchEvent(new Event("offline"));
  expect(online.kick).not.toHaveBeenCalled();
  dispatchEvent(new Event("online"));
  expect(online.check).toHaveBeenCalledTimes(2);
  expect(online.kick).toHaveBeenCalledExactlyOnceWith(true);
});

// 17.31
test("a network that comes back: what failed or is stale is asked for again, if it is on the screen", async () => {
  const app = open();
  const asked: string[] = [];
  const query = (key: string, staleTime: number) => ({
    queryKey: [key],
    queryFn: async () => {
      asked.push(key);
      if (key === "failed") throw new Error("no network");
      return key;
    },
    staleTime,
    retry: false,
  });
  const shown = ["fresh", "stale", "failed"].map((key) => query(key, key === "stale" ? 0 : Infinity));
  const unseen = query("unseen", 60_000);
  for (const one of [...shown, unseen]) await app.queryClient.fetchQuery(one).catch(() => {});
  const ends = shown.map((one) =>
    new QueryObserver(app.queryClient, { ...one, refetchOnMount: false }).subscribe(() => {}),
  );
  await vi.waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  asked.length = 0;
  app.set(false);
  expect(retryImages).not.toHaveBeenCalled();
  app.set(true);
  expect(retryImages).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(["failed", "stale"]));
  await app.queryClient.fetchQuery(unseen);
  expect(asked, "as fresh as before").toHaveLength(2);
  for (const end of ends) end();
});

test("so is one that has gone before anybody listened", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(open().check).toHaveBeenCalledOnce();
});

test("an account that could not be opened is tried again, also with a network all the time, until a sign-out", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const services = vi.mocked(startAccountServices).mockRejectedValue(new Error("a script did not come"));
  const { queryClient } = open("ada");
  await vi.waitFor(() => expect(services).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(services.mock.calls.length).toBeGreaterThan(2);
  services.mockClear();
  writeSession(queryClient, null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(services).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test("a provider's package that did not come is asked for again, also with a network all the time", async () => {
  vi.mocked(startAccountServices).mockResolvedValue(() => {});
  // The timers of what imports it are not the clock's.
  await import("../features/auth/identity-observer.ts");
  vi.useFakeTimers();
  const { identity } = open("ada");
  await vi.waitFor(() => expect(identity).toHaveBeenCalledOnce());
  const observer = { onEmail: vi.fn<() => void>(), onChange: vi.fn<() => void>() };
  identity.mockResolvedValue(observer);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(identity).toHaveBeenCalledTimes(2);
  expect(observer.onChange).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test.each<[name: string, event: (events: ObserverEvents) => void, text: string, email: string]>([
  ["a sign-in that ends", (on) => on.onSessionLost("ada@x.org", false), texts.auth.sessionLost, "ada@x.org"],
  ["one whose data is gone", (on) => on.onSessionLost("ada@x.org", true), texts.auth.storageLost, "ada@x.org"],
  ["an account that is deleted", (on) => on.onAccountDeleted(true), texts.auth.accountDeleted, ""],
  ["one whose data cannot be deleted", (on) => on.onAccountDeleted(false), texts.auth.accountRemains, ""],
])("the word on %s stays until it is closed (specification 9.1)", async (_, event, text, email) => {
  vi.mocked(startAccountServices).mockResolvedValue(() => {});
  vi.mocked(observeIdentity).mockImplementationOnce(async (_app, _isOurs, events) => event(events));
  const { toaster, toLogin } = open("ada");
  await vi.waitFor(() => expect(toLogin).toHaveBeenCalledExactlyOnceWith(email));
  expect(toaster.show).toHaveBeenCalledExactlyOnceWith({ kind: "warning", text, stays: true });
});

// 2.29
test("a mailed link stays when a sign-in turns out to have ended, which is told", async () => {
  history.replaceState(null, "", "/auth/action?mode=resetPassword&oobCode=abc");
  vi.mocked(startAccountServices).mockResolvedValue(() => {});
  vi.mocked(observeIdentity).mockImplementationOnce(async (_app, _isOurs, { onSessionLost }) =>
    onSessionLost("ada@x.org", false),
  );
  const { toaster, toLogin } = open("ada");
  await vi.waitFor(() => expect(toaster.show).toHaveBeenCalledOnce());
  expect(toLogin).not.toHaveBeenCalled();
  history.replaceState(null, "", "/");
});
