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
  ["/login//?lost=1", "/login?lost=1"],
  ["/search?q=tide", "/login"],
])("a visitor of %s stands at %s", (address, shown) => {
  history.replaceState(null, "", address);
  const path = visitorPathOf(location.pathname);
  if (path === undefined) throw new Error("No visitor's screen");
  showVisitor(createParts(), path);
  expect(location.pathname + location.search).toBe(shown);
});

// 2.8
test("a reload of the login that a registration led to leaves the email filled in", async () => {
  history.replaceState({ email: "ada@example.org" }, "", "/login");
  showVisitor(createParts(), "/login");
  await expect.poll(() => document.querySelector<HTMLInputElement>("[name=email]")?.value).toBe("ada@example.org");
});
