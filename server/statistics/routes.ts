/** Statistics: no token, and harmless whoever calls (specification 14). */
import { newSongs, registerSong } from "../../contract/statistics.ts";
import type { Router } from "../http/router.ts";
import { listNewest } from "./store.ts";

export function statisticsRoutes(router: Router): void {
  router.withoutToken(newSongs, async ({ query, db }) => ({
    data: await listNewest(db, query.limit),
    next: null,
  }));

  // Ranks are read from the main database at every answer, so there is no entry that a call could put in or spoil.
  router.withoutToken(registerSong, async () => undefined);
}
