import fc from "fast-check";
import { expect, test } from "vitest";
import { writeJson, Written } from "./json.ts";

test("writes as JSON.stringify does", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))),
      (value) => {
        expect(writeJson(value)).toBe(JSON.stringify(value));
      },
    ),
  );
});

test("what is written stands where its value would", () => {
  const songs = [{ title: 'A "b"\u2028' }, null];
  const written = new Written(JSON.stringify(songs));
  const whole = { data: { before: 1, songs, after: [] }, next: null };
  expect(writeJson({ data: { before: 1, songs: written, after: [] }, next: null })).toBe(
    JSON.stringify(whole),
  );
  expect(writeJson(written)).toBe(JSON.stringify(songs));
});
