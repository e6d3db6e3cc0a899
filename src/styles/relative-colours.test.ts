/** Browsers that cannot compute a colour from another one show the fallback beside its use (specification 20.22). */
import { readdirSync, readFileSync } from "node:fs";
import postcss from "postcss";
import { expect, test } from "vitest";

const sheets = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => ({ path, sheet: postcss.parse(readFileSync(`src/${path}`, "utf8")) }));

test("colours that are computed from another stand behind a guard", () => {
  const found: string[] = [];
  const open: string[] = [];
  for (const { path, sheet } of sheets)
    sheet.walkDecls(/./, (declaration) => {
      if (!declaration.value.includes("(from ")) return;
      found.push(declaration.prop);
      if (!isGuarded(declaration)) open.push(`${path}: ${declaration.prop}`);
    });
  expect(found.length).toBeGreaterThan(0);
  expect(open).toEqual([]);
});

test("each use of the tint names what stands there without it", () => {
  const bare = sheets.filter(({ sheet }) => /var\(--tint-[a-z]+\)/.test(sheet.toString())).map(({ path }) => path);
  expect(bare).toEqual([]);
});

function isGuarded(node: postcss.Node | undefined): boolean {
  if (node === undefined) return false;
  if (node instanceof postcss.AtRule && node.name === "supports" && node.params.includes("(from ")) return true;
  return isGuarded(node.parent);
}
