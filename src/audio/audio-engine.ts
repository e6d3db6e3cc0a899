/** The audio engine: the user's commands on the queue and its playback. Built on injected parts, so tests need no browser. */
import { addToQueue, moveEntry, playNext, removeAt, type Random } from "./queue-edits.ts";
import { jumpTo, type Queue, type Repeat } from "./queue.ts";
import type { EngineContext } from "./engine-context.ts";
import { Playback } from "./playback.ts";
import { PlayerStore } from "./player-store.ts";
import type { PlayerState, Sleep, SoundSettings, Track } from "./player-state.ts";
import { SleepTimer } from "./sleep-timer.ts";
import type { SavedQueue } from "./play-queue.ts";
import type { SoundParts } from "./sound-interface.ts";
import type { ReadableStore } from "../lib/store.ts";

/** Seconds. */
const longestCrossfade = 12;

/** Its methods are bound, because `useSyncExternalStore` calls them without the object. */
export class AudioEngine {
  readonly state: ReadableStore<PlayerState>["get"];
  readonly subscribe: ReadableStore<PlayerState>["subscribe"];
  /** Seconds in the current track, updated every second while it plays (specification 6.10). */
  readonly position: ReadableStore<number>;
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  readonly #store: PlayerStore;
  readonly #playback: Playback;
  readonly #sleepTimer: SleepTimer;
  #commands = 0;

