/**
 * Songs whose upload is not confirmed, with their files (specification 17.29). They lie here from the press of "Upload"
 * until the server has the song, so that neither a reload nor a lost line loses any of it.
 */
import * as v from "valibot";
import { uploadPartBytes, Upload } from "../../contract/media.ts";
import { MeasuredLoudness } from "../../contract/rules/loudness.ts";
import { SongForm } from "../../contract/rules/validation.ts";
import { createSong } from "../../contract/songs.ts";
import type { AccountDatabase, UploadPiece, UploadRow } from "./database.ts";
import { randomId } from "./random-id.ts";

const FileFacts = v.object({ name: v.string(), type: v.string(), size: v.number() });

const asArray = <T>(one: T): T[] => [one];

/** What is done of an upload, so that the next attempt resumes there. */
const UploadProgress = v.object({
  /** Idempotency-Key of this song, the same for every attempt. */
  key: v.optional(v.string()),
  /** Names the audio file while it goes up in parts, and how many of its bytes have arrived. */
  parts: v.optional(v.object({ id: v.string(), sent: v.number() })),
  /** The media host's responses. */
  audio: v.optional(Upload),
  image: v.optional(Upload),
  /** As this browser measured it; null where it could not. */
  loudness: v.optional(v.nullable(MeasuredLoudness)),
  /** Sent bodies without a response, the last one last: the server may have saved one. Rows of earlier versions have one. */
  unanswered: v.optional(v.union([v.array(createSong.body), v.pipe(createSong.body, v.transform(asArray))])),
});
export type UploadProgress = v.InferOutput<typeof UploadProgress>;

const Problem = v.object({ code: v.string(), title: v.string() });

const WaitingSong = v.object({
  values: SongForm,
  audio: FileFacts,
  cover: v.nullable(FileFacts),
  progress: UploadProgress,
  problem: v.optional(Problem),
});
type WaitingSong = v.InferInput<typeof WaitingSong>;

export interface WaitingUpload {
  id: string;
  addedAt: number;
  state: "waiting" | "attention";
  /** Undefined when another version of the app wrote it. */
  song: v.InferOutput<typeof WaitingSong> | undefined;
}

/** Newest last; without discarded ones. */
export const viewUploads = (rows: Iterable<UploadRow>): WaitingUpload[] =>
  [...rows].flatMap((row) => parseUpload(row) ?? []).sort((a, b) => a.addedAt - b.addedAt);

function parseUpload({ id, addedAt, state, song }: UploadRow): WaitingUpload | undefined {
  if (state === "discarded") return undefined;
  const parsed = v.safeParse(WaitingSong, song);
  return { id, addedAt, state: parsed.success ? state : "attention", song: parsed.success ? parsed.output : undefined };
}

export const readUploads = async (db: AccountDatabase) => viewUploads(await db.uploads.toArray());

export async function readUpload(db: AccountDatabase, id: string): Promise<WaitingUpload | undefined> {
  const row = await db.uploads.get(id);
  return row && parseUpload(row);
}

interface Files {
  audio: File;
  cover: File | null;
}

let lastAdded = 0;

/** Behind all that are there, whatever the clock was then; milliseconds since the epoch. */
async function nextPlace(db: AccountDatabase): Promise<number> {
  const stored = (await db.uploads.toArray()).map(({ addedAt }) => addedAt);
  lastAdded = Math.max(Date.now(), 1 + Math.max(lastAdded, ...stored));
  return lastAdded;
}

/**
 * Stores a song with its files and returns its id. The row comes last: until then nothing of it counts.
 * @param onId receives the id before anybody can see the row
 * @throws QuotaExceededError; nothing is left behind
 */
export async function storeUpload(
  db: AccountDatabase,
  { audio, cover }: Files,
  values: SongForm,
  progress: UploadProgress,
  onId: (id: string) => void = () => {},
): Promise<string> {
  const id = randomId();
  onId(id);
  const song: WaitingSong = { values, audio: factsOf(audio), cover: cover && factsOf(cover), progress };
  try {
    // At the press: a small file is stored before a large one.
    const addedAt = await nextPlace(db);
    await storeFile(db, id, "audio", audio);
    if (cover !== null) await storeFile(db, id, "cover", cover);
    await db.transaction("rw", db.uploads, db.uploadPieces, async () => {
      // A page that was suspended meanwhile comes back to what another one has swept.
      const expected = piecesOf(audio) + (cover === null ? 0 : piecesOf(cover));
      const found = await db.uploadPieces.where("upload").equals(id).count();
      if (found < expected) throw new Error("Its pieces are no longer on this device");
      await db.uploads.add({ id, addedAt, state: "waiting", song });
    });
    return id;
  } catch (error) {
    await dropPieces(db, id).catch((reason: unknown) => console.warn(reason));
    throw error;
  }
}

