/** Sounds, time and an engine for tests: files that play by a clock of their own and misbehave on request. */
import type { EngineContext } from "../../src/audio/engine-context.ts";
import { AudioEngine } from "../../src/audio/audio-engine.ts";
import { defaultSound, type FailureReason, type SoundSettings, type Track } from "../../src/audio/player-state.ts";
import type { Clock, OpenSound, Sound, SoundEvents, SoundFault } from "../../src/audio/sound-interface.ts";

class FakeClock implements Clock {
  now = 0;
  #timers: { at: number; run: () => void }[] = [];

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  get pending(): number {
    return this.#timers.length;
  }

  /** Runs what is due, in order, letting promises settle in between. */
  async advance(ms: number): Promise<void> {
    const until = this.now + ms;
    await settle();
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.now = next.at;
      next.run();
      await settle();
    }
    this.now = until;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** What an address does: plays for `duration` seconds, is refused without a gesture, never answers, or fails. */
export type Behaviour =
  | { kind: "plays"; duration: number }
  | { kind: "blocked" }
  | { kind: "hangs" }
  | { kind: "fails"; fault: SoundFault; at?: number; duration?: number };

/** Milliseconds from opening to the first sound. */
export const openMs = 100;

class FakeSound implements Sound {
  readonly url: string;
  readonly on: SoundEvents;
  unloaded = 0;
  share = 1;
  readonly seeks: number[] = [];
  readonly #clock: FakeClock;
  readonly #behaviour: () => Behaviour;
  readonly #openAt: number;
  #position: number;
  #since: number | null = null;
  #speed = 1;
  #cancel: () => void = () => {};

  constructor(url: string, position: number, on: SoundEvents, clock: FakeClock, behaviour: () => Behaviour) {
    this.url = url;
    this.on = on;
    this.#position = position;
    this.#clock = clock;
    this.#behaviour = behaviour;
    this.#openAt = clock.now + openMs;
    if (behaviour().kind === "fails") this.#plan(openMs, () => this.#run());
  }

  get sounding(): boolean {
    return this.#since !== null;
  }

  play(): void {
    this.#plan(Math.max(0, this.#openAt - this.#clock.now), () => this.#run());
  }

  pause(): void {
    this.#hold();
  }

  seek(seconds: number): void {
    this.seeks.push(seconds);
    const { sounding } = this;
    this.#hold();
    this.#position = seconds;
    if (sounding) this.#run();
  }

  setShare(share: number): void {
    this.share = share;
  }

  position(): number {
    return this.#since === null
      ? this.#position
      : this.#position + ((this.#clock.now - this.#since) / 1000) * this.#speed;
  }

  setSpeed(speed: number): void {
    this.#position = this.position();
    this.#speed = speed;
    if (!this.sounding) return;
    this.#since = this.#clock.now;
    this.#planEnd();
  }

  duration(): number {
    const behaviour = this.#behaviour();
    return (behaviour.kind === "plays" || behaviour.kind === "fails") && this.#clock.now >= this.#openAt
      ? (behaviour.duration ?? Number.NaN)
      : Number.NaN;
  }

  unload(): void {
    this.#hold();
    this.unloaded += 1;
  }

  #run(): void {
    const behaviour = this.#behaviour();
    if (behaviour.kind === "blocked") return this.on.blocked();
    if (behaviour.kind === "hangs") return;
    const end = behaviour.kind === "plays" ? behaviour.duration : (behaviour.at ?? 0);
    if (behaviour.kind === "fails" && end <= this.#position) return this.on.failed(behaviour.fault);
    this.#since = this.#clock.now;
    this.on.playing();
    if (this.#since !== null) this.#planEnd();
  }

  #planEnd(): void {
    const behaviour = this.#behaviour();
    if (behaviour.kind !== "plays" && behaviour.kind !== "fails") return;
    const end = behaviour.kind === "plays" ? behaviour.duration : (behaviour.at ?? 0);
    this.#plan(((end - this.#position) * 1000) / this.#speed, () => {
      this.#hold();
      this.#position = end;
      if (behaviour.kind === "plays") this.on.ended();
      else this.on.failed(behaviour.fault);
    });
  }

  #hold(): void {
    this.#cancel();
    this.#position = this.position();
    this.#since = null;
  }

  #plan(ms: number, run: () => void): void {
    this.#cancel();
    this.#cancel = this.#clock.after(ms, run);
  }
}

