/**
 * Chooses one muted colour for a picture: the hue of most of its colourful pixels, at a fixed lightness and with little
 * chroma, so that text keeps its contrast on every mix with a surface (specification 20.22).
 */
import { coverColor } from "../../contract/rules/limits.ts";

/** A colour in sRGB, 0 to 255, and its share of the picture. */
export interface Sample {
  rgb: readonly [red: number, green: number, blue: number];
  weight: number;
}

/** OKLab: lightness, and two axes of colour. */
type Lab = readonly [l: number, a: number, b: number];

const { lightness, maxChroma } = coverColor;
/** Pixels with less chroma have no hue that anybody would name. */
const greyChroma = 0.03;
/** A picture with a smaller share of colourful pixels counts as grey. */
const minColourful = 0.04;
/** Bins of the hue circle. */
const bins = 36;
/** How many neighbours on each side count with a bin: a hue spreads over its shades. */
const spread = 2;

/** Returns `#rrggbb`, or null without any visible pixel. */
export function coverColorOf(samples: readonly Sample[]): string | null {
  const weights = new Float64Array(bins);
  const sums = { weight: 0, colourful: 0 };
  const colours = samples.map(({ rgb, weight }) => {
    const [, a, b] = toLab(rgb);
    const chroma = Math.hypot(a, b);
    const hue = Math.min(bins - 1, Math.floor((Math.atan2(b, a) / (2 * Math.PI) + 0.5) * bins));
    // Strong colours are what people remember of a cover.
    const pull = chroma < greyChroma ? 0 : weight * chroma;
    weights[hue] = (weights[hue] ?? 0) + pull;
    sums.weight += weight;
    if (pull > 0) sums.colourful += weight;
    return { a, b, pull, hue };
  });
  if (sums.weight === 0) return null;
  if (sums.colourful / sums.weight < minColourful) return toHex(0, 0);
  const nearby = (bin: number) =>
    Array.from({ length: 2 * spread + 1 }, (_, step) => (bin + step - spread + bins) % bins);
  const pullOf = (bin: number) => nearby(bin).reduce((sum, other) => sum + (weights[other] ?? 0), 0);
  let best = 0;
  for (let bin = 1; bin < bins; bin++) if (pullOf(bin) > pullOf(best)) best = bin;
  const chosen = new Set(nearby(best));
  let [a, b, pull] = [0, 0, 0];
  for (const colour of colours) {
    if (!chosen.has(colour.hue)) continue;
    a += colour.a * colour.pull;
    b += colour.b * colour.pull;
    pull += colour.pull;
  }
  return toHex(a / pull, b / pull);
}

/** At the fixed lightness, with the chroma limited to the maximum and to what sRGB can show. */
function toHex(a: number, b: number): string {
  let factor = Math.min(1, maxChroma / Math.max(Math.hypot(a, b), Number.EPSILON));
  const isOutside = (part: number) => part < 0 || part > 1;
  while (toLinear([lightness, a * factor, b * factor]).some(isOutside)) factor *= 0.95;
  const parts = toLinear([lightness, a * factor, b * factor]);
  return `#${parts
    .map((part) =>
      Math.round(encode(part) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

const decode = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const encode = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Björn Ottosson's OKLab. */
function toLab(rgb: Sample["rgb"]): Lab {
  const [r, g, b] = [decode(rgb[0] / 255), decode(rgb[1] / 255), decode(rgb[2] / 255)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toLinear([light, a, b]: Lab): [number, number, number] {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
