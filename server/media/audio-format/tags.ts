/** Lengths of tags before, between and after audio frames. */
import type { ByteReader } from "./byte-reader.ts";

/** Length of the ID3v2 tag at the position; 0 without one. */
export function id3BytesAt(bytes: ByteReader, position: number): number {
  if (!bytes.has(position, 10) || !bytes.is(position, "ID3")) return 0;
  if (bytes.u8(position + 3) === 0xff || bytes.u8(position + 4) === 0xff) return 0;
  const sizes = [6, 7, 8, 9].map((at) => bytes.u8(position + at));
  if (sizes.some((part) => part > 0x7f)) return 0;
  const content = sizes.reduce((sum, part) => sum * 128 + part, 0);
  const hasFooter = (bytes.u8(position + 5) & 0x10) !== 0;
  return 10 + content + (hasFooter ? 10 : 0);
}

/** Length of the ID3 or APE tag at the position; 0 without one. */
export function tagBytesAt(bytes: ByteReader, position: number): number {
  if (bytes.is(position, "TAG") && position + 128 === bytes.size) return 128;
  if (bytes.is(position, "APETAGEX") && bytes.has(position, 32)) return bytes.u32le(position + 12) + 32;
  return id3BytesAt(bytes, position);
}
