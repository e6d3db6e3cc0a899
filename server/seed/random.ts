/** Chance that repeats: the same seed gives the same numbers on every machine. */
export interface Random {
  /** At least 0, under 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** Whether something of that probability happens. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  bytes(count: number): Buffer;
  /** The numbers from 0 to `count - 1` in any order. */
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
      // The index lies inside; an empty list is a mistake of the caller, whose type excludes undefined.
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

/** A Weyl sequence whose every number is mixed through MurmurHash3's finalizer: two seeds share no stretch soon. */
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
 * Shares of Zipf's law: few have much, many have little. `shares[rank]` sums up to 1.
 * @param steepness 1 is the law itself; less makes the tail fatter
 */
export function zipfShares(count: number, steepness: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -steepness);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Draws ranks by their shares. */
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

/** Up to `count` different numbers of a draw; fewer when the same ones come again and again. */
export function drawDifferent(draw: () => number, count: number): number[] {
  const drawn = new Set<number>();
  for (let tries = 0; drawn.size < count && tries < count * 4; tries++) drawn.add(draw());
  return [...drawn];
}
