/** Which tests prove which rules of the specification, by the rule numbers that tests name (docs/testing.md). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clientFaults, type Fault, serverFaults } from "./fault-proofs.ts";

const root = join(import.meta.dirname, "../..");

/** Chapters of what a person can see or do. The others are about the wire, settings and quality. */
const chapters = [2, 3, 4, 5, 6, 7, 8, 9, 17, 20];

const programs = ["contract", "src", "sw", "server"];

interface Rule {
  number: string;
  chapter: number;
  /** Its first words. */
  says: string;
}

interface Specification {
  titles: Map<number, string>;
  rules: Rule[];
}

export function readSpecification(): Specification {
  const text = readFileSync(join(root, "docs/specification.md"), "utf8");
  const titles = new Map(
    [...text.matchAll(/^## (\d+) (.*)$/gm)].map(([, number, title = ""]) => [Number(number), title]),
  );
  const rules = [...text.matchAll(/^\*\*(\d+(?:\.\d+)+)\*\* ((?:.+\n)+)/gm)].map(([, number = "", body = ""]) => ({
    number,
    chapter: Number(number.split(".")[0]),
    says: firstWords(body),
  }));
  return { titles, rules };
}

function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
  return line.length <= 90 ? line : `${line.slice(0, 88).replace(/ \S*$/, "")} …`;
}

export interface Citation {
  rule: string;
  file: string;
  /** Undefined for what the file says of all its tests. */
  test: string | undefined;
}

/** Rules that the programs themselves cite in comments, beside their tests. */
export const findSourceCitations = (): Omit<Citation, "test">[] =>
  programs
    .flatMap((folder) => filesIn(folder, /(?<!\.test)\.(?:tsx?|css)$/))
    .flatMap((file) => {
      const lists = [...readFileSync(join(root, file), "utf8").matchAll(inText)].map(([, list = ""]) => list);
      return lists.flatMap((list) => expand(list)).map((rule) => ({ rule, file }));
    });

const number = String.raw`\d+(?:\.\d+)+`;
const numbers = String.raw`${number}(?:-${number})?(?:, ?${number}(?:-${number})?)*`;
const inText = new RegExp(`[Ss]pecification (${numbers})`, "g");
/** A line of its own above a test, or in it: `// 3.5.2, 3.5.3`. */
const onLine = new RegExp(String.raw`^\s*// (${numbers})$`);
const opensTest = /^(\s*)(?:test|it)(?:\.(?!each|skipIf|runIf)\w+)*(\.(?:each|skipIf|runIf))?[<(]/;

export function findCitations(): Citation[] {
  const beside = programs.flatMap((folder) => filesIn(folder, /\.test\.tsx?$/));
  const others = ["tests/e2e", "tests/repository", "tests/server", "tests/sync"].flatMap((folder) =>
    filesIn(folder, /\.ts$/),
  );
  return [...beside, ...others]
    .filter((file) => file !== ownTest)
    .sort()
    .flatMap((file) => citationsIn(file, readFileSync(join(root, file), "utf8")));
}

/** It names rules to test the reading of names. */
const ownTest = "tests/repository/rule-coverage.test.ts";

const filesIn = (folder: string, name: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path))
    .map((path) => `${folder}/${path}`);

export function citationsIn(file: string, text: string): Citation[] {
  const lines = text.split("\n");
  let test: string | undefined;
  return lines.flatMap((line, index) => {
    test = titleAt(lines, index) ?? test;
    const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
    const next = isComment ? lines.findIndex((other, at) => at > index && !/^\s*(?:\/\/|\/?\*|$)/.test(other)) : -1;
    const of = (next >= 0 ? titleAt(lines, next) : undefined) ?? test;
    const found = [...line.matchAll(inText)].map(([, list = ""]) => list).concat(onLine.exec(line)?.[1] ?? []);
    return found.flatMap((list) => expand(list)).map((rule) => ({ rule, file, test: of }));
  });
}

/** The title of the test that opens on this line. It may stand on the next one, or behind a table of cases. */
function titleAt(lines: readonly string[], index: number): string | undefined {
  const [opening, indent = "", takesValues] = opensTest.exec(lines[index] ?? "") ?? [];
  if (opening === undefined) return undefined;
  const endsValues = (line: string, at: number) =>
    at === index ? line.includes(")(") : at > index && line.startsWith(`${indent}]`) && line.includes(")(");
  const start = takesValues === undefined ? index : lines.findIndex(endsValues);
  const text = lines.slice(start, start + 2).join(" ");
  const before = takesValues === undefined ? "" : String.raw`\)`;
  return new RegExp(String.raw`${before}\(\s*(["'\x60])(.*?[^\\])\1`).exec(text)?.[2];
}

/** `15.20, 15.22-15.24` as single numbers. */
function expand(list: string): string[] {
  return list.split(/, ?/).flatMap((part) => {
    const [first = "", last] = part.split("-");
    if (last === undefined) return [first];
    const prefix = first.replace(/\d+$/, "");
    const [from, to] = [first, last].map((one) => Number(one.split(".").at(-1)));
    if (from === undefined || to === undefined || !last.startsWith(prefix)) return [first, last];
    return Array.from({ length: to - from + 1 }, (_, n) => `${prefix}${from + n}`);
  });
}

/** At most this many proofs are named for a rule. */
const maxProofs = 3;

/** The text of docs/coverage.md. */
export function writeCoverage({ titles, rules }: Specification, citations: readonly Citation[]): string {
  const proofs = new Map<string, Citation[]>();
  for (const citation of citations) proofs.set(citation.rule, [...(proofs.get(citation.rule) ?? []), citation]);
  const parts = chapters.map((chapter) => {
    const own = rules.filter((rule) => rule.chapter === chapter);
    const proven = own.filter((rule) => proofs.has(rule.number)).length;
    const rows = own.map((rule) => `| ${rule.number} | ${rule.says} | ${proofOf(proofs.get(rule.number) ?? [])} |`);
    return [
      `## ${chapter} ${titles.get(chapter)}`,
      `${proven} of ${own.length} rules.`,
      ["| rule | says | proven by |", "| --- | --- | --- |", ...rows].join("\n"),
    ].join("\n\n");
  });
  return [
    "# What proves the rules",
    "The rules of [specification.md](specification.md) that a person can see or do, and the tests that name them. The unit " +
      "tests write this page (`npm run test:unit -- tests/repository/rule-coverage.test.ts`). How a test names a rule: " +
      "[testing.md](testing.md#rules). A rule without a test has “open”.",
    ...parts,
    "## Faults",
    "What may go wrong, what is expected then (21.3, 21.5), and the tests that bring it about. The list is kept in " +
      "[fault-proofs.ts](../tests/support/fault-proofs.ts).",
    "### Of the client",
    faultTable(clientFaults),
    "### Of the server",
    faultTable(serverFaults),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

const faultTable = (faults: readonly Fault[]) =>
  [
    "| fault | expected | proven by |",
    "| --- | --- | --- |",
    ...faults.map(({ fault, expected, proofs }) => {
      const texts = Object.entries(proofs).flatMap(([file, titles]) =>
        titles.map((title) => `${link(file)}: ${escape(title)}`),
      );
      return `| ${escape(fault)} | ${escape(expected)} | ${texts.join("<br>")} |`;
    }),
  ].join("\n");

/** Tests that `fault-proofs.ts` names and no file has, as "file: title". */
export const missingProofs = (faults: readonly Fault[] = [...clientFaults, ...serverFaults]): string[] =>
  faults.flatMap(({ proofs }) =>
    Object.entries(proofs).flatMap(([file, titles]) => {
      const path = join(root, file);
      const text = existsSync(path) ? readFileSync(path, "utf8") : "";
      return titles.filter((title) => !hasTest(text, title)).map((title) => `${file}: ${title}`);
    }),
  );

/** As a title is written: the first thing in the brackets of a call, with a comma behind it. */
function hasTest(text: string, title: string): boolean {
  const quoted = ['"', "`"].map((quote) => `${quote}${title}${quote},`);
  return quoted.some((written) => {
    for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + 1))
      if (text.slice(0, at).trimEnd().endsWith("(")) return true;
    return false;
  });
}

function proofOf(citations: readonly Citation[]): string {
  if (citations.length === 0) return "open";
  // A test of its own says more than a file.
  const sorted = citations.toSorted((a, b) => Number(a.test === undefined) - Number(b.test === undefined));
  const texts = [
    ...new Set(sorted.map(({ file, test }) => (test === undefined ? link(file) : `${link(file)}: ${escape(test)}`))),
  ];
  const more = texts.length - maxProofs;
  return texts.slice(0, maxProofs).join("<br>") + (more > 0 ? `<br>and ${more} more` : "");
}

const link = (file: string) => `[${file}](../${file})`;
const escape = (text: string) => text.replaceAll("|", "\\|");

export const coveragePath = join(root, "docs/coverage.md");
