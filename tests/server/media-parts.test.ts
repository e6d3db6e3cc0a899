/** Files that come in parts (specification 15.26). */
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { uploadPartBytes } from "../../contract/media.ts";
import { openDiskStorage } from "../../server/media/disk-storage.ts";
import { audioBytes } from "../support/audio-files.ts";
import type { TestUser } from "../support/server.ts";
import { createApp } from "../../server/app.ts";
import { encodeForm, startMedia, type MediaApp } from "./media-app.ts";

let server: MediaApp;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startMedia({ MAX_AUDIO_BYTES: "2000000" });
  user = await server.user();
  other = await server.user();
});
afterAll(() => server.close());

const song = audioBytes("mp3");
/** Three parts. */
const cuts = [0, 10_000, 20_000, song.length];
let count = 0;
let id: string;
afterEach(() => sweepAll());
beforeEach(() => {
  id = `upload-${String(++count).padStart(16, "0")}`;
});

interface PartOptions {
  by?: TestUser | null;
  id?: string;
  bytes?: Buffer;
  range?: string;
}

function sendPart(index: number, { by = user, id: name = id, bytes, range }: PartOptions = {}) {
  const [start = 0, end = 0] = cuts.slice(index);
  return server.upload(by, "video", {
    file: { name: "song.mp3", bytes: bytes ?? song.subarray(start, end) },
    headers: {
      "x-unique-upload-id": name,
      "content-range": range ?? `bytes ${start}-${end - 1}/${song.length}`,
    },
  });
}

const media = () => join(server.deps.settings.dataDir, "media");
const unfinished = async () => (await readdir(join(media(), "parts"))).length;
const sweepAll = () => server.deps.storage.intake.sweepTemporary(Date.now() + 48 * 3_600_000);

test("the last part completes the upload, and one that comes again changes nothing", async () => {
  for (const [index, bytes] of [
    [0, 10_000],
    [1, 20_000],
    [1, 20_000],
  ] as const) {
    const reply = await sendPart(index);
    expect([reply.status, reply.body]).toEqual([200, { done: false, bytes }]);
  }
  const { status, body } = await sendPart(2);
  expect([status, body.bytes, body.original_filename]).toEqual([200, song.length, "song"]);
  const [row] = await server.db.query("select sha256 from assets where id = $1", [body.public_id]);
  const whole = await server.upload(user, "video", { file: { name: "song.mp3", bytes: song } });
  const [same] = await server.db.query("select sha256 from assets where id = $1", [whole.body.public_id]);
  expect(row).toEqual(same);
  expect(await unfinished()).toBe(0);
});

test("the last part is answered again when its answer was lost, and makes no second file", async () => {
  for (const index of [0, 1]) await sendPart(index);
  const { body: first } = await sendPart(2);
  const again = await sendPart(2);
  expect([again.status, again.body]).toEqual([200, first]);
  const rows = await server.db.query("select id from assets where upload_id = $1", [id]);
  expect(rows).toHaveLength(1);
  expect(await unfinished()).toBe(0);
  // Of no other part, no other file and nobody else.
  expect((await sendPart(1)).status).toBe(409);
  const shorter = `bytes 20000-${song.length - 2}/${song.length - 1}`;
  expect((await sendPart(2, { range: shorter, bytes: song.subarray(20_000, -1) })).status).toBe(409);
  expect((await sendPart(2, { by: other })).status).toBe(409);
  await server.db.query("update assets set claimed_by = 'a-song' where id = $1", [first.public_id]);
  expect((await sendPart(2)).status, "a song has it").toBe(409);
});

