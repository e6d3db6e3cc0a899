import { describe, expect, test, vi } from "vitest";
import { createBench, openMs, tracksOf } from "./fake-sounds.ts";

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

  test("in a long queue ends the playback after ten in a row", async () => {
    const { engine, clock, behaviours, failures } = createBench();
    const songs = "abcdefghijklmnopqrstuvwxyz";
    for (const song of songs) behaviours.set(song, { kind: "fails", fault: "decode" });
    engine.play(tracksOf(songs), 0);
    await clock.advance(60_000);
    expect(failures).toHaveLength(10);
    expect(engine.state().status).toBe("failed");
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
    expect(asked).toBe(1);
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

  test("the network is gone: no address is asked for, and a song of the device follows", async () => {
    const asked: string[] = [];
    const { engine, clock, sounds, away, failures, sounding } = createBench({
      freshSource: (songId) => {
        asked.push(songId);
        return Promise.resolve(songId);
      },
    });
    engine.play(tracksOf("abc"), 0);
    await clock.advance(10_000);
    away.add("a").add("b");
    sounds[0]?.on.failed("network");
    await clock.advance(openMs);
    expect(asked).toEqual([]);
    expect(failures).toEqual([["a", "not-on-device"]]);
    expect(sounding()).toEqual(["c"]);
    expect(engine.state().skipped.get("b")).toBe("not-on-device");
  });
});
