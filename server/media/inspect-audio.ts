/** Inspects audio by content alone (specification 15.5). */
import { open } from "node:fs/promises";
import { readAudio } from "./audio-format/check-packets.ts";
import { boundFile } from "./bounded-file.ts";
import { limitTags } from "./tag-limits.ts";

export interface AudioFacts {
  /** The MIME type for delivery. */
  mimeType: string;
  /** Cloudinary's `format`: a file extension without the dot. */
  format: string;
  /** Seconds. */
  duration: number;
  /** ReplayGain track gain in dB, if the file has that tag. */
  gain: number | null;
}

/** Inspects the audio file at `path`. Throws UploadError with a sentence for refused content. */
export async function inspectAudio(path: string): Promise<AudioFacts> {
  const { mimeType, format, seconds } = readAudio(path);
  return { mimeType, format, duration: seconds, gain: await readGain(path) };
}

/** Reads only the gain; unreadable tags count as none. */
async function readGain(path: string): Promise<number | null> {
  const { parseBlob } = await import("music-metadata");
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const options = { skipCovers: true, observer: limitTags() };
    const { common } = await parseBlob(boundFile(file, size), options);
    const gain = common.replaygain_track_gain?.dB;
    return gain !== undefined && Number.isFinite(gain) ? gain : null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
