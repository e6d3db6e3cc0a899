/** Mutual exclusion across all tabs and the service worker, where the browser has Web Locks (not on plain http). */
import { endWhenLeft } from "../db/page-lifecycle.ts";
import { orAborted } from "../lib/or-aborted.ts";

export type Lock = <T>(name: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Without `navigator.locks` every tab runs the work. That adds traffic but stays correct: each tab keeps the send order,
 * and the server applies each key once (specification 17.23).
 * @param signal withdraws the request while it waits for the lock
 */
export const lock: Lock = (name, work, signal) =>
  typeof navigator !== "undefined" && "locks" in navigator ? runLocked(name, work, signal) : work();

/** Releases the lock, or withdraws its request, when the page is suspended: others would wait for its return. */
async function runLocked<T>(name: string, work: () => Promise<T>, withdrawn?: AbortSignal): Promise<T> {
  const suspended = new AbortController();
  const { signal } = suspended;
  const either = withdrawn ? AbortSignal.any([withdrawn, signal]) : signal;
  const unregister = endWhenLeft(() => suspended.abort());
  try {
    return await navigator.locks.request(name, { signal: either }, () => orAborted(work(), signal));
  } finally {
    unregister();
  }
}

export type InterruptibleLock = (
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

/**
 * A lock for work that may end at any moment. The signal given to `work` aborts with `signal`, or when the page is
 * suspended; a page that comes back goes on where it was.
 */
export const interruptibleLock: InterruptibleLock = async (name, work, signal) => {
  const suspended = new AbortController();
  const either = AbortSignal.any([signal, suspended.signal]);
  const unregister = endWhenLeft(() => suspended.abort(), false);
  try {
    if (typeof navigator === "undefined" || !("locks" in navigator)) await work(either);
    // The signal given to the request withdraws it only while it waits.
    else await navigator.locks.request(name, { signal: either }, () => orAborted(work(either), either));
  } finally {
    unregister();
  }
};
