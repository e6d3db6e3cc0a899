/** Holds the colours of tokens.css to specification 20.14 and 20.22, in both themes and with more contrast. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { coverColor } from "../../contract/rules/limits.ts";

type Color = { rgb: [number, number, number]; alpha: number };
type Theme = "light" | "dark";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const more = css.slice(css.indexOf("prefers-contrast: more"), css.indexOf("forced-colors"));
const read = (text: string) =>
  new Map([...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
const normal = read(css.slice(0, css.indexOf("@media")));
const high = new Map([...normal, ...read(more)]);

function colorOf(tokens: typeof normal, name: string, theme: Theme): Color {
  const value = tokens.get(name) ?? "";
  const both = [...value.matchAll(/oklch\(([^)]+)\)/g)].map((match) => match[1] ?? "");
  const text = (theme === "light" ? both[0] : both.at(-1)) ?? "";
  const [l, c, h, , alpha] = text.split(" ").map(Number);
  if (l === undefined || c === undefined || h === undefined) throw new Error(`${name} is not a colour: ${value}`);
  return { rgb: toLinear(l, c, h), alpha: alpha ?? 1 };
}

/** The ground of a tint: `oklch(from var(--tint) LIGHTNESS calc(c * FACTOR) h)` for each theme. */
function tinted(name: string, theme: Theme, chroma: number, hue: number): Color {
  const value = normal.get(name) ?? "";
  const grounds = [...value.matchAll(/oklch\(from var\(--tint\) ([\d.]+) calc\(c \* ([\d.]+)\) h\)/g)];
  const [, lightness, factor] = grounds[theme === "light" ? 0 : 1] ?? [];
  if (lightness === undefined || factor === undefined) throw new Error(`${name} is no tint: ${value}`);
  return { rgb: toLinear(Number(lightness), chroma * Number(factor), hue), alpha: 1 };
}

function toLinear(l: number, c: number, h: number): Color["rgb"] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ];
}

const gamma = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
/** Browsers mix in gamma-encoded sRGB. */
const over = (top: Color, under: Color): Color => ({
  rgb: top.rgb.map((v, i) => linear(gamma(v) * top.alpha + gamma(under.rgb[i] ?? 0) * (1 - top.alpha))) as Color["rgb"], // three in, three out
  alpha: 1,
});
const luminance = ({ rgb: [r, g, b] }: Color) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const ratio = (a: Color, b: Color) => {
  const [low = 0, up = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (up + 0.05) / (low + 0.05);
};

/** Ground names joined by `+` lie on each other. */
const pairs: [text: string, grounds: string[], least: number][] = [
  ["--text-1", ["--surface-1", "--surface-2", "--surface-3", "--surface-float", "--surface-1 + --fill-3"], 7],
  ["--text-2", ["--surface-1", "--surface-2", "--surface-float", "--surface-1 + --fill-1"], 7],
  ["--text-3", ["--surface-1", "--surface-2", "--surface-3", "--surface-float", "--surface-float + --fill-1"], 4.5],
  ["--accent-text", ["--surface-1", "--surface-2", "--surface-1 + --accent-soft", "--surface-1 + --fill-1"], 4.5],
  ["--device", ["--surface-1", "--surface-float", "--surface-1 + --device-soft", "--surface-1 + --fill-1"], 4.5],
  ["--danger-text", ["--surface-1", "--surface-2", "--surface-float", "--surface-1 + --danger-soft"], 4.5],
  ["--like", ["--surface-1", "--surface-2", "--surface-3", "--surface-float"], 4.5],
  ["--on-accent", ["--accent", "--accent-hover", "--accent-press"], 4.5],
  ["--on-danger", ["--danger", "--danger-hover"], 4.5],
  ["--text-inverse", ["--surface-inverse"], 7],
  ["--cover-ink", [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `--cover-${n}`), 4.5],
  ["--edge", ["--surface-1", "--surface-2", "--surface-float"], 3],
  ["--focus", ["--surface-1", "--surface-2", "--surface-3", "--surface-float", "--surface-1 + --accent-soft"], 3],
];

describe.each([
  ["normal", normal],
  ["more", high],
] as const)("contrast %s", (mode, tokens) => {
  test.each(["light", "dark"] as const)("%s", (theme) => {
    const found: string[] = [];
    for (const [text, grounds, least] of pairs) {
      for (const ground of grounds) {
        const [base, ...layers] = ground.split(" + ").map((name) => colorOf(tokens, name, theme));
        if (!base) throw new Error(ground);
        const behind = layers.reduce((under, top) => over(top, under), base);
        const value = ratio(over(colorOf(tokens, text, theme), behind), behind);
        found.push(`${value.toFixed(2)} ${text} on ${ground}`);
        expect.soft(value, `${mode} ${theme}: ${text} on ${ground}`).toBeGreaterThanOrEqual(least);
      }
    }
    if (process.env["SHOW_CONTRAST"]) console.log(`${mode} ${theme}\n${found.join("\n")}`);
  });
});

test.each(["light", "dark"] as const)("contrast behind any cover, %s (specification 20.22)", (theme) => {
  const hues = Array.from({ length: 72 }, (_, step) => step * 5);
  const chromas = [0, coverColor.maxChroma / 2, coverColor.maxChroma];
  for (const [text, least] of [
    ["--text-1", 7],
    ["--text-2", 4.5],
    ["--text-3", 4.5],
    ["--accent-text", 4.5],
    ["--focus", 3],
    ["--like", 4.5],
  ] as const) {
    for (const name of ["--tint-ground", "--tint-faint"]) {
      const ratios = chromas.flatMap((chroma) =>
        hues.map((hue) => ratio(colorOf(normal, text, theme), tinted(name, theme, chroma, hue))),
      );
      if (process.env["SHOW_CONTRAST"]) console.log(theme, text, name, Math.min(...ratios).toFixed(2));
      expect.soft(Math.min(...ratios), `${theme}: ${text} on ${name}`).toBeGreaterThanOrEqual(least);
    }
  }
});
