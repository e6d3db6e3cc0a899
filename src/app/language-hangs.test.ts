// @vitest-environment happy-dom
/** A language whose file never comes, on a network that drops packets (specification 21.3). */
import { afterEach, expect, test, vi } from "vitest";
import { chooseLanguage } from "./language.ts";

vi.mock("../texts/catalogues.ts", () => ({ languages: ["en", "de"], loadCatalogue: () => new Promise(() => {}) }));
afterEach(() => void vi.useRealTimers());

test("a choice of language whose words do not come ends in a failure that can be told", async () => {
  vi.useFakeTimers();
  let end = "waits";
  chooseLanguage("de").then(
    () => (end = "chosen"),
    () => (end = "failed"),
  );
  // As long as any other script may take.
  await vi.advanceTimersByTimeAsync(121_000);
  expect(end).toBe("failed");
});
