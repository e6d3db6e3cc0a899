/** The commands of the documentation run what they say. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const docs = ["testing", "operations", "measurements", "browsers"].map((name) => `docs/${name}.md`);
const pages = ["README.md", "CONTRIBUTING.md", ...docs];

interface Example {
  page: string;
  /** A test file. */
  file: string;
  /** What `-t` looks for in titles. */
  title: string | undefined;
}

const examplesIn = (page: string, text: string): Example[] =>
  [...text.matchAll(/(\S+\.test\.tsx?)(?: -t "([^"]+)")?/g)].flatMap(([, file = "", title]) =>
    /[*<`[]/.test(file) || !file.includes("/") ? [] : { page, file, title },
  );

/** Titles as they are written; without those that a table of cases fills in. */
const titlesOf = (text: string) =>
  [...text.matchAll(/\b(?:test|it|describe)\(\s*(["`])(.*?)\1/g)].map(([, , title]) => title);

function selectsTest({ file, title }: Example): boolean {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  return title === undefined || titlesOf(readFileSync(path, "utf8")).some((one) => one?.includes(title));
}

const isScript = (name: string) => name in JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;

test("examples select a test", () => {
  const examples = pages.flatMap((page) => examplesIn(page, readFileSync(join(root, page), "utf8")));
  expect(examples.filter(({ title }) => title !== undefined).length).toBeGreaterThan(2);
  expect(examples.filter((example) => !selectsTest(example))).toEqual([]);
});

test("commands are scripts of package.json", () => {
  const commands = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => ({
      page,
      name,
    })),
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ name }) => !isScript(name))).toEqual([]);
});

test("names files of the tree", () => {
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(join(root, page), "utf8").matchAll(
        /`((?:contract|src|sw|server|tests|scripts|docs)\/[\w./-]+)`/g,
      ),
    ].map(([, path = ""]) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});
