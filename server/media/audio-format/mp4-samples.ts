/** Locates a track's samples in an MP4, by the tables of its index or the runs of its fragments. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { type Box, findBox, readBoxes } from "./mp4-boxes.ts";
import { headBytes, type PacketClock } from "./audio-facts.ts";

/** Sums up the present samples, and counts those beyond the end of the file. */
export class SampleSum {
  readonly #bytes: ByteReader;
  readonly #clock: PacketClock;
  #room: number;
  present = 0;
  missing = 0;

  constructor(bytes: ByteReader, clock: PacketClock) {
    this.#bytes = bytes;
    this.#clock = clock;
    this.#room = bytes.size;
  }

  add(position: number, length: number): void {
    if (!this.#bytes.has(position, length)) {
      this.missing += 1;
      return;
    }
    // Refuses overlapping samples: otherwise a table could turn one byte into an hour.
    this.#room -= Math.max(length, 1);
    if (this.#room < 0) throw uploadErrors.broken();
    this.present += 1;
    if (length > 0) this.#clock.add(this.#bytes.piece(position, Math.min(length, headBytes)), length);
  }
}

/** Reads the tables of the box `stbl`. */
export function addTables(bytes: ByteReader, table: Box, sum: SampleSum): void {
  const sizes = openSizes(bytes, table);
  const runs = findBox(bytes, table, "stsc");
  const near = findBox(bytes, table, "stco");
  const chunks = near ?? findBox(bytes, table, "co64");
  if (!sizes || !runs || !chunks) return;
  const width = near ? 4 : 8;
  const chunkTable = bytes.fork();
  const runTable = bytes.fork();
  const count = Math.min(chunkTable.u32(chunks.start + 4), (chunks.end - chunks.start - 8) / width);
  const runCount = Math.min(runTable.u32(runs.start + 4), (runs.end - runs.start - 8) / 12);
  const beginOfRun = (index: number) => (index < runCount ? runTable.u32(runs.start + 8 + index * 12) : Infinity);
  let run = -1;
  let perChunk = 0;
  let sample = 0;
  for (let chunk = 1; chunk <= count && sample < sizes.count; chunk++) {
    while (beginOfRun(run + 1) <= chunk) {
      run += 1;
      perChunk = runTable.u32(runs.start + 8 + run * 12 + 4);
    }
    const at = chunks.start + 8 + (chunk - 1) * width;
    let position = near ? chunkTable.u32(at) : chunkTable.u64(at);
    // Chunks beyond the end have no bytes to check.
    if (position >= bytes.size) {
      const skipped = Math.min(perChunk, sizes.count - sample);
      sample += skipped;
      sum.missing += skipped;
      continue;
    }
    for (let index = 0; index < perChunk && sample < sizes.count; index++, sample++) {
      const length = sizes.sizeOf(sample);
      sum.add(position, length);
      position += length;
      if (position >= bytes.size) {
        const skipped = Math.min(perChunk - index - 1, sizes.count - sample - 1);
        sample += skipped + 1;
        sum.missing += skipped;
        break;
      }
    }
  }
}

function openSizes(bytes: ByteReader, table: Box) {
  const box = findBox(bytes, table, "stsz");
  const compact = box ? undefined : findBox(bytes, table, "stz2");
  const found = box ?? compact;
  if (!found) return undefined;
  const sizes = bytes.fork();
  const fixed = box ? sizes.u32(box.start + 4) : 0;
  const bits = box ? 32 : sizes.u8(found.start + 7);
  const claimed = sizes.u32(found.start + 8);
  const first = found.start + 12;
  if (fixed > 0) return { count: claimed, sizeOf: () => fixed };
  const count = Math.min(claimed, Math.floor(((found.end - first) * 8) / Math.max(bits, 1)));
  const sizeOf = (sample: number) => {
    if (bits === 32) return sizes.u32(first + sample * 4);
    if (bits === 16) return sizes.u16(first + sample * 2);
    if (bits === 8) return sizes.u8(first + sample);
    const pair = sizes.u8(first + (sample >>> 1));
    return sample % 2 === 0 ? pair >>> 4 : pair & 15;
  };
  return { count, sizeOf };
}

/** The box `trex` of the track has the defaults of its fragments. */
export function readDefaultSize(bytes: ByteReader, index: Box, track: number): number {
  const extension = findBox(bytes, index, "mvex");
  if (!extension) return 0;
  for (const { type, start } of readBoxes(bytes, extension.start, extension.end))
    if (type === "trex" && bytes.u32(start + 4) === track) return bytes.u32(start + 16);
  return 0;
}

/** Reads the runs of one fragment. @param begin position of the box `moof` */
export function addFragment(
  bytes: ByteReader,
  fragment: Box,
  begin: number,
  track: { id: number; defaultSize: number },
  sum: SampleSum,
): void {
  for (const traf of readBoxes(bytes, fragment.start, fragment.end)) {
    const header = traf.type === "traf" ? findBox(bytes, traf, "tfhd") : undefined;
    if (!header || bytes.u32(header.start + 4) !== track.id) continue;
    const flags = bytes.u32(header.start) & 0xffffff;
    let at = header.start + 8;
    const base = flags & 1 ? bytes.u64(at) : begin;
    at += (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0) + (flags & 8 ? 4 : 0);
    const defaultSize = flags & 0x10 ? bytes.u32(at) : track.defaultSize;
    let position = base;
    for (const run of readBoxes(bytes, traf.start, traf.end))
      if (run.type === "trun") position = addRun(bytes, run, base, position, defaultSize, sum);
  }
}

/** Returns the position after its last sample. */
function addRun(
  bytes: ByteReader,
  { start, end }: Box,
  base: number,
  before: number,
  defaultSize: number,
  sum: SampleSum,
): number {
  const flags = bytes.u32(start) & 0xffffff;
  const count = bytes.u32(start + 4);
  let at = start + 8;
  let position = before;
  if (flags & 1) {
    position = base + (bytes.u32(at) | 0);
    at += 4;
  }
  if (flags & 4) at += 4;
  const [hasDuration, hasSize] = [(flags & 0x100) !== 0, (flags & 0x200) !== 0];
  const rest = (flags & 0x400 ? 4 : 0) + (flags & 0x800 ? 4 : 0);
  const width = (hasDuration ? 4 : 0) + (hasSize ? 4 : 0) + rest;
  for (let sample = 0; sample < count; sample++, at += width) {
    if (at + width > end) return position;
    const length = hasSize ? bytes.u32(at + (hasDuration ? 4 : 0)) : defaultSize;
    if (position >= bytes.size) {
      sum.missing += count - sample;
      return position;
    }
    sum.add(position, length);
    position += length;
  }
  return position;
}
