/** UUIDv7: ids that begin with their time, so that they grow (RFC 9562; specification 11.18). */
import { randomBytes } from "node:crypto";

/**
 * Makes a source of ids that never goes back, even when the clock does. `now` in milliseconds since the epoch.
 * @param chance where the random part comes from
 */
export function createIds(
  now: () => number,
  chance: (count: number) => Buffer = randomBytes,
): () => string {
  let time = 0;
  let count = 0;
  return () => {
    const clock = now();
    if (clock > time) {
      time = clock;
      count = 0;
    } else if (++count > 0xfff) {
      time++;
      count = 0;
    }
    const bytes = chance(16);
    bytes.writeUIntBE(time, 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
}
