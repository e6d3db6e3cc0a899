/** Reads numbers and pieces of a file at any position, through a window of fixed size. Synchronous: run it in a process that can be ended. */
import { readSync } from "node:fs";

/** Kept before the position asked for: a reader that looks at the next header comes back to the present one. */
const behindBytes = 16 * 1024;

/** The file ends before what was asked for. */
export class EndOfFile extends Error {}

export class ByteReader {
  readonly size: number;
  readonly #file: number;
  readonly #window: Buffer;
  #start = 0;
  #length = 0;

  /** @param file descriptor of an open file; the caller closes it */
  constructor(file: number, size: number, windowBytes = 512 * 1024) {
    this.#file = file;
    this.size = size;
    this.#window = Buffer.allocUnsafe(windowBytes);
  }

  /** Another window on the same file, for a table that is read beside the sound. */
  fork(windowBytes = 64 * 1024): ByteReader {
    return new ByteReader(this.#file, this.size, windowBytes);
  }

  has(position: number, length: number): boolean {
    return position >= 0 && position + length <= this.size;
  }

  u8(position: number): number {
    return this.#window.readUInt8(this.#load(position, 1));
  }
  u16(position: number): number {
    return this.#window.readUInt16BE(this.#load(position, 2));
  }
  u32(position: number): number {
    return this.#window.readUInt32BE(this.#load(position, 4));
  }
  /** Beyond 2^53 only roughly right, which is far past any file's end. */
  u64(position: number): number {
    return this.u32(position) * 2 ** 32 + this.u32(position + 4);
  }
  u16le(position: number): number {
    return this.#window.readUInt16LE(this.#load(position, 2));
  }
  u32le(position: number): number {
    return this.#window.readUInt32LE(this.#load(position, 4));
  }
  u64le(position: number): number {
    return this.u32le(position) + this.u32le(position + 4) * 2 ** 32;
  }
  text(position: number, length: number): string {
    const at = this.#load(position, length);
    return this.#window.toString("latin1", at, at + length);
  }
  /** Whether these ASCII characters stand at the position; false past the end. */
  is(position: number, text: string): boolean {
    return this.has(position, text.length) && this.text(position, text.length) === text;
  }

  /** A view that holds until the next call; at most as long as the window. Throws EndOfFile. */
  piece(position: number, length: number): Buffer {
    const at = this.#load(position, length);
    return this.#window.subarray(at, at + length);
  }

  /** What the window holds from the position on, at least one byte; a view that holds until the next call. */
  chunk(position: number, end = this.size): Buffer {
    const at = this.#load(position, 1);
    return this.#window.subarray(at, Math.min(this.#length, at + end - position));
  }

  /** Position of the next such byte before `end`; -1 for none. */
  find(byte: number, from: number, end: number): number {
    for (let position = from; position < end;) {
      const chunk = this.chunk(position, end);
      const at = chunk.indexOf(byte);
      if (at >= 0) return position + at;
      position += chunk.length;
    }
    return -1;
  }

  /** Index in the window of a position, with `length` bytes from there. */
  #load(position: number, length: number): number {
    if (position >= this.#start && position + length <= this.#start + this.#length) return position - this.#start;
    if (!this.has(position, length) || length > this.#window.length - behindBytes)
      throw new EndOfFile("The file ends too early");
    this.#start = Math.max(0, position - behindBytes);
    this.#length = 0;
    while (this.#length < this.#window.length) {
      const at = this.#start + this.#length;
      const read = readSync(this.#file, this.#window, this.#length, this.#window.length - this.#length, at);
      if (read === 0) break;
      this.#length += read;
    }
    const at = position - this.#start;
    if (at + length > this.#length) throw new EndOfFile("The file ends too early");
    return at;
  }
}
