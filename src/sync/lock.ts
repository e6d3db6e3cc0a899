/** One worker at a time over all tabs and the service worker, where the browser has locks (not on plain http). */

export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Without `navigator.locks` the work runs unguarded across tabs, which costs traffic and not correctness: every row waits
 * for those before it in each of them, and the server does each key once (specification 17.23).
 */
export const lock: Lock = (name, work) =>
  typeof navigator !== "undefined" && "locks" in navigator
    ? navigator.locks.request(name, work)
    : work();
