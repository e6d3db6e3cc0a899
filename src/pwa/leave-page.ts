/**
 * Delays navigations until pending registrations settle. WebKit starts to install a worker only after the registering page
 * has received the response; a page that enters the back/forward cache before that leaves the worker "installing" for
 * ever and blocks every other registration (specification 17.54).
 */
import { withTimeout } from "../lib/with-timeout.ts";

/** Longest delay of a navigation; milliseconds. */
const longestMs = 1_000;

const awaited = new Set<Promise<unknown>>();

/** Delays navigations until the promise settles. Returns the same promise. */
export function stayUntil<T>(promise: Promise<T>): Promise<T> {
  awaited.add(promise);
  const forget = () => void awaited.delete(promise);
  promise.then(forget, forget);
  return promise;
}

/** Navigates once no promise is pending, or after the longest delay. */
export function leave(go: () => void): void {
  if (awaited.size === 0) return go();
  void withTimeout(longestMs, Promise.allSettled(awaited)).then(go, go);
}
