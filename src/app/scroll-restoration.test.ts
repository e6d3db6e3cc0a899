// @vitest-environment happy-dom
/** The window returns to where it stood (specification 3.2.14). */
import type { AnyRouter } from "@tanstack/react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "./language.ts";
import { restoreScroll } from "./scroll-restoration.ts";

type Subscribe = AnyRouter["subscribe"];
type Listener = Parameters<Subscribe>[1];

const screenHeight = 800;
let height: number;
let grow: (to: number) => void;
let router: ReturnType<typeof fakeRouter>;

/** Tells what the real one tells, in its order. */
function fakeRouter() {
  const listeners = new Map<string, Listener>();
  const tell = (type: string, key: string) =>
    // Of an event only the entry is read.
    listeners.get(type)?.({ type, toLocation: { href: key, state: { __TSR_key: key } } } as never);
  const subscribe: Subscribe = (type, listener) => {
    listeners.set(type, listener as Listener);
    return () => {};
  };
  return { subscribe, leave: () => tell("onBeforeLoad", "next"), show: (key: string) => tell("onRendered", key) };
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  const resized: (() => void)[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(listener: () => void) {
        resized.push(listener);
      }
      observe() {}
      disconnect() {
        resized.length = 0;
      }
    },
  );
  const clamp = (y: number) => Math.max(0, Math.min(y, height - screenHeight));
  vi.spyOn(window, "scrollTo").mockImplementation(((to: ScrollToOptions) => {
    window.scrollY = clamp(to.top ?? 0);
  }) as typeof window.scrollTo);
  grow = (to) => {
    height = to;
    window.scrollY = clamp(window.scrollY);
    const before = window.scrollY;
    for (const listener of resized.slice()) listener();
    // A scroll in an observer can be an error of the page.
    expect(window.scrollY).toBe(before);
    vi.advanceTimersToNextFrame();
  };
  grow(112_000);
  router = fakeRouter();
  restoreScroll(router);
  router.show("list");
  window.scrollY = 84_000;
});

/** As the router does it for an entry without a place. */
function showOther(key: string): void {
  router.show(key);
  window.scrollY = 0;
}

test("Back leads to where the list stood", () => {
  router.leave();
  grow(2_000);
  showOther("home");
  router.leave();
  grow(112_000);
  router.show("list");
  expect(window.scrollY).toBe(84_000);
});

// 20.21
test("another language leaves the window where it stood, though the page is shorter for some frames", async () => {
  await setLanguage("de");
  grow(900);
  router.leave();
  router.show("list");
  grow(112_000);
  expect(window.scrollY).toBe(84_000);
  await setLanguage("en");
});

test("a screen that is left before it has come does not count as the one before", () => {
  router.leave();
  // The pending screen.
  grow(2_004);
  expect(window.scrollY).toBe(1_204);
  router.leave();
  grow(112_000);
  router.show("list");
  expect(window.scrollY).toBe(84_000);
});

test("a list that gets its height later is scrolled then", () => {
  router.leave();
  grow(1_000);
  router.show("list");
  expect(window.scrollY).toBe(200);
  grow(112_000);
  expect(window.scrollY).toBe(84_000);
  // Once.
  window.scrollY = 10;
  grow(112_056);
  expect(window.scrollY).toBe(10);
});

test("whoever moves in between stays there", () => {
  router.leave();
  grow(1_000);
  router.show("list");
  window.dispatchEvent(new Event("wheel"));
  grow(112_000);
  expect(window.scrollY).toBe(200);
});

test("a list that stays short for long is left alone, and one that is left meanwhile keeps its place", () => {
  router.leave();
  grow(1_000);
  router.show("list");
  router.leave();
  showOther("home");
  router.leave();
  router.show("list");
  expect(window.scrollY).toBe(200);
  vi.advanceTimersByTime(60_000);
  grow(112_000);
  expect(window.scrollY).toBe(200);
  router.leave();
  router.show("list");
  expect(window.scrollY).toBe(200);
});

test("a reload keeps the places, whatever is stored there", () => {
  window.dispatchEvent(new Event("pagehide"));
  window.scrollY = 0;
  const reloaded = fakeRouter();
  restoreScroll(reloaded);
  reloaded.show("list");
  expect(window.scrollY).toBe(84_000);
  sessionStorage.setItem("offbeat.places", "[broken");
  expect(() => restoreScroll(fakeRouter())).not.toThrow();
});

test("a page that the system ends while it is hidden stands where it stood", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValueOnce("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  // It ends without another event; the tab loads anew with its history.
  window.scrollY = 0;
  router = fakeRouter();
  restoreScroll(router);
  router.show("list");
  expect(window.scrollY).toBe(84_000);
});

const shelfNamed = (name: string) => {
  const main = document.createElement("main");
  const shelf = document.createElement("ul");
  shelf.setAttribute("role", "list");
  shelf.setAttribute("aria-label", name);
  main.append(shelf);
  document.body.replaceChildren(main);
  return shelf;
};

test("a shelf that comes later than its screen stands where it stood, and the window is left alone meanwhile", () => {
  shelfNamed("Ready offline").scrollLeft = 320;
  router.leave();
  document.body.replaceChildren();
  showOther("home");
  router.leave();
  router.show("list");
  expect(window.scrollY).toBe(84_000);
  window.scrollY = 40_000;
  const shelf = shelfNamed("Ready offline");
  grow(112_100);
  expect([shelf.scrollLeft, window.scrollY]).toEqual([320, 40_000]);
  // Once.
  shelf.scrollLeft = 10;
  grow(112_200);
  expect(shelf.scrollLeft).toBe(10);
});

test("a reload leads to where the shelves stood, but not once the user has moved", () => {
  shelfNamed("New songs").scrollLeft = 320;
  window.dispatchEvent(new Event("pagehide"));
  for (const moves of [false, true]) {
    router = fakeRouter();
    restoreScroll(router);
    document.body.replaceChildren();
    router.show("list");
    if (moves) window.dispatchEvent(new Event("wheel"));
    const shelf = shelfNamed("New songs");
    grow(moves ? 112_300 : 112_400);
    expect(shelf.scrollLeft).toBe(moves ? 0 : 320);
  }
});
