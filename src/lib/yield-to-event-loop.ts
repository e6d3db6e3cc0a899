/** Long work in slices, since one thread also answers the listener, or the player. */

/** Ends the task: what the browser has to do meanwhile, such as taking in what is typed, comes first. */
export const nextTask = (): Promise<void> =>
  "scheduler" in globalThis && "yield" in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));

/** Work at a stretch; milliseconds. */
const sliceMs = 8;

/**
 * To be awaited between pieces of work: ends the task when it took long enough. Results that already arrived are handed
 * over without ever leaving the microtask queue: hashing a fast download kept ranges of the playing song waiting for up
 * to 1.5 s.
 */
export function createYielding(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
