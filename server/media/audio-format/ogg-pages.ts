/** Reads Ogg pages (RFC 3533). Skips pages with a wrong checksum, like browsers. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { crc32 } from "./crc.ts";

export interface Page {
  serial: number;
  /** The first page of its stream. */
  isFirst: boolean;
  /** The first segment continues a packet of the previous page. */
  isContinued: boolean;
  /** The last packet continues on the next page. */
  isUnfinished: boolean;
  /** Position of the first segment, after the header. */
  body: number;
  /** Lengths of the packet segments. */
  pieces: number[];
}

const zeros = new Uint8Array(4);

/** Iterates the complete pages from `start` on. Throws UploadError for more junk than pages. */
export function* readPages(bytes: ByteReader, start: number): Generator<Page> {
  // Limits repeated checksums over junk that looks like pages.
  let effort = bytes.size + 65_536;
  for (let position = start; position >= 0;) {
    const size = sizeOfPage(bytes, position);
    const isWhole = size > 0 && bytes.has(position, size);
    if (isWhole && hasRightSum(bytes, position, size)) {
      yield describePage(bytes, position);
      position += size;
    } else {
      effort -= isWhole ? size : 255;
      if (effort < 0) throw uploadErrors.broken();
      position = findPage(bytes, position + 1);
    }
  }
}

/** Returns 0 if no page starts here. */
function sizeOfPage(bytes: ByteReader, position: number): number {
  if (!bytes.has(position, 27) || !bytes.is(position, "OggS")) return 0;
  const count = bytes.u8(position + 26);
  if (!bytes.has(position + 27, count)) return 0;
  let size = 27 + count;
  for (const part of bytes.piece(position + 27, count)) size += part;
  return size;
}

function hasRightSum(bytes: ByteReader, position: number, size: number): boolean {
  const page = bytes.piece(position, size);
  const crc = crc32(crc32(crc32(0, page.subarray(0, 22)), zeros), page.subarray(26));
  return crc >>> 0 === page.readUInt32LE(22);
}

function describePage(bytes: ByteReader, position: number): Page {
  const count = bytes.u8(position + 26);
  const flags = bytes.u8(position + 5);
  const serial = bytes.u32le(position + 14);
  const pieces: number[] = [];
  let length = 0;
  let isUnfinished = false;
  for (const part of bytes.piece(position + 27, count)) {
    length += part;
    isUnfinished = part === 255;
    if (isUnfinished) continue;
    pieces.push(length);
    length = 0;
  }
  if (isUnfinished) pieces.push(length);
  const [isContinued, isFirst] = [(flags & 1) !== 0, (flags & 2) !== 0];
  return { serial, isFirst, isContinued, isUnfinished, body: position + 27 + count, pieces };
}

function findPage(bytes: ByteReader, from: number): number {
  for (let position = from; ; position++) {
    position = bytes.find(0x4f, position, bytes.size);
    if (position < 0 || bytes.is(position, "OggS")) return position;
  }
}
