/** After a tap a touch screen goes on as if the finger still pointed there: hover looks are for pointers that hover. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/** Selectors with `:hover` that no `@media (hover: hover)` encloses. */
function unguarded(css: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, prelude = "", brace] of css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]*)([{};])/g)) {
    if (brace === "}") open.pop();
    if (brace !== "{") continue;
    const selector = prelude.trim();
    if (selector.includes(":hover") && !open.includes("@media (hover: hover)")) found.push(selector);
    open.push(selector);
  }
  return found;
}

test("no hover look sticks after a tap", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) =>
    unguarded(readFileSync(`${root}/${file}`, "utf8")).map((selector) => `${file}: ${selector}`),
  );
  expect(found).toEqual([]);
});

test("the check finds what is not guarded", () => {
  const css = "@layer ui { .a:hover { top: 0 } @media (hover: hover) { .b:hover { top: 0 } } }";
  expect(unguarded(css)).toEqual([".a:hover"]);
});
