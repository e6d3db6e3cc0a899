/**
 * Sounds made with Howler, the only place that knows it. Howler opens, plays, pauses and unloads; what happens is heard
 * from the media element itself, because Howler tells everything through `setTimeout`, which a locked phone no longer
 * runs once the music has ended, and knows nothing of waits, interruptions and reasons.
 */
import { Howl, Howler } from "howler/dist/howler.core.min.js";
import { avoidFailedAddresses } from "./failed-addresses.ts";
import { createMediaElements, type MediaElements } from "./media-elements.ts";
import type { OpenSound, Sound, SoundEvents, SoundFault, SoundOutput } from "./sound-interface.ts";

/** What an element may move while it waits for bytes; seconds. */
const slackSeconds = 0.2;

/** Parts of Howler 2.2.4 that have no public name; the version is pinned. */
interface HowlerInside {
  /** Where `new Howl` takes its media element from. */
  _html5AudioPool: HTMLAudioElement[];
  /** The event at which a sound counts as loaded. */
  _canPlayEvent: string;
}
interface HowlInside {
  /** True until the browser has answered to `play()`; commands are queued meanwhile. */
  _playLock: boolean;
}

export interface Howls {
  openSound: OpenSound;
  output: SoundOutput;
}

export function createHowls(elements: MediaElements = createMediaElements()): Howls {
  // Long files are streamed: without this Howler opens an AudioContext that nobody uses and a pool of ten elements.
  Howler.usingWebAudio = false;
  // The reason for the assertion: these members exist, but are missing in the types.
  const inside = Howler as unknown as HowlerInside;
  // By default Howler waits for `canplaythrough`, which on slow lines comes seconds after a sound could start.
  inside._canPlayEvent = "canplay";

  return {
    openSound: avoidFailedAddresses((url, position, on) => new HowlSound(url, position, on, elements, inside)),
    output: {
      setVolume: (volume) => void Howler.volume(volume),
      setMuted(muted) {
        Howler.mute(muted);
        // A volume set while muted reached no element.
        if (!muted) Howler.volume(Howler.volume());
      },
    },
  };
}

class HowlSound implements Sound {
  readonly #element: HTMLAudioElement;
  readonly #howl: Howl;
  readonly #on: SoundEvents;
  readonly #elements: MediaElements;
  readonly #listening = new AbortController();
  #id: number | undefined;
  #wanted = false;
  /** `play()` was called and Howler has not yet said how it went. */
  #starting = false;
  /** `pause()` came while starting. */
  #cut = false;
  /** Where the element said that it waits; null when it does not. */
  #waitsAt: number | null = null;
  /** Seconds to begin at, until the element can take them. */
  #startAt: number | null;