const factsOf = ({ name, type, size }: File) => ({ name, type, size });
const piecesOf = ({ size }: Blob) => Math.ceil(size / uploadPartBytes);

/** Reads before it writes: a transaction ends while it waits for a file. */
async function storeFile(db: AccountDatabase, upload: string, file: UploadPiece["file"], blob: Blob): Promise<void> {
  for (let start = 0, index = 0; start < blob.size; start += uploadPartBytes, index += 1) {
    const bytes = await blob.slice(start, start + uploadPartBytes).arrayBuffer();
    if (bytes.byteLength < Math.min(uploadPartBytes, blob.size - start)) throw new Error("The file has become shorter");
    await db.uploadPieces.put({ upload, file, index, bytes, at: Date.now() });
  }
}

/** Its bytes are gone for good; other errors of the storage may pass. */
export class LostFileError extends Error {}

/** Reads a part of a stored file. Throws LostFileError. */
export async function readPiece(
  db: AccountDatabase,
  upload: string,
  { file, start, end }: { file: UploadPiece["file"]; start: number; end: number },
): Promise<ArrayBuffer[]> {
  const found: ArrayBuffer[] = [];
  for (let at = start; at < end;) {
    const index = Math.floor(at / uploadPartBytes);
    const piece = await db.uploadPieces.get([upload, file, index]);
    const from = at - index * uploadPartBytes;
    const bytes = piece?.bytes.slice(from, from + end - at);
    if (!bytes?.byteLength) throw new LostFileError("The file is no longer on this device");
    found.push(bytes);
    at += bytes.byteLength;
  }
  return found;
}

/** Records how far an upload has come; of one that is gone, nothing. */
export const noteProgress = (db: AccountDatabase, id: string, progress: UploadProgress) =>
  changeRow(db, id, { progress: structuredClone(progress) });

/** The server refuses it for good: the user decides. */
export const markUploadRefused = (db: AccountDatabase, id: string, problem: v.InferInput<typeof Problem>) =>
  changeRow(db, id, { problem }, "attention");

/** Tries a refused one again. */
export const retryUpload = (db: AccountDatabase, id: string) => changeRow(db, id, { problem: undefined }, "waiting");

/** Changes a readable row that was not discarded. What only another version knows of its song stays, but for its progress. */
const changeRow = (
  db: AccountDatabase,
  id: string,
  change: Partial<Pick<WaitingSong, "progress">> & { problem?: WaitingSong["problem"] },
  state?: UploadRow["state"],
): Promise<void> =>
  db.transaction("rw", db.uploads, async () => {
    const row = await db.uploads.get(id);
    if (row === undefined || row.state === "discarded" || !v.is(WaitingSong, row.song)) return;
    await db.uploads.put({ ...row, state: state ?? row.state, song: { ...row.song, ...change } });
  });

/** Sends it no more. `restoreUpload` takes that back, also that it was refused, until `removeDiscarded` or a sweep. */
export const discardUpload = (db: AccountDatabase, id: string) =>
  db.uploads.update(id, { state: "discarded", discardedAt: Date.now() });

export const isDiscarded = async (db: AccountDatabase, id: string) => (await db.uploads.get(id))?.state === "discarded";

export const restoreUpload = (db: AccountDatabase, id: string) =>
  db.transaction("rw", db.uploads, async () => {
    const row = await db.uploads.get(id);
    if (row?.state !== "discarded") return;
    const song = v.safeParse(WaitingSong, row.song);
    const isRefused = song.success && song.output.problem !== undefined;
    await db.uploads.update(id, { state: isRefused ? "attention" : "waiting", discardedAt: undefined });
  });

/** Removes what was discarded and not taken back, with its files. */
export const removeDiscarded = (db: AccountDatabase, id: string) =>
  db.transaction("rw", db.uploads, db.uploadPieces, async () => {
    const row = await db.uploads.get(id);
    if (row?.state === "discarded") await removeUpload(db, id);
  });

