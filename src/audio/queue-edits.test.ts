import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addToQueue,
  clearQueue,
  completeQueue,
  moveEntry,
  playNext,
  removeAt,
  revertTo,
  shuffle,
  unshuffle,
} from "./queue-edits.ts";
import { createQueue, currentEntry, jumpTo, queuedEntries, stepBack, stepForward, type Queue } from "./queue.ts";

const always = () => true;
const entriesOf = (songs: string) => [...songs].map((songId) => ({ songId }));
const queueOf = (songs: string, index = 0) => createQueue(entriesOf(songs), index);
const songsOf = ({ entries }: Queue) => entries.map(({ songId }) => songId).join("");
/** Reads "ab[c]de": played, current, ahead. */
const show = (queue: Queue) => {
  const songs = queue.entries.map(({ songId }) => songId);
  return `${songs.slice(0, queue.index).join("")}[${songs[queue.index] ?? ""}]${songs.slice(queue.index + 1).join("")}`;
};
/** Takes the last of the possible places each time. */
const last = () => 0.999;

/** Anything that a user can do with a queue. */
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom("playNext", "add", "remove", "move", "jump", "next", "back", "shuffle", "unshuffle"),
    at: fc.nat(20),
    to: fc.nat(20),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  }),
  { maxLength: 12 },
);
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never;

function run(queue: Queue, { kind, at, to, random }: Act): Queue {
  const place = at % Math.max(1, queue.entries.length);
  const moves = {
    playNext: () => playNext(queue, entriesOf("xy")),
    add: () => addToQueue(queue, entriesOf("xy"), () => random),
    remove: () => removeAt(queue, place),
    move: () => moveEntry(queue, place, to),
    jump: () => jumpTo(queue, place),
    next: () => stepForward(queue, always)?.queue ?? queue,
    back: () => stepBack(queue, always)?.queue ?? queue,
    shuffle: () => shuffle(queue, () => random),
    unshuffle: () => unshuffle(queue),
  };
  return moves[kind]();
}

/** A queue with a history of its own. */
const used = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 8 }), fc.nat(7), acts)
  .map(([songs, index, history]) => history.reduce(run, queueOf(songs.join(""), index % songs.length)));

