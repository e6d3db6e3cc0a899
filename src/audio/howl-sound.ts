/**
 * One sound by Howler, which opens, plays, pauses and unloads. Events come from the media element itself: Howler emits
 * its own in `setTimeout`, which a locked phone stops once the music has ended, and has none for stalls, interruptions
 * and error reasons. Howler never waits: not for bytes before a start, which the element waits for by itself and takes in
 * the tap, and not for the end of a start before a pause.
 */
import { Howl } from "howler/dist/howler.core.min.js";
import type { Loudness } from "../../contract/rules/loudness.ts";
import { levelOf } from "./loudness-level.ts";
import { inside, insideOf } from "./howler-inside.ts";
import type { MediaElements } from "./media-elements.ts";
import type { Sound, SoundEvents, SoundFault } from "./sound-interface.ts";

/** How far an element may advance while it waits for bytes; seconds. */
const slackSeconds = 0.2;

/** What all sounds share. */
export interface HowlOutput {
  readonly elements: MediaElements;
  readonly open: Set<HowlSound>;
  readonly settings: {
    /** 0 to 1. */
    volume: number;
    /** A factor on the volume. */
    fade: number;
    speed: number;
    /** Whether all songs sound equally loud. */
    isEven: boolean;
  };
}

export class HowlSound implements Sound {
  readonly #element: HTMLAudioElement;
  readonly #howl: Howl;
  readonly #on: SoundEvents;
  readonly #listening = new AbortController();
  #id: number | undefined;
  #wanted = false;
  /** Position at the last `waiting` event; null while not waiting. */
  #waitsAt: number | null = null;
  /** Start position in seconds, until the element can seek or returns to its beginning. */
  #startAt: number | null;
  readonly #output: HowlOutput;
  readonly #loudness: Loudness;
  /** Its part in a crossfade. */
  #share = 1;

  constructor(url: string, position: number, on: SoundEvents, loudness: Loudness, output: HowlOutput) {
    this.#on = on;
    this.#loudness = loudness;
    this.#output = output;
    this.#startAt = position > 0 ? position : null;
    this.#element = output.elements.take();
    inside._html5AudioPool = [this.#element];
    this.#howl = new Howl({
      src: [url],
      html5: true,
      // Passes Howler's outdated table of file extensions; the URL needs none. The element itself decides whether it can
      // play the bytes.
      format: ["wav"],
      // Howler starts no sound whose length it does not know. It ends with its element.
      sprite: { __default: [0, Number.POSITIVE_INFINITY] },
      onplayerror: () => this.#onPlayError(),
      onloaderror: () => this.#onLoadError(),
    });
    const howl = insideOf(this.#howl);
    // Else it queues what it is told until the element can play.
    if (howl._state === "loading") howl._state = "loaded";
    this.#listen();
    this.applyOutput();
  }

  play(): void {
    this.#wanted = true;
    this.#start();
  }

  pause(): void {
    this.#wanted = false;
    this.#pauseHowl();
    // Directly: Howler does not pause what has no length yet, nor what it considers paused and the system resumed.
    this.#element.pause();
  }

