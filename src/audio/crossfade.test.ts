/** One song fades into the next (specification 6.32). */
import { expect, test } from "vitest";
import { createBench, openMs, tracksOf } from "../../tests/support/fake-sounds.ts";

/** Plays songs of 60 s; 50 s have passed. */
async function playing(songs: string, seconds = 4) {
  const bench = createBench();
  bench.engine.setCrossfade(seconds);
  bench.engine.play(tracksOf(songs), 0);
  await bench.clock.advance(openMs + 50_000);
  return bench;
}

const sharesOf = ({ sounds }: Awaited<ReturnType<typeof playing>>) =>
  Object.fromEntries(sounds.filter(({ unloaded }) => unloaded === 0).map(({ url, share }) => [url, share]));

test("both sound at equal power, the next one is shown, and the first is released at the end", async () => {
  const bench = await playing("abc");
  const { engine, clock, sounding, open } = bench;
  await clock.advance(5_990);
  expect(sounding()).toEqual(["a"]);
  await clock.advance(20);
  expect(sounding()).toEqual(["a", "b"]);
  expect(engine.state()).toMatchObject({ track: { songId: "b" }, index: 1, status: "playing" });
  expect(engine.position.get()).toBeLessThan(1);
  for (let step = 0; step < 39; step += 1) {
    const { a = 0, b = 0 } = sharesOf(bench);
    expect(a ** 2 + b ** 2).toBeCloseTo(1, 5);
    expect(b ** 2).toBeCloseTo(Math.sin((step * Math.PI) / 80) ** 2, 1);
    await clock.advance(100);
  }
  await clock.advance(200);
  expect(sharesOf(bench)).toEqual({ b: 1 });
  expect([sounding(), open()]).toEqual([["b"], ["b"]]);
});

test("never more than two files are open, however often it fades", async () => {
  const { engine, clock, behaviours, open } = createBench();
  engine.setCrossfade(12);
  // Short ones: the next one is due while the last one still fades.
  for (const song of "bdf") behaviours.set(song, { kind: "plays", duration: 24 });
  engine.play(tracksOf("abcdefgh"), 0);
  for (let second = 0; second < 400; second += 1) {
    await clock.advance(1_000);
    expect(open().length).toBeLessThanOrEqual(2);
  }
  expect(engine.state().status).toBe("playing");
  engine.stop();
  expect(open()).toEqual([]);
});

test("stopped in the middle nothing is left", async () => {
  const { engine, clock, sounding, open } = await playing("ab");
  await clock.advance(8_000);
  engine.stop();
  expect([sounding(), open(), clock.pending]).toEqual([[], [], 0]);
});

test.each([
  ["pause", []],
  ["seek", ["b"]],
  ["drag", ["b"]],
  ["next", ["c"]],
  ["previous", ["a"]],
  ["interrupted", []],
] as const)("ended by %s: the old song is silent at once, the new one at its level", async (what, heard) => {
  const bench = await playing("abc");
  const { engine, clock, sounds, sounding, open } = bench;
  await clock.advance(8_000);
  expect(sounding()).toEqual(["a", "b"]);
  if (what === "pause") engine.pause();
  else if (what === "seek") engine.seek(30);
  else if (what === "drag") engine.beginSeek();
  else if (what === "interrupted") sounds[1]?.on.interrupted();
  else engine[what]();
  expect(sounds[0]?.unloaded).toBe(1);
  await clock.advance(openMs);
  if (what !== "interrupted") expect(sounding()).toEqual(heard);
  expect(open()).toHaveLength(1);
  expect(Object.values(sharesOf(bench))).toEqual([1]);
  if (what === "pause") {
    engine.resume();
    await clock.advance(1_000);
    expect(sounding()).toEqual(["b"]);
    expect(engine.position.get()).toBeGreaterThanOrEqual(2);
  }
});

test.each([
  ["repeat one", (bench: Awaited<ReturnType<typeof playing>>) => bench.engine.setRepeat("one")],
  ["sleep at the end of the song", (bench: Awaited<ReturnType<typeof playing>>) => bench.engine.setSleep("end")],
  ["a held slider", (bench: Awaited<ReturnType<typeof playing>>) => bench.engine.beginSeek()],
  ["the only song", (bench: Awaited<ReturnType<typeof playing>>) => bench.engine.clearQueue()],
  [
    "a device that sets the volume itself",
    (bench: Awaited<ReturnType<typeof playing>>) => void (bench.output.controlsVolume = false),
  ],
])("%s does not fade", async (_, prepare) => {
  const bench = await playing("ab");
  prepare(bench);
  await bench.clock.advance(9_900);
  expect(bench.sounding()).toEqual(["a"]);
  expect(sharesOf(bench)["a"]).toBe(1);
});

test("the last song of a queue that does not repeat plays to its end", async () => {
  const { engine, clock, sounding } = await playing("ab");
  engine.setRepeat("off");
  await clock.advance(10_000 + 50_000);
  expect(sounding()).toEqual(["b"]);
  await clock.advance(5_900);
  expect(sounding()).toEqual(["b"]);
  await clock.advance(1_000);
  expect(engine.state()).toMatchObject({ status: "paused", track: { songId: "a" } });
});

