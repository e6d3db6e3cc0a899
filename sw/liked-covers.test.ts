import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../tests/support/fake-caches.ts";
import { downloadOf } from "../tests/support/items.ts";

const origin = "https://music.example.org";
// Workbox looks for the worker as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal("self", { location: { origin: "https://music.example.org" } }));

let caches: ReturnType<typeof fakeCaches>;
let asked: string[];
/** Paths that the network does not bring. */
let cut: Set<string>;
/** Paths of which nothing comes, or only the head. */
let silent: Map<string, "nothing" | "head">;
let keepLikedCovers: typeof import("./liked-covers.ts").keepLikedCovers;

beforeEach(async () => {
  caches = fakeCaches();
  // Not a clone: to cancel its body would wait for the other one.
  caches.match = async (key) => (caches.kept.has(key) ? new Response("image") : undefined);
  asked = [];
  cut = new Set();
  silent = new Map();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("self", { location: { origin } });
  vi.stubGlobal("navigator", {
    locks: { request: (_name: string, _options: unknown, run: () => unknown) => run() },
  });
  vi.stubGlobal("fetch", async (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url);
    const { pathname } = new URL(url);
    if (cut.has(pathname)) throw new TypeError("Failed to fetch");
    if (silent.get(pathname) === "nothing") return new Promise((_, reject) => whenAborted(signal, reject));
    const hanging = () => new ReadableStream({ start: (body) => whenAborted(signal, (reason) => body.error(reason)) });
    const body = silent.get(pathname) === "head" ? hanging() : "image";
    return new Response(body, { headers: { "content-type": "image/jpeg" } });
  });
  vi.useFakeTimers();
  // As in a worker that has just started.
  vi.resetModules();
  ({ keepLikedCovers } = await import("./liked-covers.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const whenAborted = (signal: AbortSignal, then: (reason: unknown) => void) =>
  signal.addEventListener("abort", () => then(signal.reason));
const coverOf = (n: number) => `/media/cover${n}`;
const rows = [1, 2, 3, 4, 5, 6].map((n) => downloadOf(n, { state: "ready", songImage: coverOf(n) }));
const keep = (some = rows) => keepLikedCovers("ada", some, new AbortController().signal);
const kept = () => [...caches.kept.keys()].map((key) => new URL(key).pathname);

test("of thousands that are here none is looked up, and those of one song are", async () => {
  const match = vi.spyOn(caches, "match");
  for (const { songImage } of rows.slice(1)) caches.kept.set(`${origin}${songImage}`, new Response("image"));
  await keep();
  expect([asked, match.mock.calls.length]).toEqual([[`${origin}${coverOf(1)}`], 1]);
  await keep(rows.slice(0, 1));
  expect([asked.length, match.mock.calls.length]).toEqual([1, 2]);
});

// 17.16
test("a cover that fails does not keep the others away, and is tried again later", async () => {
  cut.add(coverOf(1));
  await keep();
  expect(kept()).toEqual([2, 3, 4, 5, 6].map(coverOf));
  cut.clear();
  await keep();
  expect(kept()).not.toContain(coverOf(1));
  vi.advanceTimersByTime(15 * 60_000);
  await keep();
  expect(kept()).toContain(coverOf(1));
});

test("a connection that brings nothing ends the pass; the next one begins with the others", async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) cut.add(coverOf(n));
  await keep();
  expect(asked).toHaveLength(3);
  cut.delete(coverOf(5));
  await keep();
  expect(kept()).toEqual([coverOf(5)]);
});

// 17.16
test.each(["nothing", "head"] as const)("one of which %s comes has failed after 30 s", async (what) => {
  silent.set(coverOf(1), what);
  const keeping = keep();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(kept()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  await keeping;
  expect(kept()).toEqual([2, 3, 4, 5, 6].map(coverOf));
});

// 17.11
test("a cover of another origin is asked for there, and found under its path", async () => {
  await keep([downloadOf(1, { state: "ready", songImage: "https://api.example.org/media/cover1" })]);
  expect(asked).toEqual(["https://api.example.org/media/cover1"]);
  expect([...caches.kept.keys()]).toEqual([`${origin}/media/cover1`]);
});
