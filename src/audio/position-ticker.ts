/** Updates the shown position every second (specification 6.10). */
import type { Clock } from "./sound-interface.ts";

/** Milliseconds past the whole second, because media clocks and timers drift. */
const margin = 20;

export interface PositionTicker {
  /** Ticks at once and then at each second of the track, so that the display skips none. */
  start(): void;
  stop(): void;
}

/**
 * @param tick updates the display and returns the position in seconds
 * @param speed how many seconds of the track pass in one
 */
export function createPositionTicker(clock: Clock, tick: () => number, speed: () => number): PositionTicker {
  let cancel: () => void = () => {};
  const run = () => {
    const reached = tick();
    cancel = clock.after(((1 - (reached % 1)) * 1_000) / speed() + margin, run);
  };
  return {
    start() {
      cancel();
      run();
    },
    stop: () => cancel(),
  };
}
