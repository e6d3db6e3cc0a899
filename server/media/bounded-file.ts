/**
 * A file that limits its parsers: the size of each read and the number of reads. A crafted tag can claim any length,
 * and a crafted index can point back at itself.
 */
import type { FileHandle } from "node:fs/promises";

/** Some parsers read a whole cover of this size at once; no real tag is larger. */
const maxReadBytes = 32 * 1024 * 1024;
const maxReads = 8_000_000;
/** Parsers read headers of a few bytes: one disk read serves hundreds of them. */
const readAheadBytes = 128 * 1024;
/** Yields to the event loop this often, so that the process notices the end of its server. */
const readsPerTurn = 500;

/** The file asks for more memory or work than a sound file needs. */
class UnreasonableFile extends Error {}

class Window {
  readonly #file: FileHandle;
  readonly #size: number;
  #start = 0;
  #bytes = Buffer.alloc(0);
  #reads = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** Bytes `start` to `end` (exclusive), cut at the end of the file. Throws UnreasonableFile. */
  async read(start: number, end: number): Promise<ArrayBuffer> {
    const to = Math.min(end, this.#size);
    const length = Math.max(0, to - start);
    if (length > maxReadBytes) throw new UnreasonableFile("A part of the file is too long");
    if (++this.#reads > maxReads) throw new UnreasonableFile("The file takes too many reads");
    if (this.#reads % readsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    if (start < this.#start || to > this.#start + this.#bytes.length) await this.#fill(start, length);
    const piece = new Uint8Array(length);
    this.#bytes.copy(piece, 0, start - this.#start, start - this.#start + length);
    return piece.buffer;
  }

  async #fill(start: number, length: number): Promise<void> {
    const bytes = Buffer.alloc(Math.min(Math.max(length, readAheadBytes), this.#size - start));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#start = start;
    this.#bytes = bytes;
  }
}

/** A range of the file. The parsers use only `size`, `type`, `slice` and `arrayBuffer` of a Blob. */
class Piece {
  readonly #window: Window;
  readonly #from: number;
  readonly size: number;
  readonly type = "";

  constructor(window: Window, from: number, size: number) {
    this.#window = window;
    this.#from = from;
    this.size = size;
  }

  slice(start = 0, end = this.size): Piece {
    const from = Math.min(start, this.size);
    return new Piece(this.#window, this.#from + from, Math.max(0, Math.min(end, this.size) - from));
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#window.read(this.#from, this.#from + this.size);
  }
}

/** Wraps an open file of `size` bytes for one parser run. The caller closes it. */
export function boundFile(file: FileHandle, size: number): Blob {
  // The parsers use only the members that Piece has; a real Blob would read without limits.
  return new Piece(new Window(file, size), 0, size) as unknown as Blob;
}
