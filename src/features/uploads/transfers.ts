/** Everything that an upload exchanges with files, browser and server; `app-transfers.ts` connects it to the app. */
import type { InferInput } from "valibot";
import type { Upload } from "../../../contract/media.ts";
import type { createSong, Song } from "../../../contract/songs.ts";
import type { MeasuredLoudness } from "../../../contract/rules/loudness.ts";
import type { SongForm } from "../../../contract/rules/validation.ts";
import type { SendFileOptions } from "../../app/send-file.ts";
import type { UploadSource } from "../../api/upload-source.ts";
import type { UploadProgress } from "../../db/upload-rows.ts";
import type { Duplicates } from "./find-duplicate.ts";
import type { Playback } from "./probe-file.ts";
import type { ReadTags } from "./read-tags.ts";
import type { UploadLimits } from "./file-rules.ts";

export type SongBody = InferInput<(typeof createSong)["body"]>;

/** A song with its files, as the dialog has it. */
interface ChosenSong {
  file: File;
  cover: File | null;
  values: SongForm;
  progress: UploadProgress;
}

interface StoredSong {
  file: UploadSource;
  cover: UploadSource | null;
  values: SongForm;
  progress: UploadProgress;
}

/** Where songs lie until the server has them. */
export interface UploadShelf {
  /** Keeps a song on the device, for this visit to send. Undefined where there is no room for it; never rejects. */
  store(song: ChosenSong): Promise<string | undefined>;
  /** Removes a song from the device; never rejects. */
  drop(id: string): Promise<void>;
  /** Leaves it to the sender of waiting uploads. */
  release(id: string): void;
  /** Has that sender wait as long as the server has asked for. */
  pause(ms: number): void;
  /** Records how far it has come; never rejects. */
  note(id: string, progress: UploadProgress): Promise<void>;
  /** Marks it as refused: the user decides. Never rejects. */
  refuse(id: string, problem: { code: string; title: string }): Promise<void>;
  /** What is to be sent of it; undefined once another tab has sent it, or the user has given it up. */
  open(id: string): Promise<StoredSong | undefined>;
  /**
   * Calls `gone` once it is not to be sent any more; discarded: the user gives it up, who may still take that back. Returns
   * a function that ends that.
   */
  whenGone(id: string, gone: (isDiscarded: boolean) => void): () => void;
  /** Runs the work, which stores songs that may still change, while no tab sends songs that it finds on the device. */
  whileStoring<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves once no tab stores songs that may still change. */
  allStored(): Promise<void>;
  /** Has "Send now" wait for a batch, which sends what nobody else begins with. The run never rejects. */
  noteBatch(run: Promise<void>): void;
  /** Runs the work while nobody else sends an upload of this account, in any tab. Throws ApiError once aborted before. */
  inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface Transfers {
  limits(): UploadLimits;
  /** Never rejects. */
  readTags(file: File): Promise<ReadTags>;
  /** Whether this browser plays it; never rejects. */
  probe(file: File): Promise<Playback>;
  /** Whether it is still what the user has chosen; never rejects. */
  canRead(file: File): Promise<boolean>;
  /** How loud a sound of so many seconds is, as far as this browser can measure it; never rejects. */
  measure(file: UploadSource, seconds: number | undefined): Promise<MeasuredLoudness | null>;
  /** What has the same content: an own song, and one of the other files that are given. Never rejects. */
  findDuplicates(file: File, others: readonly File[]): Promise<Duplicates>;
  /** Whether the server can be reached; asks it if the last call failed. */
  reach(): Promise<boolean>;
  /** Whether something on the way holds back a call alone that found no network: the server, to which it goes, answers. */
  isHeldBack(signal: AbortSignal): Promise<boolean>;
  /** Throws ApiError. */
  upload(kind: "image" | "video", file: UploadSource, options: SendFileOptions): Promise<Upload>;
  /** Saves a song and refetches the lists that show it. Throws ApiError. */
  save(body: SongBody, key: string, signal: AbortSignal): Promise<Song>;
  /** Announces a public song to the statistics service, which also finds it by itself. */
  announce(song: Song): void;
  /** A new name: letters, digits, `-`. */
  newKey(): string;
  /** Waits before the next attempt; ends early on abort. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  readonly shelf: UploadShelf;
}
