/** Folding for searches (specification 3.8.1). */
import { expect, test } from "vitest";
import { foldCase } from "./fold-case.ts";

test.each([
  ["ΜΟΥΣΙΚΗ", "ΜΟΥΣ"],
  ["Ένας δρόμος", "ΔΡΌΜΟΣ"],
  ["J\u030Cak", "\u01F0ak"],
  ["H\u0331aim", "\u1E96aim"],
  ["Ｔｉｄｅ   out", "tide OUT"],
  ["Große Freiheit", "GROSSE FREIHEIT"],
  ["GROSSE FREIHEIT", "große freiheit"],
  ["GROẞE FREIHEIT", "große"],
  ["Grosse", "groẞe"],
  ["İstanbul", "istanbul"],
  ["İzmir Marşı", "izmir"],
])("%s contains %s, whatever the case", (title, query) => {
  expect(foldCase(title)).toContain(foldCase(query));
});

test("what is folded stays as it is", () => {
  for (const text of ["J\u030Cak", "ΘΕΟΣ", " A  b ", "İzmir", "ﬁre", "Große", "GROẞE", "STRASSE"])
    expect(foldCase(foldCase(text))).toBe(foldCase(text));
});
