// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, configure, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { Menu } from "./Menu.tsx";

// The menu is loaded when it is first opened.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  vi.unstubAllGlobals();
});

const focused = () => document.activeElement?.textContent;

/** Opens a menu with Enter; it stays on its way until `arrive` is called. */
async function openSlowly() {
  let arrive = () => {};
  const finished = new Promise<void>((resolve) => (arrive = resolve));
  Element.prototype.getAnimations = () => [{ finished } as unknown as Animation]; // what is read of one
  const items = ["Play next", "Add to queue", "Share"].map((label) => ({ label, onSelect: () => {} }));
  const { user } = renderForUser(
    <main>
      <Menu label="More" items={items} />
    </main>,
  );
  screen.getByRole("button", { name: "More" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  return {
    user,
    async arrive() {
      await act(async () => {
        arrive();
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
    },
  };
}

test("a menu opened with the keyboard begins at its first entry", async () => {
  const { arrive } = await openSlowly();
  await arrive();
  expect(focused()).toBe("Play next");
});

test("arrows that are pressed while it opens are not undone", async () => {
  const { user, arrive } = await openSlowly();
  await user.keyboard("{ArrowDown}");
  await user.keyboard("{ArrowDown}");
  const before = focused();
  expect(before).not.toBe("Play next");
  await arrive();
  expect(focused()).toBe(before);
});

// 20.13
test("a menu that is a sheet is pulled down to close it, one beside its button is not", async () => {
  for (const isSheet of [true, false]) {
    vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: isSheet }));
    const routeTree = createRootRoute({
      component: () => (
        <main>
          <Menu label="More" items={[{ label: "Share", onSelect: () => {} }]} sheet={<p>A song</p>} />
        </main>
      ),
    });
    const router = createRouter({ routeTree, history: createMemoryHistory() });
    const { user, unmount } = renderForUser(<RouterProvider router={router} />);
    await user.click(await screen.findByRole("button", { name: "More" }));
    await screen.findByRole("menu");
    const entry = screen.getByRole("menuitem", { name: "Share" });
    const touch = (type: string, y: number) => {
      const finger = { clientX: 100, clientY: y };
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.assign(event, { touches: type === "touchend" ? [] : [finger], changedTouches: [finger] });
      act(() => void entry.dispatchEvent(event));
    };
    touch("touchstart", 500);
    touch("touchmove", 512);
    touch("touchmove", 640);
    touch("touchend", 640);
    expect(screen.getByRole("button", { name: "More", hidden: true }).getAttribute("aria-expanded")).toBe(
      `${!isSheet}`,
    );
    unmount();
  }
});
