import { expect, test, vi } from "vitest";
import { createBench, makeTrack, openMs, tracksOf } from "../../tests/support/fake-sounds.ts";
import type { Track } from "./player-state.ts";
import { attachMediaSession } from "./media-session.ts";

function createSession() {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  return {
    handlers,
    metadata: null as MediaMetadata | null,
    playbackState: "none" as MediaSessionPlaybackState,
    setActionHandler: vi.fn<MediaSession["setActionHandler"]>((action, handler) => {
      if (action === "seekto") throw new TypeError("unknown action");
      handlers.set(action, handler);
    }),
    /** As strict as the real one. */
    setPositionState: vi.fn<MediaSession["setPositionState"]>((state) => {
      if (state === undefined) return;
      const { duration = Number.NaN, position = 0, playbackRate = 1 } = state;
      if (!(duration >= 0) || position < 0 || position > duration || playbackRate === 0) {
        throw new TypeError("bad position");
      }
    }),
  };
}

function attach(bench = createBench(), session: ReturnType<typeof createSession> = createSession()) {
  const createMetadata = (init: MediaMetadataInit) => init as unknown as MediaMetadata;
  const coverUrl = (songImage: string) => new URL(songImage, "https://api.example.org").href;
  const parts = { session: session as never, createMetadata };
  const copies = new Map<string, Blob>();
  const coverOnDevice = async (songImage: string) => copies.get(songImage) ?? null;
  const renamed = new Map<string, Track>();
  let onDescribed = () => {};
  const deps = {
    coverUrl,
    coverOnDevice,
    describe: (track: Track) => renamed.get(track.songId) ?? track,
    onDescribed(listener: () => void) {
      onDescribed = listener;
      return () => void (onDescribed = () => {});
    },
  };
  const detach = attachMediaSession(bench.engine, deps, parts);
  const rename = (track: Track) => {
    renamed.set(track.songId, track);
    onDescribed();
  };
  return { ...bench, session, copies, rename, detach };
}

test("shows the track and its state, and takes it back at the stop", async () => {
  const { engine, clock, session } = attach();
  engine.play(tracksOf("ab"), 0);
  expect(session.metadata).toMatchObject({
    title: "Song a",
    artist: "Artist",
    album: "",
    artwork: [],
  });
  await clock.advance(openMs);
  expect(session.playbackState).toBe("playing");
  engine.pause();
  expect(session.playbackState).toBe("paused");
  engine.stop();
  expect(session.metadata).toBeNull();
  expect(session.playbackState).toBe("none");
  expect(session.setPositionState).toHaveBeenLastCalledWith();
});

// 6.36
test("shows the song that plays under its new title, and the next as it is called", async () => {
  const { engine, clock, session, rename } = attach();
  const [first, second] = tracksOf("ab") as [Track, Track];
  engine.play([first, second], 0);
  await clock.advance(openMs);
  rename({ ...second, title: "Second" });
  expect(session.metadata).toMatchObject({ title: "Song a" });
  rename({ ...first, title: "First" });
  expect(session.metadata).toMatchObject({ title: "First" });
  expect(session.playbackState).toBe("playing");
  engine.next();
  expect(session.metadata).toMatchObject({ title: "Second" });
});

test("its controls work, and the seek buttons leave their place to the track buttons", async () => {
  const { engine, clock, session, sounding } = attach();
  engine.play(tracksOf("abc"), 0);
  await clock.advance(openMs);
  session.handlers.get("nexttrack")?.({ action: "nexttrack" });
  await clock.advance(openMs);
  expect(sounding()).toEqual(["b"]);
  session.handlers.get("pause")?.({ action: "pause" });
  expect(engine.state().status).toBe("paused");
  session.handlers.get("play")?.({ action: "play" });
  await clock.advance(0);
  expect(sounding()).toEqual(["b"]);
  expect(session.handlers.get("seekbackward")).toBeNull();
  expect(session.handlers.get("seekforward")).toBeNull();
});

