// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { partsOf } from "./song-parts.ts";
import { useNearParts } from "./use-near-parts.ts";

const ids = Array.from({ length: 500 }, (_, index) => `song-${index}`);

// 21.7
test("the parts that are near at once come with the first render, which is the only one", () => {
  const rendered: number[] = [];
  renderHook(() => {
    const { loaded } = useNearParts(partsOf(ids));
    rendered.push(loaded.length);
  });
  expect(rendered).toEqual([expect.any(Number)]);
  expect(rendered[0]).toBeGreaterThan(0);
});

test("parts that come near later are loaded, and those from before stay", () => {
  const { result, rerender } = renderHook(({ known }) => useNearParts(partsOf(known)), {
    initialProps: { known: ids.slice(0, 0) },
  });
  expect(result.current.loaded).toEqual([]);
  rerender({ known: ids });
  const [first] = result.current.loaded;
  expect(first).toEqual(partsOf(ids)[0]);
});
