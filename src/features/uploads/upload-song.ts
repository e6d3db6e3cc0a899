/**
 * Uploads one song (specification 4.11): audio, cover, `POST /songs`, then announces it to the statistics service. The
 * progress is recorded, so that a retry neither sends a file nor creates a song twice.
 */
import * as v from "valibot";
import type { SongForm } from "../../../contract/rules/validation.ts";
import { createSong, type Song } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";
import type { ResumableUpload } from "../../api/upload-file.ts";
import type { UploadSource } from "../../api/upload-source.ts";
import type { UploadProgress } from "../../db/upload-rows.ts";
import type { Transfers } from "./transfers.ts";

export interface Content {
  file: UploadSource;
  cover: UploadSource | null;
  values: SongForm;
}

export type Stage = "audio" | "cover" | "saving";

export type SongTransfers = Pick<Transfers, "upload" | "measure" | "save" | "announce" | "newKey" | "wait"> & {
  /** Records the progress, so that another visit resumes there. Never rejects. */
  note: () => Promise<void>;
};

export interface Sent {
  song: Song;
  /** An earlier attempt had saved it, with the values of that time. */
  earlier: boolean;
}

/** Waits between attempts of one step; milliseconds. */
const waits = [1_000, 4_000];

/** A song is not kept back longer for the sake of its loudness; milliseconds. */
const measureMs = 20_000;

/** Throws ApiError; `progress` then records the steps that are done. */
export async function uploadSong(
  progress: UploadProgress,
  content: Content,
  transfers: SongTransfers,
  signal: AbortSignal,
  onStage: (stage: Stage, share: number) => void,
): Promise<Sent> {
  const saved = await saveOnce(progress, content, transfers, signal, onStage).catch((error: unknown) => {
    if (!isCode(error, "upload-not-found")) throw error;
    // The server has deleted the unused files: uploads them again under the same key.
    for (const name of ["audio", "image", "parts"] as const) delete progress[name];
    return saveOnce(progress, content, transfers, signal, onStage);
  });
  if (!saved.song.private) transfers.announce(saved.song);
  return saved;
}

async function saveOnce(
  progress: UploadProgress,
  { file, cover, values }: Content,
  transfers: SongTransfers,
  signal: AbortSignal,
  onStage: (stage: Stage, share: number) => void,
): Promise<Sent> {
  const send = (kind: "image" | "video", one: UploadSource, stage: Stage) => {
    onStage(stage, 0);
    const parts = kind === "video" ? () => resumableOf(progress, transfers) : () => undefined;
    const onProgress = (share: number) => onStage(stage, share);
    return withRetries(transfers, signal, () => transfers.upload(kind, one, { signal, onProgress, parts: parts() }));
  };
  if (progress.audio === undefined) {
    progress.audio = await send("video", file, "audio");
    delete progress.parts;
    await transfers.note();
  }
  if (cover !== null && progress.image === undefined) {
    progress.image = await send("image", cover, "cover");
    await transfers.note();
  }

  onStage("saving", 0);
  const image = cover === null ? null : (progress.image?.secure_url ?? null);
  // Not before the files have arrived: an attempt without a network would decode the song for nothing.
  if (progress.loudness === undefined) {
    const measured = transfers.measure(file, progress.audio.duration);
    const known = await Promise.race([measured, transfers.wait(measureMs, signal).then(() => null)]);
    if (!signal.aborted) progress.loudness = known;
  }
  const loud = progress.loudness ? { loudness: progress.loudness } : {};
  // Parsed, as rows are that were read again: one that was sent before is found by its text.
  const body = v.parse(createSong.body, { song: values, metadata: progress.audio, image, ...loud });
  progress.key ??= transfers.newKey();
  const { key } = progress;
  const saveAs = (one: typeof body) => save(progress, one, key, transfers, signal);
  try {
    return { song: await saveAs(body), earlier: false };
  } catch (error) {
    if (!isCode(error, "key-reused")) throw error;
    // An earlier attempt was saved before the user changed something: its own body and key return that song.
    for (const one of progress.unanswered?.toReversed() ?? []) {
      const song = await saveAs(one).catch((reason: unknown) => {
        if (!isCode(reason, "key-reused")) throw reason;
      });
      if (song !== undefined) return { song, earlier: true };
    }
    throw error;
  }
}

/** Where the audio file resumes, as of now. */
function resumableOf(progress: UploadProgress, { newKey, note }: SongTransfers): ResumableUpload {
  const { id, sent } = (progress.parts ??= { id: newKey(), sent: 0 });
  return {
    id,
    sent,
    async onSent(bytes) {
      progress.parts = { id, sent: bytes };
      await note();
    },
  };
}

async function save(
  progress: UploadProgress,
  body: v.InferOutput<typeof createSong.body>,
  key: string,
  transfers: SongTransfers,
  signal: AbortSignal,
): Promise<Song> {
  const before = progress.unanswered ?? [];
  /** By an attempt without an answer; one that was refused has saved nothing, and says nothing of those before it. */
  let mayBeSaved = before.some((one) => JSON.stringify(one) === JSON.stringify(body));
  const attempt = () =>
    transfers.save(body, key, signal).catch((error: unknown) => {
      mayBeSaved ||= !savedNothing(error);
      throw error;
    });
  try {
    if (!mayBeSaved) progress.unanswered = [...before, body];
    // Before it is sent: from then on the server may have it.
    await transfers.note();
    const song = await withRetries(transfers, signal, attempt);
    delete progress.unanswered;
    return song;
  } catch (error) {
    if (!mayBeSaved) {
      progress.unanswered = before;
      await transfers.note();
    }
    throw error;
  }
}

/** Retries a step after a lost connection or a busy server. */
async function withRetries<T>(transfers: SongTransfers, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  for (const ms of waits) {
    try {
      return await step();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await transfers.wait(Math.max(ms, error.retryAfterMs ?? 0), signal);
    }
  }
  return step();
}

/** After a longer Retry-After the upload fails instead of waiting; milliseconds. */
const longestWaitMs = 30_000;

/** A full disk does not pass within seconds. */
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.isPassing &&
  error.code !== "disk-full" &&
  (error.retryAfterMs ?? 0) <= longestWaitMs;

/** Any 4xx, with 408 and 429, where `ApiError.isRefusal` asks whether to try again: the server did not take the song. */
const savedNothing = (error: unknown) =>
  error instanceof ApiError && error.status !== undefined && error.status >= 400 && error.status < 500;

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;
