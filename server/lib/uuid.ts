/** UUIDv7: ids that start with their time and so increase (RFC 9562). */
import { randomBytes } from "node:crypto";
import { V7Generator } from "uuidv7";

/** The largest timestamp of an id, in milliseconds. */
const maxTimestamp = 2 ** 48 - 1;

/**
 * Creates a generator whose ids increase even when the clock goes back.
 * @param now milliseconds since the epoch
 * @param random returns random bytes
 */
export function createIds(now: () => number, random: (count: number) => Buffer = randomBytes): () => string {
  const generator = new V7Generator({ nextUint32: () => random(4).readUInt32BE() });
  generator.setRollbackAllowance(maxTimestamp);
  return () => generator.generateOrResetWithTs(now()).toString();
}
