/** Reads lacing: several packets in one WebM block (RFC 9559, 10.3). */
import type { ByteReader } from "./byte-reader.ts";
import { readNumber } from "./ebml.ts";

const xiph = 2;
const fixed = 4;

/** Returns the start and the lengths of a block's packets; the caller checks the lengths. */
export function readLacing(
  bytes: ByteReader,
  position: number,
  end: number,
  kind: number,
): { start: number; lengths: number[] } {
  if (kind === 0 || position >= end) return { start: position, lengths: [end - position] };
  const count = bytes.u8(position) + 1;
  let at = position + 1;
  const lengths: number[] = [];
  if (kind === fixed) return { start: at, lengths: Array<number>(count).fill(Math.floor((end - at) / count)) };
  for (let index = 0; index < count - 1 && at < end; index++) {
    if (kind === xiph) {
      let length = 0;
      let part = 255;
      for (; part === 255 && at < end; at++) length += part = bytes.u8(at);
      lengths.push(length);
      continue;
    }
    const number = readNumber(bytes, at, end);
    if (number === undefined) break;
    at += number.bytes;
    // All lengths but the first are signed differences.
    const before = lengths.at(-1);
    const middle = 2 ** (7 * number.bytes - 1) - 1;
    lengths.push(before === undefined ? number.value : before + number.value - middle);
  }
  lengths.push(end - at - lengths.reduce((sum, length) => sum + length, 0));
  return { start: at, lengths };
}
