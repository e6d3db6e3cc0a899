import type { PlayerState } from "../audio/player-state.ts";
import type { ReadableStore } from "../lib/store.ts";

/**
 * Resolves at once; while a pressed song is on its way to its first sound, once that is over or after `mostMs`: background
 * work on the same thread would delay it.
 */
export function afterFirstSound(
  { state, subscribe }: { state: () => Pick<PlayerState, "status">; subscribe: ReadableStore<unknown>["subscribe"] },
  mostMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    if (state().status !== "loading") return resolve();
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, mostMs);
    const stop = subscribe(() => state().status !== "loading" && end());
  });
}
