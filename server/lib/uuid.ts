/** UUIDv7: ids that begin with their time, so that they grow (RFC 9562; specification 11.18). */
import { randomBytes } from "node:crypto";
import { V7Generator } from "uuidv7";

/** The largest time that an id can hold, in milliseconds. */
const longest = 2 ** 48 - 1;

/**
 * Makes a source of ids that never goes back, even when the clock does.
 * @param now milliseconds since the epoch
 * @param random bytes of the random part
 */
export function createIds(now: () => number, random: (count: number) => Buffer = randomBytes): () => string {
  const generator = new V7Generator({ nextUint32: () => random(4).readUInt32BE() });
  generator.setRollbackAllowance(longest);
  return () => generator.generateOrResetWithTs(now()).toString();
}
