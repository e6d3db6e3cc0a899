/** Asset ids and file names, which the server generates and an uploader never chooses (specification 15.8). */
import { randomBytes } from "node:crypto";
import { imageWidths } from "../../contract/media.ts";
import type { AssetKind } from "./asset-rows.ts";

/** 128 random bits in base64url, 22 characters. */
export const makeAssetId = () => randomBytes(16).toString("base64url");

export const isAssetId = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text);

/** The URL of an asset, relative to the API's origin. */
export const mediaUrl = (assetId: string) => `/media/${assetId}`;

export const imageUrl = (assetId: string | null) => (assetId === null ? null : mediaUrl(assetId));

/** File name of an audio asset, and of one width of an image. */
export const audioFile = (assetId: string) => `${assetId}.audio`;
export const imageFile = (assetId: string, width: number) => `${assetId}.${width}.webp`;

/** The names of all files of an asset. */
export const filesOf = (id: string, kind: AssetKind): string[] =>
  kind === "audio" ? [audioFile(id)] : imageWidths.map((width) => imageFile(id, width));

export const idOfFile = (name: string) => name.slice(0, 22);

/** Accepts an id, a dot, letters and digits. No other name reaches the file system. */
export const isFileName = (name: string) => /^[A-Za-z0-9_-]{22}(\.[a-z0-9]{1,8}){1,2}$/.test(name);

/**
 * Cleans an uploader's file name for the reply (Cloudinary's `original_filename`): removes folders, extension and
 * control characters and cuts it to 200 characters; "file" when nothing is left.
 */
export function shownName(filename: string | undefined): string {
  const base = (filename ?? "").split(/[/\\]/).at(-1) ?? "";
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  const clean = base.replace(/[\u0000-\u001f\u007f-\u009f]/g, "").replace(/\.[^.]{1,8}$/, "");
  return [...clean].slice(0, 200).join("").trim() || "file";
}
