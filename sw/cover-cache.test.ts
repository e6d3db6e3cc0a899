/** Covers that pages ask for, over a line that brings nothing (specification 17.16). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeCaches } from "../tests/support/fake-caches.ts";
import { createLocks } from "../tests/support/fake-locks.ts";

const origin = "https://music.example.org";
// Workbox looks for the worker as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal("self", { location: { origin: "https://music.example.org" } }));
/** What the package has recorded: from the first to the last used. */
const uses = new Set<string>();
const mostCovers = 2;
/** What an eviction waits for. */
let reading: Promise<void> | undefined;
vi.mock(import("workbox-expiration"), () => ({
  CacheExpiration: class {
    async updateTimestamp(url: string) {
      uses.delete(url);
      uses.add(url);
    }
    /** By its records alone. */
    async expireEntries() {
      await reading;
      for (const url of [...uses].slice(0, -mostCovers)) {
        uses.delete(url);
        caches.kept.delete(url);
      }
    }
    async delete() {
      uses.clear();
    }
  } as never, // what is used of it
}));
vi.mock(import("./client-account.ts"), () => ({ accountOf: async () => ({ uid: "ada", cacheOwner: "ada" }) }));
const { answerCover } = await import("./cover-cache.ts");
const { wipeCaches } = await import("./account-caches.ts");

const cover = `${origin}/media/cover?w=96`;
const whenAborted = (signal: AbortSignal, then: (reason: unknown) => void) =>
  signal.addEventListener("abort", () => then(signal.reason));
let caches: ReturnType<typeof fakeCaches>;
let keeping: Promise<void>[];

beforeEach(() => {
  caches = fakeCaches();
  uses.clear();
  keeping = [];
  reading = undefined;
  vi.stubGlobal("self", { location: { origin } });
  vi.stubGlobal("caches", { ...caches, delete: async () => true });
  vi.stubGlobal("navigator", { locks: createLocks() });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = (url = cover) => answerCover(new Request(url), "page", (work) => void keeping.push(work));

test("is answered and stored whole", async () => {
  vi.stubGlobal("fetch", async () => new Response("image", { headers: { "content-type": "image/webp" } }));
  expect(await (await ask()).text()).toBe("image");
  await Promise.all(keeping);
  const stored = caches.kept.get(cover);
  expect([stored?.headers.get("content-length"), await stored?.text()]).toEqual(["5", "image"]);
});

test("one that was evicted and is shown again can be evicted again (specification 17.16)", async () => {
  vi.stubGlobal("fetch", async () => new Response("image", { headers: { "content-type": "image/webp" } }));
  for (const round of [1, 2])
    for (const n of [1, 2, 3, 4, 5]) {
      await ask(`${origin}/media/${n}`);
      await Promise.all(keeping);
      expect(caches.kept.size, `${n}, round ${round}`).toBeLessThanOrEqual(mostCovers);
    }
});

test("one of which nothing comes gives its place to another width that is here, after 30 s", async () => {
  caches.kept.set(`${origin}/media/cover`, new Response("another width"));
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { signal: AbortSignal }) => new Promise((_resolve, reject) => whenAborted(signal, reject)),
  );
  const answer = ask();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await (await answer).text()).toBe("another width");
});

test("a sign-out waits for the eviction that one has begun, which would make its cache anew (specification 17.37)", async () => {
  vi.stubGlobal("fetch", async () => new Response("image", { headers: { "content-type": "image/webp" } }));
  let read = () => {};
  reading = new Promise((resolve) => (read = resolve));
  await ask();
  await vi.advanceTimersByTimeAsync(0);
  const wiped = vi.fn<() => void>();
  const wiping = wipeCaches("ada").then(wiped);
  await vi.advanceTimersByTimeAsync(100);
  expect(wiped).not.toHaveBeenCalled();
  read();
  await wiping;
  await Promise.all(keeping);
});

test("one that stops half-way holds up no sign-out (specification 17.37)", async () => {
  vi.stubGlobal("fetch", async (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({ start: (stream) => whenAborted(signal, (reason) => stream.error(reason)) });
    return new Response(body, { headers: { "content-type": "image/webp" } });
  });
  caches.open = async () => ({
    delete: async () => true,
    keys: async () => [],
    // As a browser does: it reads the body to its end.
    put: async (key, response) => void caches.kept.set(key, new Response(await response.blob())),
  });
  vi.stubGlobal("caches", { ...caches, delete: async () => true });
  const answer = ask();
  await vi.advanceTimersByTimeAsync(100);
  const wiped = vi.fn<() => void>();
  void wipeCaches("ada").then(wiped);
  await vi.advanceTimersByTimeAsync(100);
  expect(wiped).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await answer).type).toBe("error");
  expect(caches.kept.size).toBe(0);
});

test("the page of a captive portal gives its place to another width", async () => {
  caches.kept.set(`${origin}/media/cover`, new Response("another width"));
  const portal = { headers: { "content-type": "text/html" } };
  vi.stubGlobal("fetch", async () => new Response("<html>", portal));
  expect(await (await ask()).text()).toBe("another width");
});

// 17.61
test("one that has lost its bytes is fetched anew", async () => {
  const type = { "content-type": "image/webp" };
  caches.kept.set(cover, new Response("", { headers: { ...type, "content-length": "5" } }));
  vi.stubGlobal("fetch", async () => new Response("image", { headers: type }));
  expect(await (await ask()).text()).toBe("image");
});

test("nor is it shown without a network, where another width is whole", async () => {
  const type = { "content-type": "image/webp" };
  caches.kept.set(cover, new Response("", { headers: { ...type, "content-length": "5" } }));
  caches.kept.set(cover.replace("96", "192"), new Response("other", { headers: { ...type, "content-length": "5" } }));
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("No network")));
  expect(await (await ask()).text()).toBe("other");
});

// 17.49
describe("a storage that hangs", () => {
  beforeEach(() => vi.stubGlobal("caches", { ...caches, match: () => new Promise(() => {}) }));

  test("keeps no cover of the network away", async () => {
    vi.stubGlobal("fetch", async () => new Response("image", { headers: { "content-type": "image/webp" } }));
    const answer = ask();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await (await answer).text()).toBe("image");
  });

  test.each([
    ["without a network", async () => Promise.reject(new TypeError("No network"))],
    ["behind a portal", async () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } })],
  ])("leaves none unanswered %s", async (_where, answerOf) => {
    vi.stubGlobal("fetch", answerOf);
    const answer = ask();
    await vi.advanceTimersByTimeAsync(25_000);
    expect((await answer).ok).toBe(false);
  });
});

test("a slow disk still shows what it has, without a network", async () => {
  caches.kept.set(cover, new Response("image"));
  vi.stubGlobal("caches", {
    ...caches,
    match: async (...query: Parameters<typeof caches.match>) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return caches.match(...query);
    },
  });
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("No network")));
  const answer = ask();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await (await answer).text()).toBe("image");
});
