import { afterEach, expect, test, vi } from "vitest";
import { type LeftPage, releaseWhenLeft } from "../db/page-lifecycle.ts";
import { interruptibleLock } from "./web-lock.ts";

const document = new EventTarget();
const reload = vi.fn<() => void>();
const page = Object.assign(new EventTarget(), { document, location: { reload } }) as unknown as LeftPage; // all that is used of it
releaseWhenLeft(page);
afterEach(() => vi.unstubAllGlobals());

const never = new AbortController().signal;
const until = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

const locks = { request: (_name: string, _options: LockOptions, work: () => Promise<void>) => work() };

test.each([
  ["with Web Locks", { locks }],
  ["without", {}],
])("work that may end ends when the page is suspended, %s, and the page goes on", async (_, navigator) => {
  vi.stubGlobal("navigator", navigator);
  let isOver = false;
  const held = interruptibleLock("held", (signal) => until(signal).finally(() => (isOver = true)), never);
  document.dispatchEvent(new Event("freeze"));
  await expect(held).rejects.toMatchObject({ name: "AbortError" });
  expect(isOver).toBe(true);
  document.dispatchEvent(new Event("resume"));
  expect(reload).not.toHaveBeenCalled();
});
