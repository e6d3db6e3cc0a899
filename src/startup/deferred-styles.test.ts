// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyDeferredStyles } from "./deferred-styles.ts";

const links = () => [...document.querySelectorAll<HTMLLinkElement>("link[data-deferred]")];
const happens = async (index: number, type: "load" | "error") => {
  links()[index]?.dispatchEvent(new Event(type));
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = '<link rel="stylesheet" media="not all" data-deferred>';
});
afterEach(() => vi.useRealTimers());

test("a sheet that failed before anybody listened is asked for again (specification 17.49)", async () => {
  const applied = applyDeferredStyles();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(links()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(links()).toHaveLength(2);
  await happens(1, "load");
  await applied;
  expect(links().map(({ media }) => media)).toEqual(["not all", "all"]);
});

test("a slow line goes on with what it has begun, however long it takes", async () => {
  const applied = applyDeferredStyles();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(links()).toHaveLength(2);
  await happens(0, "load");
  await applied;
  expect(links()[0]?.media).toBe("all");
});

test("a sheet that fails again and again is given up", async () => {
  const told = applyDeferredStyles().catch(String);
  for (const index of [0, 1, 2]) await happens(index, "error");
  expect(await told).toContain("could not be loaded");
  expect(links()).toHaveLength(3);
});
