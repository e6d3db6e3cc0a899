/** Checks an uploaded file by its packets: its format, its duration, and whether it is complete. */
import { closeSync, fstatSync, openSync } from "node:fs";
import { uploadErrors } from "../upload-error.ts";
import { ByteReader, EndOfFile } from "./byte-reader.ts";
import { readFlac } from "./flac.ts";
import { findFrames, isFound, readFrames } from "./frame-stream.ts";
import { readMp4 } from "./mp4.ts";
import { readOgg } from "./ogg.ts";
import { isForeign, refuseOthers } from "./signatures.ts";
import type { Sound } from "./audio-facts.ts";
import { id3BytesAt } from "./tags.ts";
import { readWav } from "./wav.ts";
import { readWebm } from "./webm.ts";

const leastSeconds = 1;
const maxTags = 100;
/** Tolerance in seconds: many complete files lack a bit at their end. */
const maxMissing = (seconds: number) => Math.max(0.3, seconds / 100);

/** Checks the file at `path`. Throws UploadError with a sentence about what the file is. */
export function readAudio(path: string): Sound {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size === 0) throw uploadErrors.empty();
    return check(readSound(new ByteReader(file, size)));
  } catch (error) {
    throw error instanceof EndOfFile ? uploadErrors.broken() : error;
  } finally {
    closeSync(file);
  }
}

function check(sound: Sound): Sound {
  const { seconds, claimed = 0 } = sound;
  if (!Number.isFinite(seconds)) throw uploadErrors.broken();
  if (claimed - seconds > maxMissing(claimed)) throw uploadErrors.cutOff();
  if (seconds < leastSeconds) throw uploadErrors.short();
  return sound;
}

type Reader = (bytes: ByteReader, start: number) => Sound;

function readSound(bytes: ByteReader): Sound {
  const start = skipTags(bytes);
  const known = findReader(bytes, start);
  if (known) {
    // Chromium skips the tag, Firefox does not.
    if (start > 0) throw uploadErrors.format(`${known.name} that begins with an ID3 tag`);
    return known.read(bytes, start);
  }
  if (start >= bytes.size) throw uploadErrors.noSound();
  refuseOthers(bytes, start);
  const first = isForeign(bytes, start) ? undefined : findFrames(bytes, start);
  if (first === undefined) throw start > 0 ? uploadErrors.noSound() : uploadErrors.noAudio();
  if (!isFound(bytes, start, first)) throw uploadErrors.junk();
  const sound = readFrames(bytes, first);
  if (start > 0 && sound.format === "aac") throw uploadErrors.format("AAC that begins with an ID3 tag");
  return sound;
}

/** Position after the leading tags; some files have two. */
function skipTags(bytes: ByteReader): number {
  let start = 0;
  for (let count = 0; count < maxTags; count++) {
    const tag = id3BytesAt(bytes, start);
    if (tag === 0) break;
    start += tag;
  }
  return start;
}

function findReader(bytes: ByteReader, start: number): { name: string; read: Reader } | undefined {
  if (bytes.is(start, "fLaC")) return { name: "FLAC", read: readFlac };
  if (bytes.is(start, "OggS")) return { name: "Ogg", read: readOgg };
  if (bytes.is(start, "\u001a\u0045\u00df\u00a3")) return { name: "WebM", read: readWebm };
  if (bytes.is(start, "RIFF") && bytes.is(start + 8, "WAVE")) return { name: "WAV", read: readWav };
  if (bytes.has(start, 8) && /^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(bytes.text(start + 4, 4)))
    return { name: "MP4", read: readMp4 };
  return undefined;
}
