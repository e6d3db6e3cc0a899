/** How a sound behaves on a browser and a Howler that do what was seen of the real ones; those play in tests/e2e. */
import { beforeEach, describe, expect, test, vi, type Mock } from "vitest";
import type { Loudness } from "../../contract/rules/loudness.ts";
import { createHowls } from "./howl.ts";
import { probeVolume } from "./probe-volume.ts";
import type { SoundEvents } from "./sound-interface.ts";

class FakeElement extends EventTarget {
  readyState = 0;
  /** Each is a seek, which takes time. */
  seeks: number[] = [];
  get currentTime() {
    return this.seeks.at(-1) ?? 0;
  }
  set currentTime(seconds: number) {
    this.seeks.push(seconds);
  }
  duration = 60;
  paused = true;
  ended = false;
  seeking = false;
  muted = false;
  playbackRate = 1;
  volume = 1;
  error: { code: number; message?: string } | null = null;
  removeAttribute = vi.fn<() => void>();
  load = vi.fn<() => void>();
  pause = vi.fn<() => void>(() => {
    this.paused = true;
  });
  tell = (event: string) => this.dispatchEvent(new Event(event));
}

const howler = vi.hoisted(() => ({
  howls: [] as {
    options: { onplay(): void; onplayerror(): void; onloaderror(): void };
    loaded: string;
    play: Mock<(id?: number) => number | null>;
    pause: Mock<() => void>;
    stop: Mock<(id?: number) => void>;
    unload: Mock<() => void>;
  }[],
  mute: vi.fn<() => void>(),
}));

vi.mock("howler/dist/howler.core.min.js", () => ({
  Howler: howler,
  Howl: class {
    options: unknown;
    loaded = "loading";
    state = () => this.loaded;
    play = vi.fn<(id?: number) => number | null>(() => 1001);
    pause = vi.fn<() => void>();
    stop = vi.fn<(id?: number) => void>();
    unload = vi.fn<() => void>();
    constructor(options: unknown) {
      this.options = options;
      howler.howls.push(this as never);
    }
  },
}));

vi.stubGlobal("HTMLMediaElement", { HAVE_METADATA: 1, HAVE_FUTURE_DATA: 3 });
vi.stubGlobal("MediaError", { MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 });

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
  const howl = howler.howls.at(-1);
  if (howl === undefined) throw new Error("no Howl was made");
  const canPlay = () => {
    howl.loaded = "loaded";
    element.readyState = 4;
    element.tell("canplay");
  };
  return { sound, howl, element, elements, onEnded, heard, canPlay, output };
}

beforeEach(() => {
  howler.howls.length = 0;
});

test("starts once there are bytes, and not before", () => {
  const { sound, howl, canPlay } = open();
  sound.play();
  expect(howl.play).not.toHaveBeenCalled();
  canPlay();
  expect(howl.play).toHaveBeenCalledTimes(1);
});

test("a pause before there are bytes leaves it silent", () => {
  const { sound, howl, canPlay } = open();
  sound.play();
  sound.pause();
  canPlay();
  expect(howl.play).not.toHaveBeenCalled();
});

test("begins at its position, where Howler would begin at 0, with no seek but that", () => {
  const { sound, howl, element, canPlay } = open(42);
  expect(sound.position()).toBe(42);
  element.readyState = 1;
  element.tell("loadedmetadata");
  howl.play.mockImplementation(() => {
    element.currentTime = 0;
    return 1001;
  });
  sound.play();
  canPlay();
  expect(element.seeks).toEqual([42]);
  sound.seek(50);
  expect(element.seeks).toEqual([42, 50]);
});

describe("a refused start", () => {
  test("is told twice by Howler and once by us; the next attempt is a new one", () => {
    const { sound, howl, canPlay, heard } = open();
    canPlay();
    sound.play();
    howl.options.onplayerror();
    howl.options.onplayerror();
    expect(heard).toEqual(["blocked"]);
    sound.play();
    expect(howl.play).toHaveBeenLastCalledWith(1001);
    howl.options.onplayerror();
    howl.options.onplayerror();
    expect(heard).toEqual(["blocked", "blocked"]);
  });

  test("by our own pause is no refusal, and a later play is made good", () => {
    const { sound, howl, element, canPlay, heard } = open();
    canPlay();
    sound.play();
    sound.pause();
    expect(element.pause).toHaveBeenCalled();
    sound.play();
    expect(howl.play).toHaveBeenCalledTimes(1);
    howl.options.onplayerror();
    expect(howl.play).toHaveBeenCalledTimes(2);
    expect(heard).toEqual([]);
  });
});

