// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadMember } from "./preload-member.ts";

const addresses = Array.from({ length: 10 }, (_, at) => `/static/js/${at}.js`);
const preloaded = () =>
  [...document.head.querySelectorAll("link[rel=modulepreload]")].map((link) => link.getAttribute("href"));

beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML = `<script type="text/plain" data-member="${addresses.join(" ")}"></script>`;
});
afterEach(() => void vi.useRealTimers());

test("the member's scripts are asked for in one task, after that of the first script (specification 21.7)", () => {
  preloadMember();
  expect(preloaded()).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(preloaded()).toEqual(addresses);
});

test("they are asked for once", () => {
  preloadMember();
  preloadMember();
  vi.runAllTimers();
  expect(preloaded()).toEqual(addresses);
});
