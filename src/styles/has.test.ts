/**
 * `:has()` of an element that encloses the page, or of any element: browsers would look through the whole document, and
 * style all that another `:has()` rule names anew, whenever something is put into the page (specification 21.7).
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;
/** Elements, and classes of `ui/AppShell.module.css`. */
const enclosing = new Set(["html", ":root", "body", "main", ".shell", ".main", "*"]);

/** What stands before each `:has(` of a selector and encloses the page, or may be anything. */
function costly(css: string): string[] {
  const plain = css.replace(/\/\*.*?\*\//gs, "").replaceAll(":not(:has(", ":has((");
  const compounds = plain.matchAll(/([^\s>+~,(){};]*(?:\([^()]*\))?):has\(/g);
  return Array.from(compounds, ([, compound = ""]) => compound).filter((compound) => {
    const names = compound.match(/(?:^|\.)[\w-]+|^\*|^:root/g) ?? [];
    return names.length === 0 || names.some((name) => enclosing.has(name));
  });
}

test("no style asks the whole document", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  const found = files.flatMap((file) =>
    costly(readFileSync(`${root}/${file}`, "utf8")).map((one) => `${file}: ${one}`),
  );
  expect(found).toEqual([]);
});

test("the check finds what does", () => {
  const css = `html:has(dialog) {} .shell:has(.a) {} :has(> .b):hover .b {} .c :has(> svg) {} :root:has(menu) .d {}
    .row:has(> .e) {} .row:not([data-x]):has(> .f) .g {} .h:where(.row:has(.i) *) {}
    .j:not(:has(> a)) {} h1:has(+ .k) {} main:has(.l) {}`;
  expect(costly(css)).toEqual(["html", ".shell", "", "", ":root", "main"]);
});
