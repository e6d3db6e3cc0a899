// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { noteSignOut, readSignOuts } from "../features/auth/stored-sign-outs.ts";
import { noteWanted } from "../features/auth/wanted-screen.ts";
import type { WholeApp } from "./open-app.tsx";
import { createParts } from "./page-parts.ts";
import { openWhenNeeded } from "./open-on-demand.ts";

const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => {});
afterEach(() => {
  setAppBadge.mockClear();
  Reflect.deleteProperty(navigator, "setAppBadge");
});

/** A visitor at this path; the app is not needed. */
function visit(path: string): void {
  Object.defineProperty(navigator, "setAppBadge", { value: setAppBadge, configurable: true });
  history.replaceState(null, "", path);
  openWhenNeeded(createParts(), () => {}).start();
}

test("a visitor's app has no number on its icon, whoever used it before (specification 17.60)", () => {
  visit("/login");
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(0);
});

test("a mailed link, which members open as well, leaves the number alone", () => {
  visit("/auth/action?mode=verifyEmail&oobCode=x");
  expect(setAppBadge).not.toHaveBeenCalled();
});

// 3.1.4
test.each([
  ["/login", true],
  // For everybody.
  ["/auth/action", false],
])("at %s a sign-in that happened while the page was in the back/forward cache is followed: %j", (path, isFollowed) => {
  visit(path);
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  localStorage.setItem("user", '{"uid":"ada"}');
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(assign.mock.calls.flat().includes("/")).toBe(isFollowed);
  localStorage.clear();
});

// 3.3.3
test("another tab signs in: the playlist whose address led to the login opens", () => {
  visit("/login");
  noteWanted("/playlist/abc");
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  dispatchEvent(Object.assign(new Event("storage"), { key: "user", newValue: '{"uid":"ada"}' }));
  expect(assign.mock.calls[0]).toEqual(["/playlist/abc"]);
});

// 17.37
test("a visitor's page opens the app to finish a sign-out that an earlier page did not", async () => {
  const start = vi.fn<() => void>();
  vi.doMock(import("./open-app.tsx"), () => ({
    openApp: () => ({ start, go: async () => {} }) as unknown as WholeApp,
  })); // all that is used of it
  visit("/login");
  noteSignOut({ uid: "ada", keepsUnsent: false });
  visit("/login");
  await expect.poll(() => start.mock.calls.length).toBe(1);
  expect(readSignOuts()).toHaveLength(1);
  localStorage.clear();
});
