import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createQueue,
  currentEntry,
  jumpTo,
  stepAtEnd,
  stepBack,
  stepForward,
  type CanPlay,
  type Queue,
  type Repeat,
  type Step,
} from "./queue.ts";

const always = () => true;
const queueOf = (songs: string, index = 0): Queue =>
  createQueue(
    [...songs].map((songId) => ({ songId })),
    index,
  );

const atEnd = (queue: Queue, canPlay: CanPlay, repeat: Repeat, canPlayLater: CanPlay = canPlay) =>
  stepAtEnd(queue, repeat, canPlay, canPlayLater);

const placeOf = (step: Step | null) => step && { index: step.queue.index, skipped: step.skipped };

/** A queue whose songs may repeat, a place in it, and the songs that can be played. */
const situation = fc
  .record({
    songs: fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1, maxLength: 8 }),
    at: fc.nat(7),
    playable: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f")),
    missing: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f")),
  })
  .map(({ songs, at, playable, missing }) => ({
    queue: createQueue(
      songs.map((songId) => ({ songId })),
      at % songs.length,
    ),
    canPlay: (songId: string) => playable.some((one) => one === songId),
    canPlayLater: (songId: string) => [...playable, ...missing].some((one) => one === songId),
  }));

describe("examples", () => {
  test("next goes from the last to the first, previous from the first to the last", () => {
    expect(placeOf(stepForward(queueOf("abc", 0), always))).toEqual({ index: 1, skipped: [] });
    expect(placeOf(stepForward(queueOf("abc", 2), always))).toEqual({ index: 0, skipped: [] });
    expect(placeOf(stepBack(queueOf("abc", 1), always))).toEqual({ index: 0, skipped: [] });
    expect(placeOf(stepBack(queueOf("abc", 0), always))).toEqual({ index: 2, skipped: [] });
  });

  test("songs that cannot be played are passed over and named", () => {
    const canPlay = (songId: string) => songId !== "b" && songId !== "c";
    expect(placeOf(stepForward(queueOf("abcd", 0), canPlay))).toEqual({ index: 3, skipped: ["b", "c"] });
    expect(placeOf(stepBack(queueOf("abcd", 3), canPlay))).toEqual({ index: 0, skipped: ["c", "b"] });
  });

  test("a single track starts again after 2 s, and so does the only one that can be played", () => {
    const again = { kind: "replay", afterMs: 2000 };
    expect(atEnd(queueOf("a"), always, "all")).toMatchObject(again);
    expect(atEnd(queueOf("ab"), (songId) => songId === "a", "all")).toMatchObject(again);
    expect(atEnd(queueOf("aa"), always, "all")).toMatchObject({ kind: "advance", step: { queue: { index: 1 } } });
  });

  test("repeat one starts the song again at once, if it can be played", () => {
    expect(atEnd(queueOf("ab"), always, "one")).toEqual({ kind: "replay", afterMs: 0 });
    expect(atEnd(queueOf("ab"), (songId) => songId === "b", "one")).toMatchObject({ kind: "advance" });
  });

  test("without repeat the last song is followed by silence, and the first one waits", () => {
    expect(atEnd(queueOf("ab"), always, "off")).toMatchObject({ kind: "advance", step: { queue: { index: 1 } } });
    expect(atEnd(queueOf("ab", 1), always, "off")).toMatchObject({ kind: "stop", queue: { index: 0 } });
  });

  // 6.24
  test("without repeat it waits for what is ahead, and stops where nothing ahead can ever be played", () => {
    const canPlay = (songId: string) => songId === "a" || songId === "b";
    expect(atEnd(queueOf("abcd", 1), canPlay, "off")).toMatchObject({ kind: "stop", queue: { index: 0 } });
    const canPlayLater = (songId: string) => songId !== "c";
    expect(atEnd(queueOf("abcd", 1), canPlay, "off", canPlayLater)).toMatchObject({
      kind: "wait",
      step: { queue: { index: 3 } },
    });
  });

  // 6.19
  test("with repeat it waits for the next one that can be played later, if none can now", () => {
    const never = () => false;
    expect(atEnd(queueOf("abc", 1), never, "all", (songId) => songId === "a")).toMatchObject({
      kind: "wait",
      step: { queue: { index: 0 }, skipped: ["c"] },
    });
    expect(atEnd(queueOf("abc", 1), never, "all", never)).toEqual({ kind: "none" });
  });

  test("an empty queue goes nowhere", () => {
    const empty = createQueue([], 4);
    expect(empty.index).toBe(-1);
    expect(currentEntry(empty)).toBeUndefined();
    expect(stepForward(empty, always)).toBeNull();
    expect(stepBack(empty, always)).toBeNull();
    expect(atEnd(empty, always, "off")).toEqual({ kind: "none" });
  });

  test.each([
    [-5, 0],
    [1.9, 1],
    [99, 2],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 2],
  ])("place %d of three becomes %d", (asked, index) => {
    expect(queueOf("abc", asked).index).toBe(index);
    expect(jumpTo(queueOf("abc", 1), asked).index).toBe(index);
  });
});

