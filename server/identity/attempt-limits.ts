/** Rate limits for attempts, per account and per address, in memory (specification 16.12). */
import { createRunningLimit } from "../lib/running-limit.ts";

interface Limit {
  /** Attempts allowed at once. */
  burst: number;
  /** Milliseconds until a whole burst is available again. */
  window: number;
}

export interface Limiter {
  /**
   * Counts one attempt. Returns 0 when it is allowed, otherwise the seconds to wait; a refused attempt does not count.
   */
  take(key: string): number;
  /** Returns one attempt, after it turned out to be legitimate. */
  giveBack(key: string): void;
}

/**
 * Beyond this many keys the limiter evicts expired keys, then the oldest. It frees a tenth at once: a scan of all keys
 * for every new one would be an attack.
 */
const maxKeys = 50_000;
const keysAfterEviction = 45_000;

/**
 * A leaky bucket (GCRA) with one number per key: the time at which the bucket is empty again. `factor` multiplies the
 * burst and shortens the wait, like RATE_FACTOR for every limit.
 */
export function createLimiter({ burst, window }: Limit, factor: number, now: () => number): Limiter {
  const interval = window / (burst * factor);
  const capacity = interval * Math.max(1, Math.floor(burst * factor));
  const steadyNow = neverBack(now);
  const emptyAt = new Map<string, number>();

  function evict(time: number): void {
    for (const [key, empty] of emptyAt) if (empty <= time) emptyAt.delete(key);
    for (const key of emptyAt.keys()) {
      if (emptyAt.size <= keysAfterEviction) break;
      emptyAt.delete(key);
    }
  }

  return {
    take(key) {
      const time = steadyNow();
      const next = Math.max(time, emptyAt.get(key) ?? 0) + interval;
      // Tolerates half a millisecond of rounding.
      if (next - time > capacity + 0.5) return Math.max(1, Math.ceil((next - time - capacity) / 1000));
      if (!emptyAt.has(key) && emptyAt.size >= maxKeys) evict(time);
      emptyAt.set(key, next);
      return 0;
    },
    giveBack(key) {
      const empty = emptyAt.get(key);
      if (empty === undefined) return;
      if (empty - interval <= steadyNow()) emptyAt.delete(key);
      else emptyAt.set(key, empty - interval);
    },
  };
}

/** A clock that stands still for a moment where `now` was set back, and goes on from there. */
function neverBack(now: () => number): () => number {
  let last = 0;
  let behind = 0;
  return () => {
    const time = now();
    behind = Math.max(behind, last - time);
    last = time + behind;
    return last;
  };
}

/** Sign-ins that run at once; one that ends makes room within a second. */
function limitRunning(max: number): Limiter {
  const { take, giveBack } = createRunningLimit(max);
  return { take: (key) => (take(key) ? 0 : 1), giveBack };
}

/** The limiters of the embedded provider. */
export interface IdentityLimits {
  /** Failed sign-ins to one account from one address. */
  pair: Limiter;
  /** Failed sign-ins to one account from anywhere; far above `pair`, so that a stranger cannot lock out the owner. */
  account: Limiter;
  /** Failed sign-ins from one address. */
  address: Limiter;
  /** Sign-ins from one address that run: half of what may wait to hash. */
  running: Limiter;
  /** New accounts from one address. */
  signUp: Limiter;
  /** Mails to one mailbox, requested from one address. */
  mailPair: Limiter;
  /** Mails to one mailbox, requested from anywhere. */
  mailbox: Limiter;
  /** Mails requested from one address. */
  mail: Limiter;
  /** Wrong mail codes from one address. */
  code: Limiter;
  /** Demo Google sign-ins from one address. */
  google: Limiter;
}

const minute = 60_000;

export function createIdentityLimits(factor: number, now: () => number): IdentityLimits {
  const make = (burst: number, window: number) => createLimiter({ burst, window }, factor, now);
  return {
    pair: make(10, 15 * minute),
    account: make(100, 60 * minute),
    address: make(50, 15 * minute),
    running: limitRunning(100),
    signUp: make(20, 60 * minute),
    mailPair: make(5, 60 * minute),
    mailbox: make(20, 60 * minute),
    mail: make(30, 60 * minute),
    code: make(50, 15 * minute),
    google: make(60, 15 * minute),
  };
}