  seek(seconds: number): void {
    const { readyState, ended } = this.#element;
    // At its end a start returns to the beginning by itself and at once; after a seek it waits for bytes.
    const isReturn = ended && seconds === 0 && readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    this.#startAt = readyState < HTMLMediaElement.HAVE_METADATA || isReturn ? seconds : null;
    // Directly: Howler would pause, restart, and queue further seeks.
    if (this.#startAt === null) this.#element.currentTime = seconds;
  }

  position(): number {
    return this.#startAt ?? this.#element.currentTime;
  }

  duration(): number {
    return this.#element.duration;
  }

  setShare(share: number): void {
    this.#share = share;
    this.applyOutput();
  }

  /** Directly: Howler would queue it during a start. */
  applyOutput(): void {
    const { volume, fade, speed, isEven } = this.#output.settings;
    const level = isEven ? levelOf(volume, this.#loudness) : volume;
    this.#element.volume = level * fade * this.#share;
    this.#element.playbackRate = speed;
  }

  unload(): void {
    this.#output.open.delete(this);
    this.#listening.abort();
    this.#tell(() => this.#howl.unload());
    this.#output.elements.release(this.#element);
  }

  #listen(): void {
    const { signal } = this.#listening;
    const on = (event: string, listener: () => void) => this.#element.addEventListener(event, listener, { signal });
    on("loadedmetadata", () => this.#applyStart());
    on("durationchange", () => this.#on.lengthKnown());
    on("canplay", () => this.#start());
    on("playing", () => {
      if (this.#element.paused) return;
      this.#waitsAt = null;
      this.#wanted = true;
      this.#on.playing();
    });
    on("waiting", () => {
      if (!this.#wanted) return;
      this.#waitsAt = this.#element.currentTime;
      this.#on.waiting();
    });
    on("seeking", () => {
      if (this.#waitsAt !== null) this.#waitsAt = this.#element.currentTime;
    });
    on("timeupdate", () => this.#onTimeUpdate());
    on("pause", () => this.#onPause());
    on("ended", () => {
      this.#wanted = false;
      // Howler hears of the end after us, and would stop what is started here: a repeat of the song.
      this.#tell(() => this.#howl.stop(this.#id));
      this.#on.ended();
    });
    on("error", () => this.#on.failed(faultOf(this.#element.error)));
  }

  #applyStart(): void {
    if (this.#startAt === null) return;
    this.#element.currentTime = this.#startAt;
    this.#startAt = null;
  }

  #start(): void {
    // `canplay` also follows each seek, and Howler refuses to start what plays.
    if (!this.#wanted || !this.#element.paused || this.#howl.state() !== "loaded") return;
    const { readyState, ended } = this.#element;
    if (readyState < HTMLMediaElement.HAVE_METADATA) {
      // It would sound from its beginning.
      if (this.#startAt !== null) return;
      // Chromium else reads all it can before it opens the file. Once it plays it reads ahead all the same.
      this.#element.preload = "metadata";
    }
    // A start would return to the beginning.
    if (ended && this.#startAt === null) return this.#atVeryEnd();
    this.#startAt = null;
    this.#id = this.#tell(() => this.#howl.play(this.#id));
    // Howler sets its own volume and speed at each start.
    this.applyOutput();
  }

  #atVeryEnd(): void {
    this.#wanted = false;
    queueMicrotask(() => {
      if (!this.#listening.signal.aborted) this.#on.ended();
    });
  }

  #pauseHowl(): void {
    if (this.#id !== undefined) this.#tell(() => this.#howl.pause(this.#id));
  }

  /**
   * Howler reports a blocked start twice (howler.core.js, `play`) and without the error's name. A start that our own pause
   * has ended comes here, too.
   */
  #onPlayError(): void {
    if (!this.#wanted || !this.#element.paused || this.#element.error !== null) return;
    if (this.#listening.signal.aborted) return;
    this.#wanted = false;
    this.#on.blocked();
  }

  /** WebKitGTK may fire `waiting` after a seek and continue without `playing`. */
  #onTimeUpdate(): void {
    const { paused, seeking, currentTime } = this.#element;
    if (this.#waitsAt === null || paused || seeking) return;
    if (currentTime < this.#waitsAt + slackSeconds) return;
    this.#waitsAt = null;
    this.#on.playing();
  }

  /** The browser has no audio at all; the element's own errors arrive as its events. */
  #onLoadError(): void {
    if (this.#howl.state() === "unloaded" && !this.#listening.signal.aborted) this.#on.failed("source");
  }

  /** A pause by the system, not by us or at the end. Howler must know of it, or it refuses to play again. */
  #onPause(): void {
    if (!this.#wanted || this.#element.ended || !this.#element.paused) return;
    this.#wanted = false;
    this.#pauseHowl();
    this.#on.interrupted();
  }

  /**
   * Lets Howler carry out a command at once, without its seek. It starts at the position of its own last pause, which a
   * direct seek or a blocked start has changed, and returns to the beginning at a stop; and each seek, even to where the
   * element is, delays the first sound. It would keep a start until there are bytes, and all else until that is settled.
   */
  #tell<T>(command: () => T): T {
    const element = this.#element;
    const { currentTime } = element;
    insideOf(this.#howl)._playLock = false;
    Object.defineProperties(element, {
      currentTime: { configurable: true, get: () => currentTime, set: () => {} },
      readyState: { configurable: true, value: HTMLMediaElement.HAVE_ENOUGH_DATA },
    });
    try {
      return command();
    } finally {
      // The prototype's come back.
      Reflect.deleteProperty(element, "currentTime");
      Reflect.deleteProperty(element, "readyState");
    }
  }
}

function faultOf(error: MediaError | null): SoundFault {
  // Firefox reports a missing sound output as an error of decoding.
  if (/MediaSink/i.test(error?.message ?? "")) return "output";
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return "decode";
  if (error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return "source";
  return "network";
}
