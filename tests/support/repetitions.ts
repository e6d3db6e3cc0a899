/** How much of the fault tests runs: a part in `npm test`, all of it in `npm run test:faults` (specification 21.1). */

export const isFull = process.env["FAULTS"] === "full";

/** Numbers from 1, to repeat a test by. */
export const repetitions = (part: number, full: number): number[] =>
  Array.from({ length: isFull ? full : part }, (_, n) => n + 1);