describe("examples", () => {
  test("play next comes first, add to queue after what was queued, both before the list", () => {
    let queue: Queue = queueOf("abc");
    queue = addToQueue(queue, entriesOf("x"), last);
    queue = addToQueue(queue, entriesOf("y"), last);
    queue = playNext(queue, entriesOf("z"));
    expect(show(queue)).toBe("[a]zxybc");
    queue = stepForward(queue, always)?.queue ?? queue;
    queue = addToQueue(queue, entriesOf("w"), last);
    expect(show(queue)).toBe("a[z]xywbc");
  });

  test("what the user queued stays next when the user jumps, but what is jumped over among it is passed", () => {
    const queue = addToQueue(queueOf("abcd", 1), entriesOf("xyz"), last);
    expect(show(jumpTo(queue, 6))).toBe("abc[d]xyz");
    expect(show(jumpTo(queue, 0))).toBe("[a]xyzbcd");
    expect(show(jumpTo(queue, 3))).toBe("abx[y]zcd");
    expect(queuedEntries(jumpTo(queue, 3))).toHaveLength(1);
  });

  // 6.22
  test("a song moves ahead of the current one only, and next to a queued one it is queued", () => {
    const queue = queueOf("abcde", 1);
    expect(show(moveEntry(queue, 4, 2))).toBe("a[b]ecd");
    expect(show(moveEntry(queue, 4, 0))).toBe("a[b]ecd");
    expect(show(moveEntry(queue, 0, 3))).toBe("[b]cdae");
    expect(show(moveEntry(queue, 1, 3))).toBe("a[b]cde");
    const queued = addToQueue(queue, entriesOf("x"), last);
    expect(show(addToQueue(moveEntry(queued, 5, 2), entriesOf("y"), last))).toBe("a[b]exycd");
    expect(show(addToQueue(moveEntry(queued, 2, 5), entriesOf("y"), last))).toBe("a[b]ycdex");
  });

  // 6.22
  test("removing the current song makes the next one current, at the end the first", () => {
    expect(show(removeAt(queueOf("abc", 1), 1))).toBe("a[c]");
    expect(show(removeAt(queueOf("abc", 2), 2))).toBe("[a]b");
    expect(show(removeAt(queueOf("abc", 2), 0))).toBe("b[c]");
    expect(removeAt(queueOf("a"), 0)).toMatchObject({ entries: [], index: -1 });
    expect(removeAt(queueOf("a"), 4)).toEqual(queueOf("a"));
  });

  test("clear leaves the current song", () => {
    expect(show(clearQueue(playNext(queueOf("abc", 1), entriesOf("x"))))).toBe("[b]");
    expect(clearQueue(queueOf(""))).toMatchObject({ entries: [], index: -1 });
  });

  test("a clear can be undone, but not over another list that plays by now", () => {
    const queue = shuffle(playNext(queueOf("abcd", 1), entriesOf("x")), () => 0.3);
    expect(revertTo(clearQueue(queue), queue)).toEqual(queue);
    const other = queueOf("z");
    expect(revertTo(other, queue)).toBe(other);
  });

  // 6.21
  test("what was queued after a clear still comes next once it is undone", () => {
    const queue = addToQueue(queueOf("abcd", 1), entriesOf("x"), last);
    const since = playNext(clearQueue(queue), entriesOf("y"));
    expect(songsOf(revertTo(since, queue))).toBe("abyxcd");
    expect(revertTo(since, queue)).toMatchObject({ index: 1, queued: 2 });
    const mixed = shuffle(queue, () => 0.3);
    const back = revertTo(playNext(clearQueue(mixed), entriesOf("y")), mixed);
    expect(songsOf(back).slice(0, 2)).toBe("by");
    expect(songsOf(unshuffle(back))).toBe("abyxcd");
  });

  // 6.23
  test("shuffle keeps what was played above, and mixes in what stood before the first song played", () => {
    const started = stepForward(queueOf("abcdef", 2), always)?.queue ?? queueOf("");
    const mixed = shuffle(started, () => 0);
    expect(mixed.entries.slice(0, 2).map(({ songId }) => songId)).toEqual(["c", "d"]);
    expect(mixed.index).toBe(1);
    const rest = mixed.entries.slice(2).map(({ songId }) => songId);
    expect(rest.toSorted()).toEqual(["a", "b", "e", "f"]);
  });

  test("in a shuffled queue an added song lands at a random place ahead, before the list", () => {
    const queue = shuffle(queueOf("abcdef"), () => 0.5);
    const first = addToQueue(queue, entriesOf("x"), last);
    expect(songsOf(addToQueue(first, entriesOf("y"), () => 0)).slice(1, 3)).toBe("yx");
    expect(songsOf(addToQueue(first, entriesOf("y"), last)).slice(1, 3)).toBe("xy");
  });

  test("the first song of an empty queue is its current one", () => {
    expect(show(playNext(queueOf(""), entriesOf("xy")))).toBe("[x]y");
    expect(show(addToQueue(queueOf(""), entriesOf("xy"), last))).toBe("[x]y");
  });
});

