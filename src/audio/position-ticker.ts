/** Brings the shown position up to date each second (specification 6.10). */
import type { Clock } from "./sound-interface.ts";

/** Milliseconds past the whole second, since media clocks and timers do not run exactly alike. */
const margin = 20;

export interface PositionTicker {
  /** Ticks at once and then as each second of the track is reached, so that the display never leaves one out. */
  start(): void;
  stop(): void;
}

/** `tick` answers the position in seconds. */
export function createPositionTicker(clock: Clock, tick: () => number): PositionTicker {
  let cancel: () => void = () => {};
  const run = () => {
    const reached = tick();
    cancel = clock.after((1 - (reached % 1)) * 1_000 + margin, run);
  };
  return {
    start() {
      cancel();
      run();
    },
    stop: () => cancel(),
  };
}
