/** Likes and unlikes songs: stored on the device, shown at once, sent when there is a network. */
import { useMemo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Account } from "../../sync/account-session.ts";
import { useFavourites } from "./favourites.ts";
import { snapshotOf } from "./song-snapshot.ts";

/** Resolves when the change is stored; every screen then shows it. */
export const setLiked = (account: Account, song: SongSnapshot, liked: boolean): Promise<void> =>
  account.change({ kind: "like", songId: song._id, liked }, snapshotOf(song));

/** The ids of the liked songs. */
export function useLiked(): ReadonlySet<string> {
  const { ids } = useFavourites();
  return useMemo(() => new Set(ids), [ids]);
}
