/** The queue calls its songs as they are called by now, whoever edited them in whatever tab (specification 6.36). */
import type { App } from "../../app/app-context.ts";
import { refreshStoredSongs } from "../../db/player-rows.ts";
import type { Account } from "../../sync/account-session.ts";
import { readStoredUid } from "../auth/session.ts";
import { onEdited } from "../songs/edited-songs.ts";
import { fetchSongs } from "../songs/song-parts.ts";
import type { Player } from "./player.ts";

/** Returns the function that ends it. */
export function followEdits(
  app: Pick<App, "api">,
  { db, uid }: Pick<Account, "db" | "uid">,
  player: Pick<Player, "song" | "refresh" | "onRefreshed">,
): () => void {
  let isStopped = false;
  /** Of each song the last edit alone is read: an answer may be older than the next one. */
  const asked = new Map<string, symbol>();

  async function read(songIds: readonly string[]): Promise<void> {
    const mine = Symbol();
    for (const id of songIds) asked.set(id, mine);
    const songs = await fetchSongs(app.api, songIds);
    if (!isStopped) player.refresh(songs.filter(({ _id }) => asked.get(_id) === mine));
  }

  const ends = [
    onEdited(app, (songIds) => {
      const inQueue = songIds.filter((id) => player.song(id) !== undefined);
      if (inQueue.length === 0) return;
      // The next start asks again.
      read(inQueue).catch((error: unknown) => console.info("Songs of the queue could not be read anew", error));
    }),
    player.onRefreshed((newer) => {
      // Once another tab has signed out nothing may be written into what it left.
      if (readStoredUid() !== uid) return;
      refreshStoredSongs(db, newer).catch((error: unknown) =>
        console.warn("Edited songs of the queue could not be stored", error),
      );
    }),
  ];
  return () => {
    isStopped = true;
    ends.forEach((end) => end());
  };
}
