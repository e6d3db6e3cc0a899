/** Determines an MP4 track's codec from its sample description. */
import { uploadErrors } from "../upload-error.ts";
import { createAacClock } from "./aac-config.ts";
import type { ByteReader } from "./byte-reader.ts";
import { createFlacClock } from "./flac-clock.ts";
import { readStreamInfo, streamInfoBytes } from "./flac.ts";
import { createMp3Clock } from "./mp3-clock.ts";
import { type Box, findBox, readBoxes } from "./mp4-boxes.ts";
import { createOpusClock } from "./opus.ts";
import type { PacketClock } from "./audio-facts.ts";

/** Unplayable codecs in MP4 and QuickTime, by four-character code. */
const names: Record<string, string> = {
  alac: "Apple Lossless (ALAC)",
  "ac-3": "Dolby Digital (AC-3)",
  "ec-3": "Dolby Digital Plus (E-AC-3)",
  "ac-4": "Dolby AC-4",
  mha1: "MPEG-H",
  mhm1: "MPEG-H",
  samr: "AMR",
  sawb: "AMR",
  drms: "a protected (DRM) file",
  enca: "a protected (DRM) file",
  QDM2: "QDesign Music",
  dtsc: "DTS",
};
const pcm = /^(sowt|twos|lpcm|ipcm|fpcm|raw |in24|in32|fl32|fl64|ulaw|alaw|NONE)$/;

/** Codecs by the object type of the elementary stream. */
const streamNames: Record<number, string> = {
  0xa5: "Dolby Digital (AC-3)",
  0xa6: "Dolby Digital Plus (E-AC-3)",
  0xa9: "DTS",
  0xdd: "Vorbis in MP4",
};

interface TrackCodec {
  mimeType: string;
  clock: PacketClock;
}

/** @param description the box `stsd`. Throws UploadError for unplayable codecs. */
export function readCodec(bytes: ByteReader, description: Box): TrackCodec {
  const [entry] = readBoxes(bytes, description.start + 8, description.end);
  if (!entry) throw uploadErrors.noSound();
  const boxes = { ...entry, start: startOfBoxes(bytes, entry) };
  if (entry.type === "mp4a") return readStream(bytes, boxes);
  if (entry.type === ".mp3") return { mimeType: "audio/mp4", clock: createMp3Clock() };
  if (entry.type === "Opus") {
    const config = findBox(bytes, boxes, "dOps");
    if (!config) throw uploadErrors.broken();
    const clock = createOpusClock(bytes.u16(config.start + 2));
    return { mimeType: "audio/mp4; codecs=opus", clock };
  }
  if (entry.type === "fLaC") {
    const config = findBox(bytes, boxes, "dfLa");
    if (!config) throw uploadErrors.broken();
    const { sampleRate } = readStreamInfo(bytes.piece(config.start + 8, streamInfoBytes));
    return { mimeType: "audio/mp4; codecs=flac", clock: createFlacClock(sampleRate) };
  }
  throw uploadErrors.format(
    names[entry.type] ?? (pcm.test(entry.type) ? "PCM in MP4" : `MP4 with ${entry.type.replace(/[^\w .-]/g, "")}`),
  );
}

/** Position after the audio fields, of which QuickTime has two longer versions. */
function startOfBoxes(bytes: ByteReader, { start }: Box): number {
  const version = bytes.u16(start + 8);
  return start + 28 + (version === 1 ? 16 : version === 2 ? 36 : 0);
}

function readStream(bytes: ByteReader, entry: Box): TrackCodec {
  const esds = findBox(bytes, entry, "esds") ?? findBox(bytes, entry, "wave", "esds");
  if (!esds) throw uploadErrors.broken();
  const { objectType, config } = readDescriptors(bytes, esds);
  const mimeType = "audio/mp4";
  if (objectType === 0x6b || objectType === 0x69) return { mimeType, clock: createMp3Clock() };
  if (objectType === 0x40 || (objectType >= 0x66 && objectType <= 0x68))
    return { mimeType, clock: createAacClock(config) };
  throw uploadErrors.format(streamNames[objectType] ?? `MP4 with sound of kind ${objectType}`);
}

/** Reads the nested descriptors of an elementary stream (ISO 14496-1). */
function readDescriptors(bytes: ByteReader, { start, end }: Box) {
  let objectType = 0;
  let config = Buffer.alloc(0);
  for (let at = start + 4; at + 2 <= end;) {
    const tag = bytes.u8(at++);
    let length = 0;
    let part = 0x80;
    for (let count = 0; part >= 0x80 && count < 4 && at < end; count++) {
      part = bytes.u8(at++);
      length = length * 128 + (part & 0x7f);
    }
    if (tag === 3) {
      const flags = bytes.u8(at + 2);
      at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
      if (flags & 0x40) at += 1 + bytes.u8(at);
    } else if (tag === 4) {
      objectType = bytes.u8(at);
      at += 13;
    } else if (tag === 5) {
      config = Buffer.from(bytes.piece(at, Math.min(length, 64)));
      break;
    } else at += length;
  }
  return { objectType, config };
}
