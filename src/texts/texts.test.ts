import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** Where code of a module reads `texts` or `widgetTexts` outside of any function. */
function readsWhileLoading(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(walk);
    // Nodes of a syntax tree: what else they hold is not looked at.
    const { type = "", name, start } = node as { type?: string; name?: string; start?: number };
    if (/Function|^PropertyDefinition$|^ImportDeclaration$|^TS(Type|Interface)/.test(type)) return;
    if (type === "Identifier" && (name === "texts" || name === "widgetTexts"))
      found.push(`${file}:${source.slice(0, start).split("\n").length}`);
    Object.values(node).forEach(walk);
  };
  walk(parseSync(file, source).program.body);
  return found;
}

const readers = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^texts\/|widget-texts/.test(name))
  .map((name) => join("src", name))
  .filter((file) => /\/(widget-)?texts\.ts"/.test(readFileSync(file, "utf8")));

test("no module reads texts while it loads: it would keep the language of that moment", () => {
  expect(readers.length).toBeGreaterThan(100);
  expect(readers.flatMap(readsWhileLoading)).toEqual([]);
});
