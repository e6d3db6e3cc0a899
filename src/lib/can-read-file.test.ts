import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { canReadFile } from "./can-read-file.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A file of four bytes of which each end is read so. */
const fileOf = (arrayBuffer: (part: number) => Promise<ArrayBuffer>) => {
  let part = 0;
  return Object.assign(new Blob(["four"]), {
    slice: () => ({ arrayBuffer: () => arrayBuffer(part++) }) as unknown as Blob,
  });
};

test.each([
  ["is there", async () => new ArrayBuffer(1), true],
  ["was moved, or changed", () => Promise.reject(new DOMException("", "NotReadableError")), false],
  [
    "has become shorter, which Firefox does not mind",
    async (part: number) => new ArrayBuffer(part % 2 === 0 ? 1 : 0),
    false,
  ],
])("a file that %s", async (_, arrayBuffer, canRead) => {
  const answer = canReadFile(fileOf(arrayBuffer));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toBe(canRead);
});

test("one that cannot be read is not called so before a second look: a page that is being left reads nothing", async () => {
  const settled = vi.fn<() => void>();
  const answer = canReadFile(
    fileOf(async (part) => {
      if (part < 2) throw new DOMException("", "NotReadableError");
      return new ArrayBuffer(1);
    }),
  );
  void answer.then(settled);
  await vi.advanceTimersByTimeAsync(999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe(true);
});

test("a file that does not come in time stops nothing", async () => {
  const answer = canReadFile(fileOf(() => new Promise(() => {})));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await answer).toBe(true);
});

test("an empty file can be read", async () => {
  expect(await canReadFile(new Blob([]))).toBe(true);
});
