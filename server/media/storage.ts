/**
 * Where bytes of media lie and how they come there (specification 15). Two are behind this interface: the local disk
 * (`disk-storage.ts`) and Cloudinary (`cloudinary-storage.ts`). docs/decisions/2026-11-21-media-storage.md says what a third needs.
 */
import type { Readable } from "node:stream";
import type { imageWidths } from "../../contract/media.ts";
import type { ByteRange } from "./range-header.ts";
import type { Asset, AssetKind } from "./asset-rows.ts";

export interface MediaStorage {
  readonly intake: Through | Direct;
  /**
   * Opens a file or a part of it; undefined where it is not there any more. Throws HttpProblem `unavailable` when the
   * storage does not answer. `wanted` makes a signal that ends what is under way.
   */
  open(asset: StoredAsset, part: Part, wanted: () => AbortSignal): Promise<Opened | undefined>;
  /** Removes all files of these assets; those that are gone already count as removed. */
  remove(assets: readonly StoredAsset[]): Promise<Removal>;
  /** Throws unless the storage can be reached. */
  check(): Promise<void>;
}

/** Files are sent to this server, which inspects them and hands them on. */
export interface Through {
  readonly kind: "through";
  /** Streams `source` to a temporary place with bounded memory; `limit` in bytes, over it HttpProblem `too-large`. */
  receive(source: Readable, limit: number): Promise<ReceivedFile>;
  /**
   * The same bytes under more names, each removed by itself; they take no room where the store can share them. After a
   * power cut the newest may be missing.
   */
  copyAll(copies: readonly FileCopy[]): Promise<void>;
  /** Removes the files of every asset that `isKnown` does not know: what a transaction left that never committed. */
  removeUnknown(isKnown: (id: string) => Promise<boolean>): Promise<void>;
  /** Removes temporary files that nobody writes any more; returns how many. `now` in milliseconds since the epoch. */
  sweepTemporary(now: number): Promise<number>;
}

/** Clients send files to the storage themselves; this server says beforehand under which name, and looks afterwards. */
export interface Direct {
  readonly kind: "direct";
  /** What a client adds to its form so that the file gets this name. */
  fieldsFor(publicId: string): Record<string, string>;
  /** What has arrived; undefined for nothing. Throws UploadError for what is not accepted, HttpProblem `unavailable`. */
  inspect(publicId: string, kind: AssetKind): Promise<Facts | undefined>;
}

/** What is known of a file once it was looked at. */
export type Facts = Pick<Asset, "bytes" | "sha256" | "mimeType" | "format" | "duration" | "gain" | "width" | "height">;

export type StoredAsset = Pick<Asset, "id" | "publicId" | "kind" | "format" | "bytes">;

/** One width of a picture, or the sound; of that all bytes or a range. */
export interface Part {
  width?: (typeof imageWidths)[number];
  range?: ByteRange;
}

export interface Opened {
  body: Readable | Buffer;
  /** Bytes of `body`. */
  length: number;
  /** Gives the memory of `body` back, once the last byte has gone; what is never given back is only not used again. */
  release?(): void;
}

export interface Removal {
  /** Ids of the assets that have no files any more. */
  gone: string[];
  /** Why others could not be removed. */
  error?: unknown;
}

export interface FileCopy {
  from: string;
  to: string;
}

export interface ReceivedFile {
  /** Path of the temporary file, for inspection. */
  path: string;
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Moves the file into the storage under `name`, durably. */
  keep(name: string): Promise<void>;
  /** Removes the temporary file; harmless after `keep`. */
  discard(): Promise<void>;
}
