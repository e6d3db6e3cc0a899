import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonOf, toText, writeJson, Written } from "./json.ts";

test("writes as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))), (value) => {
      const json = writeJson(value);
      expect(toText(json)).toBe(JSON.stringify(value));
      expect(json.print).toBe(json.bytes);
    }),
  );
});

test("what is written stands where its value would", () => {
  const songs = [{ title: 'A "b"\u2028' }, null];
  const json = { ...jsonOf(JSON.stringify(songs)), print: "songs of version 7" };
  const written = new Written(json);
  const whole = { data: { before: 1, songs, after: [] }, next: null };
  const all = writeJson({
    data: { before: 1, songs: written, after: [] },
    next: null,
  });
  expect(toText(all)).toBe(JSON.stringify(whole));
  expect(all.print).toBe('{"data":{"before":1,"songs":songs of version 7,"after":[]},"next":null}');
  expect(writeJson(written)).toMatchObject(json);
});
