/** Holds up an account's downloads after the device has failed to take songs, which would come whole and for nothing. */
import { sleep } from "../src/lib/sleep.ts";
import { backoff } from "../src/sync/backoff.ts";

interface Rest {
  failures: number;
  /** Of `performance.now()`. */
  until: number;
  /** Ends the waits for it. */
  ended: AbortController;
}

const rests = new Map<string, Rest>();

/** Milliseconds until the account's next song may be fetched. */
export const restMs = (uid: string): number => Math.max(0, (rests.get(uid)?.until ?? 0) - performance.now());

/** Resolves once the account's rest is over, or at once when the signal aborts. */
export async function restOver(uid: string, signal: AbortSignal): Promise<void> {
  const current = rests.get(uid);
  if (current !== undefined) await sleep(restMs(uid), AbortSignal.any([signal, current.ended.signal]));
}

/** Longer with each failure in a row. */
export function rest(uid: string): void {
  const failures = (rests.get(uid)?.failures ?? 0) + 1;
  const until = performance.now() + backoff(failures, Math.random());
  rests.set(uid, { failures, until, ended: new AbortController() });
}

/** The device has taken a song, or the user wants one at once. */
export function endRest(uid: string): void {
  rests.get(uid)?.ended.abort();
  rests.delete(uid);
}
