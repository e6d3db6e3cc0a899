import { describe, expect, test, vi } from "vitest";
import { createQueue } from "./queue.ts";
import { createBench, openMs, tracksOf } from "../../tests/support/fake-sounds.ts";

describe("moving through the queue", () => {
  // 6.2, 6.5, 6.6
  test("a track is followed by the next one, the last by the first", async () => {
    const { engine, clock, sounding } = createBench();
    engine.play(tracksOf("abc"), 1);
    await clock.advance(1_000);
    expect(sounding()).toEqual(["b"]);
    await clock.advance(60_000);
    expect(sounding()).toEqual(["c"]);
    await clock.advance(60_000);
    expect(sounding()).toEqual(["a"]);
    expect(engine.state()).toMatchObject({ index: 0, status: "playing", track: { songId: "a" } });
  });

  // 6.5
  test("next and previous wrap, and previous goes to the prior track at any position", async () => {
    const { engine, clock, sounding } = createBench();
    engine.play(tracksOf("abc"), 2);
    await clock.advance(30_000);
    engine.next();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["a"]);
    await clock.advance(30_000);
    engine.previous();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["c"]);
    engine.previous();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["b"]);
  });

  test("its listeners hear once that a track sounds", async () => {
    const { engine, clock } = createBench();
    engine.play(tracksOf("ab"), 0);
    const heard: string[] = [];
    engine.subscribe(() => heard.push(engine.state().status));
    await clock.advance(openMs);
    expect(heard).toEqual(["playing"]);
  });

  // 6.8, 17.41
  test("its listeners hear once of another choice, and never that the music stopped in between", async () => {
    const { engine, clock, behaviours } = createBench();
    behaviours.set("b", { kind: "fails", fault: "decode" });
    engine.play(tracksOf("ba"), 0);
    await clock.advance(10_000);
    const heard: string[] = [];
    engine.subscribe(() => heard.push(`${engine.state().status} ${engine.state().track?.songId}`));
    engine.play(tracksOf("xy"), 1);
    expect(heard.splice(0)).toEqual(["loading y"]);
    expect(engine.state()).toMatchObject({ index: 1, position: 0, problem: null, skipped: new Map() });
    const saved = { queue: createQueue(tracksOf("uv"), 0), repeat: "off", speed: 1.5 } as const;
    engine.restore(saved, { autoplay: true, position: 30 });
    expect(heard.splice(0)).toEqual(["loading u"]);
    engine.restore(saved, { autoplay: false, position: 30 });
    expect(heard.splice(0)).toEqual(["paused u"]);
    expect(engine.state()).toMatchObject({ position: 30, speed: 1.5, repeat: "off" });
  });

  test("next starts the track even when paused", async () => {
    const { engine, clock, sounding } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    engine.pause();
    engine.next();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["b"]);
  });

  test("the next track is opened in the last 20 s and starts in the moment the current one ends", async () => {
    const { engine, clock, sounds, sounding } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(openMs + 39_000);
    expect(sounds).toHaveLength(1);
    await clock.advance(2_000);
    expect(sounds.map(({ url }) => url)).toEqual(["a", "b"]);
    await clock.advance(19_000);
    expect(sounding()).toEqual(["b"]);
    expect(sounds).toHaveLength(2);
  });

  test("what was made ready is closed when another track follows", async () => {
    const { engine, clock, away, open } = createBench();
    engine.play(tracksOf("abcd"), 0);
    await clock.advance(50_000);
    expect(open()).toEqual(["a", "b"]);
    away.add("b");
    await clock.advance(1_000);
    expect(open()).toEqual(["a", "c"]);
    engine.previous();
    expect(open()).toEqual(["d"]);
    await clock.advance(50_000);
    expect(open()).toEqual(["d", "a"]);
    engine.stop();
    expect(open()).toEqual([]);
  });

  test("a fast double next plays the second one only, whatever address comes first", async () => {
    const answers = new Map<string, (url: string) => void>();
    const { engine, clock, sounding, open } = createBench({
      source: (songId) => new Promise((resolve) => answers.set(songId, resolve)),
    });
    engine.play(tracksOf("abc"), 0);
    engine.next();
    engine.next();
    answers.get("c")?.("c");
    answers.get("b")?.("b");
    answers.get("a")?.("a");
    await clock.advance(1_000);
    expect(sounding()).toEqual(["c"]);
    expect(open()).toEqual(["c"]);
  });

  test("every sound is unloaded: a hundred times next leave one, stop leaves none", async () => {
    const { engine, clock, sounds, open } = createBench();
    engine.play(tracksOf("abc"), 0);
    for (let nth = 0; nth < 100; nth += 1) {
      await clock.advance(nth % 3 === 0 ? 45_000 : 50);
      engine.next();
      expect(open().length).toBeLessThanOrEqual(1);
    }
    expect(sounds.length).toBeGreaterThanOrEqual(101);
    engine.stop();
    expect(open()).toEqual([]);
    expect(clock.pending).toBe(0);
    expect(engine.state()).toMatchObject({ status: "idle", index: -1, queue: [], volume: 0.5 });
  });

  // 6.15
  test("what is not on the device is passed over, with the reason for its rows", async () => {
    const { engine, clock, sounding, away, failures, regainNetwork } = createBench();
    engine.play(tracksOf("abcd"), 0);
    away.add("b").add("c");
    engine.next();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["d"]);
    expect([...engine.state().skipped]).toEqual([
      ["b", "not-on-device"],
      ["c", "not-on-device"],
    ]);
    expect(failures).toEqual([]);
    regainNetwork();
    expect([...engine.state().skipped.keys()]).toEqual([]);
  });

  test("with nothing on the device what plays goes on at next", async () => {
    const { engine, clock, sounding, away } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    away.add("a").add("b");
    engine.next();
    await clock.advance(1_000);
    expect(sounding()).toEqual(["a"]);
  });

  // 6.3
  test("a choice that cannot play now leaves what plays alone, and says why in its row", async () => {
    const { engine, clock, sounds, away, failures } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(10_000);
    away.add("c");
    engine.play(tracksOf("cd"), 0);
    await clock.advance(1_000);
    expect(sounds).toHaveLength(1);
    expect(engine.state()).toMatchObject({ status: "playing", track: { songId: "a" } });
    expect(engine.position.get()).toBeGreaterThan(10);
    expect(failures).toEqual([["c", "not-on-device"]]);
    expect(engine.state().skipped.get("c")).toBe("not-on-device");
  });
});

