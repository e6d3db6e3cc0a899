import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setUpdate, updates } from "./update-state.ts";
import { watchWorkerUpdates } from "./worker-updates.ts";

const workbox = vi.hoisted(() => ({
  register: vi.fn<() => Promise<EventTarget>>(),
  /** Tells the page that a worker waits; set when the page listens. */
  wait: undefined as ((event: { sw: object }) => void) | undefined,
}));
vi.mock("workbox-window", () => ({
  Workbox: class {
    addEventListener(_: "waiting", listener: NonNullable<typeof workbox.wait>) {
      workbox.wait = listener;
    }
    register = workbox.register;
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  workbox.register.mockReset();
  workbox.register.mockImplementation(async () => new EventTarget());
  vi.stubGlobal("document", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Checks that find these, one after the other. Returns how often a worker was asked for. */
async function lookAt(registrations: (object | undefined)[]) {
  const isAlive = async (worker: object) => worker === inPlace.active;
  const register = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError("No network")));
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register,
    getRegistration: async () => registrations.shift(),
  });
  // The reason for the assertion: of a container this needs no more.
  const watching = watchWorkerUpdates(container as unknown as ServiceWorkerContainer, isAlive);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1 + 6_000 + 12_000 + 24_000);
  await watching;
  expect(registrations).toEqual([]);
  return register.mock.calls.length;
}

const inPlace = { active: { state: "activated" } };

// 17.54
test("a first version that the browser gave up is asked for again until one is in place", async () => {
  expect(await lookAt([{ installing: {} }, undefined, undefined, inPlace])).toBe(2);
});

/** A page whose worker's script answers so at first. Tells how often it was asked for within a minute. */
async function startWith(error: Error) {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  workbox.register.mockRejectedValueOnce(error);
  const container = Object.assign(new EventTarget(), { controller: {}, getRegistration: async () => inPlace });
  // The reason for the assertion: of a container this needs no more.
  const watching = watchWorkerUpdates(container as unknown as ServiceWorkerContainer, async () => true);
  await vi.advanceTimersByTimeAsync(60_000);
  await watching;
  return workbox.register.mock.calls.length;
}

test("a script that did not load is asked for again (specification 17.54)", async () => {
  expect(await startWith(new TypeError("Failed to fetch"))).toBe(2);
});

test("a worker that the browser forbids is not asked for again", async () => {
  expect(await startWith(new DOMException("Not allowed", "SecurityError"))).toBe(1);
});

// 17.54
test("a first version that never ends its activation makes room for another", async () => {
  const unregister = vi.fn<() => Promise<boolean>>(async () => true);
  const hanging = { active: { state: "activating" }, unregister };
  expect(await lookAt([hanging, hanging, { installing: {} }, inPlace])).toBe(1);
  expect(unregister).toHaveBeenCalledTimes(1);
});

// 17.54
test("a worker that never answers makes room for another", async () => {
  const unregister = vi.fn<() => Promise<boolean>>(async () => true);
  const broken = { active: { state: "activated" }, unregister };
  expect(await lookAt([broken, { installing: {} }, inPlace])).toBe(1);
  expect(unregister).toHaveBeenCalledTimes(1);
});

test("a worker that the operator has taken out of action stays away (specification 17.59)", async () => {
  const register = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError("No network")));
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register,
    getRegistration: async () => undefined,
  });
  // The reason for the assertion: of a container this needs no more.
  const watching = watchWorkerUpdates(container as unknown as ServiceWorkerContainer, async () => false);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(register).toHaveBeenCalledTimes(1);
  container.dispatchEvent(new MessageEvent("message", { data: { type: "retired" } }));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await watching;
  expect(register).toHaveBeenCalledTimes(1);
});

test.each([
  ["a page that loads while the first version installs is offered nothing", null, false],
  ["a page of a former version is offered the next one", {}, true],
])("%s", async (_, controller, offered) => {
  setUpdate({ waiting: false });
  const container = Object.assign(new EventTarget(), { controller, getRegistration: async () => inPlace });
  // The reason for the assertion: of a container this needs no more.
  const watching = watchWorkerUpdates(container as unknown as ServiceWorkerContainer, async () => true);
  workbox.wait?.({ sw: {} });
  expect(updates.get().waiting).toBe(offered);
  await vi.advanceTimersByTimeAsync(60_000);
  await watching;
});

// 17.40
test("a page that was reloaded past its worker (Shift+Reload) is offered the versions that come after", async () => {
  setUpdate({ waiting: false });
  const registration = Object.assign(new EventTarget(), {
    ...inPlace,
    installing: null as EventTarget | null,
    waiting: {},
  });
  workbox.register.mockResolvedValue(registration);
  // Such a page has no controller for as long as it lives, though its worker is in place.
  const container = Object.assign(new EventTarget(), { controller: null, getRegistration: async () => registration });
  // The reason for the assertion: of a container this needs no more.
  const watching = watchWorkerUpdates(container as unknown as ServiceWorkerContainer, async () => true);
  await vi.advanceTimersByTimeAsync(60_000);
  await watching;
  const installing = Object.assign(new EventTarget(), { state: "installed" });
  registration.installing = installing;
  registration.dispatchEvent(new Event("updatefound"));
  installing.dispatchEvent(new Event("statechange"));
  workbox.wait?.({ sw: registration.waiting });
  expect(updates.get().waiting).toBe(true);
  // It takes over, and claims such pages, too.
  container.dispatchEvent(new Event("controllerchange"));
  expect(updates.get()).toMatchObject({ waiting: false, replaced: true });
  setUpdate({ replaced: false });
});
