/**
 * What every call asks of the database about its caller, kept in memory for a moment. Another process on the same
 * database may change it too: its changes arrive after this time, those of this process at once, by `forget`.
 */

const keptMs = 5_000;
const keysAtMost = 20_000;

export interface BriefMemory<T> {
  get(key: string): Promise<T | undefined>;
  /** To be called after every commit that changes what `read` finds. */
  forget(key: string): void;
}

interface Kept<T> {
  until: number;
  found: Promise<T | undefined>;
}

/** What is not there is asked for at every call: it may be made at any moment, by any process. */
export function rememberBriefly<T>(
  read: (key: string) => Promise<T | undefined>,
  now: () => number,
): BriefMemory<T> {
  const kept = new Map<string, Kept<T>>();

  return {
    get(key) {
      const present = kept.get(key);
      if (present && present.until > now()) return present.found;
      const found = read(key);
      const entry = { until: now() + keptMs, found };
      if (kept.size >= keysAtMost) kept.clear();
      kept.set(key, entry);
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      found.then((value) => value === undefined && drop(), drop);
      return found;
    },
    forget(key) {
      // The promise of a read that is under way is dropped with its entry: a later call cannot see what it found.
      kept.delete(key);
    },
  };
}
