import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createQueue, currentEntry, moveTo, stepAtEnd, stepBack, stepForward, stepFrom, type Queue } from "./queue.ts";

const always = () => true;
const queueOf = (songs: string, index = 0): Queue =>
  createQueue(
    [...songs].map((songId) => ({ songId })),
    index,
  );

/** A queue whose songs may repeat, a place in it, and the songs that can be played. */
const situation = fc
  .record({
    songs: fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1, maxLength: 8 }),
    at: fc.nat(7),
    playable: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f")),
  })
  .map(({ songs, at, playable }) => ({
    queue: createQueue(
      songs.map((songId) => ({ songId })),
      at % songs.length,
    ),
    canPlay: (songId: string) => playable.some((one) => one === songId),
  }));

describe("examples", () => {
  test("next goes from the last to the first, previous from the first to the last", () => {
    expect(stepForward(queueOf("abc", 0), always)).toEqual({ index: 1, skipped: [] });
    expect(stepForward(queueOf("abc", 2), always)).toEqual({ index: 0, skipped: [] });
    expect(stepBack(queueOf("abc", 1), always)).toEqual({ index: 0, skipped: [] });
    expect(stepBack(queueOf("abc", 0), always)).toEqual({ index: 2, skipped: [] });
  });

  test("songs that cannot be played are passed over and named", () => {
    const canPlay = (songId: string) => songId !== "b" && songId !== "c";
    expect(stepForward(queueOf("abcd", 0), canPlay)).toEqual({ index: 3, skipped: ["b", "c"] });
    expect(stepBack(queueOf("abcd", 3), canPlay)).toEqual({ index: 0, skipped: ["c", "b"] });
    expect(stepFrom(queueOf("abcd"), 2, canPlay)).toEqual({ index: 3, skipped: ["c"] });
  });

  test("a single track starts again after 2 s, and so does the only one that can be played", () => {
    const again = { kind: "replay", afterMs: 2000 };
    expect(stepAtEnd(queueOf("a"), always)).toMatchObject(again);
    expect(stepAtEnd(queueOf("ab"), (songId) => songId === "a")).toMatchObject(again);
    expect(stepAtEnd(queueOf("aa"), always)).toMatchObject({ kind: "advance", step: { index: 1 } });
  });

  test("an empty queue goes nowhere", () => {
    const empty = createQueue([], 4);
    expect(empty.index).toBe(-1);
    expect(currentEntry(empty)).toBeUndefined();
    expect(stepForward(empty, always)).toBeNull();
    expect(stepBack(empty, always)).toBeNull();
    expect(stepFrom(empty, 0, always)).toBeNull();
    expect(stepAtEnd(empty, always)).toEqual({ kind: "none" });
  });

  test.each([
    [-5, 0],
    [1.9, 1],
    [99, 2],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 2],
  ])("place %d of three becomes %d", (asked, index) => {
    expect(queueOf("abc", asked).index).toBe(index);
  });
});

describe("properties", () => {
  test("length times next returns to the start and visits every place", () => {
    fc.assert(
      fc.property(situation, ({ queue }) => {
        let at = queue;
        const visited = new Set<number>();
        for (const _ of queue.entries) {
          at = moveTo(at, stepForward(at, always)?.index ?? -1);
          visited.add(at.index);
        }
        expect(at.index).toBe(queue.index);
        expect(visited.size).toBe(queue.entries.length);
      }),
    );
  });

  test("previous undoes next when all can be played or the current one can", () => {
    fc.assert(
      fc.property(situation, ({ queue, canPlay }) => {
        const current = currentEntry(queue);
        fc.pre(current !== undefined && canPlay(current.songId));
        const forward = stepForward(queue, canPlay);
        expect(forward).not.toBeNull();
        expect(stepBack(moveTo(queue, forward?.index ?? -1), canPlay)?.index).toBe(queue.index);
      }),
    );
  });

  test("a step lands on a song that can be played, names exactly those between, or there is none", () => {
    fc.assert(
      fc.property(situation, fc.constantFrom(stepForward, stepBack), ({ queue, canPlay }, step) => {
        const { entries, index } = queue;
        const taken = step(queue, canPlay);
        if (taken === null) {
          expect(entries.some((entry) => canPlay(entry.songId))).toBe(false);
          return;
        }
        const direction = step === stepForward ? 1 : -1;
        const between = taken.skipped.map((_, nth) => entries.at((index + direction * (nth + 1)) % entries.length));
        expect(canPlay(entries[taken.index]?.songId ?? "")).toBe(true);
        expect(between.map((entry) => entry?.songId)).toEqual(taken.skipped);
        expect(taken.skipped.some(canPlay)).toBe(false);
        const distance = direction * (taken.skipped.length + 1);
        expect((index + distance + entries.length) % entries.length).toBe(taken.index);
      }),
    );
  });

  test("after the end: the next track, or the same one after the pause, never the same one at once", () => {
    fc.assert(
      fc.property(situation, ({ queue, canPlay }) => {
        const after = stepAtEnd(queue, canPlay);
        const others = queue.entries.some((entry, place) => place !== queue.index && canPlay(entry.songId));
        if (after.kind === "advance") expect(after.step.index).not.toBe(queue.index);
        expect(after.kind === "advance").toBe(others);
        if (after.kind === "none") expect(queue.entries.some((entry) => canPlay(entry.songId))).toBe(false);
      }),
    );
  });
});
