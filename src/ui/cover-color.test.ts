import { expect, test } from "vitest";
import { placeholderColor, tintOf } from "./cover-color.ts";

test("a key has one of the eight placeholder colours, always the same", () => {
  const colors = new Set(Array.from({ length: 200 }, (_, i) => placeholderColor(`song-${i}`)));
  expect(colors.size).toBe(8);
  expect(placeholderColor("a")).toBe(placeholderColor("a"));
});

test("a surface takes the image's colour, that of the placeholder without an image, and none if it is unknown", () => {
  const seed = "song-1";
  expect(tintOf({ image: "/media/a", color: "#604a3b", seed })).toEqual({
    style: { "--tint": "#604a3b" },
    "data-tint": "",
  });
  expect(tintOf({ image: null, color: null, seed })).toMatchObject({ style: { "--tint": placeholderColor(seed) } });
  expect(tintOf({ image: "/media/a", color: null, seed })).toEqual({});
  expect(tintOf({ image: "/media/a", color: undefined, seed })).toEqual({});
});
