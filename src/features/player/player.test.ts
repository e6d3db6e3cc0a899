import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { createBench, openMs, tracksOf } from "../../../tests/support/fake-sounds.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import { emptyPlayerState, type PlayerState } from "../../audio/player-state.ts";
import { createStore } from "../../lib/store.ts";
import type { App } from "../../app/app-context.ts";
import { closeStartGate, drawingHeld } from "../../lib/start-gate.ts";
import { writeSession } from "../auth/session.ts";
import { afterFirstSound } from "./after-first-sound.ts";
import { createPlayer } from "./player.ts";
import { knownSong } from "./song-registry.ts";
import { readVolume } from "./stored-volume.ts";

const song = (n: number) =>
  ({
    _id: `song-${n}`,
    title: `Song ${n}`,
    artist: "Ana",
    duration: 60,
    url: `/media/${n}`,
  }) as SongSnapshot;
const songs = [song(0), song(1), song(2)];

/** Only what the player's front uses. */
function fakeEngine() {
  const state = createStore<PlayerState>({ ...emptyPlayerState, volume: 0.5 });
  const change = (next: Partial<PlayerState>) => state.set({ ...state.get(), ...next });
  return {
    change,
    commands: 0,
    playNext: vi.fn<AudioEngine["playNext"]>(),
    addToQueue: vi.fn<AudioEngine["addToQueue"]>(),
    play: vi.fn<AudioEngine["play"]>((queue, index) =>
      change({ queue, list: queue, index, track: queue[index] ?? null, status: "playing" }),
    ),
    setShuffled: vi.fn<AudioEngine["setShuffled"]>((isShuffled) => change({ isShuffled })),
    resume: vi.fn<() => void>(() => change({ status: "playing" })),
    restore: vi.fn<AudioEngine["restore"]>(),
    setVolume: vi.fn<AudioEngine["setVolume"]>((volume) => change({ volume })),
    state: state.get,
    subscribe: state.subscribe,
    position: createStore(0),
  };
}

function withReport(isOnline: boolean) {
  const store = createStore(isOnline);
  return { ...store, report: store.set };
}

function setUp(load?: () => Promise<unknown>) {
  const engine = fakeEngine();
  const failure = vi.fn<(text: string) => void>();
  const info = vi.fn<(text: string) => void>();
  const app = {
    audio: vi.fn<() => Promise<unknown>>(load ?? (async () => engine)),
    loadedAudio: () => undefined,
    toaster: { failure, info },
    queryClient: new QueryClient(),
    online: withReport(true),
    account: () => ({ downloads: { get: () => new Map([["song-1", { state: "ready" }]]) } }),
    config: { refresh: vi.fn<() => Promise<unknown>>(async () => {}) },
  };
  return {
    engine,
    failure,
    info,
    app,
    player: createPlayer(app as unknown as App), // the rest of the app is not asked
  };
}

