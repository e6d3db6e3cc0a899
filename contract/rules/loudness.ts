/**
 * The loudness of a song, as ReplayGain 2 states it: what it takes to reach -18 LUFS by EBU R128, and its peak. Values come
 * from strangers' tags and browsers, so both have bounds (specification 4.21).
 */
import * as v from "valibot";

/** LUFS. */
export const referenceLoudness = -18;

/** dB. A full square wave needs -21, hardly any music more than 12. */
export const gainRange = { min: -24, max: 12 };
/** 1 is full scale; a decoder may exceed it a little. */
export const peakRange = { min: 0, max: 2 };

/** dB to the reference. */
const Gain = v.pipe(v.number(), v.minValue(gainRange.min), v.maxValue(gainRange.max));
const Peak = v.pipe(v.number(), v.minValue(peakRange.min), v.maxValue(peakRange.max));

export const MeasuredLoudness = v.object({ gain: Gain, peak: Peak });
export type MeasuredLoudness = v.InferOutput<typeof MeasuredLoudness>;

/** Null: not known. */
export interface Loudness {
  readonly gain: number | null;
  readonly peak: number | null;
}

/** Unknown is what no music has: such tags are mistaken. */
export const boundedLoudness = ({ gain, peak }: Loudness): Loudness => ({
  gain: v.is(Gain, gain) ? gain : null,
  peak: v.is(Peak, peak) ? peak : null,
});
