import { expect, test, vi } from "vitest";
import { createBench, makeTrack, openMs, tracksOf } from "../../tests/support/fake-sounds.ts";
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

function attach(bench = createBench()) {
  const session = createSession();
  const createMetadata = (init: MediaMetadataInit) => init as unknown as MediaMetadata;
  const coverUrl = (songImage: string) => new URL(songImage, "https://api.example.org").href;
  const parts = { session: session as never, createMetadata };
  const detach = attachMediaSession(bench.engine, coverUrl, parts);
  return { ...bench, session, detach };
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

test.each(["fails", "blocked", "removed"])("says what is true after a song %s", async (what) => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const { engine, clock, session, behaviours } = attach();
  if (what === "fails") behaviours.set("a", { kind: "fails", fault: "decode" });
  if (what === "blocked") behaviours.set("a", { kind: "blocked" });
  engine.play(tracksOf("a"), 0);
  await clock.advance(1_000);
  if (what === "removed") engine.removeFromQueue(0);
  expect(session.playbackState).toBe(what === "blocked" ? "paused" : "none");
  expect(session.metadata?.title).toBe(what === "blocked" ? "Song a" : undefined);
  const [state] = session.setPositionState.mock.lastCall ?? [];
  expect(state?.duration).toBe(what === "blocked" ? 60 : undefined);
});

test("nothing happens without a Media Session, and nothing is left after the end", () => {
  const { engine } = createBench();
  attachMediaSession(engine, (url) => url, null)();
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
