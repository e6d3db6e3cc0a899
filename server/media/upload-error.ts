/** Errors of uploads, sent in Cloudinary's format: `{ error: { message } }` and the header X-Cld-Error. */
import type { ProblemCode } from "../../contract/problems.ts";

/** `message` tells the uploader what is wrong and what to do. */
export class UploadError extends Error {
  readonly status: number;
  /** For programs, when the status is ambiguous. */
  readonly code: ProblemCode | undefined;
  constructor(status: number, message: string, { code, cause }: { code?: ProblemCode; cause?: Error } = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }
}

const accepted = "Use MP3, M4A, AAC, FLAC, OGG, Opus, WebM or WAV";

/** One error per reason to refuse an upload. */
export const uploadErrors = {
  cloud: () => new UploadError(404, "Nothing can be uploaded to this address. Reload the page and try again"),
  preset: () => new UploadError(400, "The upload preset is not known here. Reload the page and try again"),
  form: () => new UploadError(400, "The upload could not be read. Try again"),
  missing: () => new UploadError(400, "No file arrived. Choose a file and try again"),
  /** The parts before this one; the client sends them again. */
  partsGone: () =>
    new UploadError(409, "The first part of this file is no longer here. Send it again", { code: "upload-not-found" }),
  empty: () => new UploadError(400, "The file is empty. Choose another one"),
  video: () => new UploadError(415, `This is a video. Upload the sound alone. ${accepted}`),
  playlist: () => new UploadError(415, "This is a playlist and holds no sound. Upload the songs themselves"),
  format: (name: string) => new UploadError(415, `This is ${name}, which not every browser plays. ${accepted}`),
  noAudio: () => new UploadError(415, `This is no sound file that browsers can play. ${accepted}`),
  broken: () => new UploadError(415, "The file is damaged or cut off. Save it again and upload the new one"),
  /** No packet decodes. */
  noSound: () => new UploadError(415, "There is no sound in this file. Choose another one"),
  /** The header declares more than the file contains. */
  cutOff: () => new UploadError(415, "The file is cut off before its end. Copy or save it again"),
  /** The header still declares a length of zero. */
  unfinished: () =>
    new UploadError(415, "The recording was never finished. Open it in a sound program and save it again"),
  junk: () =>
    new UploadError(
      415,
      "Other data stands before the sound, which not every browser skips. Open it in a sound program and save it again",
    ),
  changes: () =>
    new UploadError(
      415,
      "The file changes its channels or sample rate on the way, which not every browser plays. Save it again as one piece",
    ),
  several: () =>
    new UploadError(
      415,
      "There are several recordings in this file, and not every browser plays them all. Upload each on its own",
    ),
  short: () => new UploadError(415, "The file lasts less than a second. Choose a longer one"),
  image: () => new UploadError(415, "This is no image we can use. Choose a JPEG or PNG file"),
  pixels: () => new UploadError(415, "The image has too many pixels. Choose one of at most 64 megapixels"),
  sides: () =>
    new UploadError(415, "The image is too long or too wide. Choose one of at most 16,384 pixels on each side"),
  memory: () =>
    new UploadError(
      415,
      "The image takes too much memory to open. Save it smaller, or without progressive or interlaced loading",
    ),
  unchecked: (cause: Error) =>
    new UploadError(
      422,
      "The file took too much work to check. Save it again, with fewer tags and a smaller cover, and upload the new one",
      { code: "unreadable-file", cause },
    ),
  tooLarge: (limit: number) =>
    new UploadError(
      413,
      `The file is too large. The limit is ${limit < 1e6 ? `${Math.floor(limit / 1e3)} kB` : `${Math.floor(limit / 1e6)} MB`}`,
    ),
  diskFull: () => new UploadError(507, "There is no room left on the server. Tell its operator and try again later"),
} as const;
