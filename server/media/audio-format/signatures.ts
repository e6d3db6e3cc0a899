/** Recognizes common unplayable files by their first bytes, to name them in the error. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";

const asf = "\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011";

/** Position, characters, and the format's name. */
const names: readonly (readonly [number, string, string])[] = [
  [8, "AIFF", "AIFF"],
  [8, "AIFC", "AIFF"],
  [0, asf, "Windows Media (WMA)"],
  [0, "MAC ", "Monkey's Audio (APE)"],
  [0, "wvpk", "WavPack"],
  [0, "MPCK", "Musepack"],
  [0, "MP+", "Musepack"],
  [0, "DSD ", "DSD"],
  [0, "FRM8", "DSD"],
  [0, "TTA1", "True Audio (TTA)"],
  [0, "OFR ", "OptimFROG"],
  [0, "MThd", "MIDI"],
  [0, "caff", "Core Audio (CAF)"],
  [0, ".snd", "Sun audio (AU)"],
  [0, "#!AMR", "AMR"],
  [0, ".RMF", "RealAudio"],
  [0, ".ra\u00fd", "RealAudio"],
  [0, "\u000b\u0077", "Dolby Digital (AC-3)"],
  [0, "\u007f\u00fe\u0080\u0001", "DTS"],
  [0, "ADIF", "AAC with an ADIF header"],
  [0, "RF64", "RF64 (large WAV)"],
  [0, "BW64", "BW64 (large WAV)"],
  [0, "riff", "Wave64"],
  [8, "AVI ", "AVI"],
  [0, "FLV\u0001", "Flash video (FLV)"],
  [0, "\u0000\u0000\u0001\u00ba", "an MPEG program stream"],
];

/** Throws UploadError for a file with another signature. */
export function refuseOthers(bytes: ByteReader, start: number): void {
  const name = names.find(([offset, text]) => bytes.is(start + offset, text))?.[2];
  if (name !== undefined) throw uploadErrors.format(name);
  if (isTransportStream(bytes, start)) throw uploadErrors.format("an MPEG transport stream");
  if (isLatm(bytes, start)) throw uploadErrors.format("AAC in LATM");
  if (isPlaylist(bytes, start)) throw uploadErrors.playlist();
}

/** MPEG transport stream: packets of 188 bytes with the same first byte. */
const isTransportStream = (bytes: ByteReader, start: number) =>
  [0, 188, 376, 564].every((at) => bytes.has(start + at, 1) && bytes.u8(start + at) === 0x47);

function isLatm(bytes: ByteReader, start: number): boolean {
  let at = start;
  for (let frame = 0; frame < 3; frame++) {
    if (!bytes.has(at, 3) || bytes.u16(at) >>> 5 !== 0x2b7) return false;
    at += 3 + (((bytes.u8(at + 1) & 0x1f) << 8) | bytes.u8(at + 2));
  }
  return true;
}

function isPlaylist(bytes: ByteReader, start: number): boolean {
  const text = bytes.text(start, Math.min(512, bytes.size - start));
  const begin = text.replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
  return /^(#EXTM3U|\[playlist\]|<\?xml[^>]*>\s*<playlist|<asx|<\?wpl)/i.test(begin);
}

/** Signatures of other files that may contain audio frames: pages, pictures, archives, programs, documents. */
const foreign = ["PK", "GIF8", "\u0089PNG", "\u00ff\u00d8\u00ff", "%PDF", "\u007fELF", "MZ", "Rar!"];
const gzip = "\u001f\u008b";

/** Whether the bytes before the first frame belong to another file type or are text. */
export function isForeign(bytes: ByteReader, start: number): boolean {
  if ([...foreign, gzip].some((text) => bytes.is(start, text))) return true;
  const text = bytes.text(start, Math.min(16, bytes.size - start));
  return /^[\t\n\r\u0020-\u007e]{16}$/.test(text) || /^(\u00ef\u00bb\u00bf)?\s*</.test(text);
}
