/**
 * The player for screens, usable before the engine is loaded: a song that is chosen meanwhile shows at once and plays as
 * soon as the engine is ready.
 */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import { emptyPlayerState, type PlayerState, type Track } from "../../audio/player-state.ts";
import { createStore, type ReadableStore, type Store } from "../../lib/store.ts";
import { drawingHeld } from "../../lib/start-gate.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { texts } from "../../texts/texts.ts";
import { inToast } from "../../texts/in-toast.ts";
import type { App } from "../../app/app-context.ts";
import { readSession } from "../auth/session.ts";
import type { PlayedList } from "../songs/playback.ts";
import { playOrAsk } from "./ask-network.ts";
import { createChoices } from "./choices.ts";
import { completeList } from "./complete-list.ts";
import { createEarlySongs, type Queued, type QueueingWay } from "./early-songs.ts";
import { nameList } from "./list-name.ts";
import { type Choice, playChoice, resumeIfPaused } from "./play-choice.ts";
import type { RestoredPlayer } from "./saved-player.ts";
import { addSongs, type QueueSongs, queueSongs, registerSongs, trackOf } from "./song-registry.ts";
import { createMute, readVolume } from "./stored-volume.ts";

export interface Player extends QueueSongs {
  state(): PlayerState;
  /** Notifies of every change of the state, also while the engine loads. */
  subscribe(listener: () => void): () => void;
  /** The state for screens: they draw a new song in a task of their own, after that which starts its sound. */
  shown: ReadableStore<PlayerState>;
  position(): number;
  subscribePosition(listener: () => void): () => void;
  /**
   * Replaces the queue and starts at `index`. If that song of the same list is current, continues it. The rest of a list
   * joins the queue if it still plays that list by then.
   */
  play(songs: readonly SongSnapshot[], index: number, from?: PlayedList): void;
  /**
   * Before something is fetched that is to play; takes the place of an earlier one. Returns a function that tells whether
   * it still is to: nobody has said since what is to play, or not to, and its owner is signed in.
   */
  beginChoice(): () => boolean;
  /** Starts an entry of the queue; continues the one that is current. Call it in a user gesture. */
  jumpTo(entry: Track): void;
  /** Also while the engine loads: what was chosen then does not begin. */
  pause(): void;
  /** Pauses what plays or is to play once the engine has loaded, else goes on. Call it in a user gesture. */
  toggle(): void;
  /** Queues songs directly after the current one (specification 6.21). */
  playNext(songs: readonly SongSnapshot[]): void;
  /** Queues songs after those that the user queued before. */
  addToQueue(songs: readonly SongSnapshot[]): void;
  /** Preloads the engine. A failure is reported only when the engine is needed. */
  prefetch(): void;
  /**
   * Restores a stored queue, unless a song was chosen or its owner signed out meanwhile. Songs that were only queued
   * meanwhile join it. Resolves with the state that was stored; undefined if it was not restored.
   */
  restore(
    stored: Omit<RestoredPlayer, "stored" | "version">,
    options: { autoplay: boolean },
  ): Promise<PlayerState | undefined>;
  /** Resolves once the engine is loaded, by whatever needs it first. */
  loaded: Promise<AudioEngine>;
  /** Mutes, or restores the last volume. */
  toggleMute(): void;
  /** Before the volume's slider is moved: what unmuting restores if it goes to 0. */
  noteVolume(): void;
  /** For commands, which need a current track. */
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
  const state = createStore<PlayerState>({ ...emptyPlayerState, volume: readVolume(localStorage) });
  const heard = { state: state.get, subscribe: state.subscribe };
  const shown = createShownState(state);
  const position = createStore(0);
  let attached: AudioEngine | undefined;
  const mute = createMute(localStorage);
  let announce: (engine: AudioEngine) => void = () => {};
  const loaded = new Promise<AudioEngine>((resolve) => (announce = resolve));
  /** Whose queue it is: what was asked for before a sign-out must not happen after it (specification 17.37). */
  const owner = () => readSession(app.queryClient)?.uid;
  const choices = createChoices(owner, () => attached);
  let pending: (Choice & { of: ReturnType<typeof owner>; isPaused: boolean }) | undefined;
  const earlySongs = createEarlySongs(app);

  /** Begins what was asked for before: nobody sees a state in between, which would be that of a silent player. */
  function attach(engine: AudioEngine): AudioEngine {
    if (attached === engine) return engine;
    attached = engine;
    try {
      beginPending(engine);
    } finally {
      follow(engine, state, position);
      announce(engine);
    }
    return engine;
  }

  function beginPending(engine: AudioEngine): void {
    const made = pending;
    pending = undefined;
    if (made === undefined || made.of !== owner()) return;
    choices.uncounted(engine, () => {
      playChoice(app, engine, made);
      if (made.isPaused) engine.pause();
    });
  }

  async function load(): Promise<void> {
    try {
      attach(await app.audio());
    } catch (error) {
      if (pending === undefined) return;
      pending = undefined;
      reportUnloaded(app, error);
      state.set({ ...emptyPlayerState, volume: state.get().volume });
    }
  }

  const enqueue = (songs: readonly SongSnapshot[], how: QueueingWay) => {
    const present = () => attached;
    void queueOnce(app, { songs, owner, present, attach, add: (engine) => earlySongs.add(engine, songs, how) });
  };

