import { expect, test } from "vitest";
import { type Operation, requestOf, targetOf, verdictOf } from "./outbox.ts";

const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
const like: Operation = { kind: "like", songId, liked: true };
const unlike: Operation = { kind: "like", songId, liked: false };

test("like and unlike of one song share a target and call different paths", () => {
  expect(targetOf(like)).toBe(targetOf(unlike));
  expect(requestOf(like).endpoint.path).toBe("/songs/like/{id}");
  expect(requestOf(unlike).endpoint.path).toBe("/songs/cancel-like/{id}");
});

test.each([
  [undefined, "retry"],
  [200, "acked"],
  [204, "acked"],
  [401, "sign-in"],
  [403, "attention"],
  [404, "gone"],
  [408, "retry"],
  [409, "attention"],
  [422, "attention"],
  [429, "retry"],
  [500, "retry"],
  [503, "retry"],
] as const)("the answer %s to a like means %s (specification 17.25)", (status, verdict) => {
  expect(verdictOf(like, status)).toBe(verdict);
});

test("an unlike of a song that is gone is done", () => {
  expect(verdictOf(unlike, 404)).toBe("acked");
});
