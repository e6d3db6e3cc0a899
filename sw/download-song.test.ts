import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Download } from "../contract/worker-messages.ts";
import { DownloadError, fetchSong } from "./download-song.ts";

const origin = "https://music.example.org";
// Workbox looks for the worker as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal("self", { location: { origin: "https://music.example.org" } }));
const path = "/media/song";
const bytes = Buffer.alloc(100_000, "sound");

/** Cache Storage with one cache, as far as downloads use it. */
function fakeCaches() {
  const kept = new Map<string, Response>();
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, response),
    delete: async (key: string) => kept.delete(key),
  };
  return {
    kept,
    open: async () => cache,
    has: async () => true,
    match: async (key: string) => kept.get(key)?.clone(),
  };
}
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
};
const keptBytes = async () => Buffer.from((await caches.kept.get(origin + path)?.arrayBuffer()) ?? []);

it("keeps a song in an engine whose streams have no async iterator", async () => {
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
  const signal = new AbortController().signal;
  await fetchSong({ uid: "ada", row, signal, onReceived: () => {} });
  expect(await keptBytes()).toEqual(bytes);
});

/** A media host that sends 40,000 bytes and then nothing more; the rest to whoever asks for it. Returns the ranges asked for. */
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

it("goes on where it was paused (specification 17.10)", async () => {
  const ranges = serveInTwoParts();
  const pause = new AbortController();
  const onReceived = (received: number) => {
    if (received > 0) pause.abort(new DownloadError("paused", "x"));
  };
  const { signal } = pause;
  await expect(fetchSong({ uid: "ada", row, signal, onReceived })).rejects.toMatchObject({ problem: "paused" });
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
