/** What contract and server say in English has its words in every other language. */
import { expect, test } from "vitest";
import { problems } from "../../contract/problems.ts";
import * as genres from "../../contract/rules/genres.ts";
import { actionSentence, proofSentence, providerSentences } from "../identity/provider-messages.ts";
import * as validation from "../../contract/rules/validation.ts";
import { fileGoneSentence } from "../api/api-error.ts";
import { characterSentence } from "../../server/http/error-responses.ts";
import { uploadErrors } from "../../server/media/upload-error.ts";
import { heldBack } from "../sync/held-back.ts";
import { damaged } from "../sync/send-change.ts";
import { languages, loadCatalogue } from "./catalogues.ts";

/** The messages of schemas, wherever they stand in them. */
function messagesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === "message" && typeof value === "string" ? [value] : messagesIn(value, seen),
  );
}

const said = [
  ...messagesIn(Object.values(validation)),
  ...messagesIn(Object.values(genres)),
  ...Object.values(problems).map(([, title]) => title),
  ...Object.values(providerSentences),
  actionSentence("auth/user-not-found", ""),
  proofSentence("auth/wrong-password", ""),
  fileGoneSentence,
  damaged,
  heldBack.title,
  characterSentence,
  // Each takes a limit, a name or a cause, which are all texts in the end.
  ...Object.values(uploadErrors).map((make) => (make as (value: unknown) => Error)(25_000_000).message),
];

test("all kinds of sentences are looked at", () => {
  expect(said.length).toBeGreaterThan(100);
  expect(said).toEqual(expect.arrayContaining(["Title must be at most 80 characters", "Passwords must match"]));
});

// 20.23
test.each(languages.filter((language) => language !== "en"))("%s has them all, with their values", async (language) => {
  const { sentence, widgets } = await loadCatalogue(language);
  const numbers = (text: string) => text.match(/\d+/g)?.sort() ?? [];
  expect(said.filter((english) => sentence(english) === english)).toEqual([]);
  for (const english of said) {
    const own = sentence(english);
    expect([english, numbers(own)]).toEqual([english, numbers(english)]);
    expect(widgets.sentence(english)).toBe(own);
  }
});
