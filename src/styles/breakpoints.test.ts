/** With larger text the layout is that of a narrower screen (specification 20.12). */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Media queries in the syntax of ranges, in styles and scripts. */
const range = /\((?=[^()]*[<>])[^()]*\b(?:width|height)\b[^()]*\)/g;

test("the widths at which the layout changes grow with the reader's text", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => /\.(css|tsx?)$/.test(path));
  const found = files.flatMap((path) =>
    [...readFileSync(`src/${path}`, "utf8").matchAll(range)].map(([query]) => `${path} ${query}`),
  );
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((one) => one.includes("px"))).toEqual([]);
});
