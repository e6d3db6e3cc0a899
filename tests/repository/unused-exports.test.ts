/** Every export of the programs has an importer, types too: what only its own file uses is not exported. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

type Program = ReturnType<typeof parseSync>["program"];

const root = join(import.meta.dirname, "../..");
const checked = ["contract", "src", "sw", "server"];

/** Every name that a file exports, and what it imports; "*" is all of a module. */
interface Module {
  exports: string[];
  imports: { from: string; name: string }[];
}

function readModule(file: string, text: string): Module {
  const { module, program } = parseSync(file, text);
  const { staticExports, dynamicImports } = module;
  const staticImports = module.staticImports.filter(({ moduleRequest }) => moduleRequest.value.startsWith("."));
  const resolve = (path: string) => join(dirname(file), path.split("?")[0] ?? "");
  const entries = staticExports.flatMap((statement) => statement.entries);
  return {
    exports: entries.flatMap(({ exportName }) => exportName.name ?? (exportName.kind === "Default" ? "default" : [])),
    imports: [
      ...staticImports.flatMap(({ moduleRequest, entries: names }) =>
        names
          .flatMap(({ importName, localName }) =>
            importName.kind === "Default" ? "default" : (importName.name ?? membersOf(localName.value, file, program)),
          )
          .map((name) => ({ from: resolve(moduleRequest.value), name })),
      ),
      ...entries.flatMap(({ moduleRequest, importName }) =>
        moduleRequest === null ? [] : { from: resolve(moduleRequest.value), name: importName.name ?? "*" },
      ),
      ...dynamicImports.map(({ moduleRequest }) => ({
        from: resolve(text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
        name: "*",
      })),
      // `import("./a.ts")` and `typeof import("./a.ts")` in a type.
      ...[...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, path = ""]) => ({ from: resolve(path), name: "*" })),
    ],
  };
}

const isTest = (file: string) => /^tests\/|\.test\.tsx?$/.test(file);

/** What a file takes of a module that it imports under one name; "*" if it passes the whole module on, and is no test. */
function membersOf(namespace: string, file: string, program: Program): string[] {
  const names: string[] = [];
  // The import itself is the first.
  let bare = -1;
  new Visitor({
    Identifier: ({ name }) => void (name === namespace && (bare += 1)),
    MemberExpression({ object, property }) {
      if (object.type !== "Identifier" || object.name !== namespace || property.type !== "Identifier") return;
      names.push(property.name);
      bare -= 1;
    },
    TSQualifiedName({ left, right }) {
      if (left.type !== "Identifier" || left.name !== namespace) return;
      names.push(right.name);
      bare -= 1;
    },
  }).visit(program);
  return bare > 0 && !isTest(file) ? ["*"] : names;
}

/** Read with `import.meta.glob`. */
const isCatalogue = (entry: string) => /^src\/texts\/..\.ts: catalogue$/.test(entry);

/** Exports without an importer, as "file: name". */
function findUnused(modules: ReadonlyMap<string, Module>): string[] {
  const used = new Set(
    [...modules.values()].flatMap(({ imports }) => imports.map(({ from, name }) => `${from}: ${name}`)),
  );
  return [...modules].flatMap(([file, { exports }]) =>
    checked.includes(file.split("/")[0] ?? "") && !used.has(`${file}: *`)
      ? exports.map((name) => `${file}: ${name}`).filter((entry) => !used.has(entry) && !isCatalogue(entry))
      : [],
  );
}

const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: folder !== ".", encoding: "utf8" })
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
    .map((path) => join(folder, path));

const read = (sources: Record<string, string>) =>
  new Map(Object.entries(sources).map(([file, text]) => [file, readModule(file, text)]));

// It parses the whole tree.
test("each export of the programs has an importer", { timeout: 120_000 }, () => {
  const files = [...checked, "scripts", "tests", "."].flatMap(sourcesIn);
  const modules = read(Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), "utf8")])));
  expect(modules.size).toBeGreaterThan(1_000);
  expect(findUnused(modules)).toEqual([]);
});

test("an export without an importer is found, a type too", () => {
  const modules = read({
    "src/a.ts": "export const used = 1; export const unused = 2; export type Used = 1; export type Unused = 2;",
    "src/b.ts": 'import { used, type Used } from "./a.ts"; export default used satisfies Used;',
    "src/c.ts": "export const one = 1; export interface Two { three: number }",
    "src/d.ts": 'export { one } from "./c.ts"; export * from "./e.ts";',
    "src/e.ts": "export const any = 1;",
    "src/f.ts": "export const late = 1;",
    "src/h.ts": "export const read = 1; export const dead = 1;",
    "src/i.ts": "export const passed = 1;",
    "src/j.ts": 'import * as h from "./h.ts"; import * as i from "./i.ts"; console.log(h.read, Object.values(i));',
    "tests/g.ts":
      'import b from "../src/b.ts"; import { one } from "../src/d.ts"; await import("../src/f.ts"); b + one;',
  });
  expect(findUnused(modules)).toEqual(["src/a.ts: unused", "src/a.ts: Unused", "src/c.ts: Two", "src/h.ts: dead"]);
});
