// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visitorPathOf } from "../../contract/screens.ts";
import { createParts } from "./page-parts.ts";
import { showVisitor } from "./show-visitor.tsx";

beforeEach(() => void vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => {
  history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

// 3.1.1
test.each([
  ["/auth/action/?mode=resetPassword&oobCode=abc", "/auth/action?mode=resetPassword&oobCode=abc"],
  ["/login//?email=ada%40example.org", "/login?email=ada%40example.org"],
  ["/search?q=tide", "/login"],
])("a visitor of %s stands at %s", (address, shown) => {
  history.replaceState(null, "", address);
  const path = visitorPathOf(location.pathname);
  if (path === undefined) throw new Error("No visitor's screen");
  showVisitor(createParts(), path);
  expect(location.pathname + location.search).toBe(shown);
});
