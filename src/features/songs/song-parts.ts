/** Fetches the songs of a list by id, in parts of one request each. */
import * as v from "valibot";
import { idsPerRequest } from "../../../contract/rules/limits.ts";
import { weakMemoize } from "../../../contract/rules/weak-memoize.ts";
import { Song, songsByIds } from "../../../contract/songs.ts";
import { Id } from "../../../contract/common-schemas.ts";
import type { Api } from "../../api/api-client.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import { songsOfListKey } from "../../sync/query-keys.ts";
import type { Account } from "../../sync/account-session.ts";
import type { Range } from "../lists/row-window.ts";

/** `asked` distinguishes a song that is gone (requested, not returned) from one that was never requested. */
export const SongsById = v.object({ asked: v.array(Id), songs: v.array(Song) });
export type SongsById = v.InferOutput<typeof SongsById>;

/** A part has at least so many songs, and about as many more. */
const leastPerPart = 24;

/** The name of a list's first part, which stays when songs join before it. */
export const firstPart = "first";

export interface Part {
  /** Part of the query key: the id that it begins with, or `firstPart`. */
  name: string;
  /** The index of its first id in the list. */
  first: number;
  ids: string[];
}

/**
 * Cuts a list into parts where the ids themselves say so: at an id whose random digits are divisible. A song that joins,
 * leaves or moves changes the parts around it, and no other.
 */
export const partsOf = weakMemoize((ids: readonly string[]): readonly Part[] => {
  const parts: Part[] = [];
  let part: Part | undefined;
  for (const [index, id] of ids.entries()) {
    const length = part?.ids.length ?? 0;
    const isCut = length >= leastPerPart && parseInt(id.slice(-6), 16) % leastPerPart === 0;
    if (part === undefined || isCut || length === idsPerRequest) {
      part = { name: part === undefined ? firstPart : id, first: index, ids: [] };
      parts.push(part);
    }
    part.ids.push(id);
  }
  return parts;
});

/** The parts with rows of a range. */
export const partsWithin = (parts: readonly Part[], { first, end }: Range): Part[] =>
  parts.filter((part) => part.first < end && part.first + part.ids.length > first);

export const songsByIdQuery = (api: Api, { db, uid }: Account, list: string, part: Part) =>
  persistedQuery({
    db,
    key: [...songsOfListKey(uid, list), part.name],
    schema: SongsById,
    isPart: true,
    request: async (signal) => ({
      asked: part.ids,
      songs: await fetchSongs(api, part.ids, signal),
    }),
  });

/** Returns songs in the order of `ids`, without those that the user may not see. Throws ApiError. */
export async function fetchSongs(api: Api, ids: readonly string[], signal?: AbortSignal): Promise<Song[]> {
  const songs: Song[] = [];
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const answer = await api.call(songsByIds, {
      query: { ids: ids.slice(start, start + idsPerRequest) },
      signal,
    });
    songs.push(...answer.data);
  }
  return songs;
}

/** By id. */
export const songsOf = (answers: readonly (SongsById | undefined)[]): Map<string, Song> =>
  new Map(answers.flatMap((answer) => answer?.songs ?? []).map((song) => [song._id, song]));