test("handlers are set again whenever it begins to play", async () => {
  const { engine, clock, session } = attach();
  engine.play(tracksOf("ab"), 0);
  session.setActionHandler.mockClear();
  await clock.advance(openMs);
  expect(session.setActionHandler.mock.calls.map(([action]) => action)).toContain("nexttrack");
});

test("a position is never one that browsers throw for", async () => {
  const { engine, clock, session, behaviours } = attach();
  behaviours.set("a", { kind: "plays", duration: Number.POSITIVE_INFINITY });
  behaviours.set("b", { kind: "plays", duration: 3 });
  engine.play([...tracksOf("a", Number.NaN), ...tracksOf("b", 90)], 0);
  await clock.advance(1_000);
  engine.next();
  await clock.advance(openMs);
  engine.seek(80);
  await clock.advance(10);
  expect(session.setPositionState.mock.results.filter(({ type }) => type === "throw")).toEqual([]);
  expect(session.setPositionState).toHaveBeenCalledWith({
    duration: 3,
    position: 3,
    playbackRate: 1,
  });
});

test("its position runs as fast as the song", async () => {
  const { engine, clock, session } = attach();
  engine.play(tracksOf("ab"), 0);
  await clock.advance(openMs + 10_000);
  engine.setSpeed(0.75);
  expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 60, position: 10, playbackRate: 0.75 });
});

// 6.17, 6.19
test("its position stands still while the song waits, and runs on with it", async () => {
  const { engine, clock, session, sounds, loseNetwork, regainNetwork } = attach();
  /** As the system shows it. */
  const shownAfter = (seconds: number) => {
    const [state] = session.setPositionState.mock.lastCall ?? [];
    return (state?.position ?? 0) + seconds * (state?.playbackRate ?? 1);
  };
  engine.play(tracksOf("ab"), 0);
  expect(shownAfter(60), "opening").toBeCloseTo(0);
  await clock.advance(openMs + 9_500);
  expect(shownAfter(9.5)).toBeCloseTo(9.5);
  sounds[0]?.on.waiting();
  sounds[0]?.pause();
  await clock.advance(400);
  expect(shownAfter(60)).toBeCloseTo(9.5);
  loseNetwork("ab");
  expect(engine.state().awaitsNetwork).toBe(true);
  expect(shownAfter(3_600)).toBeCloseTo(9.5, 1);
  expect(session.playbackState).toBe("playing");
  regainNetwork();
  await clock.advance(openMs);
  expect(shownAfter(10)).toBeCloseTo(19.5);
  expect(session.setPositionState.mock.results.filter(({ type }) => type === "throw")).toEqual([]);
});

/** What ends or holds a song, and what the system is to show then: the state, the song and its position. */
const paths: Record<
  string,
  { act: (bench: ReturnType<typeof attach>) => unknown; shows: [MediaSessionPlaybackState, string?, number?] }
> = {
  "fails for good": {
    act: ({ behaviours, clock }) => (behaviours.set("a", { kind: "fails", fault: "decode" }), clock.advance(1_000)),
    shows: ["none"],
  },
  "is blocked": {
    act: ({ behaviours, clock }) => (behaviours.set("a", { kind: "blocked" }), clock.advance(1_000)),
    shows: ["paused", "Song a", 0],
  },
  "is removed": { act: ({ engine }) => engine.removeFromQueue(0), shows: ["none"] },
  "is interrupted by the system": {
    act: async ({ clock, sounds }) => (await clock.advance(openMs + 5_000), sounds[0]?.on.interrupted()),
    shows: ["paused", "Song a", 5],
  },
  "is dragged": {
    act: async ({ clock, engine }) => (await clock.advance(openMs), engine.seek(42)),
    shows: ["playing", "Song a", 42],
  },
  "ends, and waits to start again": {
    act: async ({ clock }) => await clock.advance(openMs + 63_000),
    shows: ["playing", "Song a", 0],
  },
  "ends, with nothing to follow": {
    act: async ({ clock, engine }) => (engine.setRepeat("off"), await clock.advance(openMs + 61_000)),
    shows: ["paused", "Song a", 0],
  },
  "ends the music by the timer": {
    act: async ({ clock, engine }) => (engine.setSleep("end"), await clock.advance(openMs + 61_000)),
    shows: ["paused", "Song a", 0],
  },
  "is faded out by the timer": {
    act: async ({ behaviours, clock, engine }) => {
      behaviours.set("a", { kind: "plays", duration: 2_000 });
      engine.setSleep(15);
      await clock.advance(16 * 60_000);
    },
    shows: ["paused", "Song a", 900],
  },
  "waits for the network": {
    act: async ({ clock, sounds, loseNetwork }) => {
      await clock.advance(openMs + 5_000);
      loseNetwork("a");
      sounds[0]?.on.failed("network");
      await clock.advance(1_000);
    },
    shows: ["playing", "Song a", 5],
  },
};

