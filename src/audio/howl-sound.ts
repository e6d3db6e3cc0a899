/**
 * One sound by Howler, which opens, plays, pauses and unloads. Events come from the media element itself: Howler emits
 * its own in `setTimeout`, which a locked phone stops once the music has ended, and has none for stalls, interruptions
 * and error reasons.
 */
import { Howl } from "howler/dist/howler.core.min.js";
import type { Loudness } from "../../contract/rules/loudness.ts";
import { levelOf } from "./loudness-level.ts";
import { inside } from "./howler-inside.ts";
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

/** Private members of Howler 2.2.4; the version is pinned. */
interface HowlInside {
  /** True until the browser settles `play()`; Howler queues commands meanwhile. */
  _playLock: boolean;
}

export class HowlSound implements Sound {
  readonly #element: HTMLAudioElement;
  readonly #howl: Howl;
  readonly #on: SoundEvents;
  readonly #listening = new AbortController();
  #id: number | undefined;
  #wanted = false;
  /** `play()` was called and Howler has not reported the result. */
  #starting = false;
  /** `pause()` was called while starting. */
  #pausePending = false;
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
      onplay: () => this.#onPlay(),
      onplayerror: () => this.#onPlayError(),
      onloaderror: () => this.#onLoadError(),
    });
    this.#listen();
    this.applyOutput();
  }

  play(): void {
    this.#wanted = true;
    this.#start();
  }

  pause(): void {
    this.#wanted = false;
    if (this.#starting) this.#pausePending = true;
    else if (this.#id !== undefined) this.#howl.pause(this.#id);
    // Directly: Howler queues a pause during a start, and considers a sound paused that the system resumed.
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
    // While locked, `unload` leaks a listener on the element for each quickly skipped sound.
    // The reason for the assertion: as above.
    (this.#howl as unknown as HowlInside)._playLock = false;
    this.#howl.unload();
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
      withoutSeek(this.#element, () => this.#howl.stop(this.#id));
      this.#on.ended();
    });
    on("error", () => this.#on.failed(faultOf(this.#element.error)));
  }

  #applyStart(): void {
    if (this.#startAt === null) return;
    this.#element.currentTime = this.#startAt;
    this.#startAt = null;
  }

  /** Starts only with enough bytes: otherwise Howler waits with its lock held, and a pause comes too late. */
  #start(): void {
    if (!this.#wanted || this.#starting || this.#listening.signal.aborted) return;
    const element = this.#element;
    // `canplay` also follows each seek, and Howler never reports on a second `play`.
    if (!element.paused) return;
    if (this.#howl.state() !== "loaded" || element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return;
    this.#starting = true;
    // The reason for the assertion: the types omit that it returns null at the very end of a file.
    const id = withoutSeek(element, () => this.#howl.play(this.#id)) as number | null | undefined;
    if (typeof id !== "number") return this.#atVeryEnd();
    this.#id = id;
    this.#startAt = null;
    // Howler sets its own volume and speed at each start.
    this.applyOutput();
  }

  #atVeryEnd(): void {
    this.#starting = false;
    this.#wanted = false;
    queueMicrotask(() => {
      if (!this.#listening.signal.aborted) this.#on.ended();
    });
  }

  #onPlay(): void {
    this.#starting = false;
    if (!this.#pausePending) return;
    this.#pausePending = false;
    this.#howl.pause(this.#id);
    this.#start();
  }

  /**
   * Howler reports a blocked start twice (howler.core.js, `play`) and without the error's name. A start that our own pause
   * interrupted ends here, too.
   */
  #onPlayError(): void {
    if (!this.#starting || this.#listening.signal.aborted) return;
    this.#starting = false;
    if (this.#pausePending) {
      this.#pausePending = false;
      this.#start();
    } else if (this.#wanted && this.#element.paused && this.#element.error === null) {
      this.#wanted = false;
      this.#on.blocked();
    }
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
    if (this.#starting) this.#pausePending = true;
    else this.#howl.pause(this.#id);
    this.#on.interrupted();
  }
}

/**
 * Runs a command of Howler without its seek. It starts at the position of its own last pause, which a direct seek or a
 * blocked start has changed, and returns to the beginning at a stop; and each seek, even to where the element is, delays
 * the first sound.
 */
function withoutSeek<T>(element: HTMLMediaElement, command: () => T): T {
  const { currentTime } = element;
  Object.defineProperty(element, "currentTime", { configurable: true, get: () => currentTime, set: () => {} });
  try {
    return command();
  } finally {
    // The prototype's comes back.
    Reflect.deleteProperty(element, "currentTime");
  }
}

function faultOf(error: MediaError | null): SoundFault {
  // Firefox reports a missing sound output as an error of decoding.
  if (/MediaSink/i.test(error?.message ?? "")) return "output";
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return "decode";
  if (error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return "source";
  return "network";
}
