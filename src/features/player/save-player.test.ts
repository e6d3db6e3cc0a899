import { expect, test, vi } from "vitest";
import { idOf, snapshotOf } from "../../../tests/support/items.ts";
import { createBench, tracksOf } from "../../../tests/support/fake-sounds.ts";
import type { PlayerChange, StoredPlayer } from "../../db/player-rows.ts";
import { nameList } from "./list-name.ts";
import { savePlayer } from "./save-player.ts";
import { decodePlayer, decodeSongs, isQueue } from "./saved-player.ts";
import { StoredSongs } from "./stored-songs.ts";

const id = (songId: string) => `01890a5d-ac96-774b-bcce-b302099a80${songId.charCodeAt(0).toString(16)}`;
/** Of names, and of many numbers. */
const ids = [...[..."abcdefghuvwxyz"].map(id), ...Array.from({ length: 150 }, (_, n) => idOf(n))];
const known = new Map(ids.map((songId) => [songId, snapshotOf(0, { _id: songId, title: `Song ${songId}` })]));
const songOf = (songId: string) => known.get(songId);
const tracks = (songs: string) => tracksOf(songs).map((track) => ({ ...track, songId: id(track.songId) }));

const oneSong = {
  id: "a",
  list: [0],
  order: null,
  repeat: "all",
  speed: 1,
  place: { queue: "a", index: 0, startedAt: 0, queued: 0, position: 0 },
};

/** A player that stores into rows, and one that starts from it. */
function setUp(bench = createBench(), found?: Parameters<typeof savePlayer>[1]) {
  const device: {
    stored: StoredPlayer | null;
    writes: PlayerChange[];
    isOurs: boolean;
    isFull: boolean;
    leaving?: string;
    /** How long a write takes. */
    until?: Promise<void>;
  } = {
    stored: null,
    writes: [],
    isOurs: true,
    isFull: false,
  };
  const saver = savePlayer(
    {
      engine: bench.engine,
      songOf,
      isLeaving: (songId) => songId === device.leaving,
      clock: bench.clock,
      mayWrite: () => device.isOurs,
      async write(change, base) {
        await device.until;
        if (device.isFull) throw new DOMException("There is no space", "QuotaExceededError");
        // As the database would: a copy.
        const copy = structuredClone(change);
        const before = device.stored?.queue;
        device.stored = copy && applied(device.stored, copy);
        if (copy !== null) device.writes.push(copy);
        return isQueue(before, base);
      },
    },
    found,
  );
  const restored = () => decodePlayer(parsed(device.stored ?? { songs: new Map() }));
  return { ...bench, saver, device, restored };
}

/** As `writePlayer` does. */
function applied(stored: StoredPlayer | null, { songs, ...rows }: PlayerChange): StoredPlayer {
  const chunks = new Map(songs?.isWhole ? [] : stored?.songs);
  for (const { chunk, songs: written } of songs?.chunks ?? []) chunks.set(chunk, written);
  for (const chunk of songs?.emptied ?? []) chunks.delete(chunk);
  return { ...stored, ...rows, songs: chunks };
}

/** As `readPlayer` does. */
const parsed = ({ songs, ...rows }: StoredPlayer) => ({
  ...rows,
  songs: new Map([...songs].map(([chunk, stored]) => [chunk, decodeSongs(stored)])),
});

// 6.25
test("a queue comes back as it was: order, place, modes, what was queued, and the way back from shuffle", async () => {
  const { engine, clock, restored } = setUp();
  engine.setRepeat("off");
  engine.setSpeed(1.5);
  const list = tracks("abcdef");
  nameList(list, "shore");
  engine.play(list, 2);
  await clock.advance(5_000);
  engine.setShuffled(true);
  engine.next();
  engine.playNext(tracks("xa"));
  await clock.advance(12_000);
  const again = createBench();
  const stored = restored();
  if (stored === undefined) throw new Error("Nothing was stored");
  expect(stored.list).toBe("shore");
  again.engine.restore(stored.saved, { autoplay: false, position: stored.position });
  const { queue, index, queued, isShuffled, repeat, speed, track } = engine.state();
  const songs = (list: typeof queue) => list.map(({ songId }) => songId);
  expect(again.engine.state()).toMatchObject({ index, queued, isShuffled, repeat, speed, status: "paused" });
  expect(again.engine.state().track?.songId).toBe(track?.songId);
  expect(songs(again.engine.state().queue)).toEqual(songs(queue));
  expect(again.engine.position.get()).toBeGreaterThan(9);
  expect(again.sounds).toHaveLength(0);
  engine.setShuffled(false);
  again.engine.setShuffled(false);
  expect(songs(again.engine.state().queue)).toEqual(songs(engine.state().queue));
});

