import { afterEach, expect, test, vi } from "vitest";
import { hashFile } from "./hash-file.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a worker that never answers is given up, so that an upload goes on", async () => {
  vi.useFakeTimers();
  const terminate = vi.fn<() => void>();
  class Silent {
    addEventListener = () => {};
    postMessage = () => {};
    terminate = terminate;
  }
  vi.stubGlobal("Worker", Silent);
  const hash = hashFile(new File(["x"], "a.mp3"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await hash).toBeUndefined();
  expect(terminate).toHaveBeenCalledOnce();
});
