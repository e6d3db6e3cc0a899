import { afterEach, expect, test, vi } from "vitest";
import type { Account } from "../sync/account-session.ts";
import type { App } from "./app-context.ts";
import { sendFile } from "./send-file.ts";

afterEach(() => void vi.useRealTimers());

const ana = { uid: "ana" } as Account; // all that is used of it
const ben = { uid: "ben" } as Account; // all that is used of it

function openApp(auth: "bearer" | "none", token: () => Promise<string>) {
  let current = ana;
  const call = vi.fn<() => Promise<object>>(async () => ({ data: { fields: {} } }));
  const target = { url: "/upload", preset: "p", cloudName: "c", auth, maxBytes: 1_000 };
  const app = {
    account: () => current,
    config: { ready: async () => ({ upload: { song: target, image: target } }), mediaUrl: (url: string) => url },
    identity: async () => ({ token }),
    api: { call },
  } as unknown as App; // it uses these parts only
  return { app, call, signIn: (account: Account) => (current = account) };
}

const neverAborted = new AbortController().signal;

// 3.2.3
test("a cancel ends an upload that waits for its token", async () => {
  const { app } = openApp("bearer", () => new Promise(() => {}));
  const controller = new AbortController();
  const sent = sendFile(app, ana, "image", new File(["x"], "a.png"), controller);
  setTimeout(() => controller.abort());
  await expect(sent).rejects.toMatchObject({ code: "aborted" });
});

// 17.3
test("an upload whose token does not come within 15 s has found no network", async () => {
  vi.useFakeTimers();
  const { app } = openApp("bearer", () => new Promise(() => {}));
  const sent = sendFile(app, ana, "image", new File(["x"], "a.png"), { signal: neverAborted });
  const failure = sent.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  // Whether the file is gone is asked outside of this clock.
  vi.useRealTimers();
  expect(await failure).toMatchObject({ code: "network" });
});

// 17.35
test("a file of one account is not announced in the name of the next", async () => {
  const { app, call, signIn } = openApp("none", async () => "token");
  const file = {
    name: "a.mp3",
    type: "audio/mpeg",
    size: 3,
    // Reading from the device takes a moment, in which another user signs in.
    async slice() {
      signIn(ben);
      return new Blob(["abc"]);
    },
  };
  const sent = sendFile(app, ana, "video", file, { signal: neverAborted });
  await expect(sent).rejects.toMatchObject({ code: "aborted" });
  expect(call).not.toHaveBeenCalled();
});
