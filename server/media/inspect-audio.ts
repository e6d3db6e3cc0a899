/** Inspects audio by content alone (specification 15.5). */
import { open } from "node:fs/promises";
import type { IAudioMetadata } from "music-metadata";
import { boundedLoudness, referenceLoudness, type Loudness } from "../../contract/rules/loudness.ts";
import type { LyricLine } from "../../contract/songs.ts";
import { readAudio } from "./audio-format/check-packets.ts";
import { boundFile } from "./bounded-file.ts";
import { lyricsOf } from "./lyrics.ts";
import { limitTags } from "./tag-limits.ts";

/** Gain, peak and lyrics come from the file's tags. */
export interface AudioFacts extends Loudness {
  lyrics: LyricLine[] | null;
  /** The MIME type for delivery. */
  mimeType: string;
  /** Cloudinary's `format`: a file extension without the dot. */
  format: string;
  /** Seconds. */
  duration: number;
}

/** Inspects the audio file at `path`. Throws UploadError with a sentence for refused content. */
export async function inspectAudio(path: string): Promise<AudioFacts> {
  const { mimeType, format, seconds } = readAudio(path);
  return { mimeType, format, duration: seconds, ...(await readTags(path)) };
}

/** Unreadable tags count as none. */
async function readTags(path: string): Promise<Loudness & Pick<AudioFacts, "lyrics">> {
  const { parseBlob } = await import("music-metadata");
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const options = { skipCovers: true, observer: limitTags() };
    const metadata = await parseBlob(boundFile(file, size), options);
    return { ...boundedLoudness(loudnessOf(metadata)), lyrics: lyricsOf(metadata) };
  } catch {
    return { gain: null, peak: null, lyrics: null };
  } finally {
    await file.close();
  }
}

function loudnessOf({ common, native }: IAudioMetadata): Loudness {
  return {
    gain: common.replaygain_track_gain?.dB ?? gainOfOpus(native) ?? null,
    peak: common.replaygain_track_peak?.ratio ?? null,
  };
}

/** Opus states dB to -23 LUFS, in whole steps of 1/256 (RFC 7845, 5.2.1). */
function gainOfOpus(native: IAudioMetadata["native"]): number | undefined {
  const steps = native["vorbis"]?.find(({ id }) => id.toUpperCase() === "R128_TRACK_GAIN")?.value;
  if (typeof steps !== "string" || !/^[+-]?\d+$/.test(steps.trim())) return undefined;
  return Number(steps) / 256 + (referenceLoudness + 23);
}
