/** Reads streams of MPEG audio or ADTS frames: finds the first frame after tags and junk, and sums up the rest. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { type FrameHeader, readAdtsHeader, readMpegHeader } from "./mpeg-header.ts";
import type { Sound } from "./audio-facts.ts";
import { tagBytesAt } from "./tags.ts";

/** How far every browser searches for the first MP3 frame: WebKit on Linux this far, Firefox eight times as far. */
const maxJunkBytes = 8 * 1024;
/** How far this reader searches, to give a precise error. */
const maxSearchBytes = 1024 * 1024;
/** Total limit of bytes between frames that are neither frames nor tags. */
const maxRubbleBytes = 16 * 1024 * 1024;
/** A recording of many songs has one tag per song. */
const maxTags = 10_000;
/** Consecutive headers that prove a stream: two may occur in junk by chance. */
const proof = 3;
/** More frames of another kind cannot be chance. */
const maxStrays = 8;

const headerAt = (bytes: ByteReader, position: number, end: number): FrameHeader | undefined => {
  if (position + 4 > end) return undefined;
  const word = bytes.u32(position);
  if (word >>> 21 !== 0x7ff) return undefined;
  if (((word >>> 17) & 3) !== 0) return readMpegHeader(word);
  if (position + 7 > end) return undefined;
  return readAdtsHeader(word, (bytes.u16(position + 4) << 8) | bytes.u8(position + 6));
};

const isAlike = (a: FrameHeader, b: FrameHeader) =>
  a.kind === b.kind && a.layer === b.layer && a.sampleRate === b.sampleRate && a.channels === b.channels;

/** Whether `count` similar frames follow here, or as many as fit before the end. */
function isStream(bytes: ByteReader, position: number, end: number, count: number): boolean {
  const first = headerAt(bytes, position, end);
  if (first === undefined) return false;
  let at = position + first.bytes;
  for (let seen = 1; seen < count; seen++) {
    if (at >= end) return seen > 1;
    const next = headerAt(bytes, at, end);
    if (next === undefined || !isAlike(first, next)) return seen > 1 && tagBytesAt(bytes, at) > 0;
    at += next.bytes;
  }
  return true;
}

/** Position of the next stream that starts within `range` bytes; undefined without one. */
function findStream(
  bytes: ByteReader,
  from: number,
  { end, range, count }: { end: number; range: number; count: number },
): number | undefined {
  const last = Math.min(end, from + range);
  for (let position = from; ; position++) {
    position = bytes.find(0xff, position, last);
    if (position < 0) return undefined;
    if (isStream(bytes, position, end, count)) return position;
  }
}

/** Position of the first frame from `from` on, within the search limit; undefined without one. */
export const findFrames = (bytes: ByteReader, from: number): number | undefined =>
  findStream(bytes, from, { end: bytes.size, range: maxSearchBytes, count: proof });

/** Whether browsers find the frames at `start` when they search from `from` on. ADTS must start immediately. */
export function isFound(bytes: ByteReader, from: number, start: number): boolean {
  const first = headerAt(bytes, start, bytes.size);
  return first?.kind === "adts" ? start === from : start - from <= maxJunkBytes;
}

/** Reads the stream whose first frame is at `start`. Throws UploadError. */
export function readFrames(bytes: ByteReader, start: number): Sound {
  const end = bytes.size;
  const first = headerAt(bytes, start, end);
  if (first === undefined) throw uploadErrors.noSound();
  if (first.kind === "mpeg" && first.layer !== 3)
    throw uploadErrors.format(`MPEG Layer ${first.layer} (MP${first.layer})`);
  const index = first.kind === "mpeg" ? readIndex(bytes, start, first) : undefined;
  let seconds = 0;
  let strays = 0;
  let rubble = 0;
  let tags = 0;
  let position = index === undefined ? start : start + first.bytes;
  while (position < end) {
    const header = headerAt(bytes, position, end);
    if (header === undefined || header.kind !== first.kind || header.layer !== first.layer) {
      const tag = tagBytesAt(bytes, position);
      const range = maxRubbleBytes - rubble;
      const next = tag > 0 ? position + tag : findStream(bytes, position + 1, { end, range, count: 2 });
      if (tag > 0) tags += 1;
      else rubble += (next ?? end) - position;
      // Chromium skips junk in an MP3, but stops at it in ADTS.
      if (rubble > (first.kind === "adts" ? 0 : maxRubbleBytes) || tags > maxTags) throw uploadErrors.broken();
      position = next ?? end;
      continue;
    }
    if (position + header.bytes > end) {
      // A truncated frame: Chromium skips it in an MP3, but fails in ADTS.
      if (first.kind === "adts" && isAlike(first, header)) throw uploadErrors.cutOff();
      break;
    }
    if (!isAlike(first, header)) strays += 1;
    seconds += header.samples / header.sampleRate;
    position += header.bytes;
  }
  if (seconds === 0) throw uploadErrors.noSound();
  if (strays > maxStrays) throw uploadErrors.changes();
  return first.kind === "adts"
    ? { mimeType: "audio/aac", format: "aac", seconds }
    : { mimeType: "audio/mpeg", format: "mp3", seconds, claimed: index?.claimed };
}

/** Reads a frame with an index (Xing) instead of sound; sets `claimed` when both its counts exceed the file. */
function readIndex(
  bytes: ByteReader,
  start: number,
  { samples, sampleRate, channels, bytes: frameBytes }: FrameHeader,
): { claimed: number | undefined } | undefined {
  if (!bytes.has(start, frameBytes)) return undefined;
  const isMpeg1 = samples === 1152;
  const xing = start + 4 + (isMpeg1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17);
  const isXing = bytes.is(xing, "Xing") || bytes.is(xing, "Info");
  if (!isXing && !bytes.is(start + 36, "VBRI")) return undefined;
  const flags = isXing ? bytes.u32(xing + 4) : 3;
  const frames = isXing ? (flags & 1 ? bytes.u32(xing + 8) : 0) : bytes.u32(start + 50);
  const hasBytes = (flags & 2) !== 0;
  const whole = isXing ? bytes.u32(xing + 8 + (flags & 1 ? 4 : 0)) : bytes.u32(start + 46);
  // With a correct byte count, a too large frame count is only an encoder's mistake.
  const isBeyond = !hasBytes || start + whole > bytes.size;
  return { claimed: isBeyond && frames > 0 ? (frames * samples) / sampleRate : undefined };
}