/** With the real engine, which knows addresses as the page tells them. */
function setUpReal() {
  let app: App;
  const bench = createBench({
    source(songId) {
      const url = knownSong(app, songId)?.url;
      if (url === undefined) throw new Error(`No address is known for song ${songId}`);
      return url;
    },
  });
  const info = vi.fn<(text: string) => void>();
  const toaster = { info, failure() {} };
  const services = { audio: async () => bench.engine, loadedAudio: () => bench.engine, toaster };
  app = { ...services, queryClient: new QueryClient(), online: withReport(true) } as unknown as App; // the rest of the app is not asked
  return { ...bench, app, info, player: createPlayer(app) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

// 6.28
it("tells screens of a new song once its sound was started, and of all else at once", async () => {
  const { player, engine } = setUp();
  player.prefetch();
  await settled();
  const seen: unknown[] = [];
  player.shown.subscribe(() => seen.push([player.shown.get().track?.songId, player.shown.get().volume]));
  player.play(songs, 1);
  engine.change({ volume: 0.2 });
  expect(player.state()).toMatchObject({ track: { songId: "song-1" }, volume: 0.2 });
  expect(seen).toEqual([]);
  await settled();
  engine.change({ volume: 0.9 });
  expect(seen).toEqual([
    ["song-1", 0.2],
    ["song-1", 0.9],
  ]);
});

// 21.7
it("tells screens of a song that is pressed in a start once it sounds", async () => {
  const { player, engine } = setUp();
  player.prefetch();
  await settled();
  engine.play.mockImplementation((queue, index) =>
    engine.change({ queue, list: queue, index, track: queue[index] ?? null, status: "loading" }),
  );
  const openGate = closeStartGate(() => afterFirstSound(player));
  player.play(songs, 1);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(player.shown.get().track).toBeNull();
  engine.change({ status: "playing" });
  await vi.waitFor(() => expect(player.shown.get()).toMatchObject({ track: { songId: "song-1" }, status: "playing" }));
  openGate();
});

describe("the player before its engine is there", () => {
  it("shows at once what was asked for, and plays the last of it once", async () => {
    const { player, engine, app } = setUp();
    player.play(songs, 0);
    player.play(songs, 2);
    expect(player.state()).toMatchObject({ status: "loading", track: { songId: "song-2" } });
    await settled();
    expect(app.audio).toHaveBeenCalledTimes(1);
    expect(engine.play).toHaveBeenCalledTimes(1);
    expect(engine.play).toHaveBeenCalledWith(expect.anything(), 2);
    expect(player.state().status).toBe("playing");
  });

  // 21.7: what waits for the sound would take a state in between for the end of it
  it("loads until its engine plays, and is silent at no time in between", async () => {
    const { player } = setUp();
    player.play(songs, 0);
    const seen: string[] = [];
    player.subscribe(() => seen.push(player.state().status));
    await settled();
    expect(seen).toEqual(["playing"]);
  });

  // 6.26: another tab plays since
  it("begins nothing once it was paused, and plays what is chosen after that", async () => {
    const { player, engine } = setUp();
    player.play(songs, 0);
    player.pause();
    expect(player.state()).toMatchObject({ status: "idle", track: null });
    await settled();
    expect(engine.play).not.toHaveBeenCalled();
    player.play(songs, 1);
    expect(engine.play).toHaveBeenCalledExactlyOnceWith(expect.anything(), 1);
  });

  it("plays what is chosen after a pause, also before the engine came", async () => {
    const { player, engine } = setUp();
    player.play(songs, 0);
    player.pause();
    player.play(songs, 1);
    await settled();
    expect(engine.play).toHaveBeenCalledExactlyOnceWith(expect.anything(), 1);
  });

  it("plays a list in its order, or shuffled, whatever mode was on before", async () => {
    const { player, engine } = setUp();
    player.play(songs, 1, { isShuffled: true });
    await settled();
    expect(engine.play).toHaveBeenCalledTimes(1);
    expect(engine.state().isShuffled).toBe(true);
    player.play(songs, 2);
    expect(engine.state().isShuffled).toBe(true);
    player.play(songs, 0, { isShuffled: false });
    expect(engine.state().isShuffled).toBe(false);
  });

  it("leaves the mode of what plays alone when the list cannot play", async () => {
    const { player, engine } = setUp();
    player.play(songs, 1);
    await settled();
    engine.play.mockImplementation(() => {});
    player.play([song(7)], 0, { isShuffled: true });
    expect(engine.state().isShuffled).toBe(false);
  });

  it("says so when the engine cannot be had, and tries again at the next press", async () => {
    let tries = 0;
    const engine = fakeEngine();
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { player, failure } = setUp(async () => {
      tries += 1;
      if (tries === 1) throw new Error("no chunk");
      return engine;
    });
    player.play(songs, 0);
    await settled();
    expect(failure).toHaveBeenCalledTimes(1);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockClear();
    expect(player.state()).toMatchObject({ status: "idle", track: null });
    player.play(songs, 0);
    await settled();
    expect(engine.play).toHaveBeenCalledTimes(1);
  });

  it("plays in the gesture itself once it was fetched ahead", async () => {
    const { player, engine } = setUp();
    player.prefetch();
    await settled();
    player.play(songs, 1);
    expect(engine.play).toHaveBeenCalledTimes(1);
  });
});

describe("a sign-out while the engine loads (specification 17.37)", () => {
  const user = (uid: string) => ({ uid, email: `${uid}@x.org`, firstName: uid, lastName: "L" });

  it.each([null, user("eve")])("leaves nothing of the one before for %o", async (next) => {
    const { player, engine, app, info } = setUp();
    const { queryClient } = app;
    writeSession(queryClient, user("ada"));
    player.play(songs, 0);
    player.addToQueue([song(1)]);
    const saved = { queue: { entries: [], index: 0, startedAt: 0, queued: 0, unshuffled: null }, speed: 1 } as const;
    const stored = { id: "queue", songs, saved: { ...saved, repeat: "all" as const }, position: 0 };
    const restored = [true, false].map((autoplay) => player.restore(stored, { autoplay }));
    writeSession(queryClient, next);
    expect(await Promise.all(restored)).toEqual([undefined, undefined]);
    await settled();
    for (const command of ["play", "addToQueue", "restore"] as const) expect(engine[command]).not.toHaveBeenCalled();
    expect(info).not.toHaveBeenCalled();
    expect(player.state()).toMatchObject({ status: "idle", track: null });
  });
});

describe("a song that is fetched to play", () => {
  it.each<[string, (engine: AudioEngine) => void]>([
    ["next", (engine) => engine.next()],
    ["previous", (engine) => engine.previous()],
    ["pause", (engine) => engine.toggle()],
    ["a row of the queue", (engine) => engine.jumpTo(2)],
    ["the headset", (engine) => engine.pause()],
  ])("is no longer to play after a later press: %s", async (_name, press) => {
    const { player, clock, engine } = setUpReal();
    player.play(songs, 0);
    await clock.advance(openMs);
    const isChosen = player.beginChoice();
    // The next song begins by itself.
    await clock.advance(70_000);
    expect(engine.state().track?.songId).toBe("song-1");
    engine.setVolume(0.3);
    engine.playNext([]);
    expect(isChosen()).toBe(true);
    press(engine);
    expect(isChosen()).toBe(false);
  });

  it("is to play after what was pressed before it, whose engine still loads", async () => {
    const { player, engine } = setUp();
    engine.play.mockImplementation(() => void (engine.commands += 1));
    player.play(songs, 0);
    const isChosen = player.beginChoice();
    await settled();
    expect(engine.play).toHaveBeenCalledTimes(1);
    expect(isChosen()).toBe(true);
    player.play(songs, 1);
    expect(isChosen()).toBe(false);
  });
});

describe("queueing", () => {
  it("while the engine loads comes after the song that was chosen", async () => {
    const { player, engine, info } = setUp();
    player.play(songs.slice(0, 1), 0);
    player.addToQueue([song(1)]);
    player.playNext([song(1), song(2)]);
    await settled();
    const [played = 0] = engine.play.mock.invocationCallOrder;
    const [added = 0] = engine.addToQueue.mock.invocationCallOrder;
    const [next = 0] = engine.playNext.mock.invocationCallOrder;
    expect([played < added, added < next]).toEqual([true, true]);
    expect(engine.playNext.mock.calls[0]?.[0].map(({ songId }) => songId)).toEqual(["song-1", "song-2"]);
    expect(info.mock.calls).toEqual([["Added Song 1 to the queue"], ["Next: 2 songs"]]);
    expect(player.song("song-0")).toBeDefined();
    expect(player.song("song-2")).toBeDefined();
  });

  it("of an empty queue says that it waits for Play", async () => {
    const { player, engine, info } = setUp();
    player.addToQueue([song(1)]);
    await settled();
    engine.change({ track: tracksOf("a")[0] ?? null });
    player.addToQueue([song(2)]);
    await settled();
    expect(info.mock.calls).toEqual([["Song 1 is ready: press Play"], ["Added Song 2 to the queue"]]);
  });

  it("says so when the engine cannot be had", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { player, failure, info } = setUp(() => Promise.reject(new Error("no chunk")));
    player.playNext([song(1)]);
    await settled();
    expect(failure).toHaveBeenCalledTimes(1);
    expect(info).not.toHaveBeenCalled();
    logged.mockClear();
  });
});

describe("playing from a list (specification 6.8)", () => {
  it("goes on with the song that is current instead of starting it again", async () => {
    const { player, engine } = setUp();
    player.prefetch();
    await settled();
    player.play(songs, 1);
    player.play([...songs], 1);
    // Whatever the queue has become meanwhile, by shuffling or queueing.
    engine.change({ queue: engine.state().queue.toReversed() });
    player.play(songs, 1);
    expect(engine.play).toHaveBeenCalledTimes(1);
    engine.change({ status: "paused" });
    player.play(songs, 1);
    expect(engine.resume).toHaveBeenCalledTimes(1);
    player.play(songs.slice(1), 0);
    expect(engine.play).toHaveBeenCalledTimes(2);
    expect(player.song("song-0")).toBeUndefined();
  });

  it("goes on with it, too, where the list has changed meanwhile or is known in part", async () => {
    const { player, clock, engine } = setUpReal();
    player.play(songs.slice(0, 2), 0, { list: "shore", rest: async () => songs });
    player.addToQueue([song(7)]);
    await clock.advance(openMs + 20_000);
    await vi.waitFor(() => expect(engine.state().list).toHaveLength(3));
    player.play([song(4), song(0)], 1, { list: "shore" });
    expect(engine.position.get()).toBeGreaterThan(19);
    expect(engine.state().queue.map(({ songId }) => songId)).toEqual(["song-0", "song-7", "song-1", "song-2"]);
    // From another list it is another choice.
    player.play([song(4), song(0)], 1, { list: "tide" });
    expect(engine.position.get()).toBe(0);
    expect(engine.state().queue).toHaveLength(2);
  });

  it("goes on with a restored song of its list", async () => {
    const { player, engine } = setUpReal();
    const entries = tracksOf("ab").map((track, at) => ({ ...track, songId: `song-${at}` }));
    const queue = { entries, index: 1, startedAt: 1, queued: 0, unshuffled: null };
    const stored = {
      id: "queue",
      list: "shore",
      songs,
      saved: { queue, speed: 1, repeat: "all" as const },
      position: 30,
    };
    await player.restore(stored, { autoplay: false });
    player.play([song(1)], 0, { list: "shore" });
    expect(engine.state()).toMatchObject({ status: "loading", position: 30 });
    expect(engine.state().queue).toHaveLength(2);
  });

  it("leaves the queue that plays whole when a song of another list cannot play", async () => {
    const { player, clock, unsupported, failures, sounding, engine } = setUpReal();
    unsupported.add("song-8");
    player.play(songs, 0);
    await clock.advance(openMs);
    player.play([song(7), song(8)], 1);
    expect(player.song("song-0")).toBeDefined();
    engine.next();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["/media/1"]);
    expect(failures).toEqual([["song-8", "unsupported"]]);
  });

  it("leaves the queue that plays whole at a second press on its current song", async () => {
    const { player, clock, failures, sounding, engine } = setUpReal();
    player.play(songs, 0);
    player.addToQueue([song(7)]);
    await clock.advance(openMs);
    player.play(songs, 0);
    engine.next();
    await clock.advance(openMs);
    expect(sounding()).toEqual(["/media/7"]);
    expect(failures).toEqual([]);
  });

  it("forgets the songs of a queue that was replaced", async () => {
    const { player, clock } = setUpReal();
    player.play(songs, 0);
    player.addToQueue([song(7)]);
    await clock.advance(openMs);
    player.play([song(4)], 0);
    expect([song(0), song(7), song(4)].map(({ _id }) => player.song(_id)?.title)).toEqual([
      undefined,
      undefined,
      "Song 4",
    ]);
  });

  // 6.21
  it("after nothing of a queue played, a song that is added is current, as its toast says", async () => {
    const { player, clock, behaviours, engine, info } = setUpReal();
    // A renewed address is the id in this bench.
    for (const { _id, url } of songs)
      for (const one of [_id, url]) behaviours.set(one, { kind: "fails", fault: "decode" });
    engine.setSpeed(1.5);
    player.play(songs, 0);
    await clock.advance(60_000);
    expect(player.state()).toMatchObject({ status: "failed", track: null });
    player.addToQueue([song(7)]);
    await settled();
    expect(info).toHaveBeenLastCalledWith("Song 7 is ready: press Play");
    expect(player.state()).toMatchObject({ status: "paused", track: { title: "Song 7" }, speed: 1.5 });
  });

  // 6.10
  it("brings back the volume from before the slider went to 0", async () => {
    const { player, engine } = setUp();
    player.prefetch();
    await settled();
    engine.setVolume(0.9);
    player.noteVolume();
    for (const volume of [0.6, 0.2, 0]) engine.setVolume(volume);
    player.noteVolume();
    player.toggleMute();
    expect(player.state().volume).toBe(0.9);
  });

  it("silences and brings the volume back", async () => {
    const { player, engine } = setUp();
    player.prefetch();
    await settled();
    engine.setVolume(0.8);
    player.toggleMute();
    expect(player.state().volume).toBe(0);
    player.toggleMute();
    expect(player.state().volume).toBe(0.8);
  });

  // 6.10, 6.17
  it("brings the volume back after a reload while muted", async () => {
    const start = async () => {
      const { player, engine } = setUp();
      player.prefetch();
      await settled();
      return { player, engine };
    };
    const before = await start();
    before.engine.setVolume(0.8);
    before.player.toggleMute();
    localStorage.setItem("offbeat.volume", "0");
    const after = await start();
    after.engine.setVolume(0);
    after.player.toggleMute();
    expect(after.player.state().volume).toBe(0.8);
  });
});