  constructor(deps: EngineContext, parts: SoundParts) {
    this.#deps = deps;
    this.#parts = parts;
    const volume = clamp(deps.initialVolume, 1);
    parts.output.setVolume(volume);
    const { crossfade, evenLoudness } = deps.initialSound;
    const sound = { crossfade: clamp(crossfade, longestCrossfade), evenLoudness };
    parts.output.setEvenLoudness(evenLoudness);
    this.#store = new PlayerStore(volume, sound);
    this.#playback = new Playback(deps, parts, this.#store);
    this.#sleepTimer = new SleepTimer(parts, () => {
      this.pause();
      this.#store.change({ sleep: null });
    });
    this.state = this.#store.state.get;
    this.subscribe = this.#store.state.subscribe;
    this.position = this.#store.position;
  }

  /** How often it was said what is to play, or not to: by a press, a headset or the sleep timer. */
  get commands(): number {
    return this.#commands;
  }

  /** How often a track was started at its beginning: a seek there is no start. */
  get starts(): number {
    return this.#playback.starts;
  }

  /**
   * Replaces the queue and starts at `index` (specification 6.8). If that track cannot play now, playback continues
   * unchanged and the track's row says why.
   */
  readonly play = (tracks: readonly Track[], index: number): void => {
    this.#commands += 1;
    const track = tracks[index];
    const { queue } = this.#playback;
    const obstacle = track === undefined ? null : queue.obstacleTo(track.songId);
    if (track !== undefined && obstacle !== null) return this.#playback.report(track, obstacle);
    this.#store.together(() => {
      this.#unload();
      queue.replace(tracks, index);
      this.#playback.startCurrent();
    });
  };

  /** Puts the whole of the list that plays in the place of the part that `play` got. What plays goes on. */
  readonly completeList = (tracks: readonly Track[]): void => {
    this.#playback.queue.complete(tracks);
    this.#playback.showQueue();
  };

  /** Restores a queue with its modes. Without `autoplay` nothing is fetched until the user starts it. */
  readonly restore = (saved: SavedQueue, options: { autoplay: boolean; position: number }): void => {
    this.#store.together(() => {
      this.#unload();
      this.#playback.queue.restore(saved);
      this.setSpeed(saved.speed);
      const { track } = this.#playback.queue;
      this.#playback.showPaused(clamp(options.position, track?.duration ?? 0));
      if (options.autoplay) this.#playback.startCurrent();
    });
  };

  /** What `restore` takes. */
  readonly savedQueue = (): SavedQueue => {
    const { repeat, speed } = this.#store.now;
    return { queue: this.#playback.queue.now, repeat, speed };
  };

  /** Starts a track of the queue. What the user queued still comes next (specification 6.21). */
  readonly jumpTo = (index: number): void => {
    this.#commands += 1;
    const track = this.#store.now.queue[index];
    if (track === undefined) return;
    const obstacle = this.#playback.queue.obstacleTo(track.songId);
    if (obstacle !== null) return this.#playback.report(track, obstacle);
    this.endSeek();
    this.#playback.queue.clearFailures();
    this.#playback.queue.edit((queue) => jumpTo(queue, index));
    this.#playback.start(this.#playback.queue.here(), 0);
  };

  /** Queues tracks directly after the current one. In an empty queue the first one waits for the user. */
  readonly playNext = (tracks: readonly Track[]): void => this.#edit((queue) => playNext(queue, tracks));

  /** Queues tracks after those that the user queued before. */
  readonly addToQueue = (tracks: readonly Track[]): void =>
    this.#edit((queue, random) => addToQueue(queue, tracks, random));

  readonly removeFromQueue = (index: number): void => this.#edit((queue) => removeAt(queue, index));

  /** Moves a track to a later index than that of the current one. */
  readonly moveInQueue = (from: number, to: number): void => this.#edit((queue) => moveEntry(queue, from, to));

  /** Leaves the current track alone in the queue. */
  readonly clearQueue = (): void => {
    this.#playback.queue.clear();
    this.#showEdited();
  };

  /** Takes a clear back. @param earlier what `savedQueue` returned before */
  readonly revertQueue = ({ queue: earlier }: SavedQueue): void => {
    this.#playback.queue.revert(earlier);
    this.#playback.showQueue();
  };

  readonly setShuffled = (isShuffled: boolean): void => {
    this.#playback.queue.setShuffled(isShuffled);
    this.#playback.showQueue();
  };

  readonly setRepeat = (repeat: Repeat): void => {
    this.#playback.queue.repeat = repeat;
    this.#playback.showQueue();
  };

  /** Pauses if playing or loading; otherwise resumes (specification 6.4). */
  readonly toggle = (): void => (this.#store.isWanted ? this.pause() : this.resume());

  readonly pause = (): void => {
    this.#commands += 1;
    if (!this.#store.isWanted) return;
    this.#playback.current?.pause();
    this.#playback.halt("paused");
  };

  /** Resumes; retries after `blocked` or `failed`. Call it in a user gesture. */
  readonly resume = (): void => {
    this.#commands += 1;
    if (this.#store.isWanted) return;
    const player = this.#playback.current;
    // There is no player after a restore or a failure.
    if (player === null) this.#playback.startCurrent();
    else this.#playback.resume(player);
  };

  /** Starts the next track, wrapping to the first, even if paused (specification 6.5, 6.8). */
  readonly next = (): void => this.#move("forward");
  /** Starts the previous track at any position, wrapping to the last. */
  readonly previous = (): void => this.#move("back");

  /** Seeks in the current track; clamped to its length. */
  readonly seek = (seconds: number): void => {
    const { track, duration } = this.#store.now;
    if (track !== null && Number.isFinite(seconds)) this.#playback.seek(clamp(seconds, duration));
  };

  /** Mutes while the user drags the progress slider (specification 6.9). */
  readonly beginSeek = (): void => {
    this.#playback.holdEnd();
    this.#parts.output.setMuted(true);
  };

  /** Unmutes when the user releases the slider. */
  readonly endSeek = (): void => {
    this.#parts.output.setMuted(false);
    this.#playback.releaseEnd();
  };

  /** 0 to 1; clamped. */
  readonly setVolume = (value: number): void => {
    const volume = clamp(value, 1);
    if (Number.isNaN(value) || volume === this.#store.now.volume) return;
    this.#parts.output.setVolume(volume);
    this.#store.change({ volume });
    this.#deps.onVolume(volume);
  };

  /** From 0.5 to 2; clamped. The pitch stays. */
  readonly setSpeed = (value: number): void => {
    const speed = Math.min(Math.max(value || 1, 0.5), 2);
    this.#parts.output.setSpeed(speed);
    this.#playback.setSpeed(speed);
  };

  /** From 0, which is off, to 12 s; clamped. */
  readonly setCrossfade = (seconds: number): void => this.#setSound({ crossfade: clamp(seconds, longestCrossfade) });

  /** Whether all songs sound equally loud. */
  readonly setEvenLoudness = (evenLoudness: boolean): void => {
    this.#parts.output.setEvenLoudness(evenLoudness);
    this.#setSound({ evenLoudness });
  };

  /** False where crossfade and even loudness cannot work: the device alone sets the volume. */
  readonly controlsVolume = (): boolean => this.#parts.output.controlsVolume();

  /**
   * Ends the music in so many minutes, fading out, or at the end of the song; null turns it off.
   * @param left minutes until then, of a timer that was started in another tab
   */
  readonly setSleep = (sleep: Sleep | null, left?: number): void => {
    this.#sleepTimer.set(sleep, left);
    this.#playback.setSleep(sleep);
  };

  /** Minutes until the music ends; undefined unless the sleep timer counts them. */
  readonly sleepLeft = (): number | undefined => this.#sleepTimer.left;

  /** Unloads everything, clears the queue, ends the sleep timer and resets the modes, as at a sign-out. */
  readonly stop = (): void => {
    this.setSleep(null);
    this.#unload();
    this.setSpeed(1);
    this.setRepeat("all");
    this.setShuffled(false);
  };

  #setSound(change: Partial<SoundSettings>): void {
    this.#store.change(change);
    const { crossfade, evenLoudness } = this.#store.now;
    this.#deps.onSound({ crossfade, evenLoudness });
  }

  #unload(): void {
    this.endSeek();
    this.#playback.close();
    this.#playback.queue.replace([], 0);
    this.#store.empty();
  }

  #edit(change: (queue: Queue<Track>, random: Random) => Queue<Track>): void {
    this.#playback.queue.edit(change);
    this.#showEdited();
  }

  #showEdited(): void {
    if (this.#playback.queue.track === undefined) this.#unload();
    else this.#playback.showQueue();
  }

  #move(direction: "forward" | "back"): void {
    this.#commands += 1;
    this.endSeek();
    const { queue } = this.#playback;
    queue.clearFailures();
    const step = queue[direction]();
    if (step === null) this.#playback.reportNothingPlayable();
    else this.#playback.start(step, 0);
  }
}

/** Clamps to 0 and `max`; NaN becomes 0. */
function clamp(value: number, max: number): number {
  return Math.min(Math.max(value || 0, 0), Math.max(max, 0));
}
