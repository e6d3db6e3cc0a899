/** Like and unlike: written on the device, shown at once, sent when there is a network (specification 4, 17). */
import { useMemo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Account } from "../../sync/account-session.ts";
import { useFavourites } from "./favourites.ts";
import { snapshotOf } from "./song-snapshot.ts";

/** Resolves when the change is on the device; from then on every screen shows it. */
export const setLiked = (account: Account, song: SongSnapshot, liked: boolean): Promise<void> =>
  account.change({ kind: "like", songId: song._id, liked }, snapshotOf(song));

/** The liked songs' ids, for the hearts of a list. */
export function useLiked(): ReadonlySet<string> {
  const { ids } = useFavourites();
  return useMemo(() => new Set(ids), [ids]);
}