it("starts at the stored volume, or at 0.5 (specification 6.10)", () => {
  const from = (text: string | null) => readVolume({ getItem: () => text });
  expect([from("0.25"), from("0"), from("1")]).toEqual([0.25, 0, 1]);
  expect([from(null), from(""), from("2"), from("loud"), from("-1")]).toEqual(Array(5).fill(0.5));
});

describe("a song that needs the network, while the app believes that there is none (specification 6.8)", () => {
  async function setUpOffline() {
    const all = setUp();
    all.player.prefetch();
    await all.player.loaded;
    all.app.online.set(false);
    return all;
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  it("plays once the server answers", async () => {
    const { player, engine, app } = await setUpOffline();
    player.play(songs, 0);
    expect(engine.play).not.toHaveBeenCalled();
    await settled();
    expect(engine.play).toHaveBeenCalledOnce();
    expect(app.online.get()).toBe(true);
  });

  it("is left to the engine where nothing answers", async () => {
    const { player, engine, app } = await setUpOffline();
    app.config.refresh.mockRejectedValue(new Error("There is no network"));
    player.play(songs, 0);
    await settled();
    expect(engine.play).toHaveBeenCalledOnce();
    expect(app.online.get()).toBe(false);
  });

  it("gives way to what is pressed meanwhile; what is on the device plays at once", async () => {
    const { player, engine } = await setUpOffline();
    player.play(songs, 0);
    player.play(songs, 1);
    expect(engine.play.mock.calls.map(([, index]) => index)).toEqual([1]);
    await settled();
    expect(engine.play).toHaveBeenCalledOnce();
  });
});

describe("what the user changes in the queue before the rest of its list comes", () => {
  const ids = (player: ReturnType<typeof createPlayer>) => player.state().queue.map(({ songId }) => songId);
  const begin = () => {
    const bench = setUpReal();
    let come: (all: readonly SongSnapshot[]) => void = () => {};
    bench.player.play(songs, 0, { rest: () => new Promise((resolve) => (come = resolve)) });
    const sound = async () => {
      await bench.clock.advance(openMs);
      await settled();
    };
    return { ...bench, come: async () => (await sound(), come([...songs, song(3)]), settled()) };
  };

  // 6.21, 6.22
  it.each([
    ["cleared", (engine: AudioEngine) => engine.clearQueue(), ["song-0"]],
    ["removed", (engine: AudioEngine) => engine.removeFromQueue(1), ["song-0", "song-2", "song-3"]],
    ["moved", (engine: AudioEngine) => engine.moveInQueue(2, 1), ["song-0", "song-2", "song-1", "song-3"]],
  ])("stays: %s", async (_, change, expected) => {
    const { player, engine, come } = begin();
    change(engine);
    await come();
    expect(ids(player)).toEqual(expected);
  });

  // 6.22
  it("of two clears the first holds when the second is taken back, and what came goes into what the first had", async () => {
    const { player, engine, come } = begin();
    const first = engine.savedQueue();
    engine.clearQueue();
    player.playNext([song(8)]);
    await settled();
    const second = engine.savedQueue();
    engine.clearQueue();
    await come();
    engine.revertQueue(second);
    expect(ids(player)).toEqual(["song-0", "song-8"]);
    engine.clearQueue();
    engine.revertQueue(first);
    expect(ids(player)).toEqual(["song-0", "song-1", "song-2", "song-3"]);
  });

  // 6.22
  it("a clear that cannot be taken back any more stays", async () => {
    const { player, engine, clock, come } = begin();
    const before = engine.savedQueue();
    engine.clearQueue();
    player.playNext([song(8)]);
    await settled();
    engine.next();
    await clock.advance(openMs);
    await come();
    engine.revertQueue(before);
    expect(ids(player)).toEqual(["song-0", "song-8"]);
  });

  // 6.22
  it("of a clear that is taken back, the whole list is in the queue", async () => {
    const { player, engine, come } = begin();
    const before = engine.savedQueue();
    engine.clearQueue();
    await come();
    engine.revertQueue(before);
    expect(ids(player)).toEqual(["song-0", "song-1", "song-2", "song-3"]);
  });
});

// 21.7
it("the rest of a list is not asked for before its song sounds, nor once another plays", async () => {
  const { player, clock } = setUpReal();
  const songs = [0, 1, 2, 5, 6].map(song);
  const rest = vi.fn<() => Promise<SongSnapshot[]>>(async () => [...songs, song(3)]);
  player.play(songs, 0, { rest });
  await settled();
  expect(rest).not.toHaveBeenCalled();
  await clock.advance(openMs);
  await vi.waitFor(() => expect(rest).toHaveBeenCalledOnce());
  const other = vi.fn<() => Promise<SongSnapshot[]>>(async () => [song(5)]);
  player.play([...songs, song(8)], 1, { rest: other });
  player.play([song(7)], 0);
  await clock.advance(openMs);
  await settled();
  expect([rest.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
});

// 6.18, 6.21
it.each([
  ["Next, pressed while the song loads, goes on in it", 1, (engine: AudioEngine) => engine.next(), "song-2"],
  ["a broken song is passed over", 0, () => {}, "song-1"],
])("of a list that is hardly known: %s", async (_, index, press, expected) => {
  const { player, clock, engine, behaviours } = setUpReal();
  const list = [song(0), song(1), song(2), song(3)];
  for (const url of ["/media/0", "song-0"]) behaviours.set(url, { kind: "fails", fault: "decode" });
  player.play(list.slice(0, index + 1), index, { rest: async () => list });
  await settled();
  press(engine);
  await clock.advance(openMs);
  await settled();
  await clock.advance(1_000);
  await settled();
  expect(player.state().track?.songId).toBe(expected);
});

// 6.8, 6.21
it("a song that plays once the server was asked for has the rest of its list, too", async () => {
  const { player, clock, app } = setUpReal();
  const list = [0, 1, 2, 5, 6, 7].map(song);
  let answer = () => {};
  Object.assign(app, {
    online: withReport(false),
    account: () => ({ downloads: { get: () => new Map() } }),
    config: { refresh: () => new Promise<void>((resolve) => (answer = resolve)) },
  });
  player.prefetch();
  await settled();
  player.play(list.slice(0, 5), 0, { rest: async () => list });
  await settled();
  answer();
  await settled();
  await clock.advance(openMs);
  await vi.waitFor(() => expect(player.state().queue).toHaveLength(6));
});

// 6.24
it("shuffle stays on when a song is added after nothing of a queue played", async () => {
  const { player, clock, behaviours, engine } = setUpReal();
  engine.setShuffled(true);
  for (const { _id, url } of songs)
    for (const one of [_id, url]) behaviours.set(one, { kind: "fails", fault: "source" });
  player.play(songs, 0);
  await clock.advance(60_000);
  expect(player.state()).toMatchObject({ status: "failed", isShuffled: true });
  player.addToQueue([song(7)]);
  await settled();
  expect(engine.state()).toMatchObject({ isShuffled: true, track: { songId: "song-7" } });
});

// 21.7
it("in a start, holds the screen for a pressed song also where another was queued before it", async () => {
  let ready = () => {};
  const { player, engine } = setUp(async () => {
    await new Promise<void>((resolve) => (ready = resolve));
    return engine;
  });
  engine.play.mockImplementation((queue, index) =>
    engine.change({ queue, list: queue, index, track: queue[index] ?? null, status: "loading" }),
  );
  const openGate = closeStartGate(() => afterFirstSound(player));
  try {
    player.playNext([song(2)]);
    player.play(songs, 0);
    const tell = vi.fn<() => void>();
    void drawingHeld()?.then(tell);
    ready();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(player.state().status).toBe("loading");
    expect(tell).not.toHaveBeenCalled();
  } finally {
    openGate();
  }
});
