/**
 * Unit tests run against a real IndexedDB implementation in memory, and a console error that none expects fails one.
 *
 * Files without a DOM share processes (vite.config.ts): each gets modules, databases, globals and timers of its own here.
 */
import "fake-indexeddb/auto";
import Dexie from "dexie";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

vi.resetModules();
Dexie.dependencies.indexedDB = globalThis.indexedDB = new IDBFactory();
const { completeTexts } = await import("../../src/texts/complete.ts");
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

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
