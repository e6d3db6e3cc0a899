/** The queue changes while it plays; its rules by themselves are in queue-edits.test.ts. */
import { describe, expect, test } from "vitest";
import { createBench, openMs, tracksOf } from "../../tests/support/fake-sounds.ts";

type Bench = ReturnType<typeof createBench>;
const queueOf = ({ engine }: Bench) =>
  engine
    .state()
    .queue.map(({ songId }) => songId)
    .join("");

async function playing(songs: string, index = 0): Promise<Bench> {
  const bench = createBench();
  bench.engine.play(tracksOf(songs), index);
  await bench.clock.advance(openMs + 10_000);
  return bench;
}

describe("changing the queue", () => {
  test("leaves what plays alone, and changes what follows, even what was opened ahead", async () => {
    const bench = await playing("abc");
    const { engine, clock, sounds, sounding, open } = bench;
    await clock.advance(35_000);
    expect(open()).toEqual(["a", "b"]);
    engine.playNext(tracksOf("x"));
    engine.addToQueue(tracksOf("y"));
    engine.moveInQueue(4, 3);
    expect(queueOf(bench)).toBe("axycb");
    expect(engine.state()).toMatchObject({ index: 0, status: "playing", queued: 3 });
    await clock.advance(15_000);
    expect(sounding()).toEqual(["x"]);
    expect(open()).toEqual(["x"]);
    expect(sounds.filter(({ url }) => url === "a")).toHaveLength(1);
    await clock.advance(60_000);
    expect(sounding()).toEqual(["y"]);
  });

  test("without the song that plays goes on with the next one", async () => {
    const bench = await playing("abc");
    const { engine, clock, sounding } = bench;
    engine.removeFromQueue(0);
    await clock.advance(openMs);
    expect(queueOf(bench)).toBe("bc");
    expect(sounding()).toEqual(["b"]);
    expect(engine.position.get()).toBeLessThan(1);
  });

  test("without the song that is paused opens the next one, silent", async () => {
    const { engine, clock, sounding } = await playing("abc");
    engine.pause();
    engine.removeFromQueue(0);
    await clock.advance(1_000);
    expect(sounding()).toEqual([]);
    expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "b" }, position: 0 });
  });

  test("without its last song is empty and silent", async () => {
    const { engine, open } = await playing("a");
    engine.removeFromQueue(0);
    expect(engine.state()).toMatchObject({ status: "idle", track: null, queue: [] });
    expect(open()).toEqual([]);
  });

  test("an empty queue takes songs and waits for the user", async () => {
    const { engine, clock, sounds, sounding } = createBench();
    engine.addToQueue(tracksOf("ab"));
    expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "a" } });
    expect(sounds).toHaveLength(0);
    engine.toggle();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a"]);
  });

  test("cleared it repeats the song that plays, after its 2 s", async () => {
    const bench = await playing("abc", 1);
    bench.engine.clearQueue();
    expect(queueOf(bench)).toBe("b");
    await bench.clock.advance(50_000 + 2_000);
    expect(bench.sounding()).toEqual(["b"]);
  });

  test("a jump plays what was tapped, and what was queued comes after it; without a network it stays", async () => {
    const bench = await playing("abcd");
    const { engine, clock, sounding, away, failures } = bench;
    engine.addToQueue(tracksOf("x"));
    engine.jumpTo(3);
    await clock.advance(openMs);
    expect(sounding()).toEqual(["c"]);
    expect(queueOf(bench)).toBe("abcxd");
    away.add("d");
    engine.jumpTo(4);
    await clock.advance(openMs);
    expect(sounding()).toEqual(["c"]);
    expect(failures).toEqual([["d", "not-on-device"]]);
  });

  test("after a failure keeps the player stopped until the user resumes", async () => {
    const { engine, clock, behaviours, sounding } = createBench();
    for (const song of "abc") behaviours.set(song, { kind: "fails", fault: "decode" });
    engine.play(tracksOf("abc"), 0);
    await clock.advance(1_000);
    engine.addToQueue(tracksOf("x"));
    expect(engine.state()).toMatchObject({ status: "failed", index: -1, track: null });
    behaviours.clear();
    engine.resume();
    await clock.advance(1_000);
    expect(sounding()).toEqual(["c"]);
  });
});

