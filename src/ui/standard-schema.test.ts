import { expect, test } from "vitest";
import * as v from "valibot";
import { checkForm } from "./standard-schema.ts";

const Schema = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty("Your name is required"), v.minLength(2, "Too short")),
    genre: v.picklist(["Jazz", "Ska"], "The song genre is required"),
    privacy: v.literal(true, "You must accept"),
    file: v.nullish(v.blob()),
  }),
  v.check(({ name }) => name !== "root", "Not that one"),
);

const good = { name: " Mara ", genre: "Jazz", privacy: true, file: null };

test("gives the parsed values", () => {
  expect(checkForm(Schema, good)).toEqual({ ok: true, value: { ...good, name: "Mara" } });
});

test("keeps the first message of each field", () => {
  expect(checkForm(Schema, { name: "", genre: "", privacy: false, file: null })).toEqual({
    ok: false,
    errors: {
      name: "Your name is required",
      genre: "The song genre is required",
      privacy: "You must accept",
    },
  });
});

test("a message without a field belongs to the whole form", () => {
  expect(checkForm(Schema, { ...good, name: "root" })).toEqual({
    ok: false,
    errors: { "": "Not that one" },
  });
});

test("a schema that answers late is a mistake of ours", () => {
  const Late = v.objectAsync({
    name: v.pipeAsync(
      v.string(),
      v.checkAsync(async () => true),
    ),
  });
  expect(() => checkForm(Late, { name: "x" })).toThrow(TypeError);
});
