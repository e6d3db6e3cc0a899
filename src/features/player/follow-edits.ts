/** The queue calls its songs as they are called by now, whoever edited them in whatever tab (specification 6.36). */
import type { App } from "../../app/app-context.ts";
import { onEdited } from "../songs/edited-songs.ts";
import { fetchSongs } from "../songs/song-parts.ts";
import type { Player } from "./player.ts";

/** Returns the function that ends it. */
export function followEdits(app: Pick<App, "api">, player: Pick<Player, "song" | "refresh">): () => void {
  let isStopped = false;
  const end = onEdited(app, (songIds) => {
    const inQueue = songIds.filter((id) => player.song(id) !== undefined);
    if (inQueue.length === 0) return;
    fetchSongs(app.api, inQueue).then(
      (songs) => isStopped || player.refresh(songs),
      // The next start asks again.
      (error: unknown) => console.info("Songs of the queue could not be read anew", error),
    );
  });
  return () => {
    isStopped = true;
    end();
  };
}
