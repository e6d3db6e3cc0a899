/** Edits and deletes songs of one's own: on the server first, then in everything that this device shows. */
import { editSong, putDeleteSong, type Song, type SongSnapshot } from "../../../contract/songs.ts";
import type { SongForm } from "../../../contract/rules/validation.ts";
import type { App } from "../../app/app-context.ts";
import { removeCached, replaceCached } from "../../app/cached-items.ts";
import { ApiError } from "../../api/api-error.ts";
import type { Account } from "../../sync/account-session.ts";
import { libraryKeys, listKey, playlistSongsKey, playlistsKey } from "../../sync/query-keys.ts";
import { songKey } from "./edited-songs.ts";
import { reportGone } from "./gone-songs.ts";
import { announceRemoval, announceSong } from "./song-statistics.ts";

type Deps = Pick<App, "api" | "queryClient">;
type Refetching = Pick<Account, "uid" | "refetch">;

interface SongEdit {
  /** Only what the user changed, so that an edit from another device is not undone. */
  songData: Partial<SongForm>;
  /** Undefined: the cover stays. */
  image: string | null | undefined;
  /** The user knows that the song leaves public playlists. */
  confirmed: boolean;
}

/** Throws ApiError. */
export async function saveSong(
  { api, queryClient }: Deps,
  account: Refetching,
  before: SongSnapshot,
  { songData, image, confirmed }: SongEdit,
): Promise<void> {
  const body = { songData, confirmed, ...(image !== undefined && { image }) };
  const song: Song = (await api.call(editSong, { params: { id: before._id }, body })).data;
  if (song.private && !before.private) announceRemoval(api, song._id);
  if (!song.private && (before.private || song.genre !== before.genre)) announceSong(api, song);
  const isElsewhere = song.private !== before.private || song.genre !== before.genre;
  await account.refetch([
    ...replaceCached(queryClient, song),
    songKey(account.uid, song._id),
    ...(isElsewhere ? keysOfLists(account.uid) : []),
  ]);
}

/**
 * Returns false if it was deleted already.
 * @param key Idempotency-Key, the same for every attempt. Throws ApiError
 */
export async function removeSong(
  { api }: Pick<Deps, "api">,
  { uid }: Pick<Account, "uid">,
  songId: string,
  key: string,
): Promise<boolean> {
  try {
    await api.call(putDeleteSong, { params: { id: songId }, body: { userId: uid }, key });
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
  announceRemoval(api, songId);
  return true;
}

/** Takes a song that no longer exists out of everything that this device shows. */
export function forgetSong(app: Pick<Deps, "queryClient">, account: Refetching, songId: string): Promise<void> {
  reportGone(app, [songId]);
  return account.refetch([
    ...removeCached(app.queryClient, songId),
    listKey("own-songs", account.uid),
    songKey(account.uid, songId),
    ...keysOfLists(account.uid),
  ]);
}

/** Of what a song joins or leaves as it is published, hidden or deleted: rankings, search, playlists and their numbers. */
const keysOfLists = (uid: string) => [...libraryKeys(uid), playlistsKey(uid), playlistSongsKey(uid)];

/** The server has no such song any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.isNotFound;
