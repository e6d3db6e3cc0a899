/** Recomputes the ranking by genre from the plays: one run at a time, at most once a minute (specification 14.1). */
import { genresEveryMs } from "../../contract/rules/limits.ts";
import { foldCounts, rebuildCounts } from "../db/counters.ts";
import { HttpProblem } from "../http/problem.ts";
import type { AppContext } from "../app-context.ts";
import { isWithin } from "../lib/is-within.ts";

/** A run counts all plays, and strangers may ask for it: so many times as long as the last one took is between two. */
const runsApart = 20;
const longestRestMs = 3_600_000;

/**
 * The returned function resolves to the time of the last run, in milliseconds since the epoch. It throws what a run
 * throws, and HttpProblem `unavailable` while none has succeeded and the last one rests.
 */
export function createGenreRanking({ db, now }: Pick<AppContext, "db" | "now">): () => Promise<number> {
  let doneAt: number | undefined;
  /** When the last run began, also one that failed, and how long it rests. */
  let triedAt = 0;
  let restMs = 0;
  let running: Promise<number> | undefined;

  async function compute(): Promise<number> {
    triedAt = now();
    let begun = performance.now();
    let leastMs = 0;
    try {
      await db.transaction(async (tx) => {
        // Another server's, too, would add once more what is missing.
        await tx.query("update migration_lock set holder = 'counts' where id = 1");
        // To wait for it is no work.
        begun = performance.now();
        await rebuildCounts(tx, ["play"]);
      });
      await foldCounts(db, "play");
      leastMs = genresEveryMs;
      return (doneAt = triedAt);
    } finally {
      restMs = Math.max(leastMs, Math.min(longestRestMs, runsApart * (performance.now() - begun)));
    }
  }

  const resting = () => new HttpProblem("unavailable", { retryAfter: Math.ceil((triedAt + restMs - now()) / 1_000) });

  return () => {
    if (running) return running;
    if (isWithin(restMs, triedAt, now()))
      return doneAt === undefined ? Promise.reject(resting()) : Promise.resolve(doneAt);
    running = compute().finally(() => {
      running = undefined;
    });
    return running;
  };
}
