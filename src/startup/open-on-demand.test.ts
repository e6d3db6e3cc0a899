// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
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