describe("a single track", () => {
  // 6.7
  test("waits 2 s at its end and starts again", async () => {
    const { engine, clock, sounding, sounds } = createBench();
    engine.play(tracksOf("a"), 0);
    await clock.advance(openMs + 60_000);
    expect(sounding()).toEqual([]);
    expect(engine.state().status).toBe("playing");
    expect(engine.position.get()).toBe(60);
    await clock.advance(1_999);
    expect(sounding()).toEqual([]);
    await clock.advance(1);
    expect(sounding()).toEqual(["a"]);
    expect(engine.position.get()).toBe(0);
    expect(sounds).toHaveLength(1);
  });

  test("does not start again when it is paused in the wait, and from the beginning when resumed", async () => {
    const { engine, clock, sounding } = createBench();
    engine.play(tracksOf("a"), 0);
    await clock.advance(openMs + 61_000);
    engine.toggle();
    await clock.advance(10_000);
    expect(sounding()).toEqual([]);
    expect(engine.state()).toMatchObject({ status: "paused", position: 0 });
    engine.toggle();
    await clock.advance(500);
    expect(sounding()).toEqual(["a"]);
    expect(engine.position.get()).toBeLessThan(1);
  });
});

describe("play and pause", () => {
  // 6.4
  test("toggle while loading: nothing sounds until the next toggle", async () => {
    const { engine, clock, sounding } = createBench();
    engine.play(tracksOf("ab"), 0);
    expect(engine.state().status).toBe("loading");
    engine.toggle();
    await clock.advance(5_000);
    expect(sounding()).toEqual([]);
    expect(engine.state().status).toBe("paused");
    engine.toggle();
    await clock.advance(100);
    expect(sounding()).toEqual(["a"]);
    expect(engine.state().status).toBe("playing");
  });

  test("toggle while the address is awaited", async () => {
    let answer: (url: string) => void = () => {};
    const { engine, clock, sounding } = createBench({
      source: () => new Promise((resolve) => (answer = resolve)),
    });
    engine.play(tracksOf("a"), 0);
    engine.toggle();
    answer("a");
    await clock.advance(1_000);
    expect(sounding()).toEqual([]);
    engine.toggle();
    await clock.advance(100);
    expect(sounding()).toEqual(["a"]);
  });

  test("a restored queue fetches nothing until it is started, then begins at its position", async () => {
    const { engine, clock, sounds } = createBench();
    engine.restore(
      { queue: createQueue(tracksOf("abc"), 1), repeat: "off", speed: 1.25 },
      { autoplay: false, position: 42 },
    );
    await clock.advance(60_000);
    expect(sounds).toHaveLength(0);
    expect(engine.state()).toMatchObject({
      status: "paused",
      index: 1,
      position: 42,
      duration: 60,
      repeat: "off",
      speed: 1.25,
    });
    engine.toggle();
    await clock.advance(openMs);
    expect(sounds[0]?.position()).toBeCloseTo(42);
    expect(engine.state().status).toBe("playing");
  });

  test("a pause by the system is shown and can be resumed", async () => {
    const { engine, clock, sounds, sounding } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    sounds[0]?.pause();
    sounds[0]?.on.interrupted();
    expect(engine.state().status).toBe("paused");
    engine.resume();
    await clock.advance(0);
    expect(sounding()).toEqual(["a"]);
  });

  // 6.12, 9.15
  test("blocked by the browser: logged once, shown as blocked, plays on the next gesture", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    const { engine, clock, behaviours, sounding, failures } = createBench();
    behaviours.set("a", { kind: "blocked" });
    engine.play(tracksOf("ab"), 0);
    await clock.advance(60_000);
    expect(engine.state().status).toBe("blocked");
    expect(info.mock.calls).toEqual([["playback prevented"]]);
    expect(failures).toEqual([]);
    behaviours.delete("a");
    engine.toggle();
    await clock.advance(0);
    expect(sounding()).toEqual(["a"]);
  });
});

