// @vitest-environment happy-dom
import { act, configure, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { Menu } from "./Menu.tsx";

// The menu is loaded when it is first opened.
configure({ asyncUtilTimeout: 10_000 });

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
