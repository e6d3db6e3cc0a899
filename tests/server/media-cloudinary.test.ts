/** An outside media host: the page's own upload code, the real server, and a stand-in for Cloudinary (specification 15.16-15.19). */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Upload } from "../../contract/media.ts";
import type { Song } from "../../contract/songs.ts";
import { createApp } from "../../server/app.ts";
import { openStorage } from "../../server/media/open-storage.ts";
import { collectGarbage } from "../../server/media/garbage-collect.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { uploadFile } from "../../src/api/upload-file.ts";
import { sourceOf } from "../../src/api/upload-source.ts";
import { audioBytes, audioFile } from "../support/audio-files.ts";
import { CloudinaryStandIn, cloud, key, secret } from "../support/cloudinary-stand-in.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";
import { NodeXhr } from "../support/xhr.ts";

let server: TestServer;
let host: CloudinaryStandIn;
let origin: string;
let close: () => Promise<void>;
let artist: TestUser;
let other: TestUser;
const deps = () => ({ ...server.deps, ...outside });
let outside: Pick<TestServer["deps"], "settings"> & {
  storage: Awaited<ReturnType<typeof openStorage>>;
};

beforeAll(async () => {
  server = await createTestServer();
  host = await CloudinaryStandIn.start();
  const env = { DATA_DIR: server.deps.settings.dataDir, MEDIA_URL: host.mediaUrl };
  const settings = readSettings(env);
  outside = { settings, storage: await openStorage(settings, server.deps.now) };
  const { fastify } = await createApp(deps());
  await fastify.listen({ host: "127.0.0.1", port: 0 });
  // A TCP server's address is an object.
  const { port } = fastify.server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  close = () => fastify.close();
  artist = await server.user({ artist: true });
  other = await server.user({ artist: true });
  vi.stubGlobal("XMLHttpRequest", NodeXhr);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await close();
  await host.stop();
  await server.close();
});
afterEach(() => {
  host.delivery = "whole";
  host.adminStatus = undefined;
  host.isSilent = false;
});

