// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { App } from "../app/app-context.ts";
import { createStore } from "../lib/store.ts";
import { writeSession } from "../features/auth/session.ts";
import { startAccountServices } from "./account-services.ts";
import { start } from "./start-services.ts";

vi.mock(import("./account-services.ts"), () => ({
  startAccountServices: vi.fn<typeof startAccountServices>(async () => () => {}),
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
  const app = { online, queryClient, account: () => ({ kick }), identity };
  start(
    app as unknown as App, // all that is used of it
    () => {},
    () => false,
  );
  return { ...online, queryClient, identity, kick };
}

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
