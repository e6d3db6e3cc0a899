/** What the merge of orders promises, and no more (specification 7.16). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeOrder } from "./merge-order.ts";

const alphabet = [..."abcdefghijklmnop"];
const list = fc.shuffledSubarray(alphabet, { minLength: 1 });
/** Drops: which song goes to which place, both taken modulo the length. */
const drops = (maxLength: number) => fc.array(fc.tuple(fc.nat(15), fc.nat(15)), { minLength: 1, maxLength });

function move(songs: readonly string[], from: number, to: number): string[] {
  const result = [...songs];
  const [song] = result.splice(from, 1);
  if (song !== undefined) result.splice(to, 0, song);
  return result;
}

/** What a device sends after these drops. */
function drag(base: string[], moves: readonly (readonly [number, number])[]) {
  let orderedList = base;
  const moved = new Set<string>();
  for (const [from, to] of moves) {
    const song = orderedList[from % base.length];
    if (song === undefined) continue;
    orderedList = move(orderedList, from % base.length, to % base.length);
    moved.add(song);
  }
  return { orderedList, base, moved: [...moved] };
}

/** The nearest songs of `quiet` to the left and the right. */
function between(songs: readonly string[], song: string, quiet: ReadonlySet<string>) {
  const at = songs.indexOf(song);
  const near = (part: readonly string[]) => part.find((id) => quiet.has(id));
  return [near(songs.slice(0, at).toReversed()), near(songs.slice(at + 1))];
}

describe("mergeOrder", () => {
  // 7.7, 7.9
  test("keeps the set, whatever is sent", () => {
    const anything = fc.array(fc.constantFrom(...alphabet, "x", "y"));
    fc.assert(
      fc.property(
        list,
        anything,
        fc.option(anything, { nil: undefined }),
        fc.option(anything, { nil: undefined }),
        (current, orderedList, base, moved) => {
          const merged = mergeOrder(current, { orderedList, base, moved });
          expect(merged.toSorted()).toEqual(current.toSorted());
        },
      ),
      { numRuns: 1000 },
    );
  });

  // 7.13, 7.14
  test("on a list that nobody else changed is what the sender saw", () => {
    fc.assert(
      fc.property(list, drops(5), fc.boolean(), fc.boolean(), (base, moves, tellsBase, tells) => {
        const sent = drag(base, moves);
        const change = {
          orderedList: sent.orderedList,
          ...(tellsBase ? { base } : {}),
          ...(tells ? { moved: sent.moved } : {}),
        };
        expect(mergeOrder(base, change)).toEqual(sent.orderedList);
      }),
      { numRuns: 1000 },
    );
  });

  /** A move over at least two songs can be explained by that one song only. */
  const farMove = fc
    .tuple(fc.nat(15), fc.nat(15))
    .filter(([from, to]) => Math.abs(from - to) >= 2 && from < 16 && to < 16);

  // 7.10, 7.11, 7.12, 7.13, 7.14
  test("puts what one device moved between the same quiet songs, beside a move of another", () => {
    fc.assert(
      fc.property(drops(4), farMove, fc.boolean(), (moves, [from, to], adds) => {
        const base = alphabet;
        const other = move(base, from, to);
        // Something new may have come meanwhile, too.
        const current = adds ? ["new", ...other] : other;
        const sent = drag(base, moves);
        const quiet = new Set(base.filter((id) => !sent.moved.includes(id) && id !== base[from]));
        const merged = mergeOrder(current, sent);
        for (const song of sent.moved) {
          // The song that both moved is among them: the later arrival wins.
          expect(between(merged, song, quiet)).toEqual(between(sent.orderedList, song, quiet));
        }
        const theirs = base[from];
        if (theirs !== undefined && !sent.moved.includes(theirs))
          expect(between(merged, theirs, quiet)).toEqual(between(current, theirs, quiet));
      }),
      { numRuns: 1000 },
    );
  });

  test("lets the later of two moves of one song win", () => {
    fc.assert(
      fc.property(farMove, farMove, ([from, to], [, later]) => {
        const base = alphabet;
        const first = drag(base, [[from, to]]);
        const second = drag(base, [[from, later]]);
        const current = mergeOrder(base, first);
        if (from === later) return;
        expect(mergeOrder(current, second)).toEqual(second.orderedList);
      }),
      { numRuns: 500 },
    );
  });

  // 7.11, 7.14, 7.15
  test("leaves alone what stands in its gap already, and songs that the sender did not know", () => {
    expect(mergeOrder([..."anbc"], { orderedList: [..."acb"], base: [..."abc"] })).toEqual([..."acnb"]);
    const sent = { orderedList: [..."abdc"], base: [..."abcd"], moved: ["d"] };
    expect(mergeOrder([..."abndc"], sent)).toEqual([..."abndc"]);
  });

  test("takes 10,000 songs in no time", () => {
    const base = Array.from({ length: 10_000 }, (_, i) => String(i));
    const startedAt = performance.now();
    expect(mergeOrder(base, { orderedList: base.toReversed(), base })).toEqual(base.toReversed());
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
