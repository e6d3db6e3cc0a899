import { expect, test } from "vitest";
import { imageSources } from "./image-sources.ts";

test("our own images come in three widths", () => {
  expect(imageSources("/media/images/a.webp", "40px")).toEqual({
    src: "/media/images/a.webp?w=320",
    srcSet: "/media/images/a.webp?w=96 96w, /media/images/a.webp?w=320 320w, /media/images/a.webp?w=640 640w",
    sizes: "40px",
  });
  expect(imageSources("/a?s=1", "40px").src).toBe("/a?s=1&w=320");
});

test("others are taken as they are", () => {
  for (const src of ["blob:x", "https://host/a.jpg", "//host/a.jpg"])
    expect(imageSources(src, "40px")).toEqual({ src });
});
