/**
 * The interface of media storages: the local disk (`disk-storage.ts`) and Cloudinary (`cloudinary-storage.ts`).
 * docs/decisions/2026-11-21-media-storage.md explains what another one needs.
 */
import type { Readable } from "node:stream";
import type { imageWidths } from "../../contract/media.ts";
import type { ByteRange } from "../../contract/rules/range.ts";
import type { AssetKind, Facts, StoredAsset } from "./asset-rows.ts";

export interface MediaStorage {
  readonly intake: Through | Direct;
  /**
   * Opens a file or a part of it; resolves to undefined when it is gone. Throws HttpProblem `unavailable` when the
   * storage does not respond. `wanted` creates a signal that aborts the transfer.
   */
  open(asset: StoredAsset, part: Part, wanted: () => AbortSignal): Promise<Opened | undefined>;
  /** Removes all files of these assets. Idempotent: missing files count as removed. */
  remove(assets: readonly StoredAsset[]): Promise<Removal>;
  /** Throws when the storage cannot be reached. */
  check(): Promise<void>;
  /** Gives back what it holds open. */
  close(): void;
}

/** Clients upload to this server, which inspects and stores the files. */
export interface Through {
  readonly kind: "through";
  /** Streams `source` to a temporary file. Throws HttpProblem `too-large` above `limit` bytes. */
  receive(source: Readable, limit: number): Promise<ReceivedFile>;
  /** Whether a file of this name is stored. */
  has(name: string): Promise<boolean>;
  /**
   * Copies files under new names, if possible without using space. Each copy is removed separately. A power cut may
   * lose the newest copies.
   */
  copyAll(copies: readonly FileCopy[]): Promise<void>;
  /** Removes the files of assets for which `isKnown` is false: leftovers of rolled back transactions. */
  removeUnknown(isKnown: (id: string) => Promise<boolean>): Promise<void>;
  /** Files that arrive in parts. */
  readonly parts: PartFiles;
  /** Removes stale temporary and unfinished files and returns their number. `now` in milliseconds since the epoch. */
  sweepTemporary(now: number): Promise<number>;
}

/** A file of which some parts may be missing yet: the uploader's, under an id of the client's choice. */
export interface PartOf {
  uid: string;
  id: string;
  /** Bytes of the whole file: parts that say another number belong to another file. */
  total: number;
}

/** Keeps unfinished files over lost connections, for a day. */
export interface PartFiles {
  /**
   * Writes a part of at most `limit` bytes at `start`, and returns its length. Parts come in order; one that comes again
   * replaces the earlier one. The first one takes its place when it is whole: what is read meanwhile stays. Throws HttpProblem `upload-not-found` without the bytes before it, `too-large`, `disk-full`.
   */
  write(file: PartOf, source: Readable, part: { start: number; limit: number }): Promise<number>;
  /** The first `length` bytes. Throws HttpProblem `upload-not-found` when some are missing. */
  read(file: PartOf, length: number): Promise<Readable>;
  remove(file: PartOf): Promise<void>;
  /** Runs what completes a file, once what did so before has ended: a part may come again while its file is inspected. */
  complete<Result>(file: PartOf, work: () => Promise<Result>): Promise<Result>;
  /** Removes all unfinished files of somebody. */
  removeOf(uid: string): Promise<void>;
  /** Removes the files that nobody has added to for a day, and returns their number. */
  sweep(now: number): Promise<number>;
}

/** Clients upload directly to the storage; this server chooses the name before and verifies the file afterwards. */
export interface Direct {
  readonly kind: "direct";
  /** Returns form fields that make the client's upload use this name. */
  fieldsFor(publicId: string): Record<string, string>;
  /** Inspects an uploaded file; resolves to undefined without one. Throws UploadError, HttpProblem `unavailable`. */
  inspect(publicId: string, kind: AssetKind): Promise<Facts | undefined>;
}

/** One width of a picture; or the audio, whole or a range. */
export interface Part {
  width?: (typeof imageWidths)[number];
  range?: ByteRange;
}

export interface Opened {
  body: Readable | Buffer;
  /** Bytes of `body`. */
  length: number;
  /** Returns the buffer of `body` for reuse after the last byte was sent. Calling it is optional. */
  release?(): void;
}

export interface Removal {
  /** Ids of the assets without files. */
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
