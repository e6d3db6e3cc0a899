/**
 * The newest answers to reading calls, by address: asked again under their tag, the server need not send them anew. They
 * live here and not in the browser's cache, which would keep a user's lists on disk after they have gone (specification
 * 17.36).
 */

export interface CachedAnswer {
  tag: string;
  /** As it was parsed; nobody changes it. */
  reply: unknown;
}

/** More than the lists of a few screens. */
const answersAtMost = 30;

export function createEtagCache() {
  const answers = new Map<string, CachedAnswer>();
  let owner: string | undefined;
  return {
    /** Those of somebody else are forgotten. */
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
