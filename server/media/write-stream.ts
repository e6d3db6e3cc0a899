/** Writes a stream to a file, durably, with one chunk in memory at a time. */
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { HttpProblem } from "../http/problem.ts";

interface WriteOptions {
  /** Where in the file the first byte goes. */
  at?: number;
  /** Bytes. */
  limit: number;
  onChunk?: (chunk: Buffer) => void;
}

/** Returns the number of bytes. Throws HttpProblem `too-large` above the limit. */
export async function writeStream(
  source: Readable,
  file: FileHandle,
  { at = 0, limit, onChunk }: WriteOptions,
): Promise<number> {
  let bytes = 0;
  for await (const part of source) {
    // A binary stream without an encoding yields buffers.
    const chunk = part as Buffer;
    if (bytes + chunk.length > limit) throw new HttpProblem("too-large");
    onChunk?.(chunk);
    await writeChunk(file, chunk, at + bytes);
    bytes += chunk.length;
  }
  await file.sync();
  return bytes;
}

/** Repeats short writes, which happen on a nearly full disk. */
async function writeChunk(file: FileHandle, chunk: Buffer, at: number): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, offset, chunk.length - offset, at + offset);
    offset += bytesWritten;
  }
}
