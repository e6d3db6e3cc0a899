/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  bytes(count: number): Buffer;
  /** Returns the numbers from 0 to `count - 1` in random order. */
  shuffled(count: number): number[];
}

export function createRandom(seed: number): Random {
  const next = spread(seed);
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick(list) {
      // The index is in range: callers never pass an empty list.
      return list[whole(0, list.length - 1)] as (typeof list)[number];
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => whole(0, 255))),
    shuffled(count) {
      const order = Array.from({ length: count }, (_, index) => index);
      for (let last = count - 1; last > 0; last--) {
        const other = whole(0, last);
        [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
      }
      return order;
    },
  };
}

/** A Weyl sequence, mixed by MurmurHash3's finalizer, so that sequences of different seeds do not overlap soon. */
function spread(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns shares by Zipf's law: few have much, many have little. They sum up to 1.
 * @param steepness 1 is Zipf's law; less makes the tail fatter
 */
export function zipfShares(count: number, steepness: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -steepness);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Returns a function that draws ranks by their shares. */
export function createDraw(random: Random, shares: readonly number[]): () => number {
  let sum = 0;
  const upTo = shares.map((share) => (sum += share));
  return () => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? sum) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Draws up to `count` distinct numbers; fewer when draws keep repeating. */
export function drawDifferent(draw: () => number, count: number): number[] {
  const drawn = new Set<number>();
  for (let tries = 0; drawn.size < count && tries < count * 4; tries++) drawn.add(draw());
  return [...drawn];
}
