/** Creates playlists on this device, under an id of its own; the server hears of them later (specification 5.15). */
import { uuidv7 } from "uuidv7";
import * as v from "valibot";
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { PlaylistForm } from "../../../contract/rules/validation.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { createQueryStore } from "../../db/query-store.ts";
import { type VersionedResult, versioned } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { listKey } from "../../sync/query-keys.ts";
import { songChange } from "./playlist-song-change.ts";

interface NewPlaylist {
  form: PlaylistForm;
  /** The owner's full name. */
  ownerName: string;
  /** Go into it, in this order. */
  songs?: readonly SongSnapshot[];
}

/**
 * Resolves with its id when it is stored; every screen then shows it.
 * @param onSongs takes the list of its songs, which is empty, for the query cache
 */
export async function createPlaylist(
  account: Pick<Account, "db" | "uid" | "changeAll">,
  { form, ownerName, songs = [] }: NewPlaylist,
  onSongs: (key: readonly unknown[], songs: VersionedResult<string[]>) => void,
): Promise<string> {
  const playlistId = uuidv7();
  const key = listKey(songsOfPlaylist(playlistId), account.uid);
  onSongs(key, await storeEmptyList(account.db, key));
  const { title, description, genre = null, playlistImage = null } = form;
  const playlist: PlaylistSnapshot = {
    _id: playlistId,
    title,
    description,
    genre,
    playlistImage,
    ownerName,
    private: form.private,
    songCount: 0,
    owner: account.uid,
  };
  const created = {
    operation: { kind: "create-playlist", playlistId, playlist: form },
    snapshot: { playlistTitle: title, playlist },
  } as const;
  await account.changeAll([created, ...songs.map((song) => songChange(playlist, song, true))]);
  return playlistId;
}

/**
 * Nobody but this device knows of the playlist: that it has no songs is the answer that the server would give, and what
 * is queued for it shows on top.
 */
async function storeEmptyList(db: AccountDatabase, key: readonly unknown[]): Promise<VersionedResult<string[]>> {
  const songs = await versioned(db, async (): Promise<string[]> => []);
  await createQueryStore<string[]>(db, v.array(v.string())).write(JSON.stringify(key), songs);
  return songs;
}
