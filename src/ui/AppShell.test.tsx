// @vitest-environment happy-dom
import { act, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AppShell } from "./AppShell.tsx";

afterEach(() => vi.unstubAllGlobals());

test("what focus must not scroll behind is as high as the notes", () => {
  const watched = new Map<Element, (height: number) => void>();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly tell: (entries: unknown[]) => void;
      constructor(tell: (entries: unknown[]) => void) {
        this.tell = tell;
      }
      observe(element: Element) {
        watched.set(element, (height) => this.tell([{ borderBoxSize: [{ blockSize: height }] }]));
      }
      disconnect() {
        watched.clear();
      }
    },
  );
  const { container, unmount } = render(
    <AppShell skipLabel="Skip" notes={<p>You're offline</p>} player={<p>Player</p>}>
      <h1>Home</h1>
    </AppShell>,
  );
  const [shown] = watched.keys();
  expect(shown?.textContent).toBe("You're offline");
  act(() => watched.forEach((tell) => tell(56)));
  expect((container.firstElementChild as HTMLElement).style.getPropertyValue("--notes")).toBe("56px");
  unmount();
  expect(watched.size).toBe(0);
});
