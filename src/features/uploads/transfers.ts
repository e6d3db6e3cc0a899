/** Everything that an upload exchanges with files, browser and server; `app-transfers.ts` connects it to the app. */
import type { InferInput } from "valibot";
import type { Upload } from "../../../contract/media.ts";
import type { createSong, Song } from "../../../contract/songs.ts";
import type { Playback } from "./probe-file.ts";
import type { ReadTags } from "./read-tags.ts";
import type { UploadLimits } from "./file-rules.ts";

export type SongBody = InferInput<(typeof createSong)["body"]>;

export interface Transfers {
  limits(): UploadLimits;
  /** Never rejects. */
  readTags(file: File): Promise<ReadTags>;
  /** Whether this browser plays it; never rejects. */
  probe(file: File): Promise<Playback>;
  /** The title of an own song that has the same content; never rejects. */
  findDuplicate(file: File): Promise<string | undefined>;
  /** Whether the server can be reached; asks it if the last call failed. */
  reach(): Promise<boolean>;
  /** Throws ApiError. */
  upload(
    kind: "image" | "video",
    file: File,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<Upload>;
  /** Saves a song and refetches the lists that show it. Throws ApiError. */
  save(body: SongBody, key: string, signal: AbortSignal): Promise<Song>;
  /** Announces a public song to the statistics service, which also finds it by itself. */
  announce(song: Song): void;
  newKey(): string;
  /** Waits before the next attempt; ends early on abort. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
