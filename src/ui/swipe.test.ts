import { expect, test } from "vitest";
import { directionOf, isEnough } from "./swipe.ts";

test("a way has a direction once it is long enough, and a slanted one is a scroll", () => {
  expect(directionOf({ x: 5, y: 6, ms: 100 })).toBeUndefined();
  expect(directionOf({ x: -20, y: 6, ms: 100 })).toBe("left");
  expect(directionOf({ x: 20, y: -6, ms: 100 })).toBe("right");
  expect(directionOf({ x: 20, y: 18, ms: 100 })).toBe("down");
  expect(directionOf({ x: -20, y: -18, ms: 100 })).toBe("up");
});

test("a long way is enough however slow, a short one only if it is fast", () => {
  expect(isEnough(-80, 2_000)).toBe(true);
  expect(isEnough(40, 60)).toBe(true);
  expect(isEnough(40, 400)).toBe(false);
  expect(isEnough(20, 1)).toBe(false);
});
