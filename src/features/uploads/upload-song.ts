/**
 * One upload from file to song (specification 4.11): audio, cover, `POST /songs`, word to the statistics service. What
 * was achieved is kept in the parcel, so that going on after a cut sends no byte and makes no song twice.
 */
import type { InferInput } from "valibot";
import type { Upload } from "../../../contract/media.ts";
import type { SongForm } from "../../../contract/rules/validation.ts";
import type { createSong, Song } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";

export type SongBody = InferInput<(typeof createSong)["body"]>;

export interface UploadProgress {
  /** Idempotency-Key of this song, made when it is first saved and the same at every try after that. */
  key?: string;
  /** What the media host answered, and for which file. */
  audio?: { file: File; upload: Upload };
  image?: { file: File; upload: Upload };
  /** What was sent to be saved and never answered: it may have arrived. */
  unanswered?: SongBody;
}

export interface Content {
  file: File;
  cover: File | null;
  values: SongForm;
}

export type Stage = "audio" | "cover" | "saving";

/** All but `newKey` throw ApiError. */
export interface SendDeps {
  upload(
    kind: "image" | "video",
    file: File,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<Upload>;
  save(body: SongBody, key: string, signal: AbortSignal): Promise<Song>;
  /** Tells the statistics service of a public song; it finds out by itself if this fails. */
  announce(song: Song): void;
  newKey(): string;
  /** Waits before the next try; ends early when given up. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Sent {
  song: Song;
  /** It had arrived at an earlier try, with what was typed then. */
  earlier: boolean;
}

/** Waits between tries of one step, in milliseconds. */
const waits = [1_000, 4_000];

/** Throws ApiError; `parcel` then holds what need not be done again. */
export async function uploadSong(
  parcel: UploadProgress,
  content: Content,
  deps: SendDeps,
  signal: AbortSignal,
  onStage: (stage: Stage, share: number) => void,
): Promise<Sent> {
  const saved = await saveOnce(parcel, content, deps, signal, onStage).catch((error: unknown) => {
    if (!isCode(error, "upload-not-found")) throw error;
    // The files were swept meanwhile: all of it once more, as the same song.
    delete parcel.audio;
    delete parcel.image;
    return saveOnce(parcel, content, deps, signal, onStage);
  });
  if (!saved.song.private) deps.announce(saved.song);
  return saved;
}

async function saveOnce(
  parcel: UploadProgress,
  { file, cover, values }: Content,
  deps: SendDeps,
  signal: AbortSignal,
  onStage: (stage: Stage, share: number) => void,
): Promise<Sent> {
  const send = (kind: "image" | "video", one: File, stage: Stage) => {
    onStage(stage, 0);
    return patiently(deps, signal, () => deps.upload(kind, one, signal, (share) => onStage(stage, share)));
  };
  if (parcel.audio?.file !== file) parcel.audio = { file, upload: await send("video", file, "audio") };
  if (cover !== null && parcel.image?.file !== cover)
    parcel.image = { file: cover, upload: await send("image", cover, "cover") };

  onStage("saving", 0);
  const image = cover === null ? null : (parcel.image?.upload.secure_url ?? null);
  const body: SongBody = { song: values, metadata: parcel.audio.upload, image };
  parcel.key ??= deps.newKey();
  const { key } = parcel;
  try {
    return { song: await save(parcel, body, key, deps, signal), earlier: false };
  } catch (error) {
    const { unanswered } = parcel;
    if (!isCode(error, "key-reused") || unanswered === undefined) throw error;
    // An earlier try did arrive, before something was changed: its own body under its key tells which song it is.
    return { song: await save(parcel, unanswered, key, deps, signal), earlier: true };
  }
}

async function save(
  parcel: UploadProgress,
  body: SongBody,
  key: string,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<Song> {
  const before = parcel.unanswered;
  try {
    parcel.unanswered ??= body;
    const song = await patiently(deps, signal, () => deps.save(body, key, signal));
    delete parcel.unanswered;
    return song;
  } catch (error) {
    // A refusal says that nothing was made of this body; an older one may still have arrived.
    if (before === undefined && isRefusal(error)) delete parcel.unanswered;
    throw error;
  }
}

/** Tries a step again where the line was cut or the server was busy. */
async function patiently<T>(deps: SendDeps, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  for (const ms of waits) {
    try {
      return await step();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await deps.wait(Math.max(ms, error.retryAfterMs ?? 0), signal);
    }
  }
  return step();
}

/** A server that asks for a longer wait than a person would watch is told about instead. */
const longestWaitMs = 30_000;

const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.isNetwork || ["unavailable", "too-many-requests"].includes(error.code)) &&
  (error.retryAfterMs ?? 0) <= longestWaitMs;

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status !== undefined && error.status >= 400 && error.status < 500;

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;
