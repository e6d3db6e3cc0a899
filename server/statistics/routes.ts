/** Statistics routes: public, and harmless to call. */
import * as statistics from "../../contract/statistics.ts";
import { foldCounts, foldWithin } from "../db/counters.ts";
import type { AppContext } from "../app-context.ts";
import type { Router } from "../http/router.ts";
import { createGenreRanking } from "./genre-ranking.ts";
import { listMostPlayed, listNewest } from "./rankings.ts";

/** The fixed limit of `songsOfGenre`. */
const genreLimit = 100;

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
    return { data: await listMostPlayed(db, genreLimit, body.genre), next: null };
  });

  const updateGenres = createGenreRanking(deps);
  router.withoutToken(statistics.updateGenres, async () => ({
    data: { updatedAt: new Date(await updateGenres()).toISOString() },
  }));

  // Rankings come from the main tables, so these calls have nothing to store.
  const doNothing = async () => undefined;
  router.withoutToken(statistics.registerSong, doNothing);
  router.withoutToken(statistics.countPlay, doNothing);
  router.withoutToken(statistics.unregisterSong, doNothing);
}
