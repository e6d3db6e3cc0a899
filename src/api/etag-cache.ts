/**
 * Caches the newest GET responses by URL, to revalidate them by ETag. In memory, because the browser's HTTP cache would
 * keep a user's lists on disk after a sign-out (specification 17.36).
 */

export interface CachedAnswer {
  tag: string;
  /** Parsed; treat as immutable. */
  reply: unknown;
}

/** Enough for the lists of a few screens. */
const answersAtMost = 30;

export function createEtagCache() {
  const answers = new Map<string, CachedAnswer>();
  let owner: string | undefined;
  return {
    /** Clears the cache when the user changes. */
    find(uid: string | undefined, address: string): CachedAnswer | undefined {
      if (uid !== owner) answers.clear();
      owner = uid;
      return answers.get(address);
    },
    keep(uid: string | undefined, address: string, answer: CachedAnswer): void {
      if (uid !== owner) return;
      answers.delete(address);
      answers.set(address, answer);
      const [oldest] = answers.keys();
      if (answers.size > answersAtMost && oldest !== undefined) answers.delete(oldest);
    },
  };
}