test("bytes that come after a seek start nothing twice, and it starts again after its end", () => {
  const { sound, howl, element, canPlay } = open();
  canPlay();
  sound.play();
  element.paused = false;
  howl.options.onplay();
  sound.seek(50);
  canPlay();
  expect(howl.play).toHaveBeenCalledTimes(1);
  element.paused = true;
  element.ended = true;
  element.tell("ended");
  sound.play();
  expect(howl.play).toHaveBeenCalledTimes(2);
});

// 6.24
test("started again in the moment of its end it plays, with no seek, for which it would wait", () => {
  const { sound, howl, element, canPlay, onEnded } = open();
  canPlay();
  sound.play();
  howl.options.onplay();
  element.currentTime = 60;
  element.ended = true;
  let isStopped = false;
  howl.stop.mockImplementation(() => {
    isStopped = true;
    element.currentTime = 0;
  });
  // It refuses to start what it takes for playing.
  howl.play.mockImplementation(() => {
    element.paused = !isStopped;
    return 1001;
  });
  onEnded.mockImplementation(() => {
    expect(sound.position()).toBe(60);
    sound.seek(0);
    expect(sound.position()).toBe(0);
    sound.play();
  });
  element.tell("ended");
  expect(howl.stop).toHaveBeenCalledExactlyOnceWith(1001);
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

test("a pause by the system is told to Howler too, or it would refuse to play again", () => {
  const { sound, howl, element, canPlay, heard } = open();
  canPlay();
  sound.play();
  howl.options.onplay();
  element.tell("pause");
  expect(heard).toEqual(["interrupted"]);
  expect(howl.pause).toHaveBeenCalledWith(1001);
});

test("the pause that browsers tell at the end is no interruption", () => {
  const { sound, howl, element, canPlay, heard } = open();
  canPlay();
  sound.play();
  howl.options.onplay();
  element.ended = true;
  element.tell("pause");
  element.tell("ended");
  expect(heard).toEqual(["ended"]);
});

test("playing at the very end, which Howler answers with nothing, is an end", async () => {
  const { sound, howl, canPlay, heard } = open();
  canPlay();
  howl.play.mockReturnValue(null);
  sound.play();
  await Promise.resolve();
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

test("after unload nothing is told and the element is given back", () => {
  const { sound, howl, element, elements, canPlay, heard } = open();
  canPlay();
  sound.play();
  sound.unload();
  expect(howl.unload).toHaveBeenCalledTimes(1);
  expect(elements.release).toHaveBeenCalledExactlyOnceWith(element);
  howl.options.onplayerror();
  howl.options.onplay();
  for (const event of ["playing", "waiting", "pause", "ended", "error", "canplay"]) element.tell(event);
  expect(heard).toEqual([]);
});

test("the speed holds from sound to sound, though Howler sets its own at each start", () => {
  const { sound, howl, element, canPlay, output } = open();
  output.setSpeed(1.5);
  expect(element.playbackRate).toBe(1.5);
  howl.play.mockImplementation(() => {
    element.playbackRate = 1;
    return 1001;
  });
  sound.play();
  canPlay();
  expect(element.playbackRate).toBe(1.5);
  sound.unload();
  output.setSpeed(2);
  expect(element.playbackRate, "it may belong to another sound by now").toBe(1.5);
});

test("its level is made of volume, fade, its part in a crossfade and its loudness, also at each start", () => {
  const { sound, howl, element, canPlay, output } = open(0, { gain: -6.0206, peak: 1 });
  output.setVolume(0.8);
  expect(element.volume).toBe(0.8);
  output.setFade(0.5);
  sound.setShare(0.5);
  expect(element.volume).toBe(0.2);
  output.setEvenLoudness(true);
  expect(element.volume).toBeCloseTo(0.1, 5);
  howl.play.mockImplementation(() => {
    element.volume = 1;
    return 1001;
  });
  sound.play();
  canPlay();
  expect(element.volume, "Howler sets its own at each start").toBeCloseTo(0.1, 5);
  output.setMuted(true);
  output.setMuted(false);
  output.setFade(1);
  sound.setShare(1);
  output.setEvenLoudness(false);
  expect(element.volume).toBe(0.8);
  sound.unload();
  output.setVolume(0.3);
  expect(element.volume, "it may belong to another sound by now").toBe(0.8);
});

test("a sound that is opened later has the volume that was set before", () => {
  const elements = [new FakeElement(), new FakeElement()];
  const taken = [...elements];
  const { openSound, output } = createHowls(
    { take: () => taken.pop() as never, release: vi.fn<() => void>() },
    () => true,
  );
  output.setVolume(0.25);
  openSound("/media/a", 0, {} as SoundEvents, { gain: null, peak: null }); // nothing is told
  expect(elements[1]?.volume).toBe(0.25);
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
