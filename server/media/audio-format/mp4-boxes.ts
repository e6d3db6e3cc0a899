/** Reads boxes of ISO media files (ISO 14496-12): MP4, M4A and QuickTime. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";

export interface Box {
  type: string;
  /** Start of the content. */
  start: number;
  /** End of the content, at most the parent's end. */
  end: number;
}

/** Children per box; real boxes have about ten. */
const maxBoxes = 1000;

/** Iterates the boxes between two positions. Throws UploadError for too many. */
export function* readBoxes(bytes: ByteReader, start: number, end: number, max = maxBoxes): Generator<Box> {
  let count = 0;
  for (let position = start; position + 8 <= end;) {
    const size = bytes.u32(position);
    const isLong = size === 1;
    if (isLong && position + 16 > end) return;
    const whole = isLong ? bytes.u64(position + 8) : size === 0 ? end - position : size;
    const head = isLong ? 16 : 8;
    if (whole < head) return;
    const next = Math.min(end, position + whole);
    if (++count > max) throw uploadErrors.broken();
    yield { type: bytes.text(position + 4, 4), start: position + head, end: next };
    position = next;
  }
}

/** Follows a path of box types below `parent`; undefined if one is missing. */
export function findBox(bytes: ByteReader, parent: Box, ...types: string[]): Box | undefined {
  let found: Box | undefined = parent;
  for (const type of types) {
    if (found === undefined) return undefined;
    found = firstOf(bytes, found, type);
  }
  return found;
}

function firstOf(bytes: ByteReader, { start, end }: Box, type: string): Box | undefined {
  for (const box of readBoxes(bytes, start, end)) if (box.type === type) return box;
  return undefined;
}
