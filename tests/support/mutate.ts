/** Files that are nearly right, out of real ones: what a fuzzer sends. */

/** Numbers from 0 to 1, the same for the same seed. */
export function createDraws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A copy with one to four changes; most of them near its start, where the headers are. */
export function mutate(bytes: Buffer, other: Buffer, draw: () => number): Buffer {
  let changed = Buffer.from(bytes);
  const below = (limit: number) => Math.floor(draw() * limit);
  const place = () => below(draw() < 0.7 ? Math.min(2_000, changed.length) : changed.length);
  const changes = [
    () => changed.writeUInt8(below(256), place()),
    // Lengths and counts that are not so.
    () => changed.fill(draw() < 0.5 ? 0xff : 0, place(), place()),
    () => (changed = changed.subarray(0, Math.max(20, below(changed.length)))),
    () => {
      const at = place();
      const part = changed.subarray(at, at + below(5_000));
      changed = Buffer.concat([
        changed.subarray(0, at),
        ...Array<Buffer>(1 + below(200)).fill(part),
        changed.subarray(at),
      ]);
    },
    () => {
      const at = place();
      changed = Buffer.concat([changed.subarray(0, at), other.subarray(below(other.length))]);
    },
  ];
  for (let left = 1 + below(4); left > 0; left--) changes[below(changes.length)]?.();
  return changed;
}
