// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CardGrid } from "./CardGrid.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Tells of each element once when it begins to be observed, as browsers do. */
class Observer {
  readonly #tell: () => void;
  constructor(tell: () => void) {
    this.#tell = tell;
  }
  observe() {
    queueMicrotask(() => this.#tell());
  }
  unobserve() {}
  disconnect() {}
}

const shelf = (cards: number) => (
  <CardGrid label="Ready" strip>
    {Array.from({ length: cards }, (_, n) => (
      <li key={n}>{n}</li>
    ))}
  </CardGrid>
);

// 3.15.6
test("cards that come later bring the arrow that leads to them, and those that go take it away", async () => {
  vi.stubGlobal("ResizeObserver", Observer);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(function (this: HTMLElement) {
    return Math.max(600, this.children.length * 180);
  });
  const { container, rerender } = render(shelf(2));
  const isHidden = () => container.querySelectorAll("[aria-hidden] > button")[1]?.hasAttribute("data-hidden");
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));
  await settle();
  expect(isHidden()).toBe(true);
  rerender(shelf(24));
  await settle();
  expect(isHidden()).toBe(false);
  rerender(shelf(2));
  await settle();
  expect(isHidden()).toBe(true);
});
