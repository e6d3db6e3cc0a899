import { expect, test, vi, type Mock } from "vitest";
import { createMediaElements } from "./media-elements.ts";

test("two elements serve all tracks, and both are loaded when the first is taken", () => {
  const created: { load: Mock<() => void>; muted: boolean }[] = [];
  const elements = createMediaElements(() => {
    const element = {
      load: vi.fn<() => void>(),
      removeAttribute: vi.fn<() => void>(),
      muted: false,
    };
    created.push(element);
    return element as never;
  });
  const first = elements.take();
  expect(created).toHaveLength(2);
  expect(created.filter(({ load }) => load.mock.calls.length > 0)).toHaveLength(1);
  const second = elements.take();
  second.muted = true;
  elements.release(first);
  expect(elements.take()).toBe(first);
  elements.release(second);
  elements.release(first);
  for (let nth = 0; nth < 10; nth += 1) elements.release(elements.take());
  expect(created).toHaveLength(2);
  expect(second.muted).toBe(false);
  expect(second.removeAttribute).toHaveBeenCalledWith("src");
});

test("they ask in CORS mode (specification 17.11, 17.45)", () => {
  vi.stubGlobal(
    "Audio",
    class {
      load(): void {}
    },
  );
  const elements = createMediaElements();
  expect([elements.take(), elements.take()].map(({ crossOrigin }) => crossOrigin)).toEqual(["anonymous", "anonymous"]);
  vi.unstubAllGlobals();
});
