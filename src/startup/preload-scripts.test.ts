// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadMember, preloadVisitor } from "./preload-scripts.ts";

const links = () =>
  Array.from(document.querySelectorAll("link"), (link) => [link.rel, link.getAttribute("href")].join(" "));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  document.head.innerHTML = '<script data-always="/a.js /b.js" data-member="/m.js /n.js"></script>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a visitor's scripts are preloaded, and a member's when they are needed", () => {
  preloadVisitor();
  expect(links()).toEqual([]);
  vi.runAllTimers();
  expect(links()).toEqual(["modulepreload /a.js", "modulepreload /b.js"]);
  preloadMember();
  preloadMember();
  vi.runAllTimers();
  expect(links().slice(2)).toEqual(["modulepreload /m.js", "modulepreload /n.js"]);
});

test("of which the browser keeps compiled code is preloaded as a script", () => {
  vi.stubGlobal("SyncManager", Object);
  vi.stubGlobal("navigator", { userAgent: "Chromium", serviceWorker: { controller: {} } });
  for (const rel of ["modulepreload", "modulepreload", "preload"]) {
    document.head.innerHTML = '<script data-always="/a.js" data-member="/m.js"></script>';
    preloadMember();
    vi.runAllTimers();
    expect(links()).toEqual([`${rel} /a.js`, `${rel} /m.js`]);
  }
  // Otherwise a module would not take it over, and be loaded once more.
  const link = document.querySelector("link");
  expect([link?.as, link?.getAttribute("crossorigin")]).toEqual(["script", ""]);
});
