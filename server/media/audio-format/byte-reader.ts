/** Random access to a file through a window of fixed size. Synchronous: run it in a process that can be killed. */
import { readSync } from "node:fs";

/** Bytes kept before the position: a reader that looks at the next header returns to the present one. */
const behindBytes = 16 * 1024;

/** The file ends before the requested bytes. */
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

  /** Another window on the same file, for a table that is read in parallel. */
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
  /** Inexact above 2^53, far beyond any file size. */
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
  /** Whether the position has these ASCII characters; false past the end. */
  is(position: number, text: string): boolean {
    return this.has(position, text.length) && this.text(position, text.length) === text;
  }

  /** A view that is valid until the next call; at most as long as the window. Throws EndOfFile. */
  piece(position: number, length: number): Buffer {
    const at = this.#load(position, length);
    return this.#window.subarray(at, at + length);
  }

  /** The window from the position on, at least one byte; a view that is valid until the next call. */
  chunk(position: number, end = this.size): Buffer {
    const at = this.#load(position, 1);
    return this.#window.subarray(at, Math.min(this.#length, at + end - position));
  }

  /** Position of the next such byte before `end`; -1 without one. */
  find(byte: number, from: number, end: number): number {
    for (let position = from; position < end;) {
      const chunk = this.chunk(position, end);
      const at = chunk.indexOf(byte);
      if (at >= 0) return position + at;
      position += chunk.length;
    }
    return -1;
  }

  /** Loads `length` bytes from a position, and returns its index in the window. */
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
