/**
 * Measures the loudness of a song by EBU R128 (ITU-R BS.1770-4: K-weighting, blocks of 400 ms, two gates), bit by bit, so
 * that it holds a number for each 100 ms and no sound. Pure.
 */
import { gainRange, type MeasuredLoudness, peakRange, referenceLoudness } from "../../contract/rules/loudness.ts";

/** Seconds; four of them are a block. */
const stepSeconds = 0.1;
const stepsPerBlock = 4;
/** LUFS below which a block is silence. */
const silence = -70;
/** LU below the mean of the other blocks at which a block does not count. */
const quiet = -10;

/** y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y'' */
type Filter = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** Of a channel: the weighted sum of its squares so far, and what its two filters remember. */
interface Channel {
  readonly weight: number;
  sum: number;
  readonly memory: Float64Array;
}

interface LoudnessMeter {
  /** @param channels the next samples of each channel, of one length */
  add(channels: readonly Float32Array[]): void;
  /** Null for silence, and for less than 400 ms. */
  result(): MeasuredLoudness | null;
}

export function createLoudnessMeter(sampleRate: number, channelCount: number): LoudnessMeter {
  const [shelf, highPass] = [shelfOf(sampleRate), highPassOf(sampleRate)];
  const channels: Channel[] = weightsOf(channelCount).map((weight) => ({
    weight,
    sum: 0,
    memory: new Float64Array(4),
  }));
  const perStep = Math.round(sampleRate * stepSeconds);
  const steps: number[] = [];
  let inStep = 0;
  let peak = 0;

  function endStep(): void {
    steps.push(channels.reduce((total, { weight, sum }) => total + weight * sum, 0) / perStep);
    for (const channel of channels) channel.sum = 0;
    inStep = 0;
  }

  return {
    add(samples) {
      const length = samples[0]?.length ?? 0;
      for (let start = 0; start < length;) {
        const end = Math.min(length, start + perStep - inStep);
        for (const [index, channel] of channels.entries()) {
          const some = samples[index]?.subarray(start, end);
          if (some !== undefined) peak = Math.max(peak, addSquares(channel, some, shelf, highPass));
        }
        inStep += end - start;
        start = end;
        if (inStep === perStep) endStep();
      }
    },
    result() {
      const loudness = gatedLoudness(steps);
      if (loudness === null) return null;
      return {
        gain: clamp(referenceLoudness - loudness, gainRange),
        peak: clamp(peak, peakRange),
      };
    },
  };
}

const clamp = (value: number, { min, max }: typeof gainRange) => Math.min(Math.max(value, min), max);

/**
 * Left and right count once, surround channels more, the one for low frequencies not at all. A single channel counts twice,
 * because it sounds from both loudspeakers.
 */
function weightsOf(count: number): number[] {
  if (count === 1) return [2];
  if (count === 4) return [1, 1, 1.41, 1.41];
  return Array.from({ length: count }, (_, index) => (index < 3 ? 1 : index === 3 ? 0 : 1.41));
}

/** Adds the squares of the weighted samples; returns the largest sample. */
function addSquares(channel: Channel, samples: Float32Array, shelf: Filter, highPass: Filter): number {
  const { memory } = channel;
  let [u1 = 0, u2 = 0, w1 = 0, w2 = 0] = memory;
  const [b0, b1, b2, a1, a2] = shelf;
  const [c0, c1, c2, d1, d2] = highPass;
  let { sum } = channel;
  let peak = 0;
  for (const sample of samples) {
    const size = Math.abs(sample);
    if (size > peak) peak = size;
    // Each filter in its transposed form, which needs two numbers.
    const bright = b0 * sample + u1;
    u1 = b1 * sample - a1 * bright + u2;
    u2 = b2 * sample - a2 * bright;
    const weighted = c0 * bright + w1;
    w1 = c1 * bright - d1 * weighted + w2;
    w2 = c2 * bright - d2 * weighted;
    sum += weighted * weighted;
  }
  memory.set([u1, u2, w1, w2]);
  channel.sum = sum;
  return peak;
}

/** LUFS of the blocks that both gates let through. @param steps mean squares of 100 ms each */
function gatedLoudness(steps: readonly number[]): number | null {
  const blocks: number[] = [];
  for (let end = stepsPerBlock; end <= steps.length; end += 1)
    blocks.push(meanOf(steps.slice(end - stepsPerBlock, end)));
  const audible = blocks.filter((block) => lufsOf(block) > silence);
  if (audible.length === 0) return null;
  const gate = lufsOf(meanOf(audible)) + quiet;
  return lufsOf(meanOf(audible.filter((block) => lufsOf(block) > gate)));
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const lufsOf = (meanSquare: number) => -0.691 + 10 * Math.log10(meanSquare);

/** The first filter of BS.1770, a high shelf of 4 dB, for any sample rate. */
function shelfOf(rate: number): Filter {
  const [frequency, gain, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * frequency) / rate);
  const high = 10 ** (gain / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

/** The second filter of BS.1770, against rumble. */
function highPassOf(rate: number): Filter {
  const [frequency, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / rate);
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}
