/** The user's own and followed playlists. */
import type { Account } from "../../sync/account-session.ts";
import { useIdList } from "../lists/id-list.ts";

/** In the user's order. */
export const useOwnPlaylistIds = () => useIdList("own-playlists");

/** Newest follow first. */
export const useFollowedPlaylistIds = () => useIdList("followed-playlists");

/** Resolves when the change is stored; every screen then shows it. */
export const setPlaylistFollowed = (
  account: Account,
  { _id, title }: { _id: string; title: string },
  followed: boolean,
): Promise<void> => account.change({ kind: "follow-playlist", playlistId: _id, followed }, { playlistTitle: title });
