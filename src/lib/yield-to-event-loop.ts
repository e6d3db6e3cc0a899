/** Splits long work into slices, because the same thread serves the user or the player. */

/** Ends the current task so that the browser can handle input first. */
export const nextTask = (): Promise<void> =>
  "scheduler" in globalThis && "yield" in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));

/** Longest stretch of work; milliseconds. */
const sliceMs = 8;

/**
 * Returns a function to await between pieces of work; it ends the task after one slice. Needed because results that have
 * arrived resolve as microtasks: hashing a fast download delayed ranges of the playing song by up to 1.5 s.
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
