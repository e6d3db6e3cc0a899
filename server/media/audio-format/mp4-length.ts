/** What an MP4 says of fragments that it does not hold (specification 15.23). */
import type { ByteReader } from "./byte-reader.ts";
import type { Box } from "./mp4-boxes.ts";

/** A recorder's placeholder for a length that it did not know. */
const unknown = 0xffff_ffff;

/**
 * Seconds of the parts that a box `sidx`, an index of fragments, names behind the end of the file (ISO 14496-12, 8.16.3).
 * Only what is not there counts: the whole length may hold pauses of a recording, as may that in the header (`mehd`).
 */
export function missingSeconds(bytes: ByteReader, { start, end }: Box, track: number): number {
  const perSecond = bytes.u32(start + 8);
  if (bytes.u32(start + 4) !== track || perSecond === 0) return 0;
  const isLong = bytes.u8(start) === 1;
  const first = start + 12 + (isLong ? 8 : 4);
  const table = first + (isLong ? 8 : 4) + 4;
  const count = Math.min(bytes.u16(table - 2), Math.floor((end - table) / 12));
  let position = end + (isLong ? bytes.u64(first) : bytes.u32(first));
  let missing = 0;
  for (let reference = 0; reference < count; reference++) {
    const at = table + reference * 12;
    const duration = bytes.u32(at + 4);
    if (position >= bytes.size && duration !== unknown) missing += duration;
    // The highest bit says whether it names another index.
    position += bytes.u32(at) & 0x7fff_ffff;
  }
  return missing / perSecond;
}
