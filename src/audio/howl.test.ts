/** How Howler's sounds behave on elements that do what was seen of the real ones; those play in tests/e2e. */
import { describe, expect, test, vi } from "vitest";
import type { Loudness } from "../../contract/rules/loudness.ts";
import { createHowls } from "./howl.ts";
import { probeVolume } from "./probe-volume.ts";
import type { SoundEvents } from "./sound-interface.ts";

class FakeElement extends EventTarget {
  #readyState = 0;
  get readyState() {
    return this.#readyState;
  }
  set readyState(state) {
    this.#readyState = state;
  }
  preload = "auto";
  #src = "";
  get src() {
    return this.#src;
  }
  /** A new source resets the speed, and stops what played. */
  set src(url) {
    this.#src = url;
    this.playbackRate = 1;
    if (!this.paused) this.#refuse("AbortError");
    this.paused = true;
  }
  /** Each is a seek, which takes time. */
  seeks: number[] = [];
  get currentTime() {
    return this.seeks.at(-1) ?? 0;
  }
  set currentTime(seconds: number) {
    this.seeks.push(seconds);
  }
  get duration() {
    return this.#readyState === 0 ? Number.NaN : 60;
  }
  paused = true;
  ended = false;
  seeking = false;
  muted = false;
  playbackRate = 1;
  volume = 1;
  error: { code: number; message?: string } | null = null;
  /** What the next starts end with; a start is under way until then. */
  #settle: { resolve(): void; reject(error: unknown): void }[] = [];
  play = vi.fn<() => Promise<void>>(() => {
    this.paused = false;
    return new Promise((resolve, reject) => this.#settle.push({ resolve, reject }));
  });
  pause = vi.fn<() => void>(() => {
    if (!this.paused) this.#refuse("AbortError");
    this.paused = true;
  });
  async refuse(name: string): Promise<void> {
    this.paused = true;
    this.#refuse(name);
    await told();
  }
  #refuse(name: string): void {
    for (const { reject } of this.#settle.splice(0)) reject(new DOMException("no", name));
  }
  load = vi.fn<() => void>();
  removeAttribute = vi.fn<() => void>();
  tell = (event: string) => this.dispatchEvent(new Event(event));
}

// What Howler asks the browser for at its import.
vi.hoisted(() => {
  class FakeAudio {
    canPlayType = () => "maybe";
  }
  vi.stubGlobal("Audio", FakeAudio);
  vi.stubGlobal("window", { location: { protocol: "http:" } });
});
vi.stubGlobal("HTMLMediaElement", { HAVE_METADATA: 1, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4 });
vi.stubGlobal("MediaError", { MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 });

/** Howler tells what happens by timers. */
const told = () => new Promise((resolve) => setTimeout(resolve, 5));

function open(position = 0, loudness: Loudness = { gain: null, peak: null }) {
  const element = new FakeElement();
  const elements = { take: () => element as never, release: vi.fn<() => void>() };
  const heard: string[] = [];
  const onEnded = vi.fn<() => void>();
  const on: SoundEvents = {
    playing: () => heard.push("playing"),
    waiting: () => heard.push("waiting"),
    interrupted: () => heard.push("interrupted"),
    ended: () => (heard.push("ended"), onEnded()),
    blocked: () => heard.push("blocked"),
    failed: (fault) => heard.push(`failed: ${fault}`),
    lengthKnown: () => heard.push("length"),
  };
  const { openSound, output } = createHowls(elements, () => true);
  const sound = openSound("/media/a", position, on, loudness);
  const canPlay = () => {
    element.readyState = 4;
    element.tell("canplay");
  };
  return { sound, element, elements, onEnded, heard, canPlay, output };
}

// 21.7
test("is started before there are bytes, of which it reads no more than it needs to begin", () => {
  const { sound, element, canPlay } = open();
  expect([element.src, element.preload]).toEqual(["/media/a", "auto"]);
  sound.play();
  expect(element.play).toHaveBeenCalledTimes(1);
  expect(element.preload).toBe("metadata");
  canPlay();
  expect(element.play).toHaveBeenCalledTimes(1);
});

test("what was opened ahead reads ahead", () => {
  const { sound, element, canPlay } = open();
  canPlay();
  sound.play();
  expect([element.preload, element.play.mock.calls.length]).toEqual(["auto", 1]);
});

test("a pause before there are bytes leaves it silent, and is no refusal", async () => {
  const { sound, element, canPlay, heard } = open();
  sound.play();
  sound.pause();
  canPlay();
  await told();
  expect(element.play).toHaveBeenCalledTimes(1);
  expect([element.paused, heard]).toEqual([true, []]);
});

test("begins at its position, not before it can, with no seek but that", () => {
  const { sound, element, canPlay } = open(42);
  expect(sound.position()).toBe(42);
  sound.play();
  expect(element.play).not.toHaveBeenCalled();
  element.readyState = 1;
  element.tell("loadedmetadata");
  canPlay();
  expect(element.play).toHaveBeenCalledTimes(1);
  expect(element.seeks).toEqual([42]);
  sound.seek(50);
  expect(element.seeks).toEqual([42, 50]);
});

describe("a refused start", () => {
  test("is told once; the next attempt is a new one", async () => {
    const { sound, element, heard } = open();
    sound.play();
    await element.refuse("NotAllowedError");
    expect(heard).toEqual(["blocked"]);
    sound.play();
    expect(element.play).toHaveBeenCalledTimes(2);
    await element.refuse("NotAllowedError");
    expect(heard).toEqual(["blocked", "blocked"]);
  });

  test("by our own pause is no refusal, and a later play is made good", async () => {
    const { sound, element, canPlay, heard } = open();
    canPlay();
    sound.play();
    sound.pause();
    sound.play();
    await told();
    canPlay();
    expect(element.play).toHaveBeenCalledTimes(2);
    expect([element.paused, heard]).toEqual([false, []]);
  });

  test.each(["pause", "unload"] as const)("that is heard of after %s is not told", async (command) => {
    const { sound, element, heard } = open();
    element.play.mockImplementationOnce(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    sound.play();
    sound[command]();
    await told();
    expect(heard).toEqual([]);
  });

  test("of a file that cannot be played is told by its error alone", async () => {
    const { sound, element, heard } = open();
    sound.play();
    element.error = { code: 4 };
    element.tell("error");
    await element.refuse("NotSupportedError");
    expect(heard).toEqual(["failed: source"]);
  });
});

test("bytes that come after a seek start nothing twice, and it starts again after its end", () => {
  const { sound, element, canPlay } = open();
  canPlay();
  sound.play();
  sound.seek(50);
  canPlay();
  expect(element.play).toHaveBeenCalledTimes(1);
  element.paused = true;
  element.ended = true;
  element.tell("ended");
  sound.seek(0);
  sound.play();
  expect(element.play).toHaveBeenCalledTimes(2);
});

// 6.24
test("started again in the moment of its end it plays, with no seek, for which it would wait", () => {
  const { sound, element, canPlay, onEnded } = open();
  canPlay();
  sound.play();
  element.currentTime = 60;
  element.ended = true;
  element.paused = true;
  onEnded.mockImplementation(() => {
    expect(sound.position()).toBe(60);
    sound.seek(0);
    expect(sound.position()).toBe(0);
    sound.play();
  });
  element.tell("ended");
  expect(element.paused).toBe(false);
  expect(element.seeks).toEqual([60]);
});

test("at its end a seek to elsewhere is one, and so is one back to the beginning where no bytes are there", () => {
  const { sound, element, canPlay } = open();
  canPlay();
  element.currentTime = 60;
  element.ended = true;
  sound.seek(0);
  sound.seek(30);
  expect([sound.position(), element.seeks]).toEqual([30, [60, 30]]);
  element.readyState = 2;
  sound.seek(0);
  expect(element.seeks).toEqual([60, 30, 0]);
});

test("a pause by the system is told, and it plays again", () => {
  const { sound, element, canPlay, heard } = open();
  canPlay();
  sound.play();
  element.paused = true;
  element.tell("pause");
  expect(heard).toEqual(["interrupted"]);
  sound.play();
  expect(element.play).toHaveBeenCalledTimes(2);
});

test("the pause that browsers tell at the end is no interruption", () => {
  const { sound, element, canPlay, heard } = open();
  canPlay();
  sound.play();
  element.ended = true;
  element.tell("pause");
  element.tell("ended");
  expect(heard).toEqual(["ended"]);
});

test("playing at the very end, where an element would begin again, is an end", async () => {
  const { sound, element, canPlay, heard } = open();
  canPlay();
  element.ended = true;
  sound.play();
  await told();
  expect(element.play).not.toHaveBeenCalled();
  expect(heard).toEqual(["ended"]);
});

describe("while it waits for bytes", () => {
  function waitAt(seconds: number) {
    const opened = open();
    opened.canPlay();
    opened.sound.play();
    const { element } = opened;
    element.paused = false;
    element.tell("playing");
    element.currentTime = seconds;
    element.tell("waiting");
    opened.heard.length = 0;
    return opened;
  }

  // 6.20
  test("going on without another word counts as playing", () => {
    const { element, heard } = waitAt(33);
    element.currentTime = 33.25;
    element.tell("timeupdate");
    element.currentTime = 33.5;
    element.tell("timeupdate");
    expect(heard).toEqual(["playing"]);
  });

  test("neither a stop nor a seek counts as going on", () => {
    const { element, heard } = waitAt(33);
    element.tell("timeupdate");
    element.currentTime = 40;
    element.seeking = true;
    element.tell("timeupdate");
    element.tell("seeking");
    element.seeking = false;
    element.tell("timeupdate");
    expect(heard).toEqual([]);
  });
});

test.each([
  [2, "", "network"],
  [3, "", "decode"],
  [4, "", "source"],
  // As Firefox says it.
  [3, "NS_ERROR_DOM_MEDIA_MEDIASINK_ERR (0x806e000b): OnMediaSinkAudioError", "output"],
])("media error %d %s is a fault of the %s", (code, message, fault) => {
  const { element, heard } = open();
  element.error = { code, message };
  element.tell("error");
  expect(heard).toEqual([`failed: ${fault}`]);
});

test("after unload nothing is told and the element is given back, silent", async () => {
  const { sound, element, elements, canPlay, heard } = open();
  sound.play();
  sound.unload();
  expect(element.paused).toBe(true);
  expect(elements.release).toHaveBeenCalledExactlyOnceWith(element);
  await element.refuse("NotAllowedError");
  canPlay();
  for (const event of ["playing", "waiting", "pause", "ended", "error", "canplay"]) element.tell(event);
  expect(heard).toEqual([]);
  expect(element.play).toHaveBeenCalledTimes(1);
});

test("the speed holds from sound to sound, though Howler sets its own at each start", () => {
  const { sound, element, output } = open();
  output.setSpeed(1.5);
  expect(element.playbackRate).toBe(1.5);
  sound.play();
  expect(element.playbackRate).toBe(1.5);
  sound.unload();
  element.playbackRate = 1.25;
  output.setSpeed(2);
  expect(element.playbackRate, "it may belong to another sound by now").toBe(1.25);
});

test("its level is made of volume, fade, its part in a crossfade and its loudness, also at each start", () => {
  const { sound, element, output } = open(0, { gain: -6.0206, peak: 1 });
  output.setVolume(0.8);
  expect(element.volume).toBe(0.8);
  output.setFade(0.5);
  sound.setShare(0.5);
  expect(element.volume).toBe(0.2);
  output.setEvenLoudness(true);
  expect(element.volume).toBeCloseTo(0.1, 5);
  sound.play();
  expect(element.volume, "Howler sets its own at each start").toBeCloseTo(0.1, 5);
  output.setMuted(true);
  expect(element.muted).toBe(true);
  output.setMuted(false);
  expect(element.muted).toBe(false);
  output.setFade(1);
  sound.setShare(1);
  output.setEvenLoudness(false);
  expect(element.volume).toBe(0.8);
  sound.unload();
  output.setVolume(0.3);
  expect(element.volume, "it may belong to another sound by now").toBe(0.8);
});

test("a sound that is opened later has the volume, the speed and the muting that were set before", () => {
  const element = new FakeElement();
  const { openSound, output } = createHowls({ take: () => element as never, release: vi.fn<() => void>() }, () => true);
  output.setVolume(0.25);
  output.setSpeed(1.5);
  output.setMuted(true);
  const on = {} as SoundEvents; // nothing is told
  openSound("/media/a", 0, on, { gain: null, peak: null }).play();
  expect([element.volume, element.playbackRate, element.muted]).toEqual([0.25, 1.5, true]);
});

test("a device that keeps the volume to itself is known by the next task", () => {
  const own = { volume: 1 };
  const controls = probeVolume(() => own);
  own.volume = 1;
  expect(controls()).toBe(false);
  const other = { volume: 1 };
  const controlsOther = probeVolume(() => other);
  expect([controlsOther(), controlsOther()]).toEqual([true, true]);
});
