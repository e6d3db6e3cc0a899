import { expect, test } from "vitest";
import { levelOf } from "./loudness-level.ts";

test("a loud song is lowered by its gain, a quiet one raised where the volume leaves room", () => {
  expect(levelOf(0.5, { gain: -6.0206, peak: 1 })).toBeCloseTo(0.25, 4);
  expect(levelOf(0.25, { gain: 6, peak: 0.3 })).toBeCloseTo(0.4988, 4);
  expect(levelOf(1, { gain: 6, peak: 0.3 })).toBe(1);
  expect(levelOf(0, { gain: 6, peak: 0.3 })).toBe(0);
});

test("nothing is raised into clipping, nor more than 6 dB whatever it claims", () => {
  expect(levelOf(0.9, { gain: 6, peak: 1.25 })).toBe(0.8);
  expect(levelOf(0.1, { gain: 12, peak: null })).toBeCloseTo(0.1995, 4);
});

test("a song without a loudness plays as it is", () => {
  expect(levelOf(0.7, { gain: null, peak: null })).toBe(0.7);
  expect(levelOf(0.7, {} as never)).toBe(0.7);
  expect(levelOf(0.7, { gain: Number.NaN, peak: Number.NaN })).toBe(0.7);
  expect(levelOf(0.7, { gain: 0, peak: Number.NaN })).toBe(0.7);
});
