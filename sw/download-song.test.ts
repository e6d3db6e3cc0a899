import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Download } from "../contract/worker-messages.ts";
import { fakeCaches } from "../tests/support/fake-caches.ts";
import { DownloadError, fetchSong } from "./download-song.ts";

const origin = "https://music.example.org";
// Workbox looks for the worker as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal("self", { location: { origin: "https://music.example.org" } }));
const path = "/media/song";
const bytes = Buffer.alloc(100_000, "sound");

let caches: ReturnType<typeof fakeCaches>;

const nativeIterator = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator);

beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("self", { location: { origin } });
  vi.stubGlobal("navigator", {
    locks: { request: (_name: string, _options: unknown, run: () => unknown) => run() },
  });
  vi.stubGlobal("fetch", async () => new Response(bytes, { headers: { "content-type": "audio/mpeg" } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  if (nativeIterator !== undefined)
    Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, nativeIterator);
});

const row: Download = {
  songId: "01900000-0000-7000-8000-000000000001",
  state: "downloading",
  path,
  title: "Song",
  artist: "Somebody",
  album: null,
  genre: "Rock",
  songImage: null,
  duration: 10,
  url: path,
  private: false,
  owner: "owner",
  bytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  mimeType: "audio/mpeg",
  received: 0,
  gain: null,
  peak: null,
};
const keptBytes = async () => Buffer.from((await caches.kept.get(origin + path)?.arrayBuffer()) ?? new ArrayBuffer());

it("keeps a song in an engine whose streams have no async iterator", async () => {
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
  const signal = new AbortController().signal;
  await fetchSong({ uid: "ada", row, signal, onReceived: () => {} });
  expect(await keptBytes()).toEqual(bytes);
});

/** A media host that sends 40,000 bytes and then nothing more; the rest to anyone who asks for it. Returns the ranges asked for. */
function serveInTwoParts(): (string | null)[] {
  const headers = { "content-type": "audio/mpeg" };
  const ranges: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, init: { headers: Headers; signal: AbortSignal }) => {
    const range = init.headers.get("range");
    ranges.push(range);
    if (range !== null) {
      const contentRange = `bytes 40000-99999/${bytes.length}`;
      return new Response(bytes.subarray(40_000), {
        status: 206,
        headers: { ...headers, "content-range": contentRange },
      });
    }
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, 40_000)));
        init.signal.addEventListener("abort", () => controller.error(init.signal.reason));
      },
    });
    return new Response(body, { headers });
  });
  return ranges;
}

const fetchAll = () => fetchSong({ uid: "ada", row, signal: new AbortController().signal, onReceived: () => {} });

async function pauseAfterFirstPart(): Promise<void> {
  const pause = new AbortController();
  const onReceived = (received: number) => {
    if (received > 0) pause.abort(new DownloadError("paused", "x"));
  };
  const { signal } = pause;
  await expect(fetchSong({ uid: "ada", row, signal, onReceived })).rejects.toMatchObject({ problem: "paused" });
}

it("goes on where it was paused (specification 17.10)", async () => {
  const ranges = serveInTwoParts();
  await pauseAfterFirstPart();
  await fetchAll();
  expect(ranges).toEqual([null, "bytes=40000-"]);
  expect(await keptBytes()).toEqual(bytes);
});

it("gives a connection up that brings nothing for 30 s, and goes on behind what had come", async () => {
  const ranges = serveInTwoParts();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let end: unknown = "still waiting";
    const waiting = fetchAll().catch((error: unknown) => (end = error));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(end).toBe("still waiting");
    await vi.advanceTimersByTimeAsync(2_000);
    await waiting;
    expect(end).toMatchObject({ problem: "cut" });
  } finally {
    vi.useRealTimers();
  }
  await fetchAll();
  expect(ranges).toEqual([null, "bytes=40000-"]);
  expect(await keptBytes()).toEqual(bytes);
});

it.each([
  ["a truncated file whose hash nobody knows", bytes.subarray(0, 60_000), null],
  ["a file of the right length with other content", Buffer.alloc(bytes.length, "noise"), row.sha256],
])("never keeps %s, nor any part of it", async (_, sent, sha256) => {
  vi.stubGlobal("fetch", async () => new Response(sent, { headers: { "content-type": "audio/mpeg" } }));
  const { signal } = new AbortController();
  const fetching = fetchSong({ uid: "ada", row: { ...row, sha256 }, signal, onReceived: () => {} });
  await expect(fetching).rejects.toMatchObject({ problem: "mismatch" });
  expect([...caches.kept.keys()]).toEqual([]);
});

it("does not take a device that refuses a part for a connection that broke off", async () => {
  const large = Buffer.alloc(24_000_000, "sound");
  const chunks = Array.from(
    { length: 24 },
    (_, n) => new Uint8Array(large.subarray(n * 1_000_000, (n + 1) * 1_000_000)),
  );
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (const chunk of chunks) controller.enqueue(chunk);
    controller.close();
  };
  const headers = { "content-type": "audio/mpeg" };
  vi.stubGlobal("fetch", async () => new Response(new ReadableStream({ start }), { headers }));
  const cache = await caches.open();
  cache.put = async () => {
    throw new TypeError("Failed writing data to the file system");
  };
  vi.spyOn(caches, "open").mockResolvedValue(cache);
  const { signal } = new AbortController();
  const song = { ...row, bytes: large.length, sha256: null };
  await expect(fetchSong({ uid: "ada", row: song, signal, onReceived: () => {} })).rejects.toThrow(
    "Failed writing data",
  );
});

it("takes a captive portal's page for no connection, and keeps what had come", async () => {
  const ranges = serveInTwoParts();
  const host = globalThis.fetch;
  await pauseAfterFirstPart();
  vi.stubGlobal("fetch", async () => new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } }));
  await expect(fetchAll()).rejects.toMatchObject({ problem: "unreachable" });
  expect(caches.kept.has(origin + path)).toBe(false);
  vi.stubGlobal("fetch", host);
  await fetchAll();
  expect(ranges).toEqual([null, "bytes=40000-"]);
});

it("begins anew where the rest that comes does not fit what is there", async () => {
  serveInTwoParts();
  await pauseAfterFirstPart();
  const headers = { "content-type": "audio/mpeg", "content-range": `bytes 30000-99999/${bytes.length}` };
  const ranges: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, init: { headers: Headers }) => {
    ranges.push(init.headers.get("range"));
    return ranges.length === 1
      ? new Response(bytes.subarray(30_000), { status: 206, headers })
      : new Response(bytes, { headers: { "content-type": "audio/mpeg" } });
  });
  await expect(fetchAll()).rejects.toMatchObject({ problem: "cut" });
  await fetchAll();
  expect(ranges).toEqual(["bytes=40000-", null]);
  expect(await keptBytes()).toEqual(bytes);
});
