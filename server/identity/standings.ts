/** From when on sign-ins of an account count, asked at every call and so kept in memory for a moment (16.11). */
import type { Queryable } from "../db/database.ts";
import { readStanding } from "./store.ts";
import type { Standing } from "./verifier.ts";

/**
 * Another process on the same database may change an account too; its changes arrive after this time. Those of this
 * process arrive at once, by `forget`.
 */
const keptMs = 5_000;
const accountsAtMost = 20_000;

export interface Standings {
  get(uid: string): Promise<Standing | undefined>;
  /** To be called after every commit that changes the account. */
  forget(uid: string): void;
}

interface Kept {
  until: number;
  standing: Promise<Standing | undefined>;
}

export function createStandings(db: Queryable, now: () => number): Standings {
  const kept = new Map<string, Kept>();

  return {
    get(uid) {
      const present = kept.get(uid);
      if (present && present.until > now()) return present.standing;
      const standing = readStanding(db, uid);
      const entry = { until: now() + keptMs, standing };
      if (kept.size >= accountsAtMost) kept.clear();
      kept.set(uid, entry);
      // A read that failed says nothing of the account: the next call asks again.
      standing.catch(() => {
        if (kept.get(uid) === entry) kept.delete(uid);
      });
      return standing;
    },
    forget(uid) {
      // The promise of a read that is under way is dropped with its row: a later call cannot see what it found.
      kept.delete(uid);
    },
  };
}