  return {
    ...heard,
    shown,
    position: position.get,
    subscribePosition: position.subscribe,
    play(songs, index, { list, rest, isShuffled } = {}) {
      const song = songs[index];
      if (song === undefined) return;
      choices.count();
      const tracks = songs.map(trackOf);
      nameList(tracks, list);
      const addRest = () => void (rest && completeList(app, heard, tracks, index, rest));
      const engine = attached ?? app.loadedAudio();
      if (engine !== undefined) {
        attach(engine);
        playOrAsk(app, song._id, choices.begin, () => {
          playChoice(app, engine, { songs, tracks, index, isShuffled });
          addRest();
        });
      } else {
        const track = trackOf(song);
        const isLoading = pending !== undefined;
        addSongs(app, songs);
        pending = { songs, tracks, index, isShuffled, of: owner(), isPaused: false };
        state.set({ ...state.get(), queue: tracks, index, track, status: "loading", duration: song.duration });
        if (!isLoading) void load();
        addRest();
      }
    },
    beginChoice: choices.begin,
    jumpTo(entry) {
      const engine = attached;
      if (engine === undefined) return;
      if (entry === engine.state().track) return resumeIfPaused(engine);
      playOrAsk(app, entry.songId, choices.begin, () => engine.jumpTo(engine.state().queue.indexOf(entry)));
    },
    pause() {
      choices.count();
      attached?.pause();
      if (pending === undefined) return;
      pending = undefined;
      state.set({ ...emptyPlayerState, volume: state.get().volume });
    },
    toggle() {
      if (attached !== undefined) return attached.toggle();
      if (pending === undefined) return;
      choices.count();
      pending.isPaused = !pending.isPaused;
      state.set({ ...state.get(), status: pending.isPaused ? "paused" : "loading" });
    },
    playNext: (songs) => enqueue(songs, "playNext"),
    addToQueue: (songs) => enqueue(songs, "addToQueue"),
    prefetch() {
      if (attached === undefined && pending === undefined) void load();
    },
    async restore(stored, { autoplay }) {
      const of = owner();
      const engine = attach(await app.audio());
      if (of !== owner()) return undefined;
      if (!autoplay && (pending !== undefined || !earlySongs.mayRestore(engine.state()))) return undefined;
      const join = autoplay ? () => {} : earlySongs.joining(engine);
      const restored = restoreInto(app, engine, stored, autoplay);
      join();
      return restored;
    },
    loaded,
    ...queueSongs(app),
    toggleMute: () => attached && mute.toggle(attached),
    noteVolume: () => attached && mute.note(attached),
    engine: () => attached,
  };
}

function follow(engine: AudioEngine, state: Store<PlayerState>, position: Store<number>): void {
  const copyState = () => state.set(engine.state());
  const copyPosition = () => position.set(engine.position.get());
  engine.subscribe(copyState);
  engine.position.subscribe(copyPosition);
  copyPosition();
  copyState();
}

/** What queueing needs of the player. */
interface QueueingParts {
  songs: readonly SongSnapshot[];
  owner: () => string | undefined;
  present: () => AudioEngine | undefined;
  attach: (engine: AudioEngine) => AudioEngine;
  add: (engine: AudioEngine) => Queued;
}

/** Queues songs once the engine has loaded: they follow what was chosen before. Not for another user (specification 17.37). */
async function queueOnce(app: App, { songs, owner, present, attach, add }: QueueingParts): Promise<void> {
  if (songs.length === 0) return;
  const of = owner();
  try {
    const engine = present() ?? attach(await app.audio());
    if (of === owner()) app.toaster.info(queuedText(songs, add(engine)));
  } catch (error) {
    reportUnloaded(app, error);
  }
}

function reportUnloaded(app: App, error: unknown): void {
  console.error("The player could not be loaded", error);
  app.toaster.failure(texts.app.chunkFailed);
}

/**
 * Follows the state; what changes with the song comes a task later. React draws before the browser goes on: in the task
 * of a press, the file would wait for the screen. In a start, which draws much, it comes once the song sounds.
 */
function createShownState(state: ReadableStore<PlayerState>): ReadableStore<PlayerState> {
  const shown = createStore(state.get());
  const show = () => shown.set(state.get());
  let isWaiting = false;
  state.subscribe(() => {
    if (isWaiting) return;
    isWaiting = state.get().track !== shown.get().track;
    if (!isWaiting) return show();
    void nextTask()
      .then(drawingHeld)
      .then(() => {
        isWaiting = false;
        show();
      });
  });
  return shown;
}

/** Returns the state that was stored. */
function restoreInto(
  app: App,
  engine: AudioEngine,
  { songs, list, saved, position }: Omit<RestoredPlayer, "stored" | "version">,
  autoplay: boolean,
): PlayerState {
  registerSongs(app, songs);
  nameList(saved.queue.unshuffled ?? saved.queue.entries, list);
  engine.restore(saved, { autoplay, position });
  return engine.state();
}

function queuedText(songs: readonly SongSnapshot[], how: Queued): string {
  const [first] = songs;
  const name = songs.length === 1 && first ? inToast(first.title) : texts.player.songs(songs.length);
  const says = { alone: "readyToPlay", playNext: "playsNext", addToQueue: "addedToQueue" } as const;
  return texts.player[says[how]](name);
}
