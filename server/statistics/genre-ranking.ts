/** Recomputes the ranking by genre from the plays: one run at a time, at most once a minute (specification 14.1). */
import { genresEveryMs } from "../../contract/rules/limits.ts";
import { foldCounts, rebuildCounts } from "../db/counters.ts";
import type { AppContext } from "../app-context.ts";
import { isWithin } from "../lib/is-within.ts";

/** A run counts all plays, and strangers may ask for it: so many times as long as the last one took is between two. */
const runsApart = 20;

/** The returned function resolves to the time of the last run, in milliseconds since the epoch. */
export function createGenreRanking({ db, now }: Pick<AppContext, "db" | "now">): () => Promise<number> {
  let doneAt: number | undefined;
  let restMs = genresEveryMs;
  let running: Promise<number> | undefined;

  async function compute(): Promise<number> {
    const startedAt = now();
    const begun = performance.now();
    await db.transaction(async (tx) => {
      // Another server's, too, would add once more what is missing.
      await tx.query("update migration_lock set holder = 'counts' where id = 1");
      await rebuildCounts(tx, ["play"]);
    });
    await foldCounts(db, "play");
    doneAt = startedAt;
    restMs = Math.max(genresEveryMs, runsApart * (performance.now() - begun));
    return startedAt;
  }

  return () => {
    if (running) return running;
    if (doneAt !== undefined && isWithin(restMs, doneAt, now())) return Promise.resolve(doneAt);
    running = compute().finally(() => {
      running = undefined;
    });
    return running;
  };
}
