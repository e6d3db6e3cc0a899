import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sheet = readFileSync(new URL("Skeleton.module.css", import.meta.url), "utf8");

// 20.12, 21.7
test("a place whose element stays breathes in its parts, which go: Chromium counts its end as a movement", () => {
  const animated = [...sheet.matchAll(/([^{}]+)\{[^{}]*animation: breathe/g)].flatMap(([, selectors = ""]) =>
    selectors
      .replaceAll(/\/\*.*?\*\//gs, "")
      .split(",")
      .map((selector) => selector.trim()),
  );
  expect(animated).toContain(".place > *");
  expect(animated).not.toContain(".place");
});
