/** Reads the tags and the cover of an audio file in the browser; the parser is a chunk of its own. */
import type { IAudioMetadata, IPicture } from "music-metadata";
import { fieldsOfTags, type FoundFields } from "./fields-of-tags.ts";

export interface ReadTags {
  fields: FoundFields;
  /** The embedded picture, if it is one that the server takes. */
  cover: File | null;
}

/** Never rejects: a file without readable tags still has a name. */
export async function readTags(file: File): Promise<ReadTags> {
  const metadata = await parse(file);
  return {
    fields: fieldsOfTags(metadata?.common ?? {}, file.name),
    cover: coverOf(metadata?.common.picture),
  };
}

async function parse(file: File): Promise<IAudioMetadata | undefined> {
  try {
    const { parseBlob } = await import("music-metadata");
    // Without a way through the whole file: tags stand at its ends.
    return await parseBlob(file, { duration: false, skipPostHeaders: false });
  } catch (error) {
    // Whether it is audio at all is for the server to say.
    console.info(`The tags of ${file.name} could not be read`, error);
    return undefined;
  }
}

/** The front cover, else the first picture that can be sent (specification 8.12). */
function coverOf(pictures: readonly IPicture[] | undefined): File | null {
  const usable = (pictures ?? []).filter(({ data }) => typeOf(data) !== undefined);
  const picture = usable.find(({ type }) => type === "Cover (front)") ?? usable[0];
  const type = picture && typeOf(picture.data);
  if (picture === undefined || type === undefined) return null;
  // A copy: what the parser hands out is a part of a larger buffer.
  return new File([new Uint8Array(picture.data)], `cover.${type === "image/png" ? "png" : "jpg"}`, {
    type,
  });
}

/** By the first bytes: tags often name the wrong type, or none. */
function typeOf(data: Uint8Array): "image/jpeg" | "image/png" | undefined {
  if (data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff) return "image/jpeg";
  if (data[0] === 0x89 && data[1] === 0x50 && data[2] === 0x4e && data[3] === 0x47) return "image/png";
  return undefined;
}
