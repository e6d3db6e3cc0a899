/** Songs that wait for their upload, on the device (specification 17.29). */
import { uploadOf } from "../../tests/support/items.ts";
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploadPartBytes } from "../../contract/media.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";
import {
  discardUpload,
  dropUnkept,
  hasUploadFiles,
  keepUploads,
  leftoverBytes,
  markUploadRefused,
  noteProgress,
  readPiece,
  readUpload,
  readUploads,
  removeDiscarded,
  removeUpload,
  restoreUpload,
  retryUpload,
  storeUpload,
  sweepUploads,
  takeUploadsBack,
} from "./upload-rows.ts";

let db: AccountDatabase;
beforeEach(() => {
  db = openDatabase("someone");
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

const values = { title: "Slow Tide", artist: "Ana", album: null, genre: "Ska", private: true } as const;
const size = uploadPartBytes + 5;
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);
const large = () => new File([bytesOf(size)], "a.mp3", { type: "audio/mpeg" });
const small = () => new File(["mp3"], "a.mp3", { type: "audio/mpeg" });
const cover = new File(["png"], "a.png", { type: "image/png" });
const store = (of = small()) => storeUpload(db, { audio: of, cover }, values, {});
const pieces = () => db.uploadPieces.count();

test("a stored file is read back piece by piece, over the edges of what was stored", async () => {
  const id = await store(large());
  expect(await readUpload(db, id)).toMatchObject({
    state: "waiting",
    song: { values, audio: { name: "a.mp3", type: "audio/mpeg", size }, cover: { name: "a.png" } },
  });
  const read = async (start: number, end: number) =>
    new Uint8Array(await new Blob(await readPiece(db, id, { file: "audio", start, end })).arrayBuffer());
  const [from, end] = [uploadPartBytes - 3, size];
  expect(Array.from(await read(from, end))).toEqual(Array.from(bytesOf(size).slice(from)));
  expect((await read(0, size)).length).toBe(size);
  expect(await readPiece(db, id, { file: "cover", start: 0, end: 3 })).toHaveLength(1);
  await expect(readPiece(db, id, { file: "cover", start: 0, end: 4 })).rejects.toThrow("no longer on this device");
});

test("a full device is left as it was", async () => {
  const put = db.uploadPieces.put.bind(db.uploadPieces);
  let writes = 0;
  vi.spyOn(db.uploadPieces, "put").mockImplementation((...given) => {
    writes += 1;
    if (writes === 2) throw new DOMException("Full", "QuotaExceededError");
    return put(...given);
  });
  await expect(store()).rejects.toThrow("Full");
  expect([await pieces(), await db.uploads.count()]).toEqual([0, 0]);
});

test("progress is noted, and a refused song waits for its owner and is tried again", async () => {
  const id = await store();
  await noteProgress(db, id, { key: "k", parts: { id: "p", sent: 7 } });
  await markUploadRefused(db, id, { code: "unsupported-media", title: "Not audio" });
  expect(await readUpload(db, id)).toMatchObject({
    state: "attention",
    song: { progress: { key: "k", parts: { sent: 7 } }, problem: { title: "Not audio" } },
  });
  await retryUpload(db, id);
  const again = await readUpload(db, id);
  expect([again?.state, again?.song?.problem, again?.song?.progress.key]).toEqual(["waiting", undefined, "k"]);
});

test("a discarded song is not shown, can be taken back, and goes with its files", async () => {
  const [kept, given] = [await store(), await store()];
  await discardUpload(db, given);
  expect((await readUploads(db)).map(({ id }) => id)).toEqual([kept]);
  await noteProgress(db, given, { key: "late" });
  await markUploadRefused(db, given, { code: "x", title: "x" });
  expect(await readUpload(db, given)).toBeUndefined();
  await restoreUpload(db, given);
  expect((await readUploads(db)).map(({ id }) => id)).toEqual([kept, given]);
  const before = await pieces();
  await removeDiscarded(db, given);
  expect(await pieces()).toBe(before);
  await discardUpload(db, given);
  await removeDiscarded(db, given);
  expect(await pieces()).toBe(before / 2);
  await removeUpload(db, kept);
  expect([await pieces(), await db.uploads.count(), await hasUploadFiles(db)]).toEqual([0, 0, false]);
});

// 17.29
test("one that was refused is taken back as that, with its sentence; it is sent only when it is retried", async () => {
  const id = await store();
  const problem = { code: "unsupported-media", title: "No sound" };
  await markUploadRefused(db, id, problem);
  await discardUpload(db, id);
  await restoreUpload(db, id);
  expect(await readUpload(db, id)).toMatchObject({ state: "attention", song: { problem } });
  await retryUpload(db, id);
  await discardUpload(db, id);
  await restoreUpload(db, id);
  expect((await readUpload(db, id))?.state).toBe("waiting");
});

const minutes = (count: number) => Date.now() + count * 60_000;

test("a discarded song can be taken back for an hour, whatever other tabs begin, and goes at a start after that", async () => {
  const [kept, given] = [await store(), await store()];
  await discardUpload(db, given);
  await sweepUploads(db, minutes(59));
  await restoreUpload(db, given);
  await sweepUploads(db, minutes(120));
  expect((await readUploads(db)).map(({ id }) => id)).toEqual([kept, given]);
  await discardUpload(db, given);
  expect([await hasUploadFiles(db), await leftoverBytes(db, Date.now())]).toEqual([true, 6]);
  await sweepUploads(db, minutes(61));
  expect([await db.uploads.toCollection().primaryKeys(), await leftoverBytes(db, Date.now())]).toEqual([[kept], 0]);
});

test("a sweep leaves a file alone that is still being stored, and takes what a crash has left", async () => {
  const id = await store();
  const loose = { file: "audio", index: 0, bytes: new ArrayBuffer(3) } as const;
  await db.uploadPieces.bulkPut([
    { ...loose, upload: "now", at: minutes(-2) },
    { ...loose, upload: "crashed", at: minutes(-61) },
    { ...loose, upload: "to come", at: minutes(61) },
    { ...loose, upload: "of an older version" },
  ]);
  expect(
    await leftoverBytes(db, minutes(0)),
    "no piece for two minutes: a crash; the rest is old or of a wrong clock",
  ).toBe(12);
  await db.uploadPieces.put({ ...loose, upload: "now", index: 1, at: minutes(0) });
  expect(await leftoverBytes(db, minutes(0)), "what is just being stored is no leftover").toBe(9);
  await sweepUploads(db, minutes(0));
  expect(new Set(await db.uploadPieces.orderBy("upload").uniqueKeys())).toEqual(new Set([id, "now"]));
});

test("a song whose pieces went while it was being stored is not taken for stored", async () => {
  const put = db.uploadPieces.put.bind(db.uploadPieces);
  vi.spyOn(db.uploadPieces, "put").mockImplementation((...given) => {
    const [{ file }] = given;
    return file === "cover" ? db.uploadPieces.clear().then(() => put(...given)) : put(...given);
  });
  await expect(store()).rejects.toThrow("no longer on this device");
  expect([await pieces(), await db.uploads.count()]).toEqual([0, 0]);
});

test("only what its owner keeps outlives the end of a session", async () => {
  await store();
  await dropUnkept(db);
  expect([await pieces(), await db.uploads.count()]).toEqual([0, 0]);
  const id = await store();
  await keepUploads(db);
  await takeUploadsBack(db, () => false);
  await dropUnkept(db);
  expect((await readUploads(db)).map((upload) => upload.id)).toEqual([id]);
  await takeUploadsBack(db, () => true);
  await dropUnkept(db);
  expect(await pieces()).toBe(0);
});

test("a row of another version of the app is left for the user to decide", async () => {
  await db.uploads.add({ id: "x", addedAt: 1, state: "waiting", song: { shape: "unknown" } });
  expect(await readUploads(db)).toEqual([{ id: "x", addedAt: 1, state: "attention", song: undefined }]);
});

test("a row of an earlier version, with one body that had no answer, keeps it", async () => {
  const song = { title: "Slow Tide", artist: "Ana", album: null, genre: "Ska", private: true } as const;
  const body = { song, metadata: uploadOf("a"), image: null };
  const audio = { name: "a.mp3", type: "audio/mpeg", size: 3 };
  const progress = { key: "k", unanswered: body };
  await db.uploads.add({ id: "x", addedAt: 1, state: "waiting", song: { values: song, audio, cover: null, progress } });
  const [row] = await readUploads(db);
  expect([row?.state, row?.song?.progress.unanswered]).toEqual(["waiting", [body]]);
});

test("progress leaves what only a newer version knows of a song (specification 17.43)", async () => {
  const values = { title: "Slow Tide", artist: "Ana", album: null, genre: "Ska", private: true, mood: "new" };
  const audio = { name: "a.mp3", type: "audio/mpeg", size: 3 };
  const song = { values, audio, cover: null, progress: {}, tempo: 90 };
  await db.uploads.add({ id: "x", addedAt: 1, state: "waiting", song });
  await noteProgress(db, "x", { key: "k" });
  expect((await db.uploads.get("x"))?.song).toEqual({ ...song, progress: { key: "k" } });
});
