// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteStart } from "./code-cache.ts";

const hour = 3_600_000;
const script = "/static/js/member-1.js";

function pretend({ syncs = true, controlled = true, userAgent = "Chromium 156" }): void {
  if (syncs) vi.stubGlobal("SyncManager", Object);
  vi.stubGlobal("navigator", { userAgent, serviceWorker: { controller: controlled ? {} : null } });
}

beforeEach(() => {
  localStorage.clear();
  pretend({});
});
afterEach(() => vi.unstubAllGlobals());

test("two starts within 72 hours leave compiled code, for as long as the build stays", () => {
  expect([0, 71 * hour, 72 * hour, 900 * hour].map((at) => noteStart(script, at))).toEqual([false, false, true, true]);
});

test("of two starts that lie further apart only the second counts", () => {
  const starts = [0, 72 * hour, 73 * hour, 74 * hour];
  expect(starts.map((at) => noteStart(script, at))).toEqual([false, false, false, true]);
});

test("a new build begins anew, and so does a new browser", () => {
  const start = (address: string) => noteStart(address, hour);
  expect(["a", "a", "a", "b", "b", "b"].map(start)).toEqual([false, false, true, false, false, true]);
  pretend({ userAgent: "Chromium 157" });
  expect(["b", "b", "b"].map(start)).toEqual([false, false, true]);
});

test.for([
  { name: "a browser other than Chromium", syncs: false },
  { name: "a page without a worker", controlled: false },
])("$name never counts", (kind) => {
  vi.unstubAllGlobals();
  pretend(kind);
  expect([1, 2, 3].map((at) => noteStart(script, at))).toEqual([false, false, false]);
  expect(localStorage).toHaveLength(0);
});

test("a record that is none is replaced", () => {
  for (const text of ["{", "null", "3", '"x"', "[]"]) {
    localStorage.setItem("offbeat.starts", text);
    expect([1, 2, 3].map((at) => noteStart(script, at))).toEqual([false, false, true]);
  }
});

test("blocked storage is no compiled code", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect([1, 2, 3].map((at) => noteStart(script, at))).toEqual([false, false, false]);
});
