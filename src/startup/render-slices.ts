/**
 * How long React renders a transition before it lets the browser go on. Its usual 5 ms are for screens in use: while a
 * member's first screen is on its way, each slice ends in a frame that shows nothing new, and the frames took a fifth of the
 * time (docs/operations.md). 33 ms stay below what feels late, also where a tap comes meanwhile.
 */
import { unstable_forceFrameRate as forceFrameRate } from "scheduler";

const framesPerSecond = { usual: 0, long: 30 };

export const setSlices = (length: keyof typeof framesPerSecond): void => forceFrameRate(framesPerSecond[length]);
