/** Files that are two things at once, or say what is not so: nothing of them is ever a page (specification 15.5, 15.15, 21.6). */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audioBytes, pretenders, withTitle } from "../support/audio-files.ts";
import type { TestUser } from "../support/server.ts";
import { encodeForm, startMedia, type MediaApp } from "./media-app.ts";

let server: MediaApp;
let user: TestUser;
beforeAll(async () => {
  server = await startMedia();
  user = await server.user({ artist: true });
});
afterAll(() => server.close());

const script = "<script>alert(document.domain)</script>";
const page = Buffer.from(`<!doctype html><html>${script}</html>`);
/** The first and the last records of an empty archive, which readers look for at the end. */
const archive = Buffer.from("504b0506000000000000000000000000000000000000", "hex");
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`);

const filesOnDisk = async () => {
  const names = await readdir(join(server.deps.settings.dataDir, "media"), { recursive: true });
  return names.filter((name) => /\.(audio|webp)$/.test(name) || name.startsWith("tmp/"));
};

const upload = (kind: "image" | "video", bytes: Buffer, name: string) =>
  server.upload(user, kind, { file: { name, bytes } });

const serve = async (id: string) => {
  const reply = await server.app.inject({ url: `/media/${id}` });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  return reply;
};

test.each([
  ["a page before the sound", Buffer.concat([page, audioBytes("mp3")]), "video", "a.mp3"],
  ["an archive before the sound", Buffer.concat([archive, audioBytes("mp3")]), "video", "a.mp3"],
  ["SVG named .mp3", svg, "video", "a.mp3"],
  ["a playlist named .png", pretenders.hls.bytes, "image", "a.png"],
  ["a page before a picture", Buffer.concat([page, Buffer.from("89504e47", "hex")]), "image", "a.png"],
] as const)("%s is refused and leaves nothing", async (_, bytes, kind, name) => {
  const before = await filesOnDisk();
  expect((await upload(kind, bytes, name)).status).toBe(415);
  expect(await filesOnDisk()).toEqual(before);
});

test.each(["png", "jpeg"] as const)("a %s with a page and an archive behind it is drawn anew", async (format) => {
  const picture = await sharp({
    create: { width: 9, height: 9, channels: 3, background: "#fff" },
  })
    .toFormat(format)
    .withExif({ IFD0: { Artist: script } })
    .toBuffer();
  const reply = await upload("image", Buffer.concat([picture, page, archive]), `a.${format}`);
  expect(reply.status).toBe(200);
  const served = await serve(reply.body.public_id);
  expect(served.headers["content-type"]).toBe("image/webp");
  expect(served.rawPayload.includes("alert(")).toBe(false);
  expect((await sharp(served.rawPayload).metadata()).format).toBe("webp");
});

test("a script in a tag is served as sound and nothing else, and shown nowhere", async () => {
  const bytes = Buffer.concat([withTitle(script), page]);
  const reply = await upload("video", bytes, `${script}.mp3`);
  expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  const song = { title: "Slow Tide", artist: "Ada", album: null, genre: "Ska", private: false };
  const made = await server.call("POST", "/api/songs", user, {
    body: { song, metadata: reply.body, image: null },
  });
  expect(made.text).not.toContain("script");
  const served = await serve(reply.body.public_id);
  expect(served.headers["content-type"]).toBe("audio/mpeg");
});

test("a packed body is not unpacked", async () => {
  const before = await filesOnDisk();
  const { type, body } = encodeForm("video", {
    file: { name: "a.mp3", bytes: Buffer.alloc(50_000_000) },
  });
  const packed = gzipSync(body);
  expect(packed.length).toBeLessThan(100_000);
  const memory = process.memoryUsage.rss();
  const reply = await server.app.inject({
    method: "POST",
    url: "/media/v1_1/offbeat/video/upload",
    payload: packed,
    headers: {
      authorization: `Bearer ${user.token}`,
      "content-type": type,
      "content-encoding": "gzip",
    },
  });
  expect(reply.statusCode).toBe(400);
  expect(process.memoryUsage.rss() - memory).toBeLessThan(40_000_000);
  expect(await filesOnDisk()).toEqual(before);
});

test("a sound that claims hours for its few bytes lasts as long as they do", async () => {
  const bytes = Buffer.from(audioBytes("wav"));
  bytes.writeUInt32LE(0xffff_fff0, 4);
  bytes.writeUInt32LE(0xffff_ff00, bytes.indexOf("data") + 4);
  const reply = await upload("video", bytes, "a.wav");
  // By the bytes that are there it lasts 3 s.
  expect(reply.body.duration).toBeCloseTo(3, 0);
});
