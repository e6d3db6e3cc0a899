import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Song } from "../../contract/songs.ts";
import { signMedia } from "../../server/media/signed-urls.ts";
import { audioBytes } from "../support/audio-files.ts";
import type { TestUser } from "../support/server.ts";
import { startMedia, type MediaApp } from "./media-app.ts";

let server: MediaApp;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startMedia();
  owner = await server.user({ artist: true });
  other = await server.user({ artist: true });
});
afterAll(() => server.close());

const bytes = audioBytes("mp3");
const size = bytes.length;

async function publish(isPrivate: boolean, user = owner): Promise<{ song: Song; asset: string }> {
  const upload = (await server.upload(user, "video", { file: { name: "song.mp3", bytes } })).body;
  const song = { title: "Slow Tide", artist: "Ada", album: null, genre: "Ska", private: isPrivate };
  const reply = await server.call("POST", "/api/songs", user, {
    body: { song, metadata: upload, image: null },
  });
  expect(reply.status).toBe(201);
  return { song: reply.body.data, asset: upload.public_id };
}

const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "OPTIONS" = "GET") =>
  server.app.inject({ method, url, headers });

describe("ranges of a public song", () => {
  let url: string;
  beforeAll(async () => {
    url = `/media/${(await publish(false)).asset}`;
  });

  test("the whole file, with what a player needs to know", async () => {
    const { statusCode, headers, rawPayload } = await get(url);
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": String(size),
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Content-Range, Content-Length, Accept-Ranges, ETag",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
  });

  test.each([
    ["bytes=0-1", 0, 1],
    ["bytes=0-", 0, size - 1],
    ["bytes=100-199", 100, 199],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ["bytes=-500", size - 500, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    [`bytes=10-${size * 2}`, 10, size - 1],
    ["Bytes = 5-6", 5, 6],
  ])("%s is partial content", async (range, start, end) => {
    const { statusCode, headers, rawPayload } = await get(url, { range });
    expect([statusCode, headers["content-range"]]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(headers["content-length"]).toBe(String(end - start + 1));
    expect(rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each([`bytes=${size}-`, `bytes=${size + 10}-${size + 20}`, "bytes=-0"])("%s is past the end", async (range) => {
    const { statusCode, headers } = await get(url, { range });
    expect([statusCode, headers["content-range"]]).toEqual([416, `bytes */${size}`]);
  });

  test.each(["bytes=0-1,5-6", "bytes=", "bytes=-", "bytes=9-3", "items=0-1", "bytes=a-b"])(
    "%s is answered with the whole",
    async (range) => {
      const { statusCode, rawPayload } = await get(url, { range });
      expect([statusCode, rawPayload.length]).toEqual([200, size]);
    },
  );

  test("If-Range and If-None-Match go by the ETag", async () => {
    const { etag } = (await get(url)).headers;
    const range = "bytes=0-9";
    expect((await get(url, { range, "if-range": String(etag) })).statusCode).toBe(206);
    expect((await get(url, { range, "if-range": '"another"' })).statusCode).toBe(200);
    expect((await get(url, { range, "if-range": "Wed, 21 Oct 2026 07:28:00 GMT" })).statusCode).toBe(200);
    expect((await get(url, { "if-none-match": String(etag) })).statusCode).toBe(304);
    expect((await get(url, { "if-none-match": '"another"' })).statusCode).toBe(200);
  });

  test("HEAD says the size and sends nothing; OPTIONS allows Range from anywhere", async () => {
    const head = await get(url, {}, "HEAD");
    expect([head.statusCode, head.headers["content-length"], head.rawPayload.length]).toEqual([200, String(size), 0]);
    const options = await get(
      url,
      {
        origin: "https://elsewhere.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "range",
      },
      "OPTIONS",
    );
    expect(options.statusCode).toBe(204);
    expect(options.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-headers": expect.stringContaining("Range"),
    });
  });

  test.each(["/media/nothing", `/media/${"A".repeat(22)}`, "/media/..%2f..%2fidentity-key.pem", "/media/tmp"])(
    "%s is not found",
    async (path) => {
      const { statusCode, headers } = await get(path);
      expect(statusCode).toBe(404);
      expect(headers["content-type"]).toContain("application/problem+json");
    },
  );
});

describe("a private song", () => {
  const forbidden = async (url: string) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.json().code]).toEqual([403, "not-yourself"]);
  };

  test("plays by the signature in its owner's list and by nothing else", async () => {
    const [{ song, asset }, second] = [await publish(true), await publish(true)];
    expect(song.url).toMatch(new RegExp(`^/media/${asset}\\?uid=${owner.uid}&exp=\\d+&sig=`));
    const { statusCode, headers } = await get(song.url, { range: "bytes=0-1" });
    // Nor does it stay in a browser's cache.
    expect([statusCode, headers["cache-control"]]).toEqual([206, "private, no-store"]);
    const bare = `/media/${asset}`;
    await forbidden(bare);
    await forbidden(song.url.replace(/sig=./, (sig) => (sig === "sig=A" ? "sig=B" : "sig=A")));
    await forbidden(song.url.replace(/&sig=.*/, ""));
    await forbidden(`${song.url}&sig=again`);
    await forbidden(song.url.replace(/exp=(\d+)/, (_, exp: string) => `exp=${Number(exp) + 3600}`));
    await forbidden(song.url.replace(`uid=${owner.uid}`, `uid=${other.uid}`));
    await forbidden(`${bare}?${second.song.url.split("?")[1]}`);
    const foreign = signMedia(server.deps.mediaKey, asset, other.uid, server.clock.now);
    await forbidden(`${bare}?${foreign}`);
    const otherKey = signMedia(new Uint8Array(32), asset, owner.uid, server.clock.now);
    await forbidden(`${bare}?${otherKey}`);
  });

  test("its signature lives 12 h, to the full hour, and is the same all that hour", async () => {
    const { song, asset } = await publish(true);
    const exp = Number(new URLSearchParams(song.url.split("?")[1]).get("exp"));
    expect(exp % 3600).toBe(0);
    expect(exp * 1000 - server.clock.now).toBeGreaterThanOrEqual(12 * 3_600_000);
    expect(exp * 1000 - server.clock.now).toBeLessThan(13 * 3_600_000);
    const later = signMedia(server.deps.mediaKey, asset, owner.uid, server.clock.now + 60_000);
    expect(song.url.endsWith(later)).toBe(true);
    const before = server.clock.now;
    server.clock.now = exp * 1000 - 1;
    expect((await get(song.url)).statusCode).toBe(200);
    server.clock.now = exp * 1000;
    await forbidden(song.url);
    server.clock.now = before;
  });

  test("that was public stops on its bare url at once, and its range requests with it", async () => {
    const { song, asset } = await publish(false);
    const bare = `/media/${asset}`;
    expect((await get(bare)).statusCode).toBe(200);
    const body = { songData: { private: true } };
    expect((await server.call("PATCH", `/api/songs/${song._id}`, owner, { body })).status).toBe(200);
    await forbidden(bare);
    expect((await get(bare, { range: "bytes=0-1" })).statusCode).toBe(403);
    const strangers = signMedia(server.deps.mediaKey, asset, other.uid, server.clock.now);
    await forbidden(`${bare}?${strangers}`);
  });

  test("that was deleted plays for nobody", async () => {
    const { song, asset } = await publish(true);
    await server.db.query("delete from songs where id = $1", [song._id]);
    await server.db.query("delete from assets where id = $1", [asset]);
    expect((await get(song.url)).statusCode).toBe(404);
  });
});

test("an upload that no song plays yet is its uploader's alone", async () => {
  const { public_id: asset } = (await server.upload(owner, "video", { file: { name: "song.mp3", bytes } })).body;
  const signed = (user: TestUser) =>
    `/media/${asset}?${signMedia(server.deps.mediaKey, asset, user.uid, server.clock.now)}`;
  expect((await get(`/media/${asset}`)).statusCode).toBe(403);
  expect((await get(signed(other))).statusCode).toBe(403);
  expect((await get(signed(owner))).statusCode).toBe(200);
});
