/** Specification 20.22. */
import { expect, test } from "vitest";
import { coverColor } from "../../contract/rules/limits.ts";
import { coverColorOf, type Sample } from "./cover-color.ts";

const sample = (hex: string, weight = 1): Sample => ({
  rgb: [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Sample["rgb"], // three in, three out
  weight,
});

/** Lightness, chroma and hue of `#rrggbb` in OKLCH. */
function lchOf(hex: string | null): [l: number, c: number, h: number] {
  const [r = 0, g = 0, b = 0] = sample(hex ?? "").rgb.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ];
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(x, y),
    ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360,
  ];
}

test.each([
  ["pure red", "#ff0000", 29],
  ["pure yellow", "#ffff00", 110],
  ["pure green", "#00ff00", 142],
  ["pure cyan", "#00ffff", 195],
  ["pure blue", "#0000ff", 264],
  ["a dark red, over the end of the circle", "#5c0a1e", 16],
])("%s keeps its hue, and gets the one lightness and a muted chroma", (_, hex, hue) => {
  const [l, c, h] = lchOf(coverColorOf([sample(hex)]));
  expect(l).toBeCloseTo(coverColor.lightness, 1);
  expect(c).toBeLessThanOrEqual(coverColor.maxChroma + 0.003);
  expect(c).toBeGreaterThan(0.05);
  expect(Math.abs(h - hue)).toBeLessThan(4);
});

test("the hue of most colour wins: over much grey, and over a smaller stronger patch", () => {
  const [, , hue] = lchOf(coverColorOf([sample("#777777", 80), sample("#2a5a9c", 15), sample("#ff3300", 3)]));
  expect(hue).toBeGreaterThan(240);
  expect(hue).toBeLessThan(275);
});

test("shades of one hue count together, also where two bins meet", () => {
  // Reds of three bins, against one blue that is larger than each of them.
  const reds = ["#b5394f", "#c0392b", "#b8501a"].map((hex) => sample(hex, 10));
  const [, , hue] = lchOf(coverColorOf([...reds, sample("#2a5a9c", 20)]));
  expect(Math.min(hue, 360 - hue)).toBeLessThan(40);
});

test("a grey picture has a grey", () => {
  const [l, c] = lchOf(coverColorOf([sample("#101010"), sample("#f0f0f0"), sample("#8a8d8a")]));
  expect(l).toBeCloseTo(coverColor.lightness, 2);
  expect(c).toBeLessThan(0.003);
  expect(lchOf(coverColorOf([sample("#ff0000", 1), sample("#777777", 99)]))[1]).toBeLessThan(0.003);
});

test("a picture that is all transparent has none", () => {
  expect(coverColorOf([])).toBeNull();
  expect(coverColorOf([sample("#ff0000", 0)])).toBeNull();
});