describe("a list that starts before the whole of it is there", () => {
  // 6.21
  test("goes on with the rest after a song from elsewhere", async () => {
    const bench = await playing("ab");
    const { engine, clock, sounding } = bench;
    engine.playNext(tracksOf("x"));
    engine.next();
    await clock.advance(openMs);
    engine.completeList(tracksOf("abcd"));
    expect(queueOf(bench)).toBe("axbcd");
    expect(engine.state()).toMatchObject({ index: 1, status: "playing", track: { songId: "x" } });
    expect(engine.state().list).toHaveLength(4);
    await clock.advance(60_000 + 60_000 + openMs);
    expect(sounding()).toEqual(["c"]);
  });

  test("that was left altogether is no more the list of the queue", async () => {
    const { engine } = await playing("ab");
    engine.playNext(tracksOf("x"));
    engine.next();
    engine.clearQueue();
    const { list } = engine.state();
    engine.completeList(tracksOf("abcd"));
    expect(engine.state().list).toBe(list);
  });

  test.each([
    [true, false],
    [false, true],
  ])("the undo of a clear keeps to the mode chosen since: shuffled %s, then %s", (before, since) => {
    const { engine } = createBench();
    engine.play(tracksOf("abcdefghij"), 0);
    engine.setShuffled(before);
    const earlier = engine.savedQueue();
    engine.clearQueue();
    engine.setShuffled(since);
    engine.revertQueue(earlier);
    const { isShuffled, queue } = engine.state();
    const isInOrder = queue.map(({ songId }) => songId).join("") === "abcdefghij";
    expect({ isShuffled, isInOrder }).toEqual({ isShuffled: since, isInOrder: !since });
    // By which a reload knows the mode.
    expect(engine.savedQueue().queue.unshuffled !== null).toBe(since);
  });
});