describe("position and seeking", () => {
  test("the position ticks each second without a new state", async () => {
    const { engine, clock } = createBench();
    const states = vi.fn<() => void>();
    const positions: number[] = [];
    engine.play(tracksOf("ab"), 0);
    await clock.advance(openMs + 10);
    engine.subscribe(states);
    engine.position.subscribe(() => positions.push(Math.floor(engine.position.get())));
    const state = engine.state();
    await clock.advance(30_100);
    expect(positions).toEqual(Array.from({ length: 30 }, (_, nth) => nth + 1));
    expect(states).not.toHaveBeenCalled();
    expect(engine.state()).toBe(state);
  });

  test("seek is held within the track and shown at once", async () => {
    const { engine, clock, sounds } = createBench();
    engine.play(tracksOf("ab"), 0);
    engine.seek(30);
    expect(engine.position.get()).toBe(30);
    await clock.advance(openMs);
    expect(sounds[0]?.position()).toBe(30);
    engine.seek(-5);
    engine.seek(Number.NaN);
    expect(engine.state().position).toBe(0);
    engine.seek(45.5);
    expect(engine.state().position).toBe(45.5);
  });

  // 6.9
  test("dragging seeks in silence, and release brings the volume back", async () => {
    const { engine, clock, output, sounds } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    engine.beginSeek();
    expect(output).toMatchObject({ volume: 0.5, muted: true });
    engine.seek(10);
    engine.seek(20);
    engine.setVolume(0.8);
    expect(sounds[0]?.seeks).toEqual([10, 20]);
    engine.endSeek();
    expect(output).toMatchObject({ volume: 0.8, muted: false });
    expect(engine.state()).toMatchObject({ position: 20, volume: 0.8, status: "playing" });
  });

  test("the end is not followed while dragging; going back plays on, letting go there follows it", async () => {
    const { engine, clock, sounding } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    engine.beginSeek();
    engine.seek(60);
    await clock.advance(100);
    expect(engine.state().track?.songId).toBe("a");
    engine.seek(30);
    await clock.advance(100);
    expect(sounding()).toEqual(["a"]);
    engine.seek(60);
    await clock.advance(100);
    engine.endSeek();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["b"]);
  });

  test("a new choice while dragging is not silent", async () => {
    const { engine, clock, output } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    engine.beginSeek();
    engine.next();
    expect(output.muted).toBe(false);
  });

  test("the volume is held between 0 and 1 and handed to the page once", () => {
    const { engine, output, volumes } = createBench({ initialVolume: 7 });
    expect(output.volume).toBe(1);
    engine.setVolume(0.25);
    engine.setVolume(0.25);
    engine.setVolume(-1);
    engine.setVolume(Number.NaN);
    expect(volumes).toEqual([0.25, 0]);
    expect(engine.state().volume).toBe(0);
  });

  test("short waits for bytes are not shown, longer ones are, and the display stands still", async () => {
    const { engine, clock, sounds } = createBench();
    engine.play(tracksOf("ab"), 0);
    await clock.advance(1_000);
    sounds[0]?.on.waiting();
    await clock.advance(200);
    sounds[0]?.on.playing();
    await clock.advance(1_000);
    expect(engine.state().status).toBe("playing");
    sounds[0]?.on.waiting();
    await clock.advance(400);
    expect(engine.state().status).toBe("loading");
    sounds[0]?.on.playing();
    expect(engine.state().status).toBe("playing");
  });
});
