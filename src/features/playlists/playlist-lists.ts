/** The user's own playlists and those they follow (specification 5.2, 5.9, 5.14). */
import type { Account } from "../../sync/account-session.ts";
import { useIdList } from "../lists/id-list.ts";

/** In the user's order. */
export const useOwnPlaylistIds = () => useIdList("own-playlists");

/** The newest follow first. */
export const useFollowedPlaylistIds = () => useIdList("followed-playlists");

/** Resolves when it is on the device; from then on every screen shows it. */
export const setPlaylistFollowed = (
  account: Account,
  { _id, title }: { _id: string; title: string },
  followed: boolean,
): Promise<void> => account.change({ kind: "follow-playlist", playlistId: _id, followed }, { playlistTitle: title });
