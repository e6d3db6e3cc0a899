/** Caches open file handles, because a player requests many ranges of one song. */
import { open, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteRange } from "../../contract/rules/range.ts";
import type { Opened } from "./storage.ts";

const maxOpen = 128;
/** Reads up to this size at once: one system call instead of a stream's four. */
const wholeBytes = 128 * 1024;
/** Buffer of a stream, of which there may be a thousand. */
const chunkBytes = 64 * 1024;

/** Reused buffers: thousands of allocations per second would keep the garbage collector busy. */
const blocks: Buffer[] = [];
const maxBlocks = 64;

interface OpenFile {
  handle: FileHandle;
  size: number;
  users: number;
  /** Not in the cache any more: its last user closes it. */
  dropped: boolean;
}

export class OpenFiles {
  readonly #files = new Map<string, Promise<OpenFile>>();

  /** Reads the file at `path` or a range of it. Rejects with the errors of `open`. */
  async read(path: string, range?: ByteRange): Promise<Opened> {
    const file = await this.#take(path);
    const start = range?.start ?? 0;
    const length = (range?.end ?? file.size - 1) - start + 1;
    if (length > wholeBytes) return { body: streamOf(file, start, length), length };
    const block = blocks.pop() ?? Buffer.allocUnsafeSlow(wholeBytes);
    const giveBack = () => void (blocks.length < maxBlocks && blocks.push(block));
    try {
      const body = await readInto(block.subarray(0, length), file, start);
      return { body, length, release: giveBack };
    } finally {
      release(file);
    }
  }

  /** Call it after deleting the file: an open handle would keep its disk space. */
  forget(path: string): void {
    const file = this.#files.get(path);
    this.#files.delete(path);
    file?.then(drop, () => {});
  }

  /** Call it when nothing is read any more: node warns of handles that only the garbage collector closes. */
  close(): void {
    for (const path of this.#files.keys()) this.forget(path);
  }

  async #take(path: string): Promise<OpenFile> {
    const present = this.#files.get(path) ?? openFile(path);
    // Moves the entry to the end: a Map iterates in insertion order, so the first is the least recently used.
    this.#files.delete(path);
    this.#files.set(path, present);
    const [oldest] = this.#files.keys();
    if (this.#files.size > maxOpen && oldest !== undefined) this.forget(oldest);
    try {
      const file = await present;
      // `forget` was called while it opened.
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
  try {
    return { handle, size: (await handle.stat()).size, users: 0, dropped: false };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function drop(file: OpenFile): void {
  file.dropped = true;
  if (file.users === 0) void file.handle.close();
}

function release(file: OpenFile): void {
  file.users--;
  if (file.dropped && file.users === 0) void file.handle.close();
}

/** Fills `bytes` from the offset `start`. */
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