describe("properties", () => {
  const check = (property: (queue: Queue) => void) => fc.assert(fc.property(used, property), { numRuns: 300 });

  test("a queue stays whole: its places lie inside, both orders hold the same entries, none twice", () => {
    check(({ entries, index, startedAt, queued, unshuffled }) => {
      expect(index).toBeGreaterThanOrEqual(Math.min(0, entries.length - 1));
      expect(index).toBeLessThan(Math.max(1, entries.length));
      expect(startedAt).toBeGreaterThanOrEqual(0);
      expect(startedAt).toBeLessThanOrEqual(Math.max(0, index));
      expect(index + queued).toBeLessThan(Math.max(1, entries.length));
      expect(new Set(entries).size).toBe(entries.length);
      expect(new Set(unshuffled ?? entries)).toEqual(new Set(entries));
      expect(unshuffled ?? entries).toHaveLength(entries.length);
    });
  });

  test("every change but a removal of it keeps the current song", () => {
    fc.assert(
      fc.property(used, acts, (queue, [act]) => {
        fc.pre(act !== undefined && !["remove", "jump", "next", "back"].includes(act.kind) && queue.index >= 0);
        expect(act && currentEntry(run(queue, act))).toBe(currentEntry(queue));
      }),
    );
  });

  test("shuffle keeps the set and what was played, and its undo restores the queue", () => {
    fc.assert(
      fc.property(used, fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (queue, stream) => {
        const plain = unshuffle(queue);
        const mixed = shuffle(plain, () => stream.next().value ?? 0);
        expect(new Set(mixed.entries)).toEqual(new Set(plain.entries));
        expect(mixed.entries.slice(0, mixed.index + 1 + mixed.queued)).toEqual(
          plain.entries.slice(plain.startedAt, plain.index + 1 + plain.queued),
        );
        expect(unshuffle(mixed)).toEqual(plain);
      }),
    );
  });

  test("previous after next returns to the same queue, while it does not wrap", () => {
    check((queue) => {
      fc.pre(queue.index + 1 < queue.entries.length);
      const next = stepForward(queue, always)?.queue;
      const back = next && stepBack(next, always)?.queue;
      expect(back).toMatchObject({ entries: queue.entries, index: queue.index });
    });
  });

  test("next after previous returns to the same queue, with what was queued", () => {
    check((queue) => {
      fc.pre(queue.index > 0);
      const back = stepBack(queue, always)?.queue;
      const { entries, index, queued } = queue;
      expect(back && stepForward(back, always)?.queue).toMatchObject({ entries, index, queued });
    });
  });

  test("what was added next plays next, in its order; what was queued stays before the list", () => {
    check((queue) => {
      fc.pre(queue.index >= 0);
      const before = queuedEntries(queue);
      const added = entriesOf("pqr");
      expect(queuedEntries(playNext(queue, added))).toEqual([...added, ...before]);
      const plain = unshuffle(queue);
      expect(queuedEntries(addToQueue(plain, added, last))).toEqual([...before, ...added]);
      expect(new Set(queuedEntries(addToQueue(queue, added, last)))).toEqual(new Set([...before, ...added]));
    });
  });

  test("whatever is removed, moved or jumped to, the others keep their order", () => {
    fc.assert(
      fc.property(used, fc.nat(20), fc.nat(20), (queue, at, to) => {
        fc.pre(queue.entries.length > 1);
        const from = at % queue.entries.length;
        const others = queue.entries.filter((_, place) => place !== from);
        expect(removeAt(queue, from).entries).toEqual(others);
        const moved = moveEntry(queue, from, to);
        expect(moved.entries.filter((entry) => entry !== queue.entries[from])).toEqual(others);
      }),
    );
  });
});