/** Removes a song that the server has, or that its owner has given up, with its files. */
export const removeUpload = (db: AccountDatabase, id: string) =>
  db.transaction("rw", db.uploads, db.uploadPieces, async () => {
    await db.uploads.delete(id);
    await dropPieces(db, id);
  });

const dropPieces = (db: AccountDatabase, id: string) => db.uploadPieces.where("upload").equals(id).delete();

/**
 * Leftovers are swept after this time; milliseconds. By then no tab still shows the "Undo" of a discard, and none that is
 * alive still stores a file: where there are no locks, its pieces look like those that a crash has left.
 */
const leftoverMs = 60 * 60 * 1000;

/** A time to come was set by a wrong clock. */
const isOld = (at: number | undefined, now: number) => at === undefined || Math.abs(now - at) > leftoverMs;

/** Whether any file lies here, to be sent or to be swept. */
export const hasUploadFiles = async (db: AccountDatabase): Promise<boolean> =>
  (await db.uploadPieces.limit(1).primaryKeys()).length > 0;

/** Removes old leftovers: songs that were discarded, and pieces of songs whose storing a crash has ended. */
export const sweepUploads = (db: AccountDatabase, now: number): Promise<void> =>
  db.transaction("rw", db.uploads, db.uploadPieces, async () => {
    for (const { id, state, discardedAt } of await db.uploads.toArray())
      if (state === "discarded" && isOld(discardedAt, now)) await removeUpload(db, id);
    for (const id of await loosePieces(db)) {
      const first = await db.uploadPieces.where("upload").equals(id).first();
      if (isOld(first?.at, now)) await dropPieces(db, id);
    }
  });

/** A file of which no piece came for so long is no longer being stored. Milliseconds. */
const storingMs = 60_000;

/**
 * The bytes of what was discarded, and of pieces without a song but for those that are just being stored. They go with a
 * sweep at the latest.
 */
export const leftoverBytes = (db: AccountDatabase, now: number): Promise<number> =>
  db.transaction("r", db.uploads, db.uploadPieces, async () => {
    let bytes = 0;
    for (const { id, state } of await db.uploads.toArray())
      if (state === "discarded") bytes += (await measurePieces(db, id)).bytes;
    for (const id of await loosePieces(db)) {
      const { bytes: loose, newest } = await measurePieces(db, id);
      if (Math.abs(now - newest) > storingMs) bytes += loose;
    }
    return bytes;
  });

async function measurePieces(db: AccountDatabase, id: string): Promise<{ bytes: number; newest: number }> {
  const found = { bytes: 0, newest: 0 };
  await db.uploadPieces
    .where("upload")
    .equals(id)
    .each(({ bytes, at = 0 }) => {
      found.bytes += bytes.byteLength;
      found.newest = Math.max(found.newest, at);
    });
  return found;
}

/** The ids of pieces without a row: they are being stored, or a crash has ended that. */
async function loosePieces(db: AccountDatabase): Promise<string[]> {
  const rows = new Set(await db.uploads.toCollection().primaryKeys());
  return (await db.uploadPieces.orderBy("upload").uniqueKeys()).map(String).filter((id) => !rows.has(id));
}

/** Removes the uploads that their owner does not want to outlive a sign-out. Call it where nothing is being stored. */
export const dropUnkept = (db: AccountDatabase): Promise<void> =>
  db.transaction("rw", db.uploads, db.uploadPieces, async () => {
    for (const { id, state, isKept } of await db.uploads.toArray())
      if (state === "discarded" || isKept !== true) await removeUpload(db, id);
    for (const id of await loosePieces(db)) await dropPieces(db, id);
  });

/** They outlive a sign-out, and the loss of a session, until `takeUploadsBack`. */
export const keepUploads = (db: AccountDatabase) => db.uploads.toCollection().modify({ isKept: true });

/**
 * What outlived a sign-out is the account's again.
 * @param isIn whether nobody signs out; asked once no other tab can keep or drop them meanwhile
 */
export const takeUploadsBack = (db: AccountDatabase, isIn: () => boolean): Promise<void> =>
  db.transaction("rw", db.uploads, async () => {
    // A transaction begins with its first answer.
    await db.uploads.count();
    if (isIn()) await db.uploads.toCollection().modify({ isKept: false });
  });
