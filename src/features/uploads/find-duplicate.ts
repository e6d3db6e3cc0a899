/** Finds the own song that was made from the same file, and the same file chosen twice. */
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

/** What has the content of a file. */
export interface Duplicates {
  /** The title of an own song. */
  title?: string | undefined;
  /** Another file. */
  twin?: File | undefined;
}

/**
 * Finds the own song and the file of `others` with the same content. Only files of the same size are hashed, one at a
 * time; without the list no song is found, because a duplicate is asked about and never refused.
 */
export function createDuplicateFinder(
  ownFiles: () => Promise<readonly OwnFile[]>,
  hash: (file: File) => Promise<string | undefined>,
): (file: File, others: readonly File[]) => Promise<Duplicates> {
  const hashes = new WeakMap<File, Promise<string | undefined>>();
  /** Each is read once, or many files of one size would take minutes. */
  const samples = new WeakMap<File, Promise<string>>();
  let last: Promise<unknown> = Promise.resolve();

  function hashOf(file: File): Promise<string | undefined> {
    const known = hashes.get(file);
    if (known) return known;
    const result = last.then(() => hash(file));
    hashes.set(file, result);
    last = result.catch(() => {});
    return result;
  }

  function sampleOf(file: File): Promise<string> {
    const known = samples.get(file);
    if (known) return known;
    const sample = readSample(file);
    samples.set(file, sample);
    // It may be read the next time.
    sample.catch(() => samples.delete(file));
    return sample;
  }

  async function findSong(file: File): Promise<string | undefined> {
    const sameSize = (await ownFiles()).filter(({ bytes, sha256 }) => bytes === file.size && sha256 !== null);
    if (sameSize.length === 0) return undefined;
    const sha256 = await hashOf(file);
    return sameSize.find((own) => own.sha256 === sha256)?.title;
  }

  async function findTwin(file: File, others: readonly File[]): Promise<File | undefined> {
    for (const other of others) {
      // Songs of an album may well have one size.
      if (other.size !== file.size || (await sampleOf(file)) !== (await sampleOf(other))) continue;
      const [one, two] = [await hashOf(file), await hashOf(other)];
      if (one !== undefined && one === two) return other;
    }
    return undefined;
  }

  const orNothing = <T>(found: Promise<T>) =>
    found.catch((error: unknown) => {
      console.info("A file could not be compared", error);
      return undefined;
    });

  return async (file, others) => {
    const [title, twin] = await Promise.all([orNothing(findSong(file)), orNothing(findTwin(file, others))]);
    return { title, twin };
  };
}

/** Bytes of each part of a sample. */
const sampledBytes = 1024;

/** A cheap look before a file is hashed. The beginning tells songs with the same sound and other tags apart. */
function readSample(file: File): Promise<string> {
  const starts = [0, Math.floor(file.size / 2), Math.max(0, file.size - sampledBytes)];
  return new Blob(starts.map((start) => file.slice(start, start + sampledBytes))).text();
}