export function makeTrack(songId: string, duration = 60): Track {
  return {
    songId,
    title: `Song ${songId}`,
    artist: "Artist",
    album: null,
    songImage: null,
    duration,
    url: `/media/${songId}`,
    gain: null,
    peak: null,
  };
}

/** One track per letter. */
export const tracksOf = (songs: string, duration = 60) => [...songs].map((songId) => makeTrack(songId, duration));

/** An engine with everything it did, and switches for what its files do. */
export function createBench(overrides: Partial<EngineContext> = {}) {
  const clock = new FakeClock();
  const sounds: FakeSound[] = [];
  const behaviours = new Map<string, Behaviour>();
  const output = { volume: Number.NaN, muted: false, speed: 1, fade: 1, isEven: false, controlsVolume: true };
  const settings: SoundSettings[] = [];
  const failures: [string, FailureReason][] = [];
  const volumes: number[] = [];
  const away = new Set<string>();
  const unsupported = new Set<string>();
  const networkListeners: (() => void)[] = [];
  const told = { doubts: 0, givenUp: 0, noOutput: 0 };
  const openSound: OpenSound = (url, position, on) => {
    const sound = new FakeSound(url, position, on, clock, () => behaviours.get(url) ?? { kind: "plays", duration: 60 });
    sound.setSpeed(output.speed);
    sounds.push(sound);
    return sound;
  };
  const engine = new AudioEngine(
    {
      source: (songId) => songId,
      coverUrl: (songImage) => songImage,
      coverOnDevice: () => Promise.resolve(null),
      freshSource: (songId) => Promise.resolve(songId),
      canPlay: (songId) => !away.has(songId),
      supports: (songId) => !unsupported.has(songId),
      checkFile: () => Promise.resolve("absent"),
      onNetwork: (listener) => void networkListeners.push(listener),
      checkNetwork: () => (told.doubts += 1),
      onGivenUp: () => (told.givenUp += 1),
      onNoOutput: () => (told.noOutput += 1),
      describe: (track) => track,
      onDescribed: () => () => {},
      initialVolume: 0.5,
      onVolume: (volume) => void volumes.push(volume),
      initialSound: defaultSound,
      onSound: (changed) => void settings.push(changed),
      onFailed: (track, reason) => void failures.push([track.songId, reason]),
      ...overrides,
    },
    {
      clock,
      openSound,
      random: () => 0,
      output: {
        setVolume: (volume) => void (output.volume = volume),
        setMuted: (muted) => void (output.muted = muted),
        setSpeed(speed) {
          for (const sound of sounds) sound.setSpeed(speed);
          output.speed = speed;
        },
        setFade: (factor) => void (output.fade = factor),
        setEvenLoudness: (isEven) => void (output.isEven = isEven),
        controlsVolume: () => output.controlsVolume,
      },
    },
  );
  return {
    engine,
    clock,
    sounds,
    behaviours,
    output,
    failures,
    volumes,
    settings,
    away,
    unsupported,
    told,
    /** Songs that cannot be played from now on, for want of a network. */
    loseNetwork(songs: string) {
      for (const songId of songs) away.add(songId);
      for (const listener of networkListeners) listener();
    },
    regainNetwork() {
      away.clear();
      for (const listener of networkListeners) listener();
    },
    /** Addresses that sound now; more than one is a bug. */
    sounding: () => sounds.filter((sound) => sound.sounding).map(({ url }) => url),
    /** Sounds opened and not yet unloaded; also checks that none was unloaded twice. */
    open: () => {
      if (sounds.some(({ unloaded }) => unloaded > 1)) throw new Error("A sound was unloaded twice");
      return sounds.filter(({ unloaded }) => unloaded === 0).map(({ url }) => url);
    },
  };
}
