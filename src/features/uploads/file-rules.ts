/** Rejects hopeless files before the upload (specification 8.7, 8.12, 10.1); the server checks the content. */
import { audioExtensions, imageExtensions } from "../../../contract/media.ts";
import { texts } from "../../texts/en.ts";

/** The server's defaults. */
const maxAudioBytes = 200_000_000;
const maxImageBytes = 10_000_000;

/** Audio types that no browser plays. */
const unplayable = /^audio\/(x-ms-wma|(x-)?aiff|(x-)?midi?|(x-)?mpegurl|x-scpls|vnd\.rn-realaudio)/;

type Facts = Pick<File, "name" | "size" | "type">;

const endsWith = (file: Facts, extensions: readonly string[]) =>
  extensions.some((extension) => file.name.toLowerCase().endsWith(extension));

/** Accepts by file extension or by type. */
export const looksLikeAudio = (file: Facts): boolean =>
  endsWith(file, audioExtensions) || (file.type.startsWith("audio/") && !unplayable.test(file.type));

/** The error to show; undefined if the file may be sent. */
export function audioProblem(file: Facts | null): string | undefined {
  if (file === null) return texts.uploads.audioRequired;
  if (!looksLikeAudio(file)) return texts.uploads.notAudio;
  if (file.size === 0) return texts.files.empty;
  return file.size > maxAudioBytes ? texts.files.tooLarge(maxAudioBytes / 1e6) : undefined;
}

export function coverProblem(file: Facts | null): string | undefined {
  if (file === null) return undefined;
  if (!endsWith(file, imageExtensions)) return texts.images.notImage;
  if (file.size === 0) return texts.files.empty;
  return file.size > maxImageBytes ? texts.files.tooLarge(maxImageBytes / 1e6) : undefined;
}

/** Detects a file that is chosen twice; browsers hide the path. */
export const isSameFile = (a: Facts, b: Facts) => a.name === b.name && a.size === b.size;
