/** Streams of MPEG audio or ADTS frames: finds the first frame behind tags and junk, and adds up what follows. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { type FrameHeader, readAdtsHeader, readMpegHeader } from "./mpeg-header.ts";
import type { Sound } from "./audio-facts.ts";
import { tagBytesAt } from "./tags.ts";

/** So far every browser looks for the first frame of an MP3: WebKit on Linux to here, Firefox eight times as far. */
const maxJunkBytes = 8 * 1024;
/** So far it is looked for here, so that the answer can say why it is too far. */
const maxSearchBytes = 1024 * 1024;
/** Between frames there may be tags and rubble, but no more than this that is neither. */
const maxRubbleBytes = 16 * 1024 * 1024;
/** A recording of many songs has a tag for each. */
const maxTags = 10_000;
/** So many headers in a row make a stream: two may stand in junk by chance. */
const proof = 3;
/** More frames of another kind than this are no chance finds in junk. */
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

/** Whether `count` frames alike stand in a row here, or as many as there is room for. */
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

/** Position of the next stream that begins within `range` bytes; undefined for none. */
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

/** Position of the first frame at or behind `from`, as far as one is looked for; undefined for none. */
export const findFrames = (bytes: ByteReader, from: number): number | undefined =>
  findStream(bytes, from, { end: bytes.size, range: maxSearchBytes, count: proof });

/** Whether browsers find frames at `start` where they look for them from `from` on. Of ADTS they take the first bytes they see. */
export function isFound(bytes: ByteReader, from: number, start: number): boolean {
  const first = headerAt(bytes, start, bytes.size);
  return first?.kind === "adts" ? start === from : start - from <= maxJunkBytes;
}

/** The stream whose first frame stands at `start`. Throws UploadError. */
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
      // Chromium passes over what is no frame in an MP3, and stops at it in ADTS.
      if (rubble > (first.kind === "adts" ? 0 : maxRubbleBytes) || tags > maxTags) throw uploadErrors.broken();
      position = next ?? end;
      continue;
    }
    if (position + header.bytes > end) {
      // The frame says that it goes on. Half an MP3 frame is passed over, half an ADTS frame is an error in Chromium.
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

/** The frame that holds an index instead of sound; `claimed` where both its counts go beyond the file. */
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
  // An index that counts too many frames in the right number of bytes is only wrong.
  const isBeyond = !hasBytes || start + whole > bytes.size;
  return { claimed: isBeyond && frames > 0 ? (frames * samples) / sampleRate : undefined };
}
