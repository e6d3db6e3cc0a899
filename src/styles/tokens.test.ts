/** One file says how everything looks (specification 20.15, 20.16, 20.19). */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;
const tokens = readFileSync(`${root}/styles/tokens.css`, "utf8");
const [usual = "", ...conditional] = tokens.split(/^@media/m);
const still = conditional.find((part) => part.includes("prefers-reduced-motion: reduce")) ?? "";

const valuesOf = (css: string, name: RegExp) =>
  [...css.matchAll(/^\s*(--[\w-]+): ([^;]+);/gm)].flatMap(([, key = "", value = ""]) =>
    name.test(key) ? [value] : [],
  );

test("motion takes 120 to 200 ms, and none where it is not wanted", () => {
  expect(valuesOf(usual, /^--(fast|slow)$/)).toEqual(["120ms", "200ms"]);
  expect(valuesOf(still, /^--(fast|slow)$/)).toEqual(["0ms", "0ms"]);
});

test("text has six sizes, corners have three, and distances are steps of 4 px", () => {
  expect(valuesOf(usual, /^--size-/).map((size) => Number.parseFloat(size) * 16)).toEqual([12, 14, 16, 20, 28, 40]);
  expect(valuesOf(usual, /^--radius-(cover|card|sheet)$/)).toEqual(["6px", "10px", "16px"]);
  const distances = valuesOf(usual, /^--space-/).map(Number.parseFloat);
  expect(distances.length).toBeGreaterThan(5);
  expect(distances.filter((distance) => distance % 4 !== 0)).toEqual([]);
});

test("what plays, the device, likes and failures have a colour each, and no other file names one", () => {
  const meanings = ["accent", "device", "like", "danger"].map((name) => valuesOf(usual, new RegExp(`^--${name}$`))[0]);
  expect(new Set(meanings).size).toBe(4);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".css") && name !== "styles/tokens.css",
  );
  expect(files.length).toBeGreaterThan(20);
  const named = files.flatMap((file) =>
    [
      ...readFileSync(`${root}/${file}`, "utf8")
        .replaceAll(/\/\*.*?\*\//gs, "")
        .matchAll(/:[^;{]*?(oklch\(|rgba?\(|hsla?\(|#[0-9a-f]{3,8}\b)/gi),
    ].map(([, colour]) => `${file}: ${colour}`),
  );
  expect(named).toEqual([]);
});
