/** Reads the tags and cover of an audio file; the parser is a chunk of its own. */
import type { IPicture } from "music-metadata";
import { fieldsOfTags, type FoundFields } from "./fields-of-tags.ts";

export interface ReadTags {
  fields: FoundFields;
  /** The embedded picture, if the server accepts its type. */
  cover: File | null;
}

/** Never rejects: without readable tags the file name is used. */
export async function readTags(file: File): Promise<ReadTags> {
  try {
    const { parseBlob } = await import("music-metadata");
    // Tags are at the ends of the file, so the rest is skipped.
    const { common } = await parseBlob(file, { duration: false, skipPostHeaders: false });
    return { fields: fieldsOfTags(common, file.name), cover: coverOf(common.picture) };
  } catch (error) {
    // The server decides whether it is audio.
    console.info(`The tags of ${file.name} could not be read`, error);
    return { fields: fieldsOfTags({}, file.name), cover: null };
  }
}

/** The front cover, else the first accepted picture (specification 8.12). */
function coverOf(pictures: readonly IPicture[] | undefined): File | null {
  const usable = (pictures ?? []).filter(({ data }) => typeOf(data) !== undefined);
  const picture = usable.find(({ type }) => type === "Cover (front)") ?? usable[0];
  const type = picture && typeOf(picture.data);
  if (picture === undefined || type === undefined) return null;
  // Copied, because the parser returns a view of a larger buffer.
  return new File([new Uint8Array(picture.data)], `cover.${type === "image/png" ? "png" : "jpg"}`, {
    type,
  });
}

/** Detects the type by the first bytes, because tags often have a wrong one or none. */
function typeOf(data: Uint8Array): "image/jpeg" | "image/png" | undefined {
  if (data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff) return "image/jpeg";
  if (data[0] === 0x89 && data[1] === 0x50 && data[2] === 0x4e && data[3] === 0x47) return "image/png";
  return undefined;
}
