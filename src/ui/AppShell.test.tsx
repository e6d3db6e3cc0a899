// @vitest-environment happy-dom
import { act, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AppShell } from "./AppShell.tsx";

afterEach(() => vi.unstubAllGlobals());

test("from the first key on, what focus must not scroll behind is as high as the notes", () => {
  const watched = new Map<Element, () => void>();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly tell: () => void;
      constructor(tell: () => void) {
        this.tell = tell;
      }
      observe(element: Element) {
        watched.set(element, this.tell);
      }
      disconnect() {
        watched.clear();
      }
    },
  );
  let height = 40;
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(() => height);
  const { container, unmount } = render(
    <AppShell skipLabel="Skip" notes={<p>You're offline</p>} player={<p>Player</p>}>
      <h1>Home</h1>
    </AppShell>,
  );
  const noted = () => (container.firstElementChild as HTMLElement).style.getPropertyValue("--notes");
  expect([noted(), watched.size]).toEqual(["", 0]);
  // The key that moves the focus knows them.
  fireEvent.keyDown(document.body, { key: "Tab" });
  expect(noted()).toBe("40px");
  const [shown] = watched.keys();
  expect(shown?.textContent).toBe("You're offline");
  height = 56;
  act(() => watched.forEach((tell) => tell()));
  expect(noted()).toBe("56px");
  unmount();
  expect(watched.size).toBe(0);
});