describe("properties", () => {
  test("length times next returns to the start and visits every place", () => {
    fc.assert(
      fc.property(situation, ({ queue }) => {
        let at = queue;
        const visited = new Set<number>();
        for (const _ of queue.entries) {
          at = stepForward(at, always)?.queue ?? at;
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
        expect(stepBack(forward?.queue ?? queue, canPlay)?.queue.index).toBe(queue.index);
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
        expect(canPlay(entries[taken.queue.index]?.songId ?? "")).toBe(true);
        expect(between.map((entry) => entry?.songId)).toEqual(taken.skipped);
        expect(taken.skipped.some(canPlay)).toBe(false);
        const distance = direction * (taken.skipped.length + 1);
        expect((index + distance + entries.length) % entries.length).toBe(taken.queue.index);
      }),
    );
  });

  test("after the end: the next track, or the same one after the pause, never the same one at once", () => {
    fc.assert(
      fc.property(situation, ({ queue, canPlay }) => {
        const after = atEnd(queue, canPlay, "all");
        const others = queue.entries.some((entry, place) => place !== queue.index && canPlay(entry.songId));
        if (after.kind === "advance") expect(after.step.queue.index).not.toBe(queue.index);
        expect(after.kind === "advance").toBe(others);
        if (after.kind === "none") expect(queue.entries.some((entry) => canPlay(entry.songId))).toBe(false);
      }),
    );
  });

  // 6.24
  test("repeat off never goes to a lower place but to stop there, and stops only where nothing ahead is to come", () => {
    fc.assert(
      fc.property(situation, ({ queue, canPlay, canPlayLater }) => {
        const after = atEnd(queue, canPlay, "off", canPlayLater);
        const ahead = queue.entries.slice(queue.index + 1);
        if (after.kind === "stop") {
          expect(after.queue.index).toBe(0);
          expect(ahead.some(({ songId }) => canPlayLater(songId))).toBe(false);
        } else {
          expect(after.kind === "advance" || after.kind === "wait").toBe(true);
          if ("step" in after) expect(after.step.queue.index).toBeGreaterThan(queue.index);
        }
      }),
    );
  });

  // 6.24
  test("repeat one stays while its song can be played", () => {
    fc.assert(
      fc.property(situation, ({ queue, canPlay, canPlayLater }) => {
        const after = atEnd(queue, canPlay, "one", canPlayLater);
        const current = currentEntry(queue);
        if (current !== undefined && canPlay(current.songId)) expect(after).toEqual({ kind: "replay", afterMs: 0 });
        else expect(after).toEqual(atEnd(queue, canPlay, "all", canPlayLater));
      }),
    );
  });

  // 6.19
  test("it waits only where nothing can be played now, and for a song that can be later", () => {
    fc.assert(
      fc.property(
        situation,
        fc.constantFrom<Repeat>("all", "one", "off"),
        ({ queue, canPlay, canPlayLater }, repeat) => {
          const after = atEnd(queue, canPlay, repeat, canPlayLater);
          if (after.kind !== "wait") return;
          const ahead = repeat === "off" ? queue.entries.slice(queue.index + 1) : queue.entries;
          expect(ahead.some(({ songId }) => canPlay(songId))).toBe(false);
          expect(canPlayLater(currentEntry(after.step.queue)?.songId ?? "")).toBe(true);
        },
      ),
    );
  });
});
