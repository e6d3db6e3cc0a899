// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { ItemList } from "./ItemList.tsx";
import { ShowMore } from "./ShowMore.tsx";
import { control } from "./use-roving-focus.ts";

function Songs() {
  const [count, setCount] = useState(100);
  const ids = Array.from({ length: count }, (_, index) => String(index));
  return (
    <section>
      <h2 tabIndex={-1}>Songs</h2>
      <ItemList label="Songs" ids={ids}>
        {({ id, attributes, tabIndex }) => (
          <li {...attributes}>
            <button tabIndex={tabIndex} {...control("play")}>
              Play {id}
            </button>
          </li>
        )}
      </ItemList>
      <ShowMore more={count < 200} shown={count} onPress={() => setCount(count + 50)} />
    </section>
  );
}

// 20.4, 3.15.3
test("the focus goes on at the first row that comes, also where the list is drawn in part from then on", async () => {
  const { user } = renderForUser(<Songs />);
  // Scrolled to its end.
  let rows = 100;
  const rect = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    () => ({ top: 600 - rows * 56, height: 56 }) as DOMRect, // what is read of it
  );
  for (rows of [100, 150]) {
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe(`Play ${rows}`));
  }
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  rect.mockRestore();
});
