/** Reads FLAC (RFC 9639). Verifies every frame's checksums, because browsers refuse a file with one damaged frame. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { crc16, crc8 } from "./crc.ts";
import type { Sound } from "./audio-facts.ts";
import { requirePlayed } from "./played-rates.ts";

interface StreamInfo {
  sampleRate: number;
  channels: number;
  bits: number;
  /** Samples of the whole stream; 0 if unknown. */
  total: number;
}

interface Frame {
  blockSize: number;
  /** Number of the first sample, or of the frame if all blocks have the same size. */
  number: number;
  isVariable: boolean;
}

const maxHeaderBytes = 16;
/** Metadata blocks; real files have about ten. */
const maxBlocks = 10_000;
export const streamInfoBytes = 34;

/** Throws UploadError for unplayable streams. */
export function readStreamInfo(block: Buffer): StreamInfo {
  const sampleRate = block.readUIntBE(10, 3) >>> 4;
  const channels = ((block.readUInt8(12) >>> 1) & 7) + 1;
  const bits = (((block.readUInt8(12) & 1) << 4) | (block.readUInt8(13) >>> 4)) + 1;
  const total = (block.readUInt8(13) & 15) * 2 ** 32 + block.readUInt32BE(14);
  requirePlayed(sampleRate, channels);
  if (bits > 24) throw uploadErrors.format(`${bits}-bit FLAC`);
  return { sampleRate, channels, bits, total };
}

/** Parses the frame header at the start of `head`; undefined for anything else. */
export function readFrameHeader(head: Buffer): Frame | undefined {
  if (head.length < 6 || head[0] !== 0xff || (head.readUInt8(1) & 0xfe) !== 0xf8) return undefined;
  const sizes = head.readUInt8(2);
  const sizeCode = sizes >>> 4;
  const rateCode = sizes & 15;
  const channelCode = head.readUInt8(3) >>> 4;
  const bitsCode = (head.readUInt8(3) >>> 1) & 7;
  if (sizeCode === 0 || rateCode === 15 || channelCode > 10) return undefined;
  if (bitsCode === 3 || (head.readUInt8(3) & 1) !== 0) return undefined;
  const number = readCodedNumber(head, 4);
  if (number === undefined) return undefined;
  let at = 4 + number.bytes;
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0;
  if (at + sizeBytes + rateBytes + 1 > head.length) return undefined;
  const blockSize = sizeBytes > 0 ? head.readUIntBE(at, sizeBytes) + 1 : blockSizeOf(sizeCode);
  at += sizeBytes + rateBytes;
  if (crc8(head.subarray(0, at)) !== head[at]) return undefined;
  return { blockSize, number: number.value, isVariable: (head.readUInt8(1) & 1) === 1 };
}

const blockSizeOf = (code: number) => (code === 1 ? 192 : code <= 5 ? 576 << (code - 2) : 256 << (code - 8));

/** Reads a number of up to 36 bits in UTF-8 coding. */
function readCodedNumber(head: Buffer, at: number): { value: number; bytes: number } | undefined {
  const first = head.readUInt8(at);
  if (first < 0x80) return { value: first, bytes: 1 };
  const bytes = Math.clz32(~(first << 24));
  if (bytes < 2 || bytes > 7 || at + bytes > head.length) return undefined;
  let value = bytes === 7 ? 0 : first & (0x7f >>> bytes);
  for (let more = 1; more < bytes; more++) {
    const next = head.readUInt8(at + more);
    if (next >>> 6 !== 2) return undefined;
    value = value * 64 + (next & 0x3f);
  }
  return { value, bytes };
}

/** Reads the stream that starts with "fLaC" at `start`. Throws UploadError. */
export function readFlac(bytes: ByteReader, start: number): Sound {
  let at = start + 4;
  if (bytes.u8(at) % 128 !== 0) throw uploadErrors.broken();
  const info = readStreamInfo(bytes.piece(at + 4, streamInfoBytes));
  let isLast = false;
  for (let block = 0; !isLast; block++) {
    if (block > maxBlocks) throw uploadErrors.broken();
    isLast = bytes.u8(at) >= 128;
    at += 4 + (bytes.u32(at) & 0xffffff);
  }
  const samples = sumFrames(bytes, at, info);
  const { sampleRate, total } = info;
  return {
    mimeType: "audio/flac",
    format: "flac",
    seconds: samples / sampleRate,
    claimed: total > 0 ? total / sampleRate : undefined,
  };
}

/** Counts samples from `start` on. A frame ends where its checksum matches and the next frame starts. */
function sumFrames(bytes: ByteReader, start: number, info: StreamInfo): number {
  if (start >= bytes.size) throw uploadErrors.noSound();
  let samples = 0;
  let frame = headerAt(bytes, start);
  if (frame === undefined) throw uploadErrors.broken();
  for (let position = start; ;) {
    const end = Math.min(bytes.size, position + maxFrameBytes(frame, info));
    const next = findNext(bytes, position, end, frame);
    samples += frame.blockSize;
    if (next === undefined) {
      checkEnd(bytes, { position, end, isComplete: samples === info.total });
      return samples;
    }
    ({ position, frame } = next);
  }
}

/** An incompressible frame stores its samples verbatim. An ID3v1 tag may follow the last frame. */
const maxFrameBytes = ({ blockSize }: Frame, { channels, bits }: StreamInfo) =>
  maxHeaderBytes + Math.ceil((blockSize * channels * (bits + 1)) / 8) + channels + 2 + 128;

/** Checks the bytes after the last frame. Throws UploadError for a damaged or truncated stream. */
function checkEnd(
  bytes: ByteReader,
  { position, end, isComplete }: { position: number; end: number; isComplete: boolean },
): void {
  if (finds(bytes, "fLaC", position, end)) throw uploadErrors.several();
  // Ignores tags, and anything after a complete stream.
  if (end < bytes.size && !isComplete && !finds(bytes, "APETAGEX", position, end)) throw uploadErrors.broken();
}

function finds(bytes: ByteReader, text: string, from: number, end: number): boolean {
  const first = text.charCodeAt(0);
  for (let at = from; at < end; at++) {
    at = bytes.find(first, at, end);
    if (at < 0) return false;
    if (bytes.is(at, text)) return true;
  }
  return false;
}

function headerAt(bytes: ByteReader, position: number): Frame | undefined {
  return readFrameHeader(bytes.piece(position, Math.min(maxHeaderBytes, bytes.size - position)));
}

function findNext(
  bytes: ByteReader,
  position: number,
  end: number,
  { number, blockSize, isVariable }: Frame,
): { position: number; frame: Frame } | undefined {
  const expected = isVariable ? number + blockSize : number + 1;
  let crc = 0;
  let summed = position;
  for (let from = position + 1; ;) {
    const at = bytes.find(0xff, from, end);
    if (at < 0) return undefined;
    const frame = headerAt(bytes, at);
    if (frame?.number === expected && frame.isVariable === isVariable) {
      while (summed < at) {
        const chunk = bytes.chunk(summed, at);
        crc = crc16(crc, chunk);
        summed += chunk.length;
      }
      if (crc === 0) return { position: at, frame };
    }
    from = at + 1;
  }
}
