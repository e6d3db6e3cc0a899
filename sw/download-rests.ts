/** Holds up an account's downloads after the device has failed to take songs, which would come whole and for nothing. */
import { backoff } from "../src/sync/backoff.ts";

interface Rest {
  failures: number;
  /** Of `performance.now()`. */
  until: number;
}

const rests = new Map<string, Rest>();

/** Milliseconds until the account's next song may be fetched. */
export const restMs = (uid: string): number => Math.max(0, (rests.get(uid)?.until ?? 0) - performance.now());

/** Longer with each failure in a row. */
export function rest(uid: string): void {
  const failures = (rests.get(uid)?.failures ?? 0) + 1;
  rests.set(uid, { failures, until: performance.now() + backoff(failures, Math.random()) });
}

/** The device has taken a song. */
export const endRest = (uid: string) => rests.delete(uid);
