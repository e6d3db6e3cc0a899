import type { Clock } from "./sound-interface.ts";

export const browserClock: Clock = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