// 6.25
test("while a song plays its place is stored every five seconds, without the queue", async () => {
  const { engine, clock, device, restored } = setUp();
  engine.play(tracks("abc"), 0);
  await clock.advance(58_000);
  expect(device.writes.filter(({ queue }) => queue !== undefined)).toHaveLength(1);
  expect(device.writes.length).toBeGreaterThan(8);
  expect(device.writes.length).toBeLessThan(14);
  expect(restored()?.position).toBeGreaterThan(50);
  await clock.advance(5_000);
  expect(restored()?.saved.queue.index).toBe(1);
});

// 6.25
test("a change of the queue stores the songs that come and go, and no others", async () => {
  const { engine, clock, device, restored } = setUp();
  engine.play(tracks("abcdefgh".repeat(100)), 0);
  await clock.advance(600);
  engine.playNext(tracks("x"));
  await clock.advance(600);
  engine.setRepeat("off");
  engine.setShuffled(true);
  await clock.advance(600);
  engine.clearQueue();
  await clock.advance(600);
  const songsIn = ({ songs }: PlayerChange) =>
    songs?.chunks.flatMap((chunk) => chunk.songs).filter((song) => song !== null).length;
  expect(device.writes.filter(({ queue }) => queue !== undefined).map(songsIn)).toEqual([8, 9, 0, 1]);
  expect(restored()?.songs.map(({ title }) => title)).toEqual([`Song ${id("a")}`]);
});

// 6.25
test("a restored queue that changes stores only what is new", async () => {
  const first = setUp();
  first.engine.play(tracks("abc"), 0);
  await first.clock.advance(600);
  const stored = first.restored();
  if (stored === undefined) throw new Error("Nothing was stored");
  const bench = createBench();
  bench.engine.restore(stored.saved, { autoplay: false, position: 0 });
  const again = setUp(bench, { ...stored, state: bench.engine.state() });
  again.device.stored = first.device.stored;
  again.engine.removeFromQueue(2);
  await again.saver.flush();
  expect(again.device.writes.map(({ songs }) => songs?.isWhole)).toEqual([false]);
  expect(again.restored()?.songs.map(({ _id }) => _id)).toEqual([id("a"), id("b")]);
});

test("a write waits for the one before: it says what it changes in that one", async () => {
  const { engine, clock, saver, device, restored } = setUp();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  let fail: (reason: Error) => void = () => {};
  device.until = new Promise((_, reject) => (fail = reject));
  const many = tracksOf("a".repeat(150)).map((track, n) => ({ ...track, songId: idOf(n) }));
  engine.play(many, 0);
  await clock.advance(600);
  device.until = Promise.resolve();
  engine.playNext(tracks("x"));
  const flushed = saver.flush();
  fail(new DOMException("There is no space", "QuotaExceededError"));
  await flushed;
  expect(restored()?.songs).toHaveLength(151);
});

test("a pause is stored soon, and flush stores at once", async () => {
  const { engine, clock, saver, restored } = setUp();
  engine.play(tracks("ab"), 0);
  await clock.advance(3_000);
  engine.pause();
  await clock.advance(600);
  expect(restored()?.position).toBeCloseTo(2.9);
  engine.seek(40);
  await saver.flush();
  expect(restored()?.position).toBe(40);
});

test("a restored player stores nothing until something changes", async () => {
  const bench = createBench();
  bench.engine.play(tracks("abc"), 0);
  bench.engine.pause();
  const { engine, clock, saver, device } = setUp(bench, {
    id: "known",
    version: 0,
    stored: new StoredSongs(),
    state: bench.engine.state(),
  });
  device.stored = { queue: { id: "known" }, songs: new Map() };
  await clock.advance(60_000);
  await saver.flush();
  expect(device.writes).toEqual([]);
  engine.next();
  await clock.advance(600);
  expect(device.writes).toMatchObject([{ place: { queue: "known", index: 1 } }]);
});

test("while another player stores its own nothing is written; then the whole queue is", async () => {
  const { engine, clock, saver, device, restored } = setUp();
  engine.play(tracks("abc"), 0);
  await clock.advance(10_000);
  device.isOurs = false;
  device.stored = { songs: new Map() };
  engine.pause();
  saver.giveWay();
  await clock.advance(10_000);
  expect(device.stored).toEqual({ songs: new Map() });
  device.isOurs = true;
  engine.resume();
  await clock.advance(1_000);
  expect(restored()?.saved.queue.entries).toHaveLength(3);
});

