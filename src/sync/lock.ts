/** One worker at a time over all tabs and the service worker, where the browser has locks (not on plain http). */

export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Without `navigator.locks` the work runs unguarded across tabs: every request carries its key and the server answers a
 * repeated one from memory, so two drainers cost traffic and not correctness.
 */
export const lock: Lock = (name, work) =>
  typeof navigator !== "undefined" && "locks" in navigator
    ? navigator.locks.request(name, work)
    : work();
