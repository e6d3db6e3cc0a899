/** Rejects hopeless files before the upload (specification 8.7, 10.1); the server checks the content. */
import { audioExtensions } from "../../../contract/media.ts";
import { texts } from "../../texts/texts.ts";

/** Audio types that no browser plays. */
const unplayable = /^audio\/(x-ms-wma|(x-)?aiff|(x-)?midi?|(x-)?mpegurl|x-scpls|vnd\.rn-realaudio)/;

/** The server's limits in bytes; undefined while unknown. */
export interface UploadLimits {
  audio: number | undefined;
  cover: number | undefined;
}

type Facts = Pick<File, "name" | "size" | "type">;

const endsWith = (file: Facts, extensions: readonly string[]) =>
  extensions.some((extension) => file.name.toLowerCase().endsWith(extension));

/** Accepts by file extension or by type. */
export const looksLikeAudio = (file: Facts): boolean =>
  endsWith(file, audioExtensions) || (file.type.startsWith("audio/") && !unplayable.test(file.type));

/** The error to show; undefined if the file may be sent. `maxBytes` is the server's limit, undefined while unknown. */
export function audioProblem(file: Facts | null, maxBytes: number | undefined): string | undefined {
  if (file === null) return texts.uploads.audioRequired;
  if (!looksLikeAudio(file)) return texts.uploads.notAudio;
  if (file.size === 0) return texts.files.empty;
  return maxBytes !== undefined && file.size > maxBytes ? texts.files.tooLarge(maxBytes) : undefined;
}

/** Tells a file that is chosen twice: the same for both. Browsers hide the path. */
export const markOf = ({ name, size }: Facts) => `${size} ${name}`;
