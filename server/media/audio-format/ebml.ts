/** Reads EBML elements (RFC 8794), the structure of WebM. */
import type { ByteReader } from "./byte-reader.ts";

export interface Element {
  id: number;
  /** Start of the content. */
  start: number;
  /** End of the content; the parent's end if the length is unknown or too large. */
  end: number;
  /** Whether the whole content is in the file. */
  isWhole: boolean;
}

/** Reads the element at the position; undefined at the end, or for invalid bytes. */
export function readElement(bytes: ByteReader, position: number, end: number): Element | undefined {
  if (position >= end) return undefined;
  const idBytes = Math.clz32(bytes.u8(position)) - 23;
  if (idBytes > 4 || position + idBytes >= end) return undefined;
  let id = 0;
  for (let at = 0; at < idBytes; at++) id = id * 256 + bytes.u8(position + at);
  const size = readNumber(bytes, position + idBytes, end);
  if (size === undefined) return undefined;
  const start = position + idBytes + size.bytes;
  const claimed = size.isUnknown ? end : start + size.value;
  return { id, start, end: Math.min(end, claimed), isWhole: claimed <= end };
}

/** Reads a variable-length integer. */
export function readNumber(
  bytes: ByteReader,
  position: number,
  end: number,
): { value: number; bytes: number; isUnknown: boolean } | undefined {
  if (position >= end) return undefined;
  const first = bytes.u8(position);
  const length = Math.clz32(first) - 23;
  if (length > 8 || position + length > end) return undefined;
  let value = first & (0xff >>> length);
  let isUnknown = value === 0xff >>> length;
  for (let at = 1; at < length; at++) {
    const next = bytes.u8(position + at);
    isUnknown &&= next === 0xff;
    value = value * 256 + next;
  }
  return { value, bytes: length, isUnknown };
}

/** Reads the content as an unsigned integer. */
export function readUnsigned(bytes: ByteReader, { start, end }: Element): number {
  let value = 0;
  for (let at = start; at < Math.min(end, start + 8); at++) value = value * 256 + bytes.u8(at);
  return value;
}

/** Reads the content as a 32 or 64 bit float. */
export function readFloat(bytes: ByteReader, { start, end }: Element): number {
  const length = end - start;
  if (length === 4) return bytes.piece(start, 4).readFloatBE();
  return length === 8 ? bytes.piece(start, 8).readDoubleBE() : Number.NaN;
}

/** Iterates the elements between two positions. */
export function* readElements(bytes: ByteReader, start: number, end: number): Generator<Element> {
  for (let position = start; ;) {
    const element = readElement(bytes, position, end);
    if (element === undefined) return;
    yield element;
    position = element.end;
  }
}