test("a next song that does not come in time follows at the end, at its level", async () => {
  const bench = await playing("abc");
  const { clock, behaviours, sounding } = bench;
  behaviours.set("b", { kind: "hangs" });
  await clock.advance(9_900);
  expect(sounding()).toEqual(["a"]);
  expect(sharesOf(bench)["a"]).toBe(1);
  behaviours.set("b", { kind: "plays", duration: 60 });
  await clock.advance(200);
  bench.sounds.at(-1)?.play();
  await clock.advance(openMs);
  expect(sounding()).toEqual(["b"]);
  expect(sharesOf(bench)).toEqual({ b: 1 });
});

test("opened anew before it sounds, the next song stays silent until it fades in", async () => {
  const { clock, behaviours, sounds } = await playing("ab", 8);
  behaviours.set("b", { kind: "hangs" });
  await clock.advance(3_000);
  expect(sounds[1]?.share).toBe(0);
  sounds[1]?.on.failed("network");
  await clock.advance(1_010);
  expect(sounds[2]).toMatchObject({ url: "b", share: 0 });
});

test("a next song that fails is passed over at the end", async () => {
  const { clock, behaviours, sounding, open } = await playing("abc");
  behaviours.set("b", { kind: "hangs" });
  await clock.advance(9_900);
  behaviours.set("b", { kind: "fails", fault: "decode" });
  await clock.advance(1_000 + 2 * openMs);
  expect(sounding()).toEqual(["c"]);
  expect(open()).toEqual(["c"]);
});

test("a queue that changes just before goes on with the right song", async () => {
  const bench = await playing("abc");
  const { engine, clock, behaviours, sounding, open } = bench;
  behaviours.set("b", { kind: "hangs" });
  await clock.advance(6_500);
  engine.removeFromQueue(1);
  await clock.advance(1_500);
  expect(sounding()).toEqual(["a", "c"]);
  expect(open()).toHaveLength(2);
  expect(engine.state().track?.songId).toBe("c");
});

test("is at most half of a short song, and as long by the clock at any speed", async () => {
  const { engine, clock, behaviours, sounding } = createBench();
  behaviours.set("b", { kind: "plays", duration: 6 });
  engine.setCrossfade(12);
  engine.setSpeed(2);
  engine.play([...tracksOf("a"), ...tracksOf("b", 6)], 0);
  await clock.advance(openMs + 28_400);
  expect(sounding()).toEqual(["a"]);
  await clock.advance(200);
  expect(sounding()).toEqual(["a", "b"]);
  engine.play([...tracksOf("b", 6), ...tracksOf("a")], 0);
  await clock.advance(openMs + 1_400);
  expect(sounding()).toEqual(["b"]);
  await clock.advance(200 + openMs);
  expect(sounding()).toEqual(["b", "a"]);
});

test("lasts from 0 to 12 s and is kept, as is even loudness", () => {
  const { engine, settings, output } = createBench();
  expect(output.isEven).toBe(true);
  engine.setCrossfade(30);
  engine.setEvenLoudness(false);
  engine.setCrossfade(Number.NaN);
  expect(settings).toEqual([
    { crossfade: 12, evenLoudness: true },
    { crossfade: 12, evenLoudness: false },
    { crossfade: 0, evenLoudness: false },
  ]);
  expect(output.isEven).toBe(false);
  engine.stop();
  expect(engine.state()).toMatchObject({ crossfade: 0, evenLoudness: false });
});

test("at half speed it begins in time", async () => {
  const bench = createBench();
  const { engine, clock, behaviours } = bench;
  for (const song of "ab") behaviours.set(song, { kind: "plays", duration: 60.3 });
  engine.setCrossfade(3);
  engine.setSpeed(0.5);
  engine.play(tracksOf("ab", 60.3), 0);
  await clock.advance(openMs);
  const began = clock.now;
  while (bench.sounding().length < 2 && clock.now - began < 125_000) await clock.advance(10);
  const seconds = (clock.now - began) / 1_000;
  expect(Math.abs(seconds - (2 * 60.3 - 3))).toBeLessThan(0.2);
});

test("a change of the speed in the middle of it leaves both songs as loud as they are", async () => {
  const { engine, clock, sounds } = createBench();
  engine.setCrossfade(12);
  engine.play(tracksOf("ab"), 0);
  await clock.advance(openMs + 48_000 + 6_000);
  const shareOf = (song: string) => sounds.find(({ url }) => url === song)?.share ?? 0;
  const before = shareOf("b");
  expect(before).toBeGreaterThan(0.6);
  engine.setSpeed(2);
  await clock.advance(60);
  expect(shareOf("b")).toBeGreaterThanOrEqual(before);
  expect(shareOf("b")).toBeLessThan(before + 0.05);
});
