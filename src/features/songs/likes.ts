/** Likes: made here, stored on the device, shown at once and sent when there is a network; read and listed here. */
import type { SongSnapshot } from "../../../contract/songs.ts";
import { weakMemoize } from "../../../contract/rules/weak-memoize.ts";
import { texts } from "../../texts/texts.ts";
import type { Account } from "../../sync/account-session.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useIdList } from "../lists/id-list.ts";
import { notePlace } from "../lists/reorder.ts";
import { snapshotOf } from "./song-snapshot.ts";

/** The liked songs in the user's order (specification 4.8). */
export const useFavourites = () => useIdList("favourites");

/** The ids of the liked songs. */
export const useLiked = (): ReadonlySet<string> => setOf(useFavourites().ids ?? nothing);

const nothing: readonly string[] = [];
/** One set for every list that shows hearts. */
const setOf = weakMemoize((ids: readonly string[]): ReadonlySet<string> => new Set(ids));

/** Likes or unlikes a song; an unlike can be undone (specification 4.5, 4.7, 9.5, 20.18). */
export function useLike(): (song: SongSnapshot, liked: boolean) => void {
  const app = useApp();
  const account = useAccount();

  async function like(song: SongSnapshot, liked: boolean, putBack?: () => Promise<void>): Promise<void> {
    const place = liked ? undefined : notePlace(app, account, "favourites", song._id);
    try {
      await setLiked(account, song, liked);
      await putBack?.();
    } catch (error) {
      console.error(error);
      app.toaster.failure(texts.songs.notKept);
      return;
    }
    const id = `like-${song._id}`;
    if (liked) app.toaster.dismiss(id);
    else {
      const undo = { label: texts.songs.undo, onPress: () => void like(song, true, place) };
      app.toaster.show({ kind: "info", id, text: texts.songs.unliked(song.title), action: undo });
    }
  }
  return (song, liked) => void like(song, liked);
}

/** Resolves when the change is in the outbox; every screen then shows it (`contract/rules/overlay.ts`). */
const setLiked = (account: Account, song: SongSnapshot, liked: boolean): Promise<void> =>
  account.change({ kind: "like", songId: song._id, liked }, snapshotOf(song));
