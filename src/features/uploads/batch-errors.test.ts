/** What waits, and what the user has to decide (specification 17.29). */
import { expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { texts } from "../../texts/texts.ts";
import { passesLater, refusalOf, stopsBatch } from "./batch-errors.ts";

test.each([
  ["request-timeout", 408, true, false],
  ["too-many-requests", 429, true, true],
  ["too-many-requests", 420, true, true],
  ["internal", 500, true, false],
  ["unavailable", 503, true, true],
  ["unknown", 502, true, false],
  ["disk-full", 507, true, true],
  ["network", undefined, true, true],
  ["unauthenticated", 401, true, true],
  ["invalid-reply", 200, true, false],
  ["unsupported-media", 415, false, false],
  ["too-large", 413, false, false],
  ["invalid-request", 422, false, false],
  ["file-gone", undefined, false, false],
] as const)("%s (%s): later %s, ends the batch %s", (code, status, isLater, isEnd) => {
  const error = new ApiError(code, "", { status });
  expect([passesLater(error), stopsBatch(error)]).toEqual([isLater, isEnd]);
});

test("a fault of the page is for the user", () => {
  expect([passesLater(new Error("x")), stopsBatch(new Error("x"))]).toEqual([false, false]);
});

test("a refusal is stored in English, whatever is shown, and a fault of the page without a sentence", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(texts, "sentence").mockImplementation((english) => `übersetzt: ${english}`);
  const refused = new ApiError("too-large", "The file is too large", { status: 413 });
  expect(refusalOf(refused)).toEqual({ code: "too-large", title: "The file is too large" });
  expect(refusalOf(new Error("x"))).toEqual({ code: "unreadable", title: "" });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockClear();
});
