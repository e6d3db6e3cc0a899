import fc from "fast-check";
import { expect, test } from "vitest";
import { writeJson, Written } from "./json.ts";

test("writes as JSON.stringify does", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))),
      (value) => {
        const text = JSON.stringify(value);
        expect(writeJson(value)).toEqual({ text, print: text });
      },
    ),
  );
});

test("what is written stands where its value would", () => {
  const songs = [{ title: 'A "b"\u2028' }, null];
  const json = { text: JSON.stringify(songs), print: "songs of version 7" };
  const written = new Written(json);
  const whole = { data: { before: 1, songs, after: [] }, next: null };
  const { text, print } = writeJson({
    data: { before: 1, songs: written, after: [] },
    next: null,
  });
  expect(text).toBe(JSON.stringify(whole));
  expect(print).toBe('{"data":{"before":1,"songs":songs of version 7,"after":[]},"next":null}');
  expect(writeJson(written)).toMatchObject(json);
});
