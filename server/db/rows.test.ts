import * as v from "valibot";
import { expect, test } from "vitest";
import type { Statements } from "./database.ts";
import { readRows, RowError } from "./rows.ts";

const Song = v.object({ title: v.string(), likes: v.number(), album: v.nullable(v.string()) });
const db = (row: Record<string, unknown>): Statements => ({ query: async () => [row] });
const read = (row: Record<string, unknown>) => readRows(db(row), Song, "select things");

test("rows come as they are described, without further columns", async () => {
  expect(await read({ title: "Tide", likes: 2, album: null, secret: "x" })).toEqual([
    { title: "Tide", likes: 2, album: null },
  ]);
});

test.each([
  ["missing", { title: "Tide", likes: 2 }],
  ["null", { title: null, likes: 2, album: null }],
  ["a text for a number", { title: "Tide", likes: "12345", album: null }],
  ["a bigint for a number", { title: "Tide", likes: 2n ** 60n, album: null }],
])("a column that is %s is an error that names it and tells no value", async (_, row) => {
  const error = await read(row).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RowError);
  expect(String(error)).toMatch(/(title|likes|album) .*select things/);
  expect(String(error)).not.toMatch(/Tide|12345|1152921504606846976/);
});
