/** Determines an Ogg stream's codec from its first packet. */
import { uploadErrors } from "../upload-error.ts";
import { createFlacClock } from "./flac-clock.ts";
import { readStreamInfo, streamInfoBytes } from "./flac.ts";
import { createOpusClock } from "./opus.ts";
import type { PacketClock, Sound } from "./audio-facts.ts";
import { createVorbisClock } from "./vorbis.ts";

export interface Track extends Pick<Sound, "mimeType" | "format" | "claimed"> {
  /** Number of header packets. */
  headers: number;
  /** Creates the clock from all headers. Throws UploadError. */
  createClock(headers: readonly Buffer[]): PacketClock;
}

/** Parses a stream's first packet; undefined for a stream to skip. Throws UploadError. */
export function readTrack(first: Buffer): Track | undefined {
  const starts = (text: string) => first.subarray(0, text.length).toString("latin1") === text;
  if (starts("\u0001vorbis"))
    return {
      mimeType: "audio/ogg",
      format: "ogg",
      headers: 3,
      createClock: ([one, , three]) => createVorbisClock(one ?? Buffer.alloc(0), three ?? Buffer.alloc(0)),
    };
  if (starts("OpusHead") && first.length >= 19)
    return {
      mimeType: "audio/ogg; codecs=opus",
      format: "opus",
      headers: 2,
      createClock: ([one]) => createOpusClock(one?.readUInt16LE(10) ?? 0),
    };
  if (starts("\u007fFLAC") && first.length >= 13 + 4 + streamInfoBytes) {
    const info = readStreamInfo(first.subarray(17));
    // The first packet may omit the number of headers; sound starts with a sync word.
    return {
      mimeType: "audio/ogg; codecs=flac",
      format: "oga",
      claimed: info.total > 0 ? info.total / info.sampleRate : undefined,
      headers: 1,
      createClock: () => createFlacClock(info.sampleRate),
    };
  }
  if (starts("\u0080theora") || starts("\u0001video") || starts("BBCD")) throw uploadErrors.video();
  if (starts("Speex   ")) throw uploadErrors.format("Speex");
  return undefined;
}
