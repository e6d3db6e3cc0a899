/** Uploads as Cloudinary's unsigned upload answers them, and what we accept (specification 15). */
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
 * Asked before an upload whose target has `auth: "none"`: what to add to the form, so that the file is known as this
 * caller's. Empty where the files come to this server.
 */
export const announceUpload = endpoint("POST", "/uploads", {
  body: v.object({ kind: v.picklist(["image", "video"]) }),
  reply: data(v.object({ fields: v.record(v.string(), v.string()) })),
});

/** Cloudinary's shape of a refusal; a `code` of ours beside it where the status alone does not tell. */
export const UploadError = v.object({
  error: v.object({ message: v.string(), code: v.optional(v.string()) }),
});

/** Path of the embedded upload below the server's origin; `video` is Cloudinary's word for audio too. */
export const uploadPath = (kind: "image" | "video") => `/media/v1_1/offbeat/${kind}/upload`;

/** Fields of the multipart form, in any order. */
export const uploadFields = ["file", "upload_preset", "resource_type", "cloud_name"] as const;

/** Widths in pixels that an image is kept in; the bare url serves `defaultImageWidth`, `?w=` the others. */
export const imageWidths = [96, 320, 640] as const;
export const defaultImageWidth = 320;

/** What a picture may have of pixels, in all and on a side: thin ones of many rows take the longest. */
export const pixelsAtMost = 64_000_000;
export const sideAtMost = 16_384;

/** What a file picker offers. The content decides, not the name. */
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
