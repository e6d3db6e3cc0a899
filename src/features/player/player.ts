/**
 * The player as screens see it, before its code is loaded and after: what is asked for meanwhile is shown at once and
 * played as soon as the engine is there.
 */
import { defaultVolume } from "../../../contract/rules/limits.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import { emptyPlayerState, type PlayerState, type Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/en.ts";
import type { App } from "../../app/app-context.ts";
import { knownSong, registerSongs, trackOf } from "./song-registry.ts";
import { readVolume } from "./stored-volume.ts";

export interface Player {
  state(): PlayerState;
  /** Hears of every change of the state, the loading of the engine among them. */
  subscribe(listener: () => void): () => void;
  position(): number;
  subscribePosition(listener: () => void): () => void;
  /** Replaces the queue and starts at `index`; the song that is current already goes on instead of starting again. */
  play(songs: readonly SongSnapshot[], index: number): void;
  /** Fetches the engine's code before it is needed; a failure is told when it is. */
  prefetch(): void;
  /** A song of the queue as it was handed to `play`. */
  song(songId: string): SongSnapshot | undefined;
  /** Silences, or brings the last volume back. */
  toggleMute(): void;
  /** For commands, which mean nothing before there is a track. */
  engine(): AudioEngine | undefined;
}

const players = new WeakMap<App, Player>();

export function playerOf(app: App): Player {
  let player = players.get(app);
  if (player === undefined) {
    player = createPlayer(app);
    players.set(app, player);
  }
  return player;
}

export function createPlayer(app: App): Player {
  const listeners = new Set<() => void>();
  const positionListeners = new Set<() => void>();
  const notify = () => each(listeners);
  let attached: AudioEngine | undefined;
  /** What a silenced player goes back to. */
  let loud = readVolume(localStorage) || defaultVolume;
  let before: PlayerState = { ...emptyPlayerState, volume: readVolume(localStorage) };
  let wanted: { tracks: Track[]; index: number } | undefined;

  function attach(engine: AudioEngine): AudioEngine {
    if (attached === engine) return engine;
    attached = engine;
    engine.subscribe(notify);
    engine.position.subscribe(() => each(positionListeners));
    notify();
    return engine;
  }

  async function load(): Promise<void> {
    try {
      const engine = attach(await app.audio());
      if (wanted !== undefined) engine.play(wanted.tracks, wanted.index);
    } catch (error) {
      if (wanted === undefined) return;
      console.error("The player could not be loaded", error);
      app.toaster.failure(texts.app.chunkFailed);
      before = { ...emptyPlayerState, volume: before.volume };
      notify();
    } finally {
      wanted = undefined;
    }
  }

  return {
    state: () => attached?.state() ?? before,
    subscribe: (listener) => add(listeners, listener),
    position: () => attached?.position.get() ?? 0,
    subscribePosition: (listener) => add(positionListeners, listener),
    play(songs, index) {
      const song = songs[index];
      if (song === undefined) return;
      const tracks = songs.map(trackOf);
      registerSongs(app, songs);
      const engine = attached ?? app.loadedAudio();
      if (engine !== undefined) {
        attach(engine);
        // In the listener's own gesture, which some browsers want for the first sound.
        if (isSameQueue(engine.state(), tracks, index)) goOn(engine);
        else engine.play(tracks, index);
        return;
      }
      const track = trackOf(song);
      const isLoading = wanted !== undefined;
      wanted = { tracks, index };
      before = {
        ...before,
        queue: tracks,
        index,
        track,
        status: "loading",
        duration: song.duration,
      };
      notify();
      if (!isLoading) void load();
    },
    prefetch() {
      if (attached === undefined && wanted === undefined) void load();
    },
    song: (songId) => knownSong(app, songId),
    toggleMute() {
      if (attached === undefined) return;
      const { volume } = attached.state();
      if (volume > 0) loud = volume;
      attached.setVolume(volume > 0 ? 0 : loud);
    },
    engine: () => attached,
  };
}

/** A second press on the row that plays must not throw the listener back to its beginning. */
function goOn(engine: AudioEngine): void {
  const { status } = engine.state();
  if (status !== "playing" && status !== "loading") engine.resume();
}

function isSameQueue(state: PlayerState, tracks: readonly Track[], index: number): boolean {
  return (
    state.track !== null &&
    state.index === index &&
    state.queue.length === tracks.length &&
    state.queue.every((track, place) => track.songId === tracks[place]?.songId)
  );
}

function add(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function each(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}
