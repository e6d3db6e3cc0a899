import { expect, test, vi } from "vitest";
import { createBench, tracksOf } from "../../../tests/support/fake-sounds.ts";
import type { Operation } from "../../../contract/outbox-operations.ts";
import type { Account } from "../../sync/account-session.ts";
import { countPlay, recordPlays } from "./record-plays.ts";

/** Files of 60 s, unless said otherwise. */
function setUp(songs = "ab", duration = 60) {
  const bench = createBench();
  for (const song of songs) bench.behaviours.set(song, { kind: "plays", duration });
  const plays: string[] = [];
  const stop = recordPlays(
    bench.engine,
    (songId) => void plays.push(songId),
    () => bench.clock.now,
  );
  bench.engine.play(tracksOf(songs, duration), 0);
  return { ...bench, plays, stop };
}

// 6.13
test("a song counts once half of it was heard, and once only until its end", async () => {
  const { clock, plays } = setUp();
  await clock.advance(29_000);
  expect(plays).toEqual([]);
  await clock.advance(3_000);
  expect(plays).toEqual(["a"]);
  await clock.advance(60_000);
  expect(plays).toEqual(["a", "b"]);
});

// 6.13
test("a long song counts after four minutes", async () => {
  const { clock, plays } = setUp("a", 3_600);
  await clock.advance(239_000);
  expect(plays).toEqual([]);
  await clock.advance(3_000);
  expect(plays).toEqual(["a"]);
});

test("what was sought over was not heard, nor what passed while it was paused", async () => {
  const { engine, clock, plays } = setUp();
  await clock.advance(10_000);
  engine.seek(50);
  await clock.advance(5_000);
  engine.pause();
  await clock.advance(60_000);
  engine.seek(20);
  engine.resume();
  expect(plays).toEqual([]);
  await clock.advance(13_000);
  expect(plays).toEqual([]);
  await clock.advance(5_000);
  expect(plays).toEqual(["a"]);
});

// 6.30
test("at another speed the seconds of the song count, not those of the clock", async () => {
  const { engine, clock, plays } = setUp();
  engine.setSpeed(2);
  await clock.advance(14_500);
  expect(plays).toEqual([]);
  await clock.advance(2_000);
  expect(plays).toEqual(["a"]);
});

test("a song that repeats counts again, a part that is heard again does not", async () => {
  const { engine, clock, plays } = setUp("a");
  await clock.advance(40_000);
  engine.seek(0);
  await clock.advance(40_000);
  expect(plays).toEqual(["a"]);
  await clock.advance(22_000 + 29_000);
  expect(plays).toEqual(["a"]);
  await clock.advance(4_000);
  expect(plays).toEqual(["a", "a"]);
});

test("the same song chosen anew is another play", async () => {
  const { engine, clock, plays } = setUp();
  await clock.advance(31_000);
  engine.play(tracksOf("ab"), 0);
  await clock.advance(20_000);
  expect(plays).toEqual(["a"]);
  await clock.advance(12_000);
  expect(plays).toEqual(["a", "a"]);
});

test("nobody hears of plays after the end", async () => {
  const { clock, plays, stop } = setUp();
  stop();
  await clock.advance(60_000);
  expect(plays).toEqual([]);
});

// 6.13, 6.14
test("a play is queued with its time; one of a private or unknown song is not", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) });
  const changes: Operation[] = [];
  const change = async (operation: Operation) => void changes.push(operation);
  const account = { change } as Partial<Account> as Account; // nothing else is used
  await countPlay(account, "a", false);
  await countPlay(account, "b", true);
  await countPlay(account, "c", undefined);
  vi.useRealTimers();
  expect(changes).toEqual([{ kind: "play", songId: "a", playedAt: "2026-11-21T12:00:00.000Z" }]);
});

// 6.13
test("a song that Next starts anew, because no other is there, counts each time", async () => {
  const { engine, clock, plays } = setUp("a");
  await clock.advance(40_000);
  expect(plays).toEqual(["a"]);
  engine.next();
  await clock.advance(40_000);
  expect(plays).toEqual(["a", "a"]);
});

// 6.13
test.each([
  ["straight", [60]],
  ["past the end", [198, 200, 150, 60]],
])("a drag back, %s, makes no second play", async (_, way) => {
  const { engine, clock, plays } = setUp("ab", 200);
  await clock.advance(121_000);
  expect(plays).toEqual(["a"]);
  engine.beginSeek();
  for (const place of way) {
    engine.seek(place);
    await clock.advance(50);
  }
  engine.endSeek();
  await clock.advance(130_000);
  expect(engine.state().track?.songId).toBe("a");
  expect(plays).toEqual(["a"]);
});

// 6.13
test("a seek from the last second of a song to its beginning is no hearing of its own", async () => {
  const { engine, clock, plays } = setUp("a");
  await clock.advance(40_000);
  engine.seek(59.5);
  engine.seek(0.5);
  await clock.advance(40_000);
  expect(plays).toEqual(["a"]);
});

// 6.13
test("a pause that changes nothing, as when another tab plays, makes no hearing of a later seek", async () => {
  const { engine, clock, plays } = setUp("ab");
  await clock.advance(40_000);
  engine.pause();
  engine.pause();
  engine.seek(0);
  engine.resume();
  await clock.advance(40_000);
  expect(plays).toEqual(["a"]);
});