async function call(method: string, path: string, user: TestUser | null, body?: unknown) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(user ? { authorization: `Bearer ${user.token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

const announce = async (user: TestUser, kind: "image" | "video") =>
  (await call("POST", "/api/uploads", user, { kind })).body.data.fields;

/** As the page sends it: by its configuration, with its code. */
async function send(user: TestUser, kind: "image" | "video", bytes: Buffer): Promise<Upload> {
  const { upload } = (await call("GET", "/config.json", null)).body;
  return uploadFile({
    target: kind === "video" ? upload.song : upload.image,
    kind,
    file: sourceOf(new File([new Uint8Array(bytes)], kind === "video" ? "Slow Tide.mp3" : "cover.png")),
    token: () => Promise.reject(new Error("A token goes to no outside host")),
    announce: () => announce(user, kind),
  });
}

const values = (isPrivate: boolean) => ({
  title: "Slow Tide",
  artist: "Ada",
  album: null,
  genre: "Ska",
  private: isPrivate,
});
const save = (user: TestUser, metadata: Upload, image: string | null = null, isPrivate = true) =>
  call("POST", "/api/songs", user, { song: values(isPrivate), metadata, image });

const bytes = audioBytes("mp3");
const cover = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#274" } })
  .png()
  .toBuffer();

async function makeSong(isPrivate = true): Promise<Song> {
  const reply = await save(artist, await send(artist, "video", bytes), null, isPrivate);
  expect(reply.status).toBe(201);
  return reply.body.data;
}

const inspections = () => host.requests.filter((line) => line.includes("/resources/")).length;

describe("a song with its cover", () => {
  test("goes to the host without our token, and is played through us by range", async () => {
    const audio = await send(artist, "video", bytes);
    const picture = await send(artist, "image", cover);
    expect(audio).toMatchObject({ bytes: bytes.length, resource_type: "video", is_audio: true });
    const reply = await save(artist, audio, picture.secure_url);
    expect(reply.status).toBe(201);
    const song: Song = reply.body.data;
    expect(song).toMatchObject({
      bytes: bytes.length,
      mimeType: "audio/mpeg",
      sha256: null,
      gain: null,
      private: true,
      owner: artist.uid,
    });
    expect(Math.abs(song.duration - 3)).toBeLessThan(0.2);
    expect(song.url).toMatch(/^\/media\/[\w-]{22}\?uid=/);
    expect(song.songImage).toMatch(/^\/media\/[\w-]{22}$/);
    expect(song.songColor).toMatch(/^#[0-9a-f]{6}$/);
    expect(JSON.stringify(song)).not.toContain(audio.public_id);

    const range = await fetch(origin + song.url, { headers: { range: "bytes=100-299" } });
    expect([range.status, range.headers.get("content-range")]).toEqual([206, `bytes 100-299/${bytes.length}`]);
    expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);
    const whole = await fetch(origin + song.url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    });
    for (const width of [96, 320, 640]) {
      const image = await fetch(`${origin}${song.songImage}?w=${width}`);
      expect(image.headers.get("content-type")).toBe("image/webp");
      const { width: found } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
      expect(found).toBe(width);
    }
    expect((await fetch(origin + song.url.replace(/\?.*/, ""))).status).toBe(403);
  });

  test("is deleted at the host with its last use, and swept there when nothing claims it", async () => {
    const song = await makeSong();
    const before = host.stored.size;
    expect((await call("DELETE", `/api/songs/${song._id}`, artist, {})).status).toBe(204);
    expect(host.stored.size).toBe(before - 1);
    expect((await fetch(origin + song.url)).status).toBe(404);

    await send(artist, "video", bytes);
    await announce(artist, "image");
    server.clock.now += 24 * 3_600_000 - 1000;
    expect(await collectGarbage(deps())).toBe(0);
    server.clock.now += 2000;
    expect(await collectGarbage(deps())).toBeGreaterThanOrEqual(2);
    server.clock.now -= 24 * 3_600_000 + 1000;
    expect(host.stored.size).toBe(before - 1);
  });

  test("stays in the list to remove while the host does not answer", async () => {
    const song = await makeSong();
    host.adminStatus = 420;
    expect((await call("DELETE", `/api/songs/${song._id}`, artist, {})).status).toBe(204);
    const before = host.stored.size;
    await expect(collectGarbage(deps())).rejects.toMatchObject({ code: "unavailable" });
    host.adminStatus = undefined;
    expect(await collectGarbage(deps())).toBe(1);
    expect(host.stored.size).toBe(before - 1);
  });
});

// 15.19
test("a deletion is answered before the client gives up, however long the host is silent", async () => {
  const song = await makeSong();
  const { secure_url: picture } = await send(artist, "image", cover);
  expect((await call("PATCH", `/api/songs/${song._id}`, artist, { songData: {}, image: picture })).status).toBe(200);
  host.isSilent = true;
  const begin = performance.now();
  expect((await call("DELETE", `/api/songs/${song._id}`, artist, {})).status).toBe(204);
  // The page waits for an answer for 15 s.
  expect(performance.now() - begin).toBeLessThan(8_000);
  host.isSilent = false;
  await vi.waitFor(async () => expect(await collectGarbage(deps())).toBe(0), 15_000);
});

describe("a file that comes to the host after its mark was given up", () => {
  const day = 24 * 3_600_000;
  /** What the page's form does with a mark. */
  async function sendTo(publicId: string, content = bytes): Promise<void> {
    const form = new FormData();
    form.set("upload_preset", "songs");
    form.set("public_id", publicId);
    form.set("file", new File([new Uint8Array(content)], "a.mp3"));
    const { status } = await fetch(`${host.origin}/v1_1/${cloud}/video/upload`, { method: "POST", body: form });
    expect(status).toBe(200);
    expect(host.stored.has(publicId)).toBe(true);
  }
  async function pass(days: number): Promise<void> {
    server.clock.now += days * day + 1_000;
    await collectGarbage(deps());
  }
  afterEach(() => void (server.clock.now -= 2 * day + 2_000));

  test("goes when its account was deleted meanwhile, and what was there goes at once", async () => {
    const user = await server.user({ artist: true });
    const { public_id: late } = await announce(user, "video");
    const { public_id: early } = await announce(user, "video");
    await sendTo(early);
    expect((await call("DELETE", `/api/users/${user.uid}`, user, {})).status).toBe(204);
    expect(host.stored.has(early)).toBe(false);
    await sendTo(late);
    await pass(1);
    await pass(1);
    expect(host.stored.has(late)).toBe(false);
    expect(await server.db.query("select id from assets where uid = $1", [user.uid])).toEqual([]);
  });

  test("goes with the next run where the host did not answer a deletion, a hundred at a time", async () => {
    const user = await server.user({ artist: true });
    for (let count = 0; count < 120; count += 1) await announce(user, "video");
    const { public_id: mark } = await announce(user, "video");
    await sendTo(mark);
    host.adminStatus = 420;
    expect((await call("DELETE", `/api/users/${user.uid}`, user, {})).status).toBe(204);
    host.adminStatus = undefined;
    expect(host.stored.has(mark)).toBe(true);
    host.requests.length = 0;
    await collectGarbage(deps());
    expect(host.stored.has(mark)).toBe(false);
    const names = host.requests.map((line) => line.split("public_ids").length - 1);
    expect(Math.max(...names)).toBeLessThanOrEqual(100);
    await pass(1);
    await pass(1);
  });

  test.each(["video", "image"] as const)("goes after the sweep of its mark, as whatever it comes: %s", async (kind) => {
    const { public_id: mark } = await announce(artist, kind);
    await pass(1);
    await sendTo(mark);
    await pass(1);
    expect(host.stored.has(mark)).toBe(false);
  });

  test("goes when it was refused before", async () => {
    const video = await send(artist, "video", audioBytes("mp4Video"));
    expect((await save(artist, video)).status).toBe(415);
    await sendTo(video.public_id, audioBytes("mp4Video"));
    await pass(1);
    await pass(1);
    expect(host.stored.has(video.public_id)).toBe(false);
  });
});

describe("only a file with a mark of the caller's own", () => {
  test("can be claimed, once, and by nobody else", async () => {
    const audio = await send(artist, "video", bytes);
    const foreign = await save(other, audio);
    expect([foreign.status, foreign.body.code]).toEqual([409, "upload-not-found"]);
    const asked = inspections();
    const unmarked = { ...audio, public_id: "chosen-by-the-uploader" };
    expect((await save(artist, unmarked)).status).toBe(409);
    // Nobody's guess costs a call of the Admin API.
    expect(inspections()).toBe(asked);
    expect((await save(artist, audio)).status).toBe(201);
    expect((await save(artist, audio)).status).toBe(409);
  });

  test("a mark without a file is no upload, and a picture no song", async () => {
    const audio = await send(artist, "video", bytes);
    const { public_id } = await announce(artist, "video");
    expect((await save(artist, { ...audio, public_id })).body.code).toBe("upload-not-found");
    const picture = await send(artist, "image", cover);
    expect((await save(artist, picture)).body.code).toBe("upload-not-found");
    const asImage = await save(artist, audio, audio.secure_url);
    expect(asImage.body.code).toBe("upload-not-found");
    expect((await save(artist, audio)).status).toBe(201);
  });

  test("what the host says counts, not what the body says; a video is refused and removed", async () => {
    const audio = await send(artist, "video", bytes);
    const reply = await save(artist, { ...audio, bytes: 1, duration: 9999, format: "exe" });
    expect(reply.body.data).toMatchObject({ bytes: bytes.length, mimeType: "audio/mpeg" });
    const before = host.stored.size;
    const video = await send(artist, "video", audioBytes("mp4Video"));
    const looks = inspections();
    // The other one finds the same refusal, or no upload any more.
    const replies = await Promise.all([save(artist, video), save(artist, video)]);
    expect(inspections() - looks, "one look and one removal, as sound and as picture").toBe(3);
    const refused = replies.find(({ status }) => status === 415);
    expect([refused?.status, refused?.body.code, refused?.body.detail]).toEqual([
      415,
      "unsupported-media",
      expect.stringMatching(/^This is a video/),
    ]);
    expect(host.stored.size).toBe(before);
  });

  test("what is refused is told as refused also where the host does not remove it", async () => {
    const video = await send(artist, "video", audioBytes("mp4Video"));
    vi.spyOn(outside.storage, "remove").mockResolvedValueOnce({ gone: [], error: new Error("The host is down") });
    const refused = await save(artist, video);
    expect([refused.status, refused.body.code]).toEqual([415, "unsupported-media"]);
  });

  test("a mark without a file buys one look at the host, and the next one later", async () => {
    const fields = await announce(artist, "video");
    const audio = { ...(await send(artist, "video", bytes)), public_id: fields.public_id };
    const before = inspections();
    const ask = async () => {
      const replies = await Promise.all(Array.from({ length: 10 }, () => save(artist, audio)));
      expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set(["upload-not-found"]));
      return inspections() - before;
    };
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(1);
    server.clock.now += 1_000;
    expect(await ask()).toBe(2);
    server.clock.now += 1_000;
    expect(await ask()).toBe(2);
  });

  test("marks are for people with a profile", async () => {
    expect((await call("POST", "/api/uploads", null, { kind: "video" })).status).toBe(401);
    const stranger = await server.user({ profile: false });
    expect((await call("POST", "/api/uploads", stranger, { kind: "video" })).status).toBe(403);
  });

  test("what the host refuses is told in its words", async () => {
    await expect(send(artist, "image", Buffer.from("<svg/>"))).rejects.toMatchObject({
      code: "refused",
      message: "Invalid image file",
    });
  });
});

describe("a host that fails", () => {
  test.each(["broken", "ignores ranges"] as const)("delivery %s is a 503", async (delivery) => {
    const song = await makeSong(false);
    host.delivery = delivery;
    const response = await fetch(origin + song.url, { headers: { range: "bytes=0-99" } });
    const text = await response.text();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(JSON.parse(text).code).toBe("unavailable");
    expect(text).not.toMatch(/127\.0\.0\.1|s--|Out of order/);
  });

  test("a delivery that is cut is cut for the player too, never filled up", async () => {
    const song = await makeSong(false);
    host.delivery = "cut";
    const response = await fetch(origin + song.url, { headers: { range: "bytes=0-9999" } });
    expect(response.status).toBe(206);
    await expect(response.arrayBuffer()).rejects.toThrow("terminated");
  });

  test("a player that goes ends the host's answer", async () => {
    const song = await makeSong(false);
    host.delivery = "silent";
    const gone = new AbortController();
    const asked = fetch(origin + song.url, { signal: gone.signal });
    await vi.waitFor(() => expect(host.open).toBe(1));
    gone.abort();
    await expect(asked).rejects.toThrow("aborted");
    await vi.waitFor(() => expect(host.open).toBe(0));
  });

  test("an Admin API over its budget leaves the upload for the next try", async () => {
    const audio = await send(artist, "video", bytes);
    host.adminStatus = 420;
    const reply = await save(artist, audio);
    expect([reply.status, reply.body.code]).toEqual([503, "unavailable"]);
    host.adminStatus = undefined;
    expect((await save(artist, audio)).status).toBe(201);
  });
});

describe("settings", () => {
  const start = async (mediaUrl = host.mediaUrl) =>
    openStorage(readSettings({ DATA_DIR: server.deps.settings.dataDir, MEDIA_URL: mediaUrl }), server.deps.now).then(
      () => "started",
      (error: Error) => error.message,
    );

  test.each<[string, Record<string, unknown>, boolean, RegExp]>([
    ["of type upload", {}, true, /type authenticated/],
    ["signed", { type: "authenticated" }, false, /unsigned/],
    ["overwriting", { type: "authenticated", overwrite: true }, true, /overwrite/],
    ["naming", { type: "authenticated", disallow_public_id: true }, true, /public id/],
    ["in a folder", { type: "authenticated", folder: "songs" }, true, /public id/],
  ])("a preset %s stops the start with one line", async (_, settings, unsigned, sentence) => {
    const present = host.presets.get("songs");
    host.presets.set("songs", { settings, unsigned });
    const message = await start();
    host.presets.delete("songs");
    const missing = await start();
    if (present) host.presets.set("songs", present);
    expect(message).toMatch(sentence);
    for (const line of [message, missing]) {
      expect(line).toMatch(/^MEDIA_URL takes presets .*: songs$/);
      expect(line).not.toContain(secret);
    }
    expect(await start()).toBe("started");
  });

  test("a host that refuses the key, or is not there, stops it too", async () => {
    expect(await start(host.mediaUrl.replace(key, "999"))).toMatch(/^MEDIA_URL takes the key and secret/);
    const gone = createServer();
    await new Promise<void>((done) => gone.listen(0, "127.0.0.1", done));
    // A TCP server's address is an object.
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => gone.close(done));
    const elsewhere = host.mediaUrl.replaceAll(host.origin.split(":")[2] ?? "", String(port));
    expect(await start(elsewhere)).toMatch(/^MEDIA_URL takes the address/);
  });

  test("the page learns where to send files, and may call that host and no other", async () => {
    const { body } = await call("GET", "/config.json", null);
    expect(body.upload.song).toEqual({
      url: `${host.origin}/v1_1/${cloud}/video/upload`,
      preset: "songs",
      cloudName: cloud,
      auth: "none",
      maxBytes: server.deps.settings.maxAudioBytes,
    });
    const policy = (await call("GET", "/healthz", null)).headers.get("content-security-policy");
    expect(policy).toContain(`connect-src 'self' ${host.origin}`);
    expect(policy).toContain("img-src 'self' blob:;");
    const local = await call("POST", `/media/v1_1/${cloud}/video/upload`, artist, {});
    expect(local.status).toBe(404);
  });

  test("files that lay on the disk before go on being served", async () => {
    const { importFile } = await import("../../server/media/import-file.ts");
    const path = audioFile("mp3");
    const { id } = await importFile(server.deps, {
      uid: artist.uid,
      kind: "audio",
      path,
      filename: "a.mp3",
    });
    const reply = await server.call("POST", "/api/songs", artist, {
      body: {
        song: values(false),
        metadata: { ...(await send(artist, "video", bytes)), public_id: id },
        image: null,
      },
    });
    expect(reply.status).toBe(201);
    const served = await fetch(origin + reply.body.data.url);
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(path))).toBe(true);
  });
});
