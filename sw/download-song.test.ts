import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Download } from "../contract/worker-messages.ts";
import { fetchSong } from "./download-song.ts";

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

it("keeps a song in an engine whose streams have no async iterator", async () => {
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
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
  const signal = new AbortController().signal;
  await fetchSong({ uid: "ada", row, signal, onReceived: () => {} });
  const kept = caches.kept.get(origin + path);
  expect(Buffer.from((await kept?.arrayBuffer()) ?? [])).toEqual(bytes);
});
