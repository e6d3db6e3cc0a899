/** Limits on attempts, per account and per address, kept in memory (specification 16.12). */

export interface Limit {
  /** Attempts that may come at once. */
  burst: number;
  /** Milliseconds in which a whole burst becomes free again. */
  window: number;
}

export interface Limiter {
  /** Counts one attempt. Returns 0 if it may go on, else the seconds to wait; a refused attempt does not count. */
  take(key: string): number;
  /** Gives one attempt back: it turned out to be the owner's. */
  giveBack(key: string): void;
}

/**
 * Past this many keys those that are free again are dropped, and if that is not enough the oldest. A tenth is made
 * room for each time: looking through all of them for every new key would be work that a stranger can order.
 */
const keysAtMost = 50_000;
const keysAfter = 45_000;

/**
 * A leaky bucket that keeps one number a key: the time at which all counted attempts have become free. `factor`
 * multiplies the burst and shortens the wait, as RATE_FACTOR does with all limits (specification 18).
 */
export function createLimiter({ burst, window }: Limit, factor: number, now: () => number): Limiter {
  const interval = window / (burst * factor);
  const reach = interval * Math.max(1, Math.floor(burst * factor));
  const freeAt = new Map<string, number>();

  function makeRoom(time: number): void {
    for (const [key, free] of freeAt) if (free <= time) freeAt.delete(key);
    for (const key of freeAt.keys()) {
      if (freeAt.size <= keysAfter) break;
      freeAt.delete(key);
    }
  }

  return {
    take(key) {
      const time = now();
      const next = Math.max(time, freeAt.get(key) ?? 0) + interval;
      // Half a millisecond forgives the rounding of fractions.
      if (next - time > reach + 0.5) return Math.max(1, Math.ceil((next - time - reach) / 1000));
      if (!freeAt.has(key) && freeAt.size >= keysAtMost) makeRoom(time);
      freeAt.set(key, next);
      return 0;
    },
    giveBack(key) {
      const free = freeAt.get(key);
      if (free === undefined) return;
      if (free - interval <= now()) freeAt.delete(key);
      else freeAt.set(key, free - interval);
    },
  };
}

/** What the routes of the embedded provider count. */
export interface IdentityLimits {
  /** Failed sign-ins to one account from one address. */
  pair: Limiter;
  /** Failed sign-ins to one account from anywhere: far above `pair`, so that a stranger cannot lock the owner out. */
  account: Limiter;
  /** Failed sign-ins from one address. */
  address: Limiter;
  /** New accounts from one address. */
  signUp: Limiter;
  /** Mails to one mailbox, asked for from one address. */
  mailPair: Limiter;
  /** Mails to one mailbox, asked for from anywhere. */
  mailbox: Limiter;
  /** Mails asked for from one address. */
  mail: Limiter;
  /** Codes of mails that were wrong, from one address. */
  code: Limiter;
  /** Demo Google accounts chosen, from one address. */
  google: Limiter;
}

const minute = 60_000;

export function createIdentityLimits(factor: number, now: () => number): IdentityLimits {
  const make = (burst: number, window: number) => createLimiter({ burst, window }, factor, now);
  return {
    pair: make(10, 15 * minute),
    account: make(100, 60 * minute),
    address: make(50, 15 * minute),
    signUp: make(20, 60 * minute),
    mailPair: make(5, 60 * minute),
    mailbox: make(20, 60 * minute),
    mail: make(30, 60 * minute),
    code: make(50, 15 * minute),
    google: make(60, 15 * minute),
  };
}