  constructor(url: string, position: number, on: SoundEvents, elements: MediaElements, inside: HowlerInside) {
    this.#on = on;
    this.#elements = elements;
    this.#startAt = position > 0 ? position : null;
    this.#element = elements.take();
    inside._html5AudioPool = [this.#element];
    this.#howl = new Howl({
      src: [url],
      html5: true,
      // Only lets the address pass Howler's table of file extensions, which is older than some browsers: whether the
      // bytes can be played is decided by the element, which looks at them. An address needs no extension.
      format: ["wav"],
      onplay: () => this.#started(),
      onplayerror: () => this.#refused(),
      onloaderror: () => this.#unavailable(),
    });
    this.#listen();
  }

  play(): void {
    this.#wanted = true;
    this.#start();
  }

  pause(): void {
    this.#wanted = false;
    if (this.#starting) this.#cut = true;
    else if (this.#id !== undefined) this.#howl.pause(this.#id);
    // Howler would queue the pause until the start is through, and thinks a sound is paused that the system started.
    this.#element.pause();
  }

  seek(seconds: number): void {
    // Not through Howler: while playing it pauses and starts again, and queues further seeks behind that.
    if (this.#element.readyState < HTMLMediaElement.HAVE_METADATA) this.#startAt = seconds;
    else this.#element.currentTime = seconds;
  }

  position(): number {
    return this.#startAt ?? this.#element.currentTime;
  }

  duration(): number {
    return this.#element.duration;
  }

  unload(): void {
    this.#listening.abort();
    // While locked, `unload` would leave a listener on the element for each sound that was skipped quickly.
    // The reason for the assertion: as above.
    (this.#howl as unknown as HowlInside)._playLock = false;
    this.#howl.unload();
    this.#elements.giveBack(this.#element);
  }

  #listen(): void {
    const { signal } = this.#listening;
    const on = (event: string, listener: () => void) => this.#element.addEventListener(event, listener, { signal });
    on("loadedmetadata", () => this.#takeStart());
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
    on("timeupdate", () => this.#wentOn());
    on("pause", () => this.#paused());
    on("ended", () => {
      this.#wanted = false;
      this.#on.ended();
    });
    on("error", () => this.#on.failed(faultOf(this.#element.error)));
  }

  #takeStart(): void {
    if (this.#startAt === null) return;
    this.#element.currentTime = this.#startAt;
    this.#startAt = null;
  }

  /** Only with bytes at hand: otherwise Howler waits with a lock on, and a pause would come too late. */
  #start(): void {
    if (!this.#wanted || this.#starting || this.#listening.signal.aborted) return;
    const element = this.#element;
    // `canplay` comes after each seek too; Howler never answers to a second `play`.
    if (!element.paused) return;
    if (this.#howl.state() !== "loaded" || element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return;
    const at = element.currentTime;
    this.#starting = true;
    // The reason for the assertion: the types leave out that it answers null, as it does at the very end of a file.
    const id = this.#howl.play(this.#id) as number | null | undefined;
    if (typeof id !== "number") return this.#atVeryEnd();
    this.#id = id;
    // Howler goes to where it last paused itself, which is not where a seek or a refused start left the element.
    if (Math.abs(element.currentTime - at) > 0.01) element.currentTime = at;
  }

  #atVeryEnd(): void {
    this.#starting = false;
    this.#wanted = false;
    queueMicrotask(() => {
      if (!this.#listening.signal.aborted) this.#on.ended();
    });
  }

  #started(): void {
    this.#starting = false;
    if (!this.#cut) return;
    this.#cut = false;
    this.#howl.pause(this.#id);
    this.#start();
  }

  /**
   * A refused start is told twice (howler.core.js, `play`), and without the name of the error. A start that our own
   * pause broke off is told here as well.
   */
  #refused(): void {
    if (!this.#starting || this.#listening.signal.aborted) return;
    this.#starting = false;
    if (this.#cut) {
      this.#cut = false;
      this.#start();
    } else if (this.#wanted && this.#element.paused && this.#element.error === null) {
      this.#wanted = false;
      this.#on.blocked();
    }
  }

  /** WebKitGTK may say after a seek that it waits, and plays on without another word. */
  #wentOn(): void {
    const { paused, seeking, currentTime } = this.#element;
    if (this.#waitsAt === null || paused || seeking) return;
    if (currentTime < this.#waitsAt + slackSeconds) return;
    this.#waitsAt = null;
    this.#on.playing();
  }

  /** The browser has no audio at all; errors of the element are heard from the element. */
  #unavailable(): void {
    if (this.#howl.state() === "unloaded" && !this.#listening.signal.aborted) this.#on.failed("source");
  }

  /** Not by us, not at the end: the system did it. Howler has to know, or it refuses to play again. */
  #paused(): void {
    if (!this.#wanted || this.#element.ended || !this.#element.paused) return;
    this.#wanted = false;
    if (this.#starting) this.#cut = true;
    else this.#howl.pause(this.#id);
    this.#on.interrupted();
  }
}

function faultOf(error: MediaError | null): SoundFault {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return "decode";
  if (error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return "source";
  return "network";
}
