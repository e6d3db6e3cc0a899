/** The cases of EBU Tech 3341, and what a browser adds. tests/server/loudness.test.ts compares music with ffmpeg. */
import { expect, test } from "vitest";
import { createLoudnessMeter } from "./loudness-meter.ts";

/** A tone of 1 kHz at these levels in dB of full scale, each for some seconds. */
function tone(parts: readonly (readonly [level: number, seconds: number])[], rate: number): Float32Array {
  const samples = new Float32Array(Math.round(parts.reduce((sum, [, seconds]) => sum + seconds, 0) * rate));
  let at = 0;
  for (const [level, seconds] of parts)
    for (const end = at + Math.round(seconds * rate); at < end && at < samples.length; at += 1)
      samples[at] = 10 ** (level / 20) * Math.sin((2 * Math.PI * 1_000 * at) / rate);
  return samples;
}

function measure(channels: readonly Float32Array[], rate: number, chunk = 4_801) {
  const meter = createLoudnessMeter(rate, channels.length);
  for (let at = 0; at < (channels[0]?.length ?? 0); at += chunk)
    meter.add(channels.map((channel) => channel.subarray(at, at + chunk)));
  return meter.result();
}

const stereo = (parts: readonly (readonly [number, number])[], rate = 48_000) => {
  const samples = tone(parts, rate);
  return measure([samples, samples], rate);
};

test.each([
  ["a steady tone", [[-23, 20]]],
  [
    "quiet parts, below the second gate",
    [
      [-36, 10],
      [-23, 60],
      [-36, 10],
    ],
  ],
  [
    "silence, below the first gate",
    [
      [-72, 10],
      [-36, 10],
      [-23, 60],
      [-36, 10],
      [-72, 10],
    ],
  ],
  [
    "levels that both count",
    [
      [-26, 20],
      [-20, 20.1],
      [-26, 20],
    ],
  ],
] as const)("%s of -23 LUFS needs 5 dB to -18", (_, parts) => {
  expect(stereo(parts)?.gain).toBeCloseTo(5, 0.9);
});

test("any sample rate gives the same", () => {
  for (const rate of [22_050, 44_100, 96_000]) expect(stereo([[-10, 5]], rate)?.gain).toBeCloseTo(-8, 0.9);
});

test("surround channels count more, low frequencies not", () => {
  const rate = 48_000;
  const at = (level: number) => tone([[level, 5]], rate);
  const [front, centre, low, back] = [at(-28), at(-24), at(-3), at(-30)];
  expect(measure([front, front, centre, low, back, back], rate)?.gain).toBeCloseTo(5, 0.9);
});

test("one channel sounds from both loudspeakers", () => {
  expect(measure([tone([[-23, 5]], 48_000)], 48_000)?.gain).toBeCloseTo(5, 0.9);
});

test("the size of the pieces changes nothing", () => {
  const samples = tone([[-12, 3]], 44_100);
  expect(measure([samples], 44_100, 1_000)).toEqual(measure([samples], 44_100, 200_000));
});

test("the peak is that of the largest sample", () => {
  const samples = tone([[-20, 2]], 48_000);
  samples[50_000] = -0.75;
  expect(measure([samples, samples], 48_000)?.peak).toBe(0.75);
});

test("silence and a blink have no loudness, and none is out of bounds", () => {
  expect(stereo([[-80, 5]])).toBeNull();
  expect(stereo([[-10, 0.3]])).toBeNull();
  expect(stereo([[-60, 5]])?.gain).toBe(12);
  const square = new Float32Array(96_000).map((_, index) => (index % 16 < 8 ? 8 : -8));
  expect(measure([square, square], 48_000)).toEqual({ gain: -24, peak: 2 });
});
