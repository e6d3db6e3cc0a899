/** Statistics: no token, and harmless whoever calls (specification 14). */
import * as statistics from "../../contract/statistics.ts";
import { foldCounts, foldWithin } from "../db/counters.ts";
import type { AppContext } from "../app-context.ts";
import type { Router } from "../http/router.ts";
import { createGenreRanking } from "./genre-ranking.ts";
import { listMostPlayed, listNewest } from "./rankings.ts";

/** How many songs of a genre are told; that call takes no limit. */
const songsOfGenre = 100;

export function statisticsRoutes(
  router: Pick<Router<unknown>, "withoutToken">,
  deps: Pick<AppContext, "db" | "now">,
): void {
  router.withoutToken(statistics.newSongs, async ({ query, db }) => ({
    data: await listNewest(db, query.limit),
    next: null,
  }));

  router.withoutToken(statistics.popularSongs, async ({ query, db }) => {
    await foldCounts(deps.db, "play");
    return { data: await listMostPlayed(db, query.limit), next: null };
  });

  router.withoutToken(statistics.songsOfGenre, async ({ body, db }) => {
    await foldWithin(db, "play");
    return { data: await listMostPlayed(db, songsOfGenre, body.genre), next: null };
  });

  const updateGenres = createGenreRanking(deps);
  router.withoutToken(statistics.updateGenres, async () => ({
    data: { updatedAt: new Date(await updateGenres()).toISOString() },
  }));

  // Ranks are read from the main database at every answer, so there is no entry that a call could put in or spoil.
  const lookAgain = async () => undefined;
  router.withoutToken(statistics.registerSong, lookAgain);
  router.withoutToken(statistics.countPlay, lookAgain);
  router.withoutToken(statistics.unregisterSong, lookAgain);
}
