/** Unit tests run against a real IndexedDB implementation in memory, and a console error that none expects fails one. */
import "fake-indexeddb/auto";
import { completeTexts } from "../../src/texts/complete.ts";
import { afterEach, beforeEach, expect, vi } from "vitest";

completeTexts();

beforeEach(() => {
  vi.spyOn(console, "error");
  // Dexie traces each database that is closed or full before it rejects, and Node's trace writes by console.error.
  vi.spyOn(console, "trace").mockReturnValue();
});

afterEach(() => {
  const { calls } = vi.mocked(console.error).mock;
  vi.restoreAllMocks();
  expect(calls, "unexpected console.error").toEqual([]);
});
