/** The length that a file in fragments states, which may hold fewer of them (specification 15.23). */
import type { ByteReader } from "./byte-reader.ts";
import { type Box, findBox } from "./mp4-boxes.ts";

/**
 * Seconds in the box `mehd` of the index, which states the length of all fragments in the clock of `mvhd`, as Chromium
 * takes it; 0 without one (ISO 14496-12, 8.8.2).
 */
export function readFragmentedLength(bytes: ByteReader, index: Box): number {
  const movie = findBox(bytes, index, "mvhd");
  const length = findBox(bytes, index, "mvex", "mehd");
  if (!movie || !length) return 0;
  const perSecond = bytes.u32(movie.start + (bytes.u8(movie.start) === 1 ? 20 : 12));
  const isLong = bytes.u8(length.start) === 1;
  const duration = isLong ? bytes.u64(length.start + 4) : bytes.u32(length.start + 4);
  return perSecond === 0 ? 0 : duration / perSecond;
}

/** Sums up the boxes `sidx`: an index of fragments, of which a file may have one or one for each of its parts (8.16.3). */
export class SegmentIndexes {
  #first = Infinity;
  #last = 0;

  add(bytes: ByteReader, { start, end }: Box, track: number): void {
    if (bytes.u32(start + 4) !== track) return;
    const perSecond = bytes.u32(start + 8);
    if (perSecond === 0) return;
    const isLong = bytes.u8(start) === 1;
    const earliest = isLong ? bytes.u64(start + 12) : bytes.u32(start + 12);
    const table = start + 12 + (isLong ? 16 : 8);
    const count = Math.min(bytes.u16(table + 2), Math.floor((end - table - 4) / 12));
    let duration = 0;
    for (let reference = 0; reference < count; reference++) duration += bytes.u32(table + 4 + reference * 12 + 4);
    this.#first = Math.min(this.#first, earliest / perSecond);
    this.#last = Math.max(this.#last, (earliest + duration) / perSecond);
  }

  /** From the beginning of the first to the end of the last part that they name; an index of indexes names the same again. */
  get seconds(): number {
    return Math.max(0, this.#last - this.#first);
  }
}
