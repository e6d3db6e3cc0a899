import type { PlayerState } from "../../audio/player-state.ts";
import type { ReadableStore } from "../../lib/store.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";

/** What waits for a sound waits at most this long; milliseconds. */
const mostMs = 2_000;

/** What is heard of the player. */
interface HeardPlayer {
  state(): Pick<PlayerState, "status">;
  subscribe: ReadableStore<unknown>["subscribe"];
}

/**
 * While a pressed song is on its way to its first sound, resolves once that is over or after 2 s: other work on the same
 * thread would delay it. Undefined while none is.
 */
export function afterFirstSound({ state, subscribe }: HeardPlayer): Promise<void> | undefined {
  if (state().status !== "loading") return undefined;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      // Not in the task of the sound, which tells the screen.
      resolve(nextTask());
    };
    const timer = setTimeout(end, mostMs);
    const stop = subscribe(() => state().status !== "loading" && end());
  });
}
