// @vitest-environment happy-dom
import { render, within } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";

vi.mock("./PlayerBar.tsx", () => ({ PlayerBar: () => <p>Bar</p> }));

// 6.25
test.each([
  ["after its screen", false],
  ["with its screen once its script is loaded", true],
])("the bar comes %s", async (_, isLoaded) => {
  vi.resetModules();
  const { LazyPlayerBar, loadPlayerBar } = await import("./LazyPlayerBar.tsx");
  if (isLoaded) await loadPlayerBar();
  const { container } = render(
    <Suspense fallback="Screen">
      <LazyPlayerBar />
    </Suspense>,
  );
  expect(container.textContent).toBe(isLoaded ? "Bar" : "Screen");
  await within(container).findByText("Bar");
});