test("a last part that comes several times at once makes one file", async () => {
  for (const index of [0, 1]) await sendPart(index);
  const replies = await Promise.all([sendPart(2), sendPart(2), sendPart(2)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [first] = replies;
  for (const { body } of replies) expect(body).toEqual(first?.body);
  expect(await server.db.query("select id from assets where upload_id = $1", [id])).toHaveLength(1);
  expect(await unfinished()).toBe(0);
});

describe("a server that dies between the row of a file and its bytes", () => {
  /** As it dies: the file is never stored. Resolves once the row is there. */
  async function dieWhileStoring(app: MediaApp, by: TestUser, send: () => Promise<unknown>): Promise<void> {
    const { intake } = app.deps.storage;
    const { receive } = intake;
    let die: (error: Error) => void = () => {};
    vi.spyOn(intake, "receive").mockImplementation(async (...args) => ({
      ...(await receive(...args)),
      keep: () => new Promise<void>((_, reject) => (die = reject)),
    }));
    const rows = async () => (await app.db.query("select 1 from assets where uid = $1", [by.uid])).length;
    const before = await rows();
    const lost = send();
    onTestFinished(async () => {
      die(new Error("gone"));
      await lost;
    });
    await expect.poll(rows).toBeGreaterThan(before);
    vi.restoreAllMocks();
  }

  /** Another server on the same data, as after a start anew: asks it for the last part. */
  async function sendAgain(app: MediaApp, by: TestUser, name: string) {
    const storage = await openDiskStorage(join(app.deps.settings.dataDir, "media"), { shared: true });
    const { fastify } = await createApp({ ...app.deps, storage });
    onTestFinished(() => fastify.close());
    const { type, body } = encodeForm("video", { file: { name: "song.mp3", bytes: song.subarray(20_000) } });
    const headers = {
      "content-type": type,
      authorization: `Bearer ${by.token}`,
      "x-unique-upload-id": name,
      "content-range": `bytes 20000-${song.length - 1}/${song.length}`,
    };
    const url = "/media/v1_1/offbeat/video/upload";
    const send = () => fastify.inject({ method: "POST", url, payload: body, headers });
    return { send, has: (asset: string) => storage.intake.has(`${asset}.audio`) };
  }

  test("is not taken to have completed it: after a minute the same part completes it", async () => {
    for (const index of [0, 1]) await sendPart(index);
    await dieWhileStoring(server, user, () => sendPart(2));
    const { send, has } = await sendAgain(server, user, id);
    const early = await send();
    expect([early.statusCode, early.headers["retry-after"]], "another may still store it").toEqual([503, "5"]);
    server.clock.now += 61_000;
    const again = await send();
    expect(again.statusCode).toBe(200);
    expect(await has(again.json<{ public_id: string }>().public_id), "its bytes are there").toBe(true);
  });

  test("leaves nothing that counts beside the same file", async () => {
    const small = await startMedia({ MAX_AUDIO_BYTES: String(song.length) });
    onTestFinished(() => small.close());
    const by = await small.user();
    for (let file = 0; file < 9; file += 1) await small.upload(by, "video", { file: { name: "a.mp3", bytes: song } });
    const part = (start: number, end: number) => () =>
      small.upload(by, "video", {
        file: { name: "song.mp3", bytes: song.subarray(start, end) },
        headers: { "x-unique-upload-id": id, "content-range": `bytes ${start}-${end - 1}/${song.length}` },
      });
    expect((await part(0, 20_000)()).status).toBe(200);
    await dieWhileStoring(small, by, part(20_000, song.length));
    const { send } = await sendAgain(small, by, id);
    small.clock.now += 61_000;
    expect((await send()).statusCode).toBe(200);
  });
});

test("only its uploader adds to a file, and nobody without a token", async () => {
  await sendPart(0);
  expect((await sendPart(1, { by: null })).status).toBe(401);
  const foreign = await sendPart(1, { by: other });
  expect([foreign.status, foreign.body.error.code]).toEqual([409, "upload-not-found"]);
  const stranger = await server.user({ profile: false });
  expect((await sendPart(0, { by: stranger })).status).toBe(403);
  expect((await sendPart(1)).body).toEqual({ done: false, bytes: 20_000 });
});

test("without the parts before it the client begins anew", async () => {
  await sendPart(0);
  const early = await sendPart(2);
  expect([early.status, early.body.error.code]).toEqual([409, "upload-not-found"]);
  const { body } = await sendPart(0);
  expect(body).toEqual({ done: false, bytes: 10_000 });
});

test("a file that is no sound is refused as a whole, and leaves nothing", async () => {
  for (const index of [0, 1]) await sendPart(index, { bytes: Buffer.alloc(10_000) });
  const reply = await sendPart(2, { bytes: Buffer.alloc(song.length - 20_000) });
  expect(reply.status).toBe(415);
  expect(await unfinished()).toBe(0);
  expect(await readdir(join(media(), "tmp"))).toEqual([]);
});

test("a failure that passes keeps what has arrived: the last part alone comes again", async () => {
  for (const index of [0, 1]) await sendPart(index);
  vi.spyOn(server.deps.inspector, "inspect").mockRejectedValueOnce(new Error("the disk coughs"));
  expect((await sendPart(2)).status).toBe(500);
  expect(await unfinished()).toBe(1);
  expect((await sendPart(2)).status).toBe(200);
});

test.each([
  ["too short an id", { id: "short" }],
  ["an id of a folder above", { id: "../../../etc/passwd" }],
  ["no range", { range: "" }],
  ["an end before its start", { range: `bytes 9-3/${song.length}` }],
  ["an end behind the file's", { range: "bytes 0-9999/9999" }],
  ["fewer bytes than announced", { range: `bytes 0-10999/${song.length}` }],
])("%s is refused", async (_, options) => {
  const before = await unfinished();
  expect((await sendPart(0, options)).status).toBe(400);
  expect(await unfinished()).toBeLessThanOrEqual(before + 1);
});

test("no part, and no file of parts, is larger than it may be", async () => {
  const status = async (range: string, bytes?: Buffer) =>
    (await sendPart(0, { range, ...(bytes && { bytes }) })).status;
  expect(await status("bytes 0-9999/2000001")).toBe(413);
  expect(await status(`bytes 0-${uploadPartBytes}/${uploadPartBytes + 1}`)).toBe(413);
  expect(await status(`bytes 0-9999/${song.length}`, Buffer.alloc(11_000))).toBe(413);
  expect(await status(`bytes 0-9999/${song.length}`, Buffer.alloc(200_000))).toBe(413);
});

test("a user has three unfinished files: a fourth takes the place of the oldest", async () => {
  await sendPart(0, { by: other, id: "other-0000000000000000" });
  const ids = [1, 2, 3, 4].map((number) => `many-000000000000000${number}`);
  const seen = new Set(await readdir(join(media(), "parts")));
  for (const [age, name] of ids.entries()) {
    expect((await sendPart(0, { id: name })).status).toBe(200);
    // Names tell nobody whose they are: the new one is this one's.
    const written = new Date(Date.now() - 60_000 + age * 1_000);
    for (const file of await readdir(join(media(), "parts")))
      if (!seen.has(file)) await utimes(join(media(), "parts", file), written, written);
    for (const file of await readdir(join(media(), "parts"))) seen.add(file);
  }
  expect((await sendPart(1, { by: other, id: "other-0000000000000000" })).status).toBe(200);
  const status = [];
  for (const name of ids) status.push((await sendPart(1, { id: name })).status);
  expect(status).toEqual([409, 200, 200, 200]);
});

// 2.28
test("unfinished files of somebody who is deleted go at once, and those of others stay", async () => {
  const leaving = await server.user();
  for (const by of [leaving, user]) {
    expect((await sendPart(0, { by })).status).toBe(200);
    expect((await sendPart(0, { by, id: `${id}-second` })).status).toBe(200);
  }
  expect(await unfinished()).toBe(4);
  expect((await server.call("DELETE", `/api/users/${leaving.uid}`, leaving)).status).toBe(204);
  await expect.poll(unfinished).toBe(2);
  expect((await sendPart(1)).status).toBe(200);
});

// 2.28
test.each([
  ["whole", undefined],
  ["cut off", song.subarray(0, 5_000)],
])("a part that is on its way while its uploader is deleted is refused, and leaves nothing: %s", async (_, bytes) => {
  const leaving = await server.user();
  const { parts } = server.deps.storage.intake;
  const { write } = parts;
  vi.spyOn(parts, "write").mockImplementationOnce(async (...args) => {
    expect((await server.call("DELETE", `/api/users/${leaving.uid}`, leaving)).status).toBe(204);
    return write(...args);
  });
  expect((await sendPart(0, { by: leaving, bytes })).status).toBe(403);
  expect(await unfinished()).toBe(0);
});

test("unfinished files outlive a restart, and go after a day without a part", async () => {
  await sendPart(0);
  const again = await openDiskStorage(media());
  expect(await unfinished()).toBe(1);
  expect(await again.intake.sweepTemporary(Date.now() + 23 * 3_600_000)).toBe(0);
  expect(await again.intake.sweepTemporary(Date.now() + 25 * 3_600_000)).toBe(1);
  again.close();
  expect(await unfinished()).toBe(0);
});

test("the quota counts the whole file with its first part", async () => {
  const poor = await server.user();
  await server.db.query(
    `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, created_at, pending)
     values ('AAAAAAAAAAAAAAAAAAAAAA', $1, 'audio', $2, 'x', 'audio/mpeg', 'mp3', 'x', $3, false)`,
    [poor.uid, 10 * 2_000_000 * server.deps.settings.rateFactor - 20_000, server.deps.now()],
  );
  expect((await sendPart(0, { by: poor })).status).toBe(429);
});

test("of six files that begin at once three stay", async () => {
  const begun = await Promise.all(Array.from({ length: 6 }, (_, n) => sendPart(0, { id: `at-once-${n}-000000000` })));
  expect(begun.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await unfinished()).toBe(3);
});

// 15.26
test("a first part that is on its way stays when a fourth file begins", async () => {
  const { parts } = server.deps.storage.intake;
  const begun = ["a", "b", "c", "d"].map((name) => {
    const source = new PassThrough();
    source.write(song.subarray(0, 1_000));
    const file = { uid: other.uid, id: name.repeat(16), total: song.length };
    return { source, written: parts.write(file, source, { start: 0, limit: 2_000 }) };
  });
  await expect.poll(unfinished).toBe(4);
  for (const { source } of begun) source.end(song.subarray(1_000, 2_000));
  expect(await Promise.all(begun.map(({ written }) => written))).toEqual([2_000, 2_000, 2_000, 2_000]);
  expect(await unfinished()).toBe(3);
});

test("a last part that comes again after its file has filled the quota has the answer of the file", async () => {
  // Ten files of this size are the quota of bytes.
  const small = await startMedia({ MAX_AUDIO_BYTES: String(song.length) });
  onTestFinished(() => small.close());
  const user = await small.user();
  for (let file = 0; file < 9; file += 1) await small.upload(user, "video", { file: { name: "a.mp3", bytes: song } });
  const send = (start: number, end: number) =>
    small.upload(user, "video", {
      file: { name: "song.mp3", bytes: song.subarray(start, end) },
      headers: {
        "x-unique-upload-id": "upload-0123456789",
        "content-range": `bytes ${start}-${end - 1}/${song.length}`,
      },
    });
  expect((await send(0, 20_000)).status).toBe(200);
  const first = await send(20_000, song.length);
  expect(first.status).toBe(200);
  expect(await send(20_000, song.length)).toMatchObject({ status: 200, body: first.body });
  expect((await send(0, 20_000)).status).toBe(429);
});

// 15.26
test("a file of one part that comes several times at once, and once more later, is one file", async () => {
  const send = () =>
    sendPart(0, { bytes: song, range: `bytes 0-${song.length - 1}/${song.length}`, by: other, id: `${id}-one` });
  const replies = [...(await Promise.all([send(), send(), send(), send(), send()])), await send()];
  expect(replies.map(({ status, text }) => (status === 200 ? status : text))).toEqual(replies.map(() => 200));
  expect(new Set(replies.map(({ body }) => body.public_id)).size).toBe(1);
  expect(await unfinished()).toBe(0);
});

// 15.26
test("other bytes under the id of a file that is there already are another file", async () => {
  const changed = Buffer.from(song);
  // The last frame's padding: the sound stays whole.
  changed.fill(0x55, song.length - 40, song.length - 4);
  const sendAll = async (bytes: Buffer) => {
    for (const index of [0, 1]) await sendPart(index, { bytes: bytes.subarray(...cuts.slice(index, index + 2)) });
    return sendPart(2, { bytes: bytes.subarray(20_000) });
  };
  const [one, two] = [await sendAll(song), await sendAll(changed)];
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body.public_id).not.toBe(one.body.public_id);
  expect((await sendAll(changed)).body).toEqual(two.body);
});

// 15.26
test("parts that say another length of the whole belong to another file: the quota has counted the first one's", async () => {
  const bytes = Buffer.alloc(1_000);
  expect((await sendPart(0, { bytes, range: "bytes 0-999/1001" })).status).toBe(200);
  const next = await sendPart(1, { bytes: Buffer.alloc(500_000), range: "bytes 1000-500999/2000000" });
  expect(next.status).toBe(409);
});
