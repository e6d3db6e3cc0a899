/** Writes docs/coverage.md, and fails where it was not up to date or a test names a rule that does not exist. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  citationsIn,
  coveragePath,
  findCitations,
  findSourceCitations,
  missingProofs,
  readSpecification,
  writeCoverage,
} from "../support/rule-coverage.ts";

const specification = readSpecification();
const citations = findCitations();

const known = new Set(specification.rules.map(({ number }) => number));
const isSection = (number: string) => [...known].some((rule) => rule.startsWith(`${number}.`));
const isWrong = ({ rule }: { rule: string }) => !known.has(rule) && !isSection(rule);

test("tests name rules that exist", () => {
  expect(citations.filter(isWrong)).toEqual([]);
});

test("comments cite rules that exist", () => {
  const cited = findSourceCitations();
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(isWrong)).toEqual([]);
});

test("each rule has a number of its own", () => {
  const numbers = specification.rules.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test("the proofs of faults are tests that exist", () => {
  expect(missingProofs()).toEqual([]);
  const fault = { fault: "x", expected: "y" };
  const file = "tests/repository/rule-coverage.test.ts";
  const proofs = { [file]: ["each rule has a number of its own", "missing"], "no/such.test.ts": ["a"] };
  expect(missingProofs([{ ...fault, proofs }])).toEqual([`${file}: missing`, "no/such.test.ts: a"]);
});

test("docs/coverage.md says which test proves which rule", () => {
  const wanted = writeCoverage(specification, citations);
  const present = readFileSync(coveragePath, "utf8");
  // Somebody who runs this has only to commit it.
  if (present !== wanted && !process.env["CI"]) writeFileSync(coveragePath, wanted);
  expect(present === wanted, "docs/coverage.md was not up to date: commit it as it is now").toBe(true);
});

test("a test names its rules in its title, in a line above it or inside of it, and a file for all its tests", () => {
  const file = `/** About it (specification 2.1, 3.2.1-3.2.3). */
describe("x", () => {
  test("one (specification 4.9)", () => {
    // Because of 5.1 and specification 5.2.
    expect(1).toBe(1);
  });

  // 6.1, 6.2
  test.each([["a"]])(
    "two",
    () => {},
  );
  // A sentence with 7.1.

  test.each<[string, number]>([
    ["a (1)", 1],
    ["b", 2],
  ])("%s is three (specification 8.1)", () => {});

  // 8.2
  test.each(["a", "b"])("four", () => {});

  // 8.3
  test.skipIf(isAbsent)("five", () => {});
});`;
  expect(citationsIn("a.test.ts", file).map(({ rule, test: title }) => [rule, title])).toEqual([
    ["2.1", undefined],
    ["3.2.1", undefined],
    ["3.2.2", undefined],
    ["3.2.3", undefined],
    ["4.9", "one (specification 4.9)"],
    ["5.2", "one (specification 4.9)"],
    ["6.1", "two"],
    ["6.2", "two"],
    ["8.1", "%s is three (specification 8.1)"],
    ["8.2", "four"],
    ["8.3", "five"],
  ]);
});
