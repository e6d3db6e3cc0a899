/** Uploads in the format of Cloudinary's unsigned upload, and their limits. */
import * as v from "valibot";
import { data, endpoint } from "./endpoint.ts";
import { Url } from "./common-schemas.ts";

/** The reply to an upload; `duration` and `is_audio` for audio, `width` and `height` for images. */
export const Upload = v.object({
  public_id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  secure_url: Url,
  url: Url,
  bytes: v.number(),
  format: v.string(),
  resource_type: v.picklist(["image", "video"]),
  original_filename: v.string(),
  created_at: v.string(),
  width: v.optional(v.number()),
  height: v.optional(v.number()),
  duration: v.optional(v.number()),
  is_audio: v.optional(v.boolean()),
});
export type Upload = v.InferOutput<typeof Upload>;

/**
 * Called before an upload to a target with `auth: "none"`. Returns form fields that tie the file to the caller; none
 * when files go to this server.
 */
export const announceUpload = endpoint("POST", "/uploads", {
  body: v.object({ kind: v.picklist(["image", "video"]) }),
  reply: data(v.object({ fields: v.record(v.string(), v.string()) })),
});

/** An error in Cloudinary's format, with a `code` of ours when the status is ambiguous. */
export const UploadError = v.object({
  error: v.object({ message: v.string(), code: v.optional(v.string()) }),
});

/**
 * Largest part of a file that is sent in parts: Cloudinary's format, with the headers X-Unique-Upload-Id and Content-Range
 * on each part. Small enough to be sent again on a bad line.
 */
export const uploadPartBytes = 6_000_000;

/** The reply to each part but the last, which is answered with `Upload`. */
export const UploadPart = v.object({ done: v.literal(false), bytes: v.number() });

/** Path of the embedded upload; Cloudinary's `video` includes audio. */
export const uploadPath = (kind: "image" | "video") => `/media/v1_1/offbeat/${kind}/upload`;

/** Stored widths of an image in pixels; the plain URL serves `defaultImageWidth`, `?w=` the others. */
export const imageWidths = [96, 320, 640] as const;
export const defaultImageWidth = 320;

/** Pixel limits of a picture, in total and per side: narrow pictures with many rows take the longest. */
export const maxPixels = 64_000_000;
export const maxSide = 16_384;

/** The file picker's filter. The server decides by content, not by name. */
export const audioExtensions = [
  ".mp3",
  ".m4a",
  ".m4b",
  ".mp4",
  ".mov",
  ".aac",
  ".flac",
  ".ogg",
  ".oga",
  ".opus",
  ".webm",
  ".wav",
] as const;
export const imageExtensions = [".jpg", ".jpeg", ".png"] as const;
