/** The page of the audio engine's tests: the engine, what its media elements do and when, and a button to press. */
import type { Loudness } from "../../contract/rules/loudness.ts";
import type { AudioEngine } from "../../src/audio/audio-engine.ts";
import { createEngine } from "../../src/audio/create-engine.ts";
import { defaultSound, type FailureReason, type Track } from "../../src/audio/player-state.ts";

/** A media element's event, at which moment (ms), at which place of the file (s). */
interface Heard {
  event: string;
  at: number;
  src: string;
  position: number;
}

const heard: Heard[] = [];
const elements: HTMLAudioElement[] = [];
const events = ["playing", "ended", "pause", "waiting", "error"];

const held: (() => void)[] = [];
let isHeld = false;

/** As on a locked phone: no timer runs from the end of the music until it plays again. */
function lock(): void {
  const { setTimeout } = window;
  // The reason for the assertion: the engine and Howler pass functions only.
  window.setTimeout = ((run: () => void, ms?: number) =>
    setTimeout(() => (isHeld ? void held.push(run) : run()), ms)) as typeof window.setTimeout;
  document.addEventListener("ended", () => (isHeld = true));
  document.addEventListener("playing", () => {
    isHeld = false;
    for (const run of held.splice(0)) run();
  });
}

/** Every element the engine makes is watched from its beginning. */
class WatchedAudio extends Audio {
  constructor() {
    super();
    elements.push(this);
    for (const event of events) {
      this.addEventListener(event, () => {
        heard.push({ event, at: performance.now(), src: this.src, position: this.currentTime });
        document.dispatchEvent(new Event(event));
      });
    }
  }
}
window.Audio = WatchedAudio;

const failures: [string, FailureReason][] = [];
const fresh = new Map<string, string>();
const away = new Set<string>();
/** By address; others have none. */
const loudness: Record<string, Loudness> = {};

const engine: AudioEngine = createEngine({
  source: (songId) => fresh.get(songId) ?? songId,
  coverUrl: (songImage) => songImage,
  coverOnDevice: () => Promise.resolve(null),
  freshSource: (songId) => Promise.resolve(fresh.get(songId) ?? songId),
  canPlay: (songId) => !away.has(songId),
  supports: () => true,
  checkFile: () => Promise.resolve("absent"),
  onNetwork: () => {},
  checkNetwork: () => {},
  onGivenUp: () => {},
  describe: (track) => track,
  onDescribed: () => () => {},
  onNoOutput: () => {},
  initialVolume: 0.5,
  onVolume: () => {},
  initialSound: defaultSound,
  onSound: () => {},
  onFailed: (track, reason) => void failures.push([track.songId, reason]),
});

const tracksOf = (paths: readonly string[], duration: number): Track[] =>
  paths.map((songId) => ({
    songId,
    title: songId,
    artist: "Somebody",
    album: null,
    songImage: null,
    duration,
    url: songId,
    ...(loudness[songId] ?? { gain: null, peak: null }),
  }));

const probe = {
  engine,
  heard,
  failures,
  fresh,
  away,
  loudness,
  elements: () =>
    elements.map(({ src, paused, muted, volume, currentTime, playbackRate, preservesPitch }) => ({
      src,
      paused,
      muted,
      volume,
      currentTime,
      playbackRate,
      preservesPitch,
    })),
  lock,
  play: (paths: readonly string[], index: number, duration = 3) => engine.play(tracksOf(paths, duration), index),
};
export type AudioProbe = typeof probe;

declare global {
  interface Window {
    audio: AudioProbe;
  }
}
window.audio = probe;

// Told through the console, since asking the page for it would count as a gesture.
let told = "";
engine.subscribe(() => {
  const { status, track } = engine.state();
  const now = `state ${status} ${track?.songId ?? ""}`;
  if (now !== told) console.info(now);
  told = now;
});

const button = document.createElement("button");
button.textContent = "Play";
button.addEventListener("click", engine.toggle);
document.body.append(button);

// Without a gesture: the page starts by itself.
const asked = new URLSearchParams(location.search).get("start");
if (asked !== null) setTimeout(() => probe.play([asked], 0), 300);