describe("modes", () => {
  // 6.24
  test("repeat one starts the song again at once; next goes on all the same", async () => {
    const { engine, clock, sounds, sounding } = await playing("ab");
    engine.setRepeat("one");
    await clock.advance(50_000 + 10);
    expect(sounding()).toEqual(["a"]);
    expect(engine.position.get()).toBeLessThan(1);
    await clock.advance(60_000);
    expect(sounding()).toEqual(["a"]);
    expect(sounds).toHaveLength(1);
    engine.next();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["b"]);
  });

  // 6.24
  test("without repeat the queue ends paused on its first song, which resume starts", async () => {
    const { engine, clock, sounding, open } = await playing("ab", 1);
    engine.setRepeat("off");
    await clock.advance(120_000);
    expect(sounding()).toEqual([]);
    expect(open()).toEqual([]);
    expect(engine.state()).toMatchObject({ status: "paused", index: 0, track: { songId: "a" }, position: 0 });
    engine.toggle();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a"]);
  });

  test("without repeat a last song that fails ends the queue as well", async () => {
    const { engine, clock, behaviours, failures } = createBench();
    behaviours.set("b", { kind: "fails", fault: "decode" });
    engine.setRepeat("off");
    engine.play(tracksOf("ab"), 1);
    await clock.advance(10_000);
    expect(failures).toEqual([["b", "broken"]]);
    expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "a" } });
  });

  // 6.24, 6.35
  test("without repeat the queue ends where what is left has a format that cannot be played", async () => {
    const { engine, clock, unsupported, sounding } = createBench();
    unsupported.add("c");
    engine.setRepeat("off");
    engine.play(tracksOf("abc"), 1);
    await clock.advance(openMs + 130_000);
    expect(sounding()).toEqual([]);
    expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "a" }, position: 0 });
  });

  // 6.19, 6.24
  test("without repeat the queue waits for the network with what is left, not with what was played", async () => {
    const { engine, clock, sounding, loseNetwork, regainNetwork } = await playing("abc", 1);
    engine.setRepeat("off");
    loseNetwork("bc");
    await clock.advance(60_000);
    expect(engine.state()).toMatchObject({ awaitsNetwork: true, track: { songId: "c" } });
    regainNetwork();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["c"]);
  });

  test("shuffle keeps what plays, and applies to the next list", async () => {
    const bench = await playing("abcdef", 2);
    const { engine, sounds } = bench;
    engine.setShuffled(true);
    expect(queueOf(bench)).not.toBe("cdefab");
    expect(engine.state()).toMatchObject({ index: 0, track: { songId: "c" }, isShuffled: true, status: "playing" });
    engine.setShuffled(false);
    expect(queueOf(bench)).toBe("abcdef");
    expect(sounds).toHaveLength(1);
    engine.setShuffled(true);
    engine.play(tracksOf("uvwxyz"), 3);
    expect(engine.state()).toMatchObject({ index: 0, track: { songId: "x" } });
    expect([...queueOf(bench)].toSorted().join("")).toBe("uvwxyz");
    expect(
      engine
        .state()
        .list.map(({ songId }) => songId)
        .join(""),
    ).toBe("uvwxyz");
  });

  // 6.30
  test("at another speed the song passes faster, also the next one, and its seconds are counted by the song", async () => {
    const { engine, clock, output, sounding } = await playing("abc");
    engine.setSpeed(2);
    expect(engine.position.get()).toBeCloseTo(10);
    const shown = new Set<number>();
    const stop = engine.position.subscribe(() => shown.add(Math.floor(engine.position.get())));
    await clock.advance(20_000);
    stop();
    expect(engine.position.get()).toBeGreaterThan(49);
    expect(shown.size, "every second of the song is shown").toBeGreaterThan(36);
    await clock.advance(5_100);
    expect(sounding()).toEqual(["b"]);
    await clock.advance(20_000);
    expect(engine.position.get()).toBeGreaterThan(39);
    engine.setSpeed(9);
    expect([output.speed, engine.state().speed]).toEqual([2, 2]);
    engine.setSpeed(Number.NaN);
    expect(output.speed).toBe(1);
  });

  // 6.24, 6.25
  test("modes outlive the queue, not a sign-out", () => {
    const { engine, output } = createBench();
    engine.setShuffled(true);
    engine.setRepeat("one");
    engine.setSpeed(1.5);
    engine.play(tracksOf("a"), 0);
    engine.removeFromQueue(0);
    expect(engine.state()).toMatchObject({ isShuffled: true, repeat: "one", speed: 1.5, queue: [], index: -1 });
    engine.stop();
    expect(engine.state()).toMatchObject({ isShuffled: false, repeat: "all", speed: 1, status: "idle", volume: 0.5 });
    expect(output.speed).toBe(1);
  });
});

