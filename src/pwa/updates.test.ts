import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchUpdates } from "./updates.ts";

vi.mock("workbox-window", () => ({
  Workbox: class {
    addEventListener() {}
    register = async () => new EventTarget();
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a first version that the browser gave up is asked for again until one is in place", async () => {
  const registrations: (object | undefined)[] = [
    { installing: {} },
    undefined,
    undefined,
    { active: {} },
  ];
  const register = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError("No network")));
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register,
    getRegistration: async () => registrations.shift(),
  });
  // The reason for the assertion: of a container this needs no more.
  const watching = watchUpdates(container as unknown as ServiceWorkerContainer);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000 + 20_000 + 40_000);
  await watching;
  expect(register).toHaveBeenCalledTimes(2);
  expect(registrations).toEqual([]);
});
