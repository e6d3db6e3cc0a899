/** Which refused sign-in another tab has replaced (specification 2.27). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocks } from "../../tests/support/fake-locks.ts";
import { changingSignIn, isReplaced, createTakeOver } from "./sign-in-change.ts";
import { readStoredUser } from "./stored-user.ts";

vi.mock(import("./stored-user.ts"));

const store = (tokens: unknown) => vi.mocked(readStoredUser).mockResolvedValue(tokens);
const stored = { stsTokenManager: { refreshToken: "new/refresh", accessToken: "new.access" } };
const form = (token: string) => String(new URLSearchParams({ grant_type: "refresh_token", refresh_token: token }));

beforeEach(() => {
  vi.stubGlobal("navigator", { locks: createLocks() });
  store(stored);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [form("old"), true],
  [form("new/refresh"), false],
  [JSON.stringify({ idToken: "old" }), true],
  [JSON.stringify({ idToken: "new.access" }), false],
  ["", false],
  ["{", false],
])("%s: %s", async (sent, expected) => {
  expect(await isReplaced(sent, "key")).toBe(expected);
});

test.each([undefined, {}, "text", { stsTokenManager: { refreshToken: 1 } }])(
  "nothing is replaced by %j",
  async (found) => {
    store(found);
    expect(await isReplaced(form("old"), "key")).toBe(false);
  },
);

test("a change in another tab is waited for, ten seconds at most", async () => {
  vi.useFakeTimers();
  let end = () => {};
  void navigator.locks.request("offbeat-sign-in-change", () => new Promise<void>((resolve) => (end = resolve)));
  store({ stsTokenManager: { refreshToken: "old", accessToken: "" } });
  const asked = isReplaced(form("old"), "key");
  await vi.advanceTimersByTimeAsync(1_000);
  store(stored);
  end();
  expect(await asked).toBe(true);
});

test("what is refused during a change of this tab is not held up by it", async () => {
  expect(await changingSignIn(() => isReplaced(form("new/refresh"), "key"))).toBe(false);
});

test("locks that fail hold nothing up", async () => {
  vi.stubGlobal("navigator", {
    locks: { request: async () => Promise.reject(new DOMException("No", "SecurityError")) },
  });
  expect([await isReplaced(form("new/refresh"), "key"), await isReplaced(form("old"), "key")]).toEqual([false, true]);
});

// 2.27
test("a call of a replaced sign-in goes on with the one that another tab has stored", async () => {
  const takeOver = createTakeOver();
  const user = {
    refreshToken: "old/1",
    async getIdToken() {
      if (user.refreshToken === "new") return "token";
      throw new Error("The sign-in was replaced");
    },
  };
  await expect(takeOver.tokenOf(user, true), "refused for another reason").rejects.toThrow("replaced");
  const form = String(new URLSearchParams({ grant_type: "refresh_token", refresh_token: "old/1" }));
  expect(await takeOver.note(form, Promise.resolve(true))).toBe(true);
  setTimeout(() => (user.refreshToken = "new"), 300);
  expect(await takeOver.tokenOf(user, true)).toBe("token");
  user.refreshToken = "old/1";
  await expect(takeOver.tokenOf(user, true), "that comes too late").rejects.toThrow("replaced");
});
