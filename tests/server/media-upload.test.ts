import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Upload } from "../../contract/media.ts";
import { fillColors } from "../../server/media/fill-colors.ts";
import {
  acceptedAudio,
  audioBytes,
  cutOff,
  pngClaiming,
  pretenders,
  withCover,
  withTimedWords,
  withWords,
  type AudioName,
} from "../support/audio-files.ts";
import { queryAs } from "../support/database.ts";
import type { TestUser } from "../support/server.ts";
import { encodeForm, pageFields, startMedia, type MediaApp } from "./media-app.ts";

let server: MediaApp;
let user: TestUser;
beforeAll(async () => {
  server = await startMedia();
  user = await server.user();
});
afterAll(() => server.close());

const song = (bytes: Buffer, name = "song.mp3") => server.upload(user, "video", { file: { name, bytes } });
const picture = (bytes: Buffer, name = "cover.png") => server.upload(user, "image", { file: { name, bytes } });

/** Every file below the media folder. */
const filesOnDisk = async () => {
  const entries = await readdir(join(server.deps.settings.dataDir, "media"), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

test("whoever has no profile uploads nothing", async () => {
  const stranger = await server.user({ profile: false });
  const before = await filesOnDisk();
  for (const kind of ["image", "video"] as const) {
    const reply = await server.upload(stranger, kind, {
      file: { name: "a", bytes: kind === "image" ? Buffer.from("x") : audioBytes("mp3") },
    });
    expect([reply.status, reply.body.error.message, reply.headers["x-cld-error"]]).toEqual([
      403,
      "Complete your registration first",
      "Complete your registration first",
    ]);
  }
  expect(await filesOnDisk()).toEqual(before);
});

describe("audio", () => {
  const types: Partial<Record<AudioName, [string, string]>> = {
    mp3: ["mp3", "audio/mpeg"],
    m4a: ["m4a", "audio/mp4"],
    mp4Audio: ["m4a", "audio/mp4"],
    aac: ["aac", "audio/aac"],
    flac: ["flac", "audio/flac"],
    ogg: ["ogg", "audio/ogg"],
    opus: ["opus", "audio/ogg; codecs=opus"],
    webm: ["webm", "audio/webm; codecs=opus"],
    wav: ["wav", "audio/wav"],
    oggFlac: ["oga", "audio/ogg; codecs=flac"],
    quickTime: ["m4a", "audio/mp4"],
  };

  test.each(acceptedAudio)("%s is accepted whatever its name says", async (name) => {
    const bytes = audioBytes(name);
    const reply = await song(bytes, "renamed.txt");
    expect(reply.status).toBe(200);
    const upload = v.parse(Upload, reply.body);
    const seconds = name === "threeMinutes" ? 180 : 3;
    expect(upload).toMatchObject({
      bytes: bytes.length,
      resource_type: "video",
      is_audio: true,
      original_filename: "renamed",
    });
    expect(Math.abs((upload.duration ?? 0) - seconds)).toBeLessThan(0.15);
    expect(upload.url).toBe(`/media/${upload.public_id}`);
    expect(upload.public_id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const [row] = await server.db.query("select mime_type, format, sha256, claimed_by from assets where id = $1", [
      upload.public_id,
    ]);
    const [format, mimeType] = types[name] ?? [upload.format, row?.["mime_type"]];
    expect(row).toMatchObject({ format, mime_type: mimeType, claimed_by: null });
    expect(row?.["sha256"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("its ReplayGain is kept", async () => {
    for (const name of ["mp3", "flac", "ogg", "wav"] as const) {
      const { body } = await song(audioBytes(name));
      const [row] = await server.db.query("select gain from assets where id = $1", [body.public_id]);
      expect(row?.["gain"]).toBe(name === "wav" ? null : -6.5);
    }
  });

  test.each([
    ["flacPeak", 3.2, 0.5],
    // -10 dB to -23 LUFS.
    ["opusGain", -5, null],
    ["opusBlank", null, null],
    ["opusMistaken", null, null],
    ["flacMistaken", null, null],
  ] as const)("its loudness is read from its tags, within bounds: %s", async (name, gain, peak) => {
    const { body } = await song(audioBytes(name));
    const [row] = await server.db.query("select gain, peak from assets where id = $1", [body.public_id]);
    expect(row).toEqual({ gain, peak });
  });

  test("the same bytes get another id each time", async () => {
    const [one, two] = [await song(audioBytes("mp3")), await song(audioBytes("mp3"))];
    expect(one.body.public_id).not.toBe(two.body.public_id);
  });

  const refused: [string, () => Buffer, number, RegExp][] = [
    ["a video in mp4", () => audioBytes("mp4Video"), 415, /^This is a video\. Upload the sound alone/],
    ["a video in webm", () => audioBytes("webmVideo"), 415, /^This is a video/],
    ["ALAC", () => audioBytes("alac"), 415, /^This is Apple Lossless/],
    ["AIFF", () => audioBytes("aiff"), 415, /^This is AIFF/],
    ["WMA", () => audioBytes("wma"), 415, /^This is Windows Media/],
    ["less than a second", () => audioBytes("short"), 415, /^The file lasts less than a second/],
    ["text", () => pretenders.text.bytes, 415, /^This is no sound file/],
    ["a playlist", () => pretenders.hls.bytes, 415, /^This is a playlist/],
    ["a page", () => pretenders.html.bytes, 415, /^This is no sound file/],
    ["gzip", () => pretenders.gzip.bytes, 415, /^This is no sound file/],
    ["nothing", () => pretenders.empty.bytes, 400, /^The file is empty/],
    ["a file cut off", cutOff, 415, /^The file is damaged or cut off/],
    ["a picture", () => pngClaiming(1), 415, /^This is no sound file/],
  ];
  test.each(refused)("%s is refused with a sentence and leaves nothing behind", async (_, bytes, status, sentence) => {
    const before = (await filesOnDisk()).length;
    const reply = await song(bytes());
    expect([reply.status, reply.body.error?.message]).toEqual([status, expect.stringMatching(sentence)]);
    expect(reply.headers["x-cld-error"]).toBe(reply.body.error.message);
    expect(Object.keys(reply.body)).toEqual(["error"]);
    expect((await filesOnDisk()).length).toBe(before);
  });

  test("a cover of 20 MB in its tag costs little memory", async () => {
    const bytes = withCover(20_000_000);
    await song(audioBytes("mp3"));
    const before = process.memoryUsage.rss();
    const reply = await song(bytes);
    expect(reply.status).toBe(200);
    expect(reply.body.duration).toBeCloseTo(3, 0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
  });

  test("a tag that claims more than it holds is refused", async () => {
    const bytes = withCover(1000);
    bytes.set([0x7f, 0x7f, 0x7f, 0x7f], 6);
    expect((await song(bytes)).status).toBe(415);
  });
});

describe("pictures", () => {
  const blue = { r: 30, g: 60, b: 160 };
  const photo = (width: number, height: number, background: string | typeof blue = "#c33") =>
    sharp({ create: { width, height, channels: 3, background } });

  test("are kept upright in three widths, without their metadata", async () => {
    const bytes = await photo(1200, 900)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: "secret-place" } })
      .jpeg()
      .toBuffer();
    const reply = await picture(bytes, "cover.jpg");
    expect(reply.status).toBe(200);
    expect(v.parse(Upload, reply.body)).toMatchObject({
      width: 900,
      height: 1200,
      format: "jpg",
      resource_type: "image",
    });
    for (const width of [96, 320, 640]) {
      const { statusCode, headers, rawPayload } = await server.app.inject(`${reply.body.url}?w=${width}`);
      expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      const metadata = await sharp(rawPayload).metadata();
      expect([metadata.format, metadata.width, metadata.exif]).toEqual(["webp", width, undefined]);
      expect(Math.abs((metadata.height ?? 0) - (width * 4) / 3)).toBeLessThan(2);
      expect(rawPayload.includes("secret-place")).toBe(false);
    }
    const bare = await server.app.inject(reply.body.url);
    expect((await sharp(bare.rawPayload).metadata()).width).toBe(320);
    expect((await server.app.inject(`${reply.body.url}?w=97`)).statusCode).toBe(404);
  });

  const half = sharp({ create: { width: 60, height: 60, channels: 4, background: { ...blue, alpha: 1 } } })
    .extend({ right: 2000, background: { r: 255, g: 0, b: 0, alpha: 0 } })
    .png();
  // 15.24
  test.each([
    ["a blue one", () => photo(80, 60, blue).jpeg().toBuffer(), [76, 98, 148]],
    ["a grey one of one channel", () => photo(80, 60).toColourspace("b-w").png().toBuffer(), [99, 99, 99]],
    ["one of four inks", () => photo(80, 60, blue).toColourspace("cmyk").jpeg().toBuffer(), [76, 98, 148]],
    ["one of 16 bits", () => photo(80, 60, blue).toColourspace("rgb16").png().toBuffer(), [76, 98, 148]],
    ["one with red that nobody sees", () => half.toBuffer(), [76, 98, 148]],
  ] as const)("%s has its colour", async (_, make, expected) => {
    const { body } = await picture(await make());
    const [asset] = await queryAs<{ color: string }>(server.db, "select color from assets where id = $1", [
      body.public_id,
    ]);
    const parts = [1, 3, 5].map((at) => parseInt(asset?.color.slice(at, at + 2) ?? "", 16));
    // Codecs round, and inks are another gamut.
    for (const [index, part] of expected.entries()) expect(Math.abs((parts[index] ?? NaN) - part)).toBeLessThan(8);
  });

  test("pictures from before get theirs, their songs become new versions, and each is measured once", async () => {
    const owner = await server.user();
    const song = await server.song(owner);
    const { body } = await picture(await photo(80, 60, blue).jpeg().toBuffer());
    const clear = await picture(await photo(80, 60).ensureAlpha(0).png().toBuffer());
    // Those of other tests.
    await server.db.query("update assets set color = '#000000' where color is null");
    const ids = [body.public_id, clear.body.public_id];
    for (const id of ids)
      await server.db.query("update assets set color = null, claimed_by = 'somebody' where id = $1", [id]);
    await server.db.query("update songs set image = $2 where id = $1", [song._id, body.public_id]);
    const version = () =>
      queryAs<{ version: string }>(server.db, "select xmin as version from songs where id = $1", [song._id]);
    const before = await version();
    const errors: unknown[] = [];
    const fill = () => fillColors(server.deps, new AbortController().signal, (error) => errors.push(error));
    expect(await fill()).toBe(1);
    const colors = await queryAs<{ color: string | null }>(
      server.db,
      "select color from assets where id in ($1, $2) order by color nulls last",
      ids,
    );
    expect(colors).toEqual([{ color: expect.stringMatching(/^#[0-9a-f]{6}$/) }, { color: null }]);
    expect(await version()).not.toEqual(before);
    expect(await fill()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("smaller ones are not blown up", async () => {
    const { body } = await picture(await photo(50, 40).png().toBuffer());
    const { rawPayload } = await server.app.inject(`${body.url}?w=640`);
    expect((await sharp(rawPayload).metadata()).width).toBe(50);
  });

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  test.each([
    ["SVG named .png", async () => svg, /^This is no image we can use/],
    ["HTML named .png", async () => pretenders.html.bytes, /^This is no image we can use/],
    ["WebP", async () => photo(9, 9).webp().toBuffer(), /^This is no image we can use/],
    ["GIF", async () => photo(9, 9).gif().toBuffer(), /^This is no image we can use/],
    ["a song", async () => audioBytes("mp3"), /^This is no image we can use/],
    ["50,000 pixels each way", async () => pngClaiming(50_000), /^The image has too many pixels/],
    ["a broken one", async () => (await photo(900, 900).png().toBuffer()).subarray(0, 300), /^This is no image/],
  ] as const)("%s is refused", async (_, bytes, sentence) => {
    const before = (await filesOnDisk()).length;
    const reply = await picture(await bytes());
    expect([reply.status, reply.body.error?.message]).toEqual([415, expect.stringMatching(sentence)]);
    expect((await filesOnDisk()).length).toBe(before);
  });
});

// 15.25
describe("words in the tags", () => {
  const plain = ["First light", "", "Slow tide"].map((text) => ({ at: null, text }));
  const timed = [
    { at: 0.2, text: "Slow tide" },
    { at: 1.5, text: "First light" },
    { at: 2.25, text: "Slow tide" },
  ];
  const sylt = () =>
    withTimedWords([
      [1500, "\nFirst "],
      [1900, "light"],
      [200, "\nSlow tide"],
    ]);
  test.each([
    ["USLT", () => withWords("First light\n\nSlow tide"), plain],
    ["TXXX", () => audioBytes("mp3Words"), plain],
    ["©lyr", () => audioBytes("m4aWords"), plain],
    ["LRC in FLAC", () => audioBytes("flacLrc"), timed],
    ["LRC in Opus", () => audioBytes("opusLrc"), timed],
    ["LRC in Vorbis", () => audioBytes("oggLrc"), timed],
    ["SYLT", sylt, timed.slice(0, 2)],
    ["none", () => audioBytes("mp3"), []],
  ] as const)("%s", async (_, bytes, lines) => {
    const upload = await song(bytes());
    const made = await server.call("POST", "/api/songs", user, {
      body: {
        song: { title: "Slow Tide", artist: "Ada", genre: "Ska", private: true },
        metadata: upload.body,
        image: null,
      },
    });
    expect(made.body.data.hasLyrics).toBe(lines.length > 0);
    const reply = await server.call("GET", `/api/songs/${made.body.data._id}/lyrics`, user);
    expect([reply.status, reply.body]).toEqual([200, { data: { lines } }]);
  });
});

// 15.9
test("pictures that come at once do not pass the quota", async () => {
  const busy = await server.user();
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#274" } })
    .png()
    .toBuffer();
  const rest = 2;
  for (let count = 0; count < 200 * server.deps.settings.rateFactor - rest; count += 1)
    await server.asset(busy.uid, "image");
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => server.upload(busy, "image", { file: { name: "a.png", bytes: png } })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(rest);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(replies.length - rest);
});

describe("the form", () => {
  test("takes its fields in any order", async () => {
    const file = { name: "song.mp3", bytes: audioBytes("mp3") };
    expect((await server.upload(user, "video", { file, fileFirst: true })).status).toBe(200);
    expect((await server.upload(user, "video", { file, fields: { upload_preset: "offbeat" } })).status).toBe(200);
  });

  test("needs a token, this cloud, this preset and a file", async () => {
    const file = { name: "song.mp3", bytes: audioBytes("mp3") };
    const before = (await filesOnDisk()).length;
    const status = async (...args: Parameters<MediaApp["upload"]>) => (await server.upload(...args)).status;
    expect(await status(null, "video", { file })).toBe(401);
    expect(await status("a.b.c", "video", { file })).toBe(401);
    expect(await status(user, "video", { file }, "elsewhere")).toBe(404);
    expect(await status(user, "video", { file, fields: {} })).toBe(400);
    for (const change of [{ upload_preset: "other" }, { cloud_name: "elsewhere" }, { resource_type: "image" }]) {
      const fields = { ...pageFields("video"), ...change };
      expect(await status(user, "video", { file, fields })).toBeGreaterThanOrEqual(400);
      expect(await status(user, "video", { file, fields, fileFirst: true })).toBeGreaterThanOrEqual(400);
    }
    expect(await status(user, "video", {})).toBe(400);
    const json = await server.call("POST", "/media/v1_1/offbeat/video/upload", user, {
      body: { file: "http://127.0.0.1/" },
    });
    expect([json.status, json.body.error.message]).toEqual([400, expect.stringContaining("No file arrived")]);
    expect((await filesOnDisk()).length).toBe(before);
  });

  test.each([
    ["of a folder above", "../../../etc/passwd.mp3"],
    ["with backslashes", "..\\..\\boot.mp3"],
    ["with a zero byte", "a%00b.mp3"],
    ["of the root", "/abs.mp3"],
    ["with a control character", "x\u0001y.mp3"],
    ["of 5,000 characters", `${"n".repeat(5000)}.mp3`],
    ["without a name", ".mp3"],
  ])("a name %s reaches neither disk nor headers", async (_, name) => {
    const reply = await song(audioBytes("mp3"), name);
    expect(reply.status).toBe(200);
    const shown: string = reply.body.original_filename;
    expect([...shown].filter((c) => c < " " || c === "/" || c === "\\")).toEqual([]);
    expect(shown.length).toBeLessThanOrEqual(200);
    for (const file of await filesOnDisk()) expect(file).toMatch(/^[\w-]{22}(\.audio|\.\d+\.webp)$/);
  });

  test("a name cannot add a header to its part", async () => {
    const reply = await song(audioBytes("mp3"), 'x.mp3"\r\nX-Evil: 1\r\n\r\nbody');
    for (const header of Object.keys(reply.headers)) expect(header).not.toMatch(/evil/i);
    for (const file of await filesOnDisk()) expect(file).toMatch(/^[\w-]{22}(\.audio|\.\d+\.webp)$/);
  });
});

// 15.22
test("a client that goes while its file is being stored ends the upload, too", async () => {
  const own = await startMedia();
  onTestFinished(() => own.close());
  const url = new URL(await own.app.listen({ port: 0, host: "127.0.0.1" }));
  const user = await own.user();
  const { intake } = own.deps.storage;
  const { receive } = intake;
  let arrived = () => {};
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  let goOn = () => {};
  const isGone = new Promise<void>((resolve) => (goOn = resolve));
  // A disk that takes its time for the last byte.
  intake.receive = async (...input) => {
    const file = await receive(...input);
    arrived();
    await isGone;
    return file;
  };
  const inspect = vi.spyOn(own.deps.inspector, "inspect");
  const { type, body } = encodeForm("video", { file: { name: "a.mp3", bytes: audioBytes("mp3") } });
  const socket = connect(Number(url.port), url.hostname);
  socket.write(
    `POST /media/v1_1/offbeat/video/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${user.token}\r\n` +
      `content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  await isThere;
  const [request] = await Promise.all([connections(own), socket.destroy()]);
  await vi.waitFor(async () => expect(await connections(own)).toBeLessThan(request));
  goOn();
  await vi.waitFor(() => expect(inspect).toHaveBeenCalledOnce());
  expect(inspect.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  await vi.waitFor(async () =>
    expect(await own.db.query("select id from assets where uid = $1", [user.uid])).toEqual([]),
  );
});

const connections = (server: MediaApp) =>
  new Promise<number>((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