test.each(Object.entries(paths))("says what is true after a song %s", async (_, { act, shows }) => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const bench = attach();
  const [playbackState, title, position] = shows;
  bench.engine.play(tracksOf("a"), 0);
  await act(bench);
  const { session } = bench;
  const [state] = session.setPositionState.mock.lastCall ?? [];
  expect([session.playbackState, session.metadata?.title]).toEqual([playbackState, title]);
  if (position === undefined) expect(state).toBeUndefined();
  else expect(state?.position).toBeCloseTo(position, 0);
});

test("an old iPhone, which knows no position and drops what was set before the first sound, has its controls", async () => {
  const session = createSession();
  Reflect.deleteProperty(session, "setPositionState");
  const { engine, clock } = attach(createBench(), session);
  engine.play(tracksOf("ab"), 0);
  session.handlers.clear();
  await clock.advance(openMs);
  session.handlers.get("nexttrack")?.({ action: "nexttrack" });
  expect(session.metadata?.title).toBe("Song b");
  expect(session.handlers.get("seekforward")).toBeNull();
});

test("nothing happens without a Media Session, and nothing is left after the end", () => {
  const { engine } = createBench();
  const deps = { describe: (track: Track) => track, onDescribed: () => () => {} };
  attachMediaSession(engine, { coverUrl: (url) => url, coverOnDevice: async () => null, ...deps }, null)();
  const { session, detach, engine: other } = attach();
  detach();
  other.play(tracksOf("a"), 0);
  expect(session.metadata).toBeNull();
  expect([...session.handlers.values()].every((handler) => handler === null)).toBe(true);
});

test("artwork comes from where the API is, in the sizes of the server", () => {
  const { engine, session } = attach();
  const artworkOf = (songImage: string | null) => {
    engine.play([{ ...makeTrack("a"), songImage }], 0);
    return session.metadata?.artwork;
  };
  expect(artworkOf(null)).toEqual([]);
  expect(artworkOf("/media/c")?.map(({ src }) => src)).toEqual([
    "https://api.example.org/media/c?w=96",
    "https://api.example.org/media/c?w=320",
    "https://api.example.org/media/c?w=640",
  ]);
  expect(artworkOf("/media/c?x=1")?.[1]).toEqual({
    src: "https://api.example.org/media/c?x=1&w=320",
    sizes: "320x320",
  });
});

test("offline the artwork is the copy on the device, and an older song's does not come late", async () => {
  const { engine, clock, session, copies, detach } = attach();
  const play = (songId: string) => engine.play([{ ...makeTrack(songId), songImage: `/media/${songId}` }], 0);
  const loads = async (src: string | undefined) => (await fetch(src ?? "")).text();
  copies.set("/media/a", new Blob(["a cover"], { type: "image/webp" }));
  play("a");
  expect(session.metadata?.artwork).toHaveLength(3);
  await vi.waitFor(() => expect(session.metadata?.artwork).toHaveLength(1));
  const [copy] = session.metadata?.artwork ?? [];
  expect(copy?.type).toBe("image/webp");
  expect(await loads(copy?.src)).toBe("a cover");
  play("a");
  play("b");
  await clock.advance(0);
  expect(session.metadata?.artwork[0]?.src).toBe("https://api.example.org/media/b?w=96");
  await expect(loads(copy?.src)).rejects.toThrow(/fetch failed/);
  detach();
});
