/** Finds the own song that was made from the same file. */
import { type Song, songsOfUser } from "../../../contract/songs.ts";
import type { Api } from "../../api/api-client.ts";

/** What a file is compared with. */
export type OwnFile = Pick<Song, "_id" | "title" | "bytes" | "sha256">;

/** The key of the query with all own files. */
export const ownFilesKey = (uid: string) => ["own-files", uid] as const;

/** All songs of a user, page by page. Throws ApiError. */
export async function fetchOwnFiles(api: Api, uid: string): Promise<OwnFile[]> {
  const files: OwnFile[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: 500, ...(cursor && { cursor }) };
    const { data, next } = await api.call(songsOfUser, { params: { id: uid }, query });
    for (const { _id, title, bytes, sha256 } of data) files.push({ _id, title, bytes, sha256 });
    cursor = next;
  } while (cursor !== null);
  return files;
}

/**
 * The title of the own song with the same content. Only a file of the same size is hashed, one at a time; without the list
 * nothing is found, because a duplicate is asked about and never refused.
 */
export function createDuplicateFinder(
  ownFiles: () => Promise<readonly OwnFile[]>,
  hash: (file: File) => Promise<string | undefined>,
): (file: File) => Promise<string | undefined> {
  let last: Promise<unknown> = Promise.resolve();

  async function find(file: File): Promise<string | undefined> {
    const sameSize = (await ownFiles()).filter(({ bytes, sha256 }) => bytes === file.size && sha256 !== null);
    if (sameSize.length === 0) return undefined;
    const sha256 = await hash(file);
    return sameSize.find((own) => own.sha256 === sha256)?.title;
  }

  return (file) => {
    const result = last
      .then(() => find(file))
      .catch((error: unknown) => {
        console.info("The own songs could not be compared with a file", error);
        return undefined;
      });
    last = result;
    return result;
  };
}
