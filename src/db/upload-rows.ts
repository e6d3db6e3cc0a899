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

/** What is done of an upload, so that the next attempt goes on from there. */
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
  /** A sent body without a response: the server may have saved it. */
  unanswered: v.optional(createSong.body),
});
export type UploadProgress = v.InferInput<typeof UploadProgress>;

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
  lastAdded = Math.max(Date.now(), lastAdded + 1);
  const song: WaitingSong = { values, audio: factsOf(audio), cover: cover && factsOf(cover), progress };
  try {
    await storeFile(db, id, "audio", audio);
    if (cover !== null) await storeFile(db, id, "cover", cover);
    await db.uploads.add({ id, addedAt: lastAdded, state: "waiting", song });
    return id;
  } catch (error) {
    await dropPieces(db, id).catch((reason: unknown) => console.warn(reason));
    throw error;
  }
}

const factsOf = ({ name, type, size }: File) => ({ name, type, size });

/** Reads before it writes: a transaction ends while it waits for a file. */
async function storeFile(db: AccountDatabase, upload: string, file: UploadPiece["file"], blob: Blob): Promise<void> {
  for (let start = 0, index = 0; start < blob.size; start += uploadPartBytes, index += 1) {
    const bytes = await blob.slice(start, start + uploadPartBytes).arrayBuffer();
    if (bytes.byteLength < Math.min(uploadPartBytes, blob.size - start)) throw new Error("The file has become shorter");
    await db.uploadPieces.put({ upload, file, index, bytes });
  }
}

/** Reads a part of a stored file. Rejects when it is gone. */
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
    if (!bytes?.byteLength) throw new Error("The file is no longer on this device");
    found.push(bytes);
    at += bytes.byteLength;
  }
  return found;
}

/** Records how far an upload has come; of one that is gone, nothing. */
export const noteProgress = (db: AccountDatabase, id: string, progress: UploadProgress) =>
  changeRow(db, id, (row, song) => ({ ...row, song: { ...song, progress: structuredClone(progress) } }));

/** The server refuses it for good: the user decides. */
export const markUploadRefused = (db: AccountDatabase, id: string, problem: v.InferInput<typeof Problem>) =>
  changeRow(db, id, (row, song) => ({ ...row, state: "attention", song: { ...song, problem } }));

/** Tries a refused one again. */
export const retryUpload = (db: AccountDatabase, id: string) =>
  changeRow(db, id, (row, song) => ({ ...row, state: "waiting", song: { ...song, problem: undefined } }));

/** Changes a readable row that was not discarded. */
const changeRow = (
  db: AccountDatabase,
  id: string,
  change: (row: UploadRow, song: WaitingSong) => UploadRow,
): Promise<void> =>
  db.transaction("rw", db.uploads, async () => {
    const row = await db.uploads.get(id);
    const song = v.safeParse(WaitingSong, row?.song);
    if (row !== undefined && row.state !== "discarded" && song.success) await db.uploads.put(change(row, song.output));
  });

/** Sends it no more; `restoreUpload` takes that back until `dropDiscarded`. */
export const discardUpload = (db: AccountDatabase, id: string) => db.uploads.update(id, { state: "discarded" });

export const restoreUpload = (db: AccountDatabase, id: string) =>
  db.transaction("rw", db.uploads, async () => {
    const row = await db.uploads.get(id);
    if (row?.state === "discarded") await db.uploads.update(id, { state: "waiting" });
  });

/** Removes a song that the server has, or that its owner has given up, with its files. */
export const removeUpload = (db: AccountDatabase, id: string) =>
  db.transaction("rw", db.uploads, db.uploadPieces, async () => {
    await db.uploads.delete(id);
    await dropPieces(db, id);
  });

const dropPieces = (db: AccountDatabase, id: string) => db.uploadPieces.where("upload").equals(id).delete();

/** Removes what was discarded, and pieces of songs whose storing a crash has ended. Call it where nothing is being stored. */
export const dropDiscarded = (db: AccountDatabase) => keepOnly(db, ({ state }) => state !== "discarded");

/** Removes the uploads that their owner does not want to outlive a sign-out. */
export const dropUnkept = (db: AccountDatabase) =>
  keepOnly(db, ({ state, isKept }) => state !== "discarded" && isKept === true);

const keepOnly = (db: AccountDatabase, isWanted: (row: UploadRow) => boolean): Promise<void> =>
  db.transaction("rw", db.uploads, db.uploadPieces, async () => {
    const rows = await db.uploads.toArray();
    const wanted = new Set(rows.filter(isWanted).map(({ id }) => id));
    for (const { id } of rows) if (!wanted.has(id)) await db.uploads.delete(id);
    for (const id of await db.uploadPieces.orderBy("upload").uniqueKeys())
      if (!wanted.has(String(id))) await dropPieces(db, String(id));
  });

/** Whether the uploads outlive a sign-out, or the loss of a session. */
export const keepUploads = (db: AccountDatabase, isKept: boolean) => db.uploads.toCollection().modify({ isKept });
