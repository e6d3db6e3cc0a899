/** Reads a playlist's songs; adds and removes songs. */
import { hashKey, useQuery } from "@tanstack/react-query";
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Account } from "../../sync/account-session.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { createQueryStore } from "../../db/query-store.ts";
import { listKey } from "../../sync/query-keys.ts";
import { type IdList, idListQuery, shownIds, StoredIds, useIdList } from "../lists/id-list.ts";
import { readLeastPrivate } from "../songs/device-songs.ts";
import { joinSongs } from "../songs/song-snapshot.ts";
import { openedEveryMs } from "./playlist-queries.ts";
import { useIsCreated } from "./use-is-created.ts";
import { type ChangedPlaylist, songChange } from "./playlist-song-change.ts";

/** The ids of the songs that the user may see, in the playlist's order. Its owner may change them any time. */
export function usePlaylistSongIds(playlistId: string): IdList {
  const { api } = useApp();
  const list = songsOfPlaylist(playlistId);
  const exists = useIsCreated(playlistId);
  // The same query: who opens the playlist asks for the songs of now, not for those of half a minute ago.
  useQuery({
    ...idListQuery(api, useAccount(), list),
    staleTime: 0,
    refetchInterval: openedEveryMs,
    enabled: exists,
    notifyOnChangeProps: [],
  });
  return useIdList(list, exists);
}

/** Resolves when the change is stored; every screen then shows it. */
export async function setInPlaylist(
  account: Account,
  playlist: ChangedPlaylist,
  song: SongSnapshot,
  added: boolean,
): Promise<void> {
  const { operation, snapshot } = songChange(playlist, song, added);
  const wasIn = added && (await isKnownIn(account, playlist._id, song._id));
  return account.change(wasIn ? { ...operation, wasIn } : operation, snapshot);
}

/** Whether the songs of the playlist, as this device knows them, have this one. Never rejects. */
export const isKnownIn = async (account: Account, playlistId: string, songId: string): Promise<boolean> =>
  (await knownIds(account, playlistId)).includes(songId);

async function knownIds({ db, uid, outbox }: Account, playlistId: string): Promise<string[]> {
  const list = songsOfPlaylist(playlistId);
  const stored = await createQueryStore<string[]>(db, StoredIds).read(hashKey(listKey(list, uid)));
  return shownIds(list, stored?.data, outbox.get()) ?? [];
}

/** The titles of its private songs, as far as this device knows its songs (specification 5.5). */
export async function knownPrivateSongs(account: Account, playlistId: string): Promise<string[]> {
  const { db, outbox, downloads } = account;
  const ids = await knownIds(account, playlistId);
  const songs = joinSongs(ids, await readLeastPrivate(db), outbox.get(), downloads.get());
  return ids.flatMap((id) => songs.get(id) ?? []).flatMap((song) => (song.private ? [song.title] : []));
}