describe("completeQueue", () => {
  /** The part that was known: what is not from elsewhere. */
  const partOf = ({ entries }: Queue) => entries.filter(({ songId }) => !"xyz".includes(songId));
  const complete = (queue: Queue, whole = "abcdefg", part = partOf(queue)) =>
    completeQueue(queue, part, entriesOf(whole), last);

  test("puts the whole list around the current song, which stays the same entry", () => {
    const queue = queueOf("cde", 1);
    const whole = complete(queue);
    expect(show(whole)).toBe("abc[d]efg");
    expect(currentEntry(whole)).toBe(currentEntry(queue));
    expect(whole.startedAt).toBe(3);
  });

  test("keeps what the user queued, and where playing began", () => {
    const played = stepForward(queueOf("cde", 0), always)?.queue ?? queueOf("");
    const whole = complete(playNext(played, entriesOf("xy")));
    expect(show(whole)).toBe("abc[d]xyefg");
    expect([whole.queued, whole.startedAt]).toEqual([2, 2]);
  });

  test("shuffles a shuffled queue anew, with each song once", () => {
    const whole = complete(shuffle(queueOf("cde", 1), last));
    expect(show(whole)).toMatch(/^\[d\]/);
    expect([...songsOf(whole)].sort().join("")).toBe("abcdefg");
    expect(songsOf(unshuffle(whole))).toBe("abcdefg");
  });

  // 6.21
  test("goes on after a song from elsewhere where the list was left", () => {
    const queued = playNext(queueOf("cde", 1), entriesOf("xyz"));
    const first = stepForward(queued, always)?.queue ?? queueOf("");
    const second = stepForward(first, always)?.queue ?? queueOf("");
    const whole = complete(second);
    expect(show(whole)).toBe("abcdx[y]zefg");
    expect([whole.queued, whole.startedAt]).toEqual([1, 3]);
    expect(currentEntry(whole)).toBe(currentEntry(second));
  });

  // 6.21
  test("keeps above the current song what was queued and played, before what it was played before", () => {
    const step = (queue: Queue) => stepForward(queue, always)?.queue ?? queueOf("");
    const once = step(step(playNext(queueOf("cde", 0), entriesOf("xy"))));
    const twice = step(playNext(step(once), entriesOf("z")));
    expect(show(twice)).toBe("cxyd[z]e");
    const whole = complete(step(twice));
    expect(show(whole)).toBe("abcxydz[e]fg");
    expect(whole.startedAt).toBe(2);
    expect(show(complete(step(twice), "edcba"))).toBe("xyz[e]dcba");
  });

  // 6.22
  test("leaves what was moved where it is, and lets nothing that is still to come go by", () => {
    const part = queueOf("abcd");
    const next = stepForward(moveEntry(part, 3, 1), always)?.queue ?? queueOf("");
    expect(show(next)).toBe("a[d]bc");
    const whole = complete(next, "abcdef", [...part.entries]);
    expect(show(whole)).toBe("a[d]bcef");
    expect([whole.queued, whole.startedAt]).toEqual([0, 0]);
    const later = moveEntry(queueOf("abcd"), 3, 2);
    expect(show(later)).toBe("[a]bdc");
    expect(show(complete(later, "abcdef"))).toBe("[a]bdcef");
  });

  // 6.22
  test("leaves out what was removed", () => {
    const part = queueOf("abcd");
    expect(show(complete(removeAt(part, 2), "abcdef", [...part.entries]))).toBe("[a]bdef");
    const mixed = removeAt(shuffle(part, last), 1);
    expect(songsOf(complete(mixed, "abcdef", [...part.entries]))).toHaveLength(5);
  });

  // 6.21
  test("goes on where the list was left, also after a song that is in the list and was queued", () => {
    const part = queueOf("abc");
    const queued = stepForward(playNext(part, entriesOf("ce")), always)?.queue ?? queueOf("");
    expect(show(queued)).toBe("a[c]ebc");
    const whole = complete(queued, "abcdefg", [...part.entries]);
    expect(show(whole)).toBe("a[c]ebcdefg");
    expect([whole.queued, whole.startedAt]).toEqual([1, 0]);
    expect(currentEntry(whole)).toBe(currentEntry(queued));
    const mixed = shuffle(queued, last);
    expect(songsOf(unshuffle(complete(mixed, "abcdefg", [...part.entries])))).toBe("acebcdefg");
  });

  // 6.23
  test("keeps above what was played of a shuffled queue, and mixes in the rest", () => {
    const mixed =
      stepForward(
        shuffle(queueOf("cdef", 3), () => 0),
        always,
      )?.queue ?? queueOf("");
    expect(show(mixed)).toBe("f[d]ec");
    const whole = complete(stepForward(playNext(mixed, entriesOf("x")), always)?.queue ?? queueOf(""));
    expect(show(whole)).toMatch(/^fd\[x\]/);
    expect([...songsOf(whole)].sort().join("")).toBe("abcdefgx");
    expect(songsOf(unshuffle(whole))).toBe("abcdxefg");
  });

  test("leaves a queue of which nothing that was played is in the list", () => {
    const queue = queueOf("xya", 1);
    expect(complete(queue)).toBe(queue);
  });

  test("of any queue keeps what was played last and what was queued, and its places", () => {
    fc.assert(
      fc.property(used, (queue) => {
        const whole = complete(queue, "ghabc");
        const { entries, index, startedAt, unshuffled } = whole;
        expect(currentEntry(whole)).toBe(currentEntry(queue));
        expect(queuedEntries(whole)).toEqual(queuedEntries(queue));
        const ofList = new Set(partOf(queue));
        const elsewhere = queue.entries.slice(0, queue.index + 1).filter((entry) => !ofList.has(entry));
        for (const entry of elsewhere) expect(entries.indexOf(entry)).toBeLessThanOrEqual(index);
        for (const entry of elsewhere) expect(entries).toContain(entry);
        expect(startedAt).toBeGreaterThanOrEqual(Math.min(0, index));
        expect(startedAt).toBeLessThanOrEqual(Math.max(0, index));
        expect(new Set(entries).size).toBe(entries.length);
        expect(new Set(unshuffled ?? entries)).toEqual(new Set(entries));
        if (whole !== queue) for (const song of "ghabc") expect(songsOf(whole)).toContain(song);
      }),
      { numRuns: 500 },
    );
  });
});

