/**
 * What has to be over before the page leaves for another of its own. WebKit begins to install a worker when the page that
 * asked for it has heard the answer: one that is left before, and kept for a return, never hears it. Then the worker is
 * "installing" for ever, and no other can be asked for (specification 17.54).
 */

/** A page does not wait longer than this; milliseconds. */
const longestMs = 1_000;

const awaited = new Set<Promise<unknown>>();

/** Answers the same promise. */
export function stayUntil<T>(promise: Promise<T>): Promise<T> {
  awaited.add(promise);
  const forget = () => void awaited.delete(promise);
  promise.then(forget, forget);
  return promise;
}

/** Leaves at once where nothing is awaited. */
export function leave(go: () => void): void {
  if (awaited.size === 0) return go();
  const late = new Promise((resolve) => setTimeout(resolve, longestMs));
  void Promise.race([Promise.allSettled(awaited), late]).then(go);
}
