/** What counts as audio, judged by content alone (specification 15.5, 15.6). Nothing here starts a process. */
import { open, type FileHandle } from "node:fs/promises";
import type { IFormat } from "music-metadata";
import { boundFile } from "./bounded-file.ts";
import { refusals } from "./refusal.ts";

export interface AudioFacts {
  /** The fixed type the file is served with. */
  mimeType: string;
  /** Cloudinary's `format`: a file extension without the dot. */
  format: string;
  /** Seconds. */
  duration: number;
  /** ReplayGain track gain in dB, if the file is tagged with it. */
  gain: number | null;
}

interface Kind {
  /** What file-type calls it. */
  found: readonly string[];
  container: RegExp;
  codec: RegExp;
  mimeType: string;
  format: string;
}

/** Type, container and codec must agree in one row. */
const kinds: readonly Kind[] = [
  {
    found: ["audio/mpeg"],
    container: /^MPEG$/,
    codec: /^MPEG (1|2|2\.5) Layer 3$/,
    mimeType: "audio/mpeg",
    format: "mp3",
  },
  {
    found: ["audio/aac"],
    container: /^ADTS\/MPEG-[24]$/,
    codec: /^AAC/,
    mimeType: "audio/aac",
    format: "aac",
  },
  {
    found: ["audio/x-m4a", "audio/mp4", "audio/x-m4b", "video/mp4"],
    container: /./,
    codec: /^MPEG-4\/AAC$/,
    mimeType: "audio/mp4",
    format: "m4a",
  },
  {
    found: ["audio/flac", "audio/x-flac"],
    container: /^FLAC$/,
    codec: /^FLAC$/,
    mimeType: "audio/flac",
    format: "flac",
  },
  {
    found: ["audio/ogg"],
    container: /^Ogg$/,
    codec: /^Vorbis/,
    mimeType: "audio/ogg",
    format: "ogg",
  },
  {
    found: ["audio/ogg", "audio/ogg; codecs=opus"],
    container: /^Ogg$/,
    codec: /^Opus$/,
    mimeType: "audio/ogg; codecs=opus",
    format: "opus",
  },
  {
    found: ["video/webm", "audio/webm"],
    container: /^EBML\/webm$/,
    codec: /^OPUS$/,
    mimeType: "audio/webm; codecs=opus",
    format: "webm",
  },
  {
    // 65534 is the extensible header, which 24 bits and more than two channels are written with.
    found: ["audio/wav", "audio/vnd.wave", "audio/x-wav"],
    container: /^WAVE$/,
    codec: /^(PCM|IEEE_FLOAT|non-PCM \(65534\))$/,
    mimeType: "audio/wav",
    format: "wav",
  },
];

/** Formats that people do try, by what file-type or the codec calls them. */
const unplayable: readonly (readonly [RegExp, string])[] = [
  [/ALAC/, "Apple Lossless (ALAC)"],
  [/aiff/, "AIFF"],
  [/x-ms-asf|Windows Media/, "Windows Media (WMA)"],
  [/AC-3|dolby/i, "Dolby Digital (AC-3)"],
  [/x-ape|Monkey/i, "Monkey's Audio (APE)"],
  [/wavpack/i, "WavPack"],
  [/musepack/i, "Musepack"],
  [/dsf|dsdiff|DSD/i, "DSD"],
  [/midi/, "MIDI"],
];

const leastSeconds = 1;
/** Even silence in the tightest format needs more than this; a claimed length beyond it is no length. */
const leastBytesPerSecond = 50;

/** Facts of the audio file at `path`. Throws UploadRefusal with a sentence for whatever is not accepted. */
export async function inspectAudio(path: string): Promise<AudioFacts> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) throw refusals.empty();
    return await inspect(file, size);
  } finally {
    await file.close();
  }
}

async function inspect(file: FileHandle, size: number): Promise<AudioFacts> {
  const found = await findType(boundFile(file, size));
  if (found === undefined)
    throw (await isPlaylist(file)) ? refusals.playlist() : refusals.noAudio();
  const candidates = kinds.filter((kind) => kind.found.includes(found));
  if (candidates.length === 0) throw refuseType(found);
  const { format, gain } = await parse(boundFile(file, size));
  if (format.hasVideo) throw refusals.video();
  const { container = "", codec = "", duration = 0 } = format;
  const kind = candidates.find((row) => row.container.test(container) && row.codec.test(codec));
  if (!kind) throw refuseCodec(codec);
  if (!Number.isFinite(duration) || duration <= 0 || duration > size / leastBytesPerSecond)
    throw refusals.broken();
  if (duration < leastSeconds) throw refusals.short();
  return { mimeType: kind.mimeType, format: kind.format, duration, gain };
}

/** Undefined for what has no known signature, or a broken one. */
async function findType(file: Blob): Promise<string | undefined> {
  // Both parsers are loaded for the first song that arrives, not at every start.
  const { fileTypeFromBlob } = await import("file-type");
  try {
    return (await fileTypeFromBlob(file, { mpegOffsetTolerance: 10 }))?.mime;
  } catch {
    // Whatever the parser trips over in a foreign file, the file is at fault.
    return undefined;
  }
}

async function parse(file: Blob): Promise<{ format: IFormat; gain: number | null }> {
  const { parseBlob } = await import("music-metadata");
  try {
    // Without `duration`, ogg and opus have none and mp3 without an index only an estimate.
    const { format, common } = await parseBlob(file, { duration: true, skipCovers: true });
    const gain = common.replaygain_track_gain?.dB;
    return { format, gain: gain !== undefined && Number.isFinite(gain) ? gain : null };
  } catch {
    // Whatever the parser trips over in a foreign file, the file is at fault.
    throw refusals.broken();
  }
}

const nameOf = (text: string) => unplayable.find(([pattern]) => pattern.test(text))?.[1];

function refuseType(mime: string) {
  const name = nameOf(mime);
  if (name !== undefined) return refusals.format(name);
  return mime.startsWith("video/") ? refusals.video() : refusals.noAudio();
}

function refuseCodec(codec: string) {
  // A file that parsed and names no codec broke off before it.
  if (codec === "") return refusals.broken();
  return refusals.format(
    nameOf(codec) ?? `this kind of sound (${codec.replace(/[^\w .()/-]/g, "").slice(0, 40)})`,
  );
}

async function isPlaylist(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
  const start = buffer
    .toString("latin1", 0, bytesRead)
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  return /^(#EXTM3U|\[playlist\]|<\?xml[^>]*>\s*<playlist|<asx|<\?wpl)/i.test(start);
}