test("10,000 songs: every change takes as long as its songs are many, not as their square (specification 6.21)", () => {
  const long = (count: number) => {
    const queue = createQueue(
      Array.from({ length: count }, (_, at) => ({ songId: String(at) })),
      count >> 1,
    );
    const added = [{ songId: "added" }];
    const changes = [
      () => playNext(queue, added),
      () => addToQueue(shuffle(queue, last), added, last),
      () => removeAt(queue, count - 1),
      () => moveEntry(queue, count - 1, (count >> 1) + 1),
      () => jumpTo(queue, 1),
      () => clearQueue(queue),
      () => unshuffle(shuffle(queue, last)),
      () => stepForward(queue, always),
      () => stepBack(queue, always),
    ];
    return changes.map((change) => {
      let least = Infinity;
      for (let turn = 0; turn < 15; turn += 1) {
        const began = performance.now();
        for (let time = 0; time < 20_000 / count; time += 1) change();
        least = Math.min(least, (performance.now() - began) * (count / 20_000));
      }
      return least;
    });
  };
  const [few, many] = [long(1_000), long(10_000)];
  // Ten times as many songs: ten times as long; a hundred times would be their square.
  for (const [index, took] of many.entries()) expect(took).toBeLessThan(Math.max((few[index] ?? 0) * 40, 1));
});

// 6.5, 6.21
test("previous on the first song, which leads to the last, leaves what was queued queued", () => {
  const back = stepBack(playNext(queueOf("abc"), entriesOf("q")), always)?.queue ?? queueOf("");
  const textOf = (queue: Queue) =>
    queuedEntries(queue)
      .map(({ songId }) => songId)
      .join("");
  expect(currentEntry(back)?.songId).toBe("c");
  expect(textOf(back)).toBe("q");
  expect(currentEntry(stepForward(back, always)?.queue ?? back)?.songId).toBe("q");
  expect(textOf(addToQueue(back, entriesOf("z"), Math.random))).toBe("qz");
  const jumped = jumpTo(back, songsOf(back).indexOf("a"));
  expect(textOf(jumped)).toBe("q");
  expect(textOf(shuffle(jumped, () => 0))).toBe("q");
});