describe("the sleep timer", () => {
  // 6.29
  test("fades out, pauses and gives the volume back", async () => {
    const { engine, clock, output, sounding } = await playing("abc");
    engine.setSleep(15);
    await clock.advance(15 * 60_000 - 5_050);
    expect([output.fade, engine.state().status]).toEqual([1, "playing"]);
    await clock.advance(2_500);
    expect(output.fade).toBeCloseTo(0.5);
    expect(sounding()).toHaveLength(1);
    await clock.advance(3_000);
    expect(engine.state()).toMatchObject({ status: "paused", sleep: null, volume: 0.5 });
    expect(output.fade).toBe(1);
    expect(sounding()).toEqual([]);
  });

  test("turned off, also while it fades, changes nothing", async () => {
    const { engine, clock, output } = await playing("abc");
    engine.setSleep(15);
    await clock.advance(15 * 60_000 - 1_000);
    engine.setSleep(null);
    expect(output.fade).toBe(1);
    await clock.advance(20 * 60_000);
    expect(engine.state().status).toBe("playing");
  });

  // 6.29
  test("outlives another choice of songs, not a sign-out", async () => {
    const { engine, clock } = await playing("abc");
    engine.setSleep(30);
    engine.play(tracksOf("xyz"), 0);
    expect(engine.state().sleep).toBe(30);
    engine.stop();
    expect(engine.state().sleep).toBeNull();
    engine.play(tracksOf("xyz"), 0);
    await clock.advance(40 * 60_000);
    expect(engine.state().status).toBe("playing");
  });

  test("at the end of the song ends where the song breaks off, too", async () => {
    const { engine, clock, sounding, behaviours } = createBench();
    behaviours.set("a", { kind: "fails", fault: "decode", at: 30, duration: 60 });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(10_000);
    engine.setSleep("end");
    await clock.advance(50_000);
    expect(sounding()).toEqual([]);
    expect(engine.state()).toMatchObject({ status: "paused", sleep: null, track: { songId: "b" } });
  });

  test("at the end of the last song, without repeat, leaves the first one paused", async () => {
    const { engine, clock } = createBench();
    engine.setRepeat("off");
    engine.play(tracksOf("ab"), 1);
    await clock.advance(10_000);
    engine.setSleep("end");
    await clock.advance(60_000);
    expect(engine.state()).toMatchObject({ status: "paused", sleep: null, track: { songId: "a" } });
  });

  test("at the end of the song leaves the next one paused", async () => {
    const { engine, clock, sounding, open } = await playing("ab");
    engine.setSleep("end");
    await clock.advance(60_000);
    expect([sounding(), open()]).toEqual([[], []]);
    expect(engine.state()).toMatchObject({ status: "paused", sleep: null, track: { songId: "b" }, position: 0 });
    engine.toggle();
    await clock.advance(openMs + 60_000);
    expect(sounding()).toEqual(["a"]);
  });
});

/** Specification 6.7, 6.21, 6.24, 6.29. */
describe("in the 2 s after a single song", () => {
  async function atEnd(): Promise<Bench> {
    const bench = createBench();
    bench.engine.play(tracksOf("a"), 0);
    await bench.clock.advance(openMs + 60_500);
    expect(bench.sounding()).toEqual([]);
    return bench;
  }

  test("a song that is queued comes next", async () => {
    const { engine, clock, sounding } = await atEnd();
    engine.playNext(tracksOf("b"));
    await clock.advance(3_000);
    expect(sounding()).toEqual(["b"]);
  });

  test("repeat that is turned off ends the music", async () => {
    const { engine, clock, sounding } = await atEnd();
    engine.setRepeat("off");
    await clock.advance(3_000);
    expect([sounding(), engine.state().status]).toEqual([[], "paused"]);
  });

  test("the sleep timer that is set to the end of the song ends the music", async () => {
    const { engine, clock, sounding } = await atEnd();
    engine.setSleep("end");
    await clock.advance(3_000);
    expect([sounding(), engine.state().sleep]).toEqual([[], null]);
  });

  test("another mode that changes nothing of it lets it repeat", async () => {
    const { engine, clock, sounding } = await atEnd();
    engine.setShuffled(true);
    await clock.advance(3_000);
    expect(sounding()).toEqual(["a"]);
  });
});

// 6.18, 6.29
test("a pressed song that never begins breaks nothing off: the next one plays, also with the timer at the end of the song", async () => {
  const { engine, clock, behaviours, sounding } = createBench();
  behaviours.set("b", { kind: "fails", fault: "decode", at: 0, duration: 60 });
  engine.play(tracksOf("abc"), 0);
  await clock.advance(10_000);
  engine.setSleep("end");
  engine.next();
  await clock.advance(5_000);
  expect(sounding()).toEqual(["c"]);
});
