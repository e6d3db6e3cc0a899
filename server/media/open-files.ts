/** Open files, kept for the next range of the same file: a player asks for many of one song. */
import { open, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteRange } from "./range-header.ts";
import type { Opened } from "./storage.ts";

const openAtMost = 128;
/** Up to here a part is read at once: one look at the disk instead of a stream's four. */
const wholeBytes = 128 * 1024;
/** What a stream holds in memory, of which there may be a thousand. */
const chunkBytes = 64 * 1024;

/** Memory for parts, used again and again: thousands of pieces of this size a second keep a collector busy. */
const blocks: Buffer[] = [];
const blocksAtMost = 64;

interface OpenFile {
  handle: FileHandle;
  size: number;
  users: number;
  /** Out of the table: closed by its last user. */
  dropped: boolean;
}

export class OpenFiles {
  readonly #files = new Map<string, Promise<OpenFile>>();

  /** All bytes of the file at `path` or a range of it. Rejects as `open` does. */
  async read(path: string, range?: ByteRange): Promise<Opened> {
    const file = await this.#take(path);
    const start = range?.start ?? 0;
    const length = (range?.end ?? file.size - 1) - start + 1;
    if (length > wholeBytes) return { body: streamOf(file, start, length), length };
    const block = blocks.pop() ?? Buffer.allocUnsafeSlow(wholeBytes);
    const giveBack = () => void (blocks.length < blocksAtMost && blocks.push(block));
    try {
      const body = await readInto(block.subarray(0, length), file, start);
      return { body, length, release: giveBack };
    } finally {
      release(file);
    }
  }

  /** To be called when the file is removed, whose room on the disk an open file would hold. */
  forget(path: string): void {
    const file = this.#files.get(path);
    this.#files.delete(path);
    file?.then(drop, () => {});
  }

  async #take(path: string): Promise<OpenFile> {
    const present = this.#files.get(path) ?? openFile(path);
    // The last in the table is the one used last.
    this.#files.delete(path);
    this.#files.set(path, present);
    const [oldest] = this.#files.keys();
    if (this.#files.size > openAtMost && oldest !== undefined) this.forget(oldest);
    try {
      const file = await present;
      // Forgotten while it was opened or waited for.
      if (file.dropped && file.users === 0) return await this.#take(path);
      file.users++;
      return file;
    } catch (error) {
      if (this.#files.get(path) === present) this.#files.delete(path);
      throw error;
    }
  }
}

async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path, "r");
  return { handle, size: (await handle.stat()).size, users: 0, dropped: false };
}

function drop(file: OpenFile): void {
  file.dropped = true;
  if (file.users === 0) void file.handle.close();
}

function release(file: OpenFile): void {
  file.users--;
  if (file.dropped && file.users === 0) void file.handle.close();
}

/** Fills `bytes` from the place `start` on. */
async function readInto(bytes: Buffer, file: OpenFile, start: number): Promise<Buffer> {
  const { length } = bytes;
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.handle.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error("The file is shorter than it was");
    filled += bytesRead;
  }
  return bytes;
}

function streamOf(file: OpenFile, start: number, length: number): Readable {
  let at = start;
  const end = start + length;
  return new Readable({
    highWaterMark: chunkBytes,
    read() {
      const wanted = Math.min(chunkBytes, end - at);
      if (wanted === 0) return void this.push(null);
      readInto(Buffer.allocUnsafe(wanted), file, at).then(
        (bytes) => {
          at += wanted;
          this.push(bytes);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      release(file);
      callback(error);
    },
  });
}