test("what another player has stored stays until something changes here; then the whole queue is stored", async () => {
  const { engine, clock, saver, device, restored } = setUp();
  engine.play(tracks("abc"), 0);
  await clock.advance(10_000);
  device.isOurs = false;
  device.stored = { songs: new Map() };
  engine.pause();
  saver.giveWay();
  device.isOurs = true;
  await clock.advance(10_000);
  await saver.flush();
  expect(device.stored).toEqual({ songs: new Map() });
  engine.seek(40);
  await saver.flush();
  expect(restored()?.saved.queue.entries).toHaveLength(3);
  expect(restored()?.position).toBe(40);
});

test("a place of another queue is not taken for one of this", async () => {
  const { engine, clock, device, restored } = setUp();
  engine.play(tracks("abcdef"), 4);
  await clock.advance(20_000);
  const { place } = device.stored ?? {};
  engine.play(tracks("xy"), 0);
  await clock.advance(600);
  device.stored = { songs: new Map(), ...device.stored, place };
  expect(restored()?.saved.queue).toMatchObject({ index: 0 });
  expect(restored()?.saved.queue.entries).toHaveLength(2);
});

// 6.25
test("a current song that is gone is not stored, nor is its place; the next one is", async () => {
  const { engine, clock, device, saver, restored } = setUp();
  engine.play(tracks("abc"), 1);
  await clock.advance(7_000);
  device.leaving = id("b");
  saver.forget();
  await clock.advance(7_000);
  const songs = () => restored()?.saved.queue.entries.map(({ songId }) => songId);
  expect(songs()).toEqual([id("a"), id("c")]);
  expect([restored()?.saved.queue.index, restored()?.position]).toEqual([1, 0]);
  engine.removeFromQueue(0);
  engine.removeFromQueue(1);
  await clock.advance(7_000);
  expect(device.stored).toBeNull();
});

test("a stopped player removes what was stored; a failed write is no more than a warning", async () => {
  const { engine, clock, device } = setUp();
  engine.play(tracks("ab"), 0);
  await clock.advance(600);
  expect(device.stored).not.toBeNull();
  engine.stop();
  await clock.advance(600);
  expect(device.stored).toBeNull();
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const broken = createBench();
  savePlayer({
    engine: broken.engine,
    songOf,
    isLeaving: () => false,
    clock: broken.clock,
    mayWrite: () => true,
    write: () => Promise.reject(new Error("full")),
  });
  broken.engine.play(tracks("ab"), 0);
  await broken.clock.advance(600);
  expect(warned).toHaveBeenCalledTimes(1);
});

test.each([
  ["nothing", { queue: undefined }],
  ["another form", { queue: { id: "a" } }],
  ["a place outside", { queue: { ...oneSong, place: { ...oneSong.place, index: 4 } } }],
  ["entries that do not exist", { queue: { ...oneSong, list: [0, 3] } }],
  ["no index", { queue: { ...oneSong, list: [0.5] } }],
  ["an order with one entry twice", { queue: { ...oneSong, list: [0, 0], order: [1, 1] } }],
  ["songs of another form", { songs: new Map([[0, "no"]]) }],
  ["no songs", { songs: new Map() }],
])("%s in the rows restores nothing", (_, rows) => {
  const whole = { queue: oneSong, songs: new Map([[0, [songOf(id("a"))]]]) };
  expect(decodePlayer(parsed(whole))).toBeDefined();
  expect(decodePlayer(parsed({ ...whole, ...rows }))).toBeUndefined();
});

test("a queue that could not be stored is stored with the next change", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { engine, clock, device, restored } = setUp();
  device.isFull = true;
  engine.play(tracks("abc"), 0);
  await clock.advance(1_000);
  expect(device.stored).toBeNull();
  device.isFull = false;
  await clock.advance(10_000);
  expect(restored()?.songs).toHaveLength(3);
});

// 6.25
test("a queue that was emptied does not come back after a write that failed", async () => {
  const { engine, clock, device, restored } = setUp();
  engine.play(tracks("ab"), 0);
  engine.pause();
  await clock.advance(300);
  expect(restored()?.saved.queue.entries).toHaveLength(2);
  device.isFull = true;
  engine.addToQueue(tracks("c"));
  await clock.advance(300);
  device.isFull = false;
  for (const _ of "abc") engine.removeFromQueue(0);
  await clock.advance(300);
  expect(device.stored).toBeNull();
});
