/** A device whose storage hangs, fails or is slow (specification 17.49). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cacheWithFallback } from "./cache-with-fallback.ts";

const request = new Request("https://music.example.org/home-page");
const network = vi.fn<() => Promise<Response>>();
const textOf = (answer: Promise<Response>) => answer.then((response) => response.text());

beforeEach(() => {
  vi.useFakeTimers();
  network.mockReset().mockImplementation(async () => new Response("network"));
  vi.stubGlobal("fetch", network);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is on the device needs no network", async () => {
  const answer = cacheWithFallback(Promise.resolve(new Response("device")), request);
  expect(await textOf(answer)).toBe("device");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network).not.toHaveBeenCalled();
});

test("a storage that hangs gives way to the network", async () => {
  const answer = textOf(cacheWithFallback(new Promise(() => {}), request));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await answer).toBe("network");
});

test("a storage that fails gives way at once", async () => {
  const failing = Promise.reject(new DOMException("Unexpected internal error", "UnknownError"));
  expect(await textOf(cacheWithFallback(failing, request))).toBe("network");
});

test("without a network a slow storage is waited for", async () => {
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  const slow = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(new Response("device")), 20_000);
  });
  const answer = textOf(cacheWithFallback(slow, request));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await answer).toBe("device");
});
