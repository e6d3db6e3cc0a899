import { describe, expect, test, vi } from "vitest";
import { createQueue } from "./queue.ts";
import { createBench, openMs, tracksOf } from "../../tests/support/fake-sounds.ts";

describe("a track that fails", () => {
  test("is reported and passed over", async () => {
    const { engine, clock, behaviours, failures, sounding, open } = createBench();
    behaviours.set("a", { kind: "fails", fault: "decode" });
    engine.play(tracksOf("abc"), 0);
    await clock.advance(1_000);
    expect(failures).toEqual([["a", "broken"]]);
    expect(sounding()).toEqual(["b"]);
    expect(open()).toEqual(["b"]);
    expect(engine.state().skipped.get("a")).toBe("broken");
    expect(engine.state().problem).toBeNull();
  });

  test("ends the playback after one full round, and resume tries again", async () => {
    const { engine, clock, behaviours, failures, open } = createBench();
    for (const song of "abc") behaviours.set(song, { kind: "fails", fault: "source" });
    engine.play(tracksOf("abc"), 1);
    await clock.advance(60_000);
    expect(failures.map(([song]) => song)).toEqual(["b", "c", "a"]);
    expect(engine.state()).toMatchObject({ status: "failed", track: null, index: -1 });
    expect(engine.state().problem).toEqual({ songId: "a", reason: "refused" });
    expect(open()).toEqual([]);
    expect(clock.pending).toBe(0);
    behaviours.clear();
    engine.resume();
    await clock.advance(1_000);
    expect(engine.state()).toMatchObject({ status: "playing", track: { songId: "a" } });
  });

  // 6.18
  test("in a long queue ends the playback after three in a row, and says so once", async () => {
    const { engine, clock, behaviours, failures, told } = createBench();
    const songs = "abcdefghijklmnopqrstuvwxyz";
    for (const song of songs) behaviours.set(song, { kind: "fails", fault: "decode" });
    engine.play(tracksOf(songs), 0);
    await clock.advance(60_000);
    expect(failures).toHaveLength(3);
    expect(engine.state().status).toBe("failed");
    expect(told.givenUp).toBe(1);
  });

  test("is not counted as played for its first moment: without a sound output every song begins and ends", async () => {
    const { engine, clock, behaviours, failures, told } = createBench();
    const songs = "abcdefghijklmnopqrstuvwxyz";
    for (const song of songs) behaviours.set(song, { kind: "fails", fault: "decode", at: 0.1 });
    engine.play(tracksOf(songs), 0);
    await clock.advance(60_000);
    expect(failures).toHaveLength(3);
    expect(told.givenUp).toBe(1);
    expect(engine.state().status).toBe("failed");
  });

  test("for lack of a sound output holds the queue, says so, and plays once there is one", async () => {
    const { engine, clock, behaviours, failures, told, open, sounding } = createBench();
    for (const song of "abc") behaviours.set(song, { kind: "fails", fault: "output", at: 0.1 });
    engine.play(tracksOf("abc"), 0);
    await clock.advance(60_000);
    expect([failures, told.noOutput, open()]).toEqual([[], 1, []]);
    expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "a" } });
    behaviours.clear();
    engine.resume();
    await clock.advance(1_000);
    expect(sounding()).toEqual(["a"]);
  });

  test("counts from the last one that played", async () => {
    const { engine, clock, behaviours, failures, told, sounding } = createBench();
    for (const song of "abde") behaviours.set(song, { kind: "fails", fault: "decode" });
    engine.play(tracksOf("abcdef"), 0);
    await clock.advance(61_000);
    expect(failures.map(([song]) => song)).toEqual(["a", "b", "d", "e"]);
    expect(sounding()).toEqual(["f"]);
    expect(told.givenUp).toBe(0);
  });

  test("while it gets ready is opened anew at its turn", async () => {
    const { engine, clock, behaviours, failures, sounding, open } = createBench();
    behaviours.set("b", { kind: "fails", fault: "decode" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(50_000);
    expect(failures).toEqual([]);
    expect(open()).toEqual(["a"]);
    behaviours.delete("b");
    await clock.advance(11_000);
    expect(sounding()).toEqual(["b"]);
  });

  // 6.6
  test("for lack of a sound output while it gets ready gives its media element back", async () => {
    const { engine, clock, behaviours, sounding, open } = createBench();
    behaviours.set("b", { kind: "fails", fault: "output" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(50_000);
    expect(open()).toEqual(["a"]);
    behaviours.clear();
    await clock.advance(11_000);
    expect(sounding()).toEqual(["b"]);
  });

  test("leaves the choice of whoever was told of it alone", async () => {
    const bench = createBench({ onFailed: () => bench.engine.play(tracksOf("z"), 0) });
    bench.behaviours.set("a", { kind: "fails", fault: "decode" });
    bench.engine.play(tracksOf("abc"), 0);
    await bench.clock.advance(1_000);
    expect(bench.sounding()).toEqual(["z"]);
    expect(bench.open()).toEqual(["z"]);
  });

  test("after a stop or another choice is nobody's matter", async () => {
    const { engine, clock, behaviours, failures } = createBench();
    behaviours.set("a", { kind: "fails", fault: "source" });
    engine.play(tracksOf("a"), 0);
    await clock.advance(openMs);
    engine.stop();
    await clock.advance(60_000);
    expect(failures).toEqual([]);
    expect(engine.state().status).toBe("idle");
  });
});

describe("an address that stopped working", () => {
  test("in the middle: a fresh one goes on at the position, once", async () => {
    let asked = 0;
    const { engine, clock, behaviours, sounds, failures, sounding } = createBench({
      freshSource: (songId) => Promise.resolve(`${songId}?fresh${(asked += 1)}`),
    });
    behaviours.set("a", { kind: "fails", fault: "network", at: 30, duration: 60 });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(openMs + 30_500);
    expect(sounding()).toEqual(["a?fresh1"]);
    expect(sounds[1]?.position()).toBeGreaterThanOrEqual(30);
    behaviours.set("a?fresh1", { kind: "fails", fault: "network", at: 0 });
    sounds[1]?.on.failed("network");
    await clock.advance(1_000);
    expect(failures).toEqual([["a", "unreachable"]]);
    expect(asked, "the second time to learn why").toBe(2);
    expect(sounding()).toEqual(["b"]);
  });

  test("may be renewed again once more of the song was heard", async () => {
    let asked = 0;
    const { engine, clock, sounds, failures } = createBench({
      freshSource: (songId) => Promise.resolve(`${songId}?fresh${(asked += 1)}`),
    });
    engine.play(tracksOf("ab"), 0);
    for (const heard of [10_000, 10_000, 10_000]) {
      await clock.advance(heard);
      sounds.at(-1)?.on.failed("source");
      await clock.advance(openMs);
    }
    expect(asked).toBe(3);
    expect(failures).toEqual([]);
    expect(engine.state().status).toBe("playing");
  });

  test("may be renewed again after a seek back, however little the position says", async () => {
    let asked = 0;
    const { engine, clock, sounds, failures, sounding } = createBench({
      freshSource: (songId) => Promise.resolve(`${songId}?fresh${(asked += 1)}`),
    });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(30_000);
    sounds.at(-1)?.on.failed("network");
    await clock.advance(openMs + 1_000);
    engine.seek(5);
    await clock.advance(20_000);
    sounds.at(-1)?.on.failed("network");
    await clock.advance(openMs);
    expect(failures).toEqual([]);
    expect(sounding()).toEqual(["a?fresh2"]);
    expect(engine.position.get()).toBeCloseTo(25, 0);
  });

  // 6.19
  test("is shown as a wait while it is renewed, and waits for the network if that goes away", async () => {
    const { engine, clock, sounds, sounding, loseNetwork, regainNetwork } = createBench({
      checkFile: () => new Promise(() => {}),
    });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(openMs + 9_500);
    sounds[0]?.on.failed("network");
    await clock.advance(200);
    expect(engine.state().status, "a short one is not shown").toBe("playing");
    await clock.advance(200);
    expect(engine.state()).toMatchObject({ status: "loading", awaitsNetwork: false, position: 9.5 });
    await clock.advance(5_000);
    expect(engine.position.get()).toBe(9.5);
    loseNetwork("ab");
    expect(engine.state()).toMatchObject({ status: "loading", awaitsNetwork: true, position: 9.5 });
    regainNetwork();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a"]);
    expect(sounds.at(-1)?.position()).toBe(9.5);
  });

  test("at the start: the fresh one is taken at once, the same one after a second", async () => {
    const { engine, clock, behaviours, sounds } = createBench();
    behaviours.set("a", { kind: "fails", fault: "source" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(openMs + 900);
    expect(sounds).toHaveLength(1);
    behaviours.delete("a");
    await clock.advance(100 + openMs);
    expect(sounds).toHaveLength(2);
    expect(engine.state()).toMatchObject({ status: "playing", track: { songId: "a" } });
  });

  test("paused meanwhile: it is renewed and stays silent", async () => {
    const { engine, clock, sounds, sounding } = createBench({
      freshSource: (songId) => Promise.resolve(`${songId}?fresh`),
    });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(10_000);
    engine.pause();
    sounds[0]?.on.failed("network");
    await clock.advance(5_000);
    expect(sounding()).toEqual([]);
    expect(engine.state().status).toBe("paused");
    engine.resume();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a?fresh"]);
  });

  test("no address at all counts as unreachable", async () => {
    vi.spyOn(console, "info").mockImplementation(() => {});
    const { engine, clock, failures, sounding } = createBench({
      source: (songId) => {
        if (songId === "a") throw new Error("unknown");
        return songId;
      },
    });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    expect(failures).toEqual([["a", "unreachable"]]);
    expect(sounding()).toEqual(["b"]);
  });

  test("30 s without a byte: tried once more, then passed over", async () => {
    const { engine, clock, behaviours, failures, sounding } = createBench();
    behaviours.set("a", { kind: "hangs" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(59_000);
    expect(failures).toEqual([]);
    await clock.advance(3_000);
    expect(failures).toEqual([["a", "unreachable"]]);
    expect(sounding()).toEqual(["b"]);
  });

  test("paused while nothing comes: it is not given up", async () => {
    const { engine, clock, behaviours, failures } = createBench();
    behaviours.set("a", { kind: "hangs" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(10_000);
    engine.pause();
    await clock.advance(120_000);
    expect(failures).toEqual([]);
    expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "a" } });
  });

  test("gone from the server: passed over with that reason", async () => {
    const { engine, clock, behaviours, failures } = createBench({
      freshSource: () => Promise.resolve(null),
    });
    behaviours.set("a", { kind: "fails", fault: "source" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    expect(failures).toEqual([["a", "gone"]]);
  });
});

describe("a network that goes away is no failure:", () => {
  // 6.19
  test("what is buffered plays, the song waits at its place and goes on by itself", async () => {
    const asked: string[] = [];
    const bench = createBench({
      freshSource: (songId) => {
        asked.push(songId);
        return Promise.resolve(songId);
      },
    });
    const { engine, clock, sounds, sounding, failures, loseNetwork, regainNetwork } = bench;
    engine.play(tracksOf("abc"), 0);
    await clock.advance(10_000);
    loseNetwork("ab");
    await clock.advance(5_000);
    expect(sounding()).toEqual(["a"]);
    sounds[0]?.on.failed("network");
    await clock.advance(60_000);
    expect(engine.state()).toMatchObject({
      status: "loading",
      awaitsNetwork: true,
      track: { songId: "a" },
    });
    expect(engine.position.get()).toBeCloseTo(14.9);
    expect([asked, failures, sounding()]).toEqual([[], [], []]);
    regainNetwork();
    await clock.advance(openMs);
    expect(engine.state()).toMatchObject({ status: "playing", awaitsNetwork: false });
    expect(engine.position.get()).toBeCloseTo(14.9);
    expect(sounding()).toEqual(["a"]);
  });

  test("its buffer played to the end, it waits within a second", async () => {
    const { engine, clock, sounds, loseNetwork } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(10_000);
    loseNetwork("ab");
    await clock.advance(5_000);
    sounds[0]?.on.waiting();
    await clock.advance(1_000);
    expect(engine.state()).toMatchObject({ awaitsNetwork: true, track: { songId: "a" } });
  });

  test("a line that only hangs is asked about after a second, and the song waits once it is known", async () => {
    const { engine, clock, behaviours, told, open, loseNetwork } = createBench();
    behaviours.set("a", { kind: "hangs" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(900);
    expect(told.doubts).toBe(0);
    await clock.advance(200);
    expect(told.doubts).toBe(1);
    loseNetwork("ab");
    expect(engine.state()).toMatchObject({ awaitsNetwork: true, track: { songId: "a" } });
    expect(open()).toEqual([]);
    expect(clock.pending, "nothing is given up later").toBe(0);
  });

  test("asked for its address the server cannot be reached: that is the reason, not a refusal", async () => {
    const bench = createBench({
      freshSource: () => {
        bench.loseNetwork("ab");
        return Promise.reject(new Error("no network"));
      },
    });
    vi.spyOn(console, "info").mockImplementation(() => {});
    bench.behaviours.set("a", { kind: "fails", fault: "source" });
    bench.engine.play(tracksOf("ab"), 0);
    await bench.clock.advance(1_000);
    expect(bench.failures).toEqual([]);
    expect(bench.engine.state()).toMatchObject({ awaitsNetwork: true, track: { songId: "a" } });
  });

  test("paused while it waits the song stays silent, and waits again when it is resumed", async () => {
    const { engine, clock, sounds, sounding, loseNetwork, regainNetwork } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(10_000);
    loseNetwork("ab");
    sounds[0]?.on.failed("network");
    engine.pause();
    expect(engine.state()).toMatchObject({ status: "paused", awaitsNetwork: false });
    engine.resume();
    expect(engine.state()).toMatchObject({ status: "loading", awaitsNetwork: true });
    engine.pause();
    regainNetwork();
    await clock.advance(1_000);
    expect(sounding()).toEqual([]);
    engine.resume();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a"]);
    expect(engine.position.get()).toBeCloseTo(9.9);
  });

  test("away just while the next song opens ahead, it plays at its turn all the same", async () => {
    const { engine, clock, behaviours, sounding, loseNetwork, regainNetwork } = createBench();
    behaviours.set("b", { kind: "fails", fault: "network" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(openMs + 40_050);
    loseNetwork("b");
    await clock.advance(5_000);
    behaviours.clear();
    regainNetwork();
    await clock.advance(15_000 + 2 * openMs);
    expect(sounding()).toEqual(["b"]);
    expect(engine.state()).toMatchObject({ status: "playing", track: { songId: "b" } });
  });

  test("at its end a song is followed by one of the device, else the next one waits", async () => {
    const { engine, clock, sounding, loseNetwork, regainNetwork } = createBench();
    engine.play(tracksOf("abc"), 0);
    await clock.advance(30_000);
    loseNetwork("ab");
    await clock.advance(31_000);
    expect(sounding()).toEqual(["c"]);
    loseNetwork("abc");
    await clock.advance(60_000);
    expect(engine.state()).toMatchObject({ awaitsNetwork: true, track: { songId: "a" } });
    regainNetwork();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a"]);
  });
});

describe("without a network, where the current song is not on the device,", () => {
  // 6.15
  test("play after a start takes the next one that is, and says what it passed over", async () => {
    const { engine, clock, away, failures, sounding } = createBench();
    for (const song of "abd") away.add(song);
    engine.restore(
      { queue: createQueue(tracksOf("abcd"), 0), repeat: "all", speed: 1 },
      { autoplay: false, position: 42 },
    );
    engine.resume();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["c"]);
    expect(engine.position.get()).toBe(0);
    expect([...engine.state().skipped]).toEqual([
      ["a", "not-on-device"],
      ["b", "not-on-device"],
    ]);
    expect(failures).toEqual([]);
  });

  // 6.15, 6.19
  test("play waits at its place if no other song is", async () => {
    const { engine, clock, away, sounding, regainNetwork } = createBench();
    for (const song of "ab") away.add(song);
    engine.restore(
      { queue: createQueue(tracksOf("ab"), 0), repeat: "all", speed: 1 },
      { autoplay: false, position: 42 },
    );
    engine.resume();
    expect(engine.state()).toMatchObject({ awaitsNetwork: true, track: { songId: "a" }, position: 42 });
    regainNetwork();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a"]);
    expect(engine.position.get()).toBe(42);
  });

  // 6.15, 6.22
  test("the removal of the one before it goes on with one that is", async () => {
    const { engine, clock, away, sounding } = createBench();
    engine.play(tracksOf("abc"), 0);
    await clock.advance(10_000);
    away.add("a").add("b");
    engine.removeFromQueue(0);
    await clock.advance(openMs);
    expect(sounding()).toEqual(["c"]);
    expect([...engine.state().skipped.keys()]).toEqual(["b"]);
  });

  // 6.22
  test("a removal while paused only shows it, and opens nothing", async () => {
    const { engine, clock, away, open } = createBench();
    engine.play(tracksOf("abc"), 0);
    await clock.advance(10_000);
    engine.pause();
    away.add("b");
    engine.removeFromQueue(0);
    expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "b" } });
    expect(open()).toEqual([]);
  });
});

describe("a copy on the device that does not play", () => {
  test("is damaged: it goes on from the network at its place, once more", async () => {
    const checked: string[] = [];
    const { engine, clock, behaviours, sounds, failures } = createBench({
      checkFile: (songId) => {
        checked.push(songId);
        return Promise.resolve(checked.length === 1 ? "dropped" : "absent");
      },
    });
    behaviours.set("a", { kind: "fails", fault: "decode", at: 30, duration: 60 });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(openMs + 29_000);
    behaviours.delete("a");
    sounds[0]?.on.failed("decode");
    await clock.advance(openMs + 10_000);
    expect(sounds).toHaveLength(2);
    expect(failures).toEqual([]);
    expect(engine.position.get()).toBeGreaterThan(38);
  });

  test("is damaged and there is no network: the next one of the device follows", async () => {
    const bench = createBench({
      checkFile: (songId) => {
        bench.away.add(songId);
        return Promise.resolve("dropped");
      },
    });
    for (const song of "abcd") bench.behaviours.set(song, { kind: "fails", fault: "decode" });
    bench.engine.play(tracksOf("abcde"), 0);
    await bench.clock.advance(1_000);
    expect(bench.failures.map(([, reason]) => reason)).toEqual(Array(4).fill("not-on-device"));
    expect(bench.sounding()).toEqual(["e"]);
  });

  // 6.15, 6.19
  test.each(["dropped", "whole"] as const)("is %s, without a network: the next one waits for it", async (file) => {
    const bench = createBench({
      checkFile: async (songId) => {
        if (file === "dropped") bench.away.add(songId);
        return file;
      },
    });
    const { engine, clock, behaviours } = bench;
    bench.away.add("b");
    behaviours.set("a", { kind: "fails", fault: "decode" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    expect(engine.state()).toMatchObject({ status: "loading", awaitsNetwork: true });
    behaviours.clear();
    bench.regainNetwork();
    await clock.advance(openMs);
    expect(bench.sounding()).toHaveLength(1);
  });

  test("is whole: the file itself is broken, which is said without asking the network", async () => {
    const asked: string[] = [];
    const { engine, clock, behaviours, failures } = createBench({
      checkFile: () => Promise.resolve("whole"),
      freshSource: (songId) => {
        asked.push(songId);
        return Promise.resolve(songId);
      },
    });
    behaviours.set("a", { kind: "fails", fault: "source" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(3_000);
    expect(failures).toEqual([["a", "broken"]]);
    expect(asked).toEqual([]);
  });
});

// 6.35
describe("a format that this browser cannot play", () => {
  test("leaves alone what plays, and is no failure that stops the queue", async () => {
    const { engine, clock, unsupported, failures, sounds, sounding } = createBench();
    for (const song of "bcde") unsupported.add(song);
    engine.play(tracksOf("abcdef"), 0);
    await clock.advance(openMs);
    engine.play(tracksOf("abcdef"), 2);
    engine.jumpTo(3);
    expect(failures).toEqual([
      ["c", "unsupported"],
      ["d", "unsupported"],
    ]);
    expect(sounding()).toEqual(["a"]);
    await clock.advance(60_000 + openMs);
    expect(sounding()).toEqual(["f"]);
    expect(engine.state().skipped.get("b")).toBe("unsupported");
    expect(sounds.map(({ url }) => url)).not.toContain("b");
  });

  test("is passed over where it is current, and without another one nothing plays", async () => {
    const { engine, clock, unsupported, failures, sounding } = createBench();
    engine.play(tracksOf("xabc"), 0);
    for (const song of "ab") unsupported.add(song);
    engine.pause();
    engine.removeFromQueue(0);
    engine.resume();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["c"]);
    engine.stop();
    engine.addToQueue(tracksOf("a"));
    engine.resume();
    expect(engine.state()).toMatchObject({ status: "failed", track: null });
    expect(failures.at(-1)).toEqual(["a", "unsupported"]);
  });

  test("is not what a queue without a network waits for", async () => {
    const { engine, clock, unsupported, loseNetwork } = createBench();
    unsupported.add("b");
    engine.play(tracksOf("abc"), 0);
    await clock.advance(openMs + 30_000);
    loseNetwork("abc");
    await clock.advance(31_000);
    expect(engine.state()).toMatchObject({ awaitsNetwork: true, track: { songId: "c" } });
  });
});
