// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { placeProps } from "./row-position.ts";
import { useRovingFocus } from "./use-roving-focus.ts";

interface Props {
  ids: readonly string[];
  playing?: number;
  /** Rows farther from the tab stop are not rendered. */
  reach?: number;
}

/** Rows with two buttons each, between two other tab stops. */
function Rows({ ids, playing = -1, reach = Infinity }: Props) {
  const ref = useRef<HTMLUListElement>(null);
  const tabStop = useRovingFocus(ref, ids, playing);
  return (
    <>
      <button>Before</button>
      <ul ref={ref}>
        {ids.map((id, index) => {
          const tabIndex = index === tabStop ? 0 : -1;
          if (Math.abs(index - tabStop) > reach) return null;
          return (
            <li key={id} {...placeProps({ index, count: undefined, gap: 0 })}>
              <button tabIndex={tabIndex}>Play {id}</button>
              <button tabIndex={tabIndex}>Like {id}</button>
            </li>
          );
        })}
      </ul>
      <button>After</button>
    </>
  );
}

const abcd = ["A", "B", "C", "D"];
const focused = () => document.activeElement?.textContent ?? "nothing";

test("Tab enters one row and leaves the list, in both directions", async () => {
  const { user } = renderForUser(<Rows ids={abcd} />);
  const seen: string[] = [];
  for (let step = 0; step < 4; step += 1) {
    await user.tab();
    seen.push(focused());
  }
  await user.tab({ shift: true });
  seen.push(focused());
  expect(seen).toEqual(["Before", "Play A", "Like A", "After", "Like A"]);
});

test("arrows, Home and End move to the same button of another row", async () => {
  const { user } = renderForUser(<Rows ids={abcd} />);
  await user.click(screen.getByRole("button", { name: "Like A" }));
  const seen: string[] = [];
  for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowDown", "Home"]) {
    await user.keyboard(`{${key}}`);
    seen.push(focused());
  }
  expect(seen).toEqual(["Like A", "Like B", "Like C", "Like B", "Like D", "Like D", "Like A"]);
});

test("Tab returns to the row it left", async () => {
  const { user } = renderForUser(<Rows ids={abcd} />);
  await user.tab();
  await user.tab();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  await user.tab();
  await user.tab();
  expect(focused()).toBe("After");
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(focused()).toBe("Play C");
});

test("starts at the playing song", async () => {
  const { user } = renderForUser(<Rows ids={abcd} playing={2} />);
  await user.tab();
  await user.tab();
  expect(focused()).toBe("Play C");
});

test("ignores keys with a modifier", async () => {
  const { user } = renderForUser(<Rows ids={abcd} />);
  await user.click(screen.getByRole("button", { name: "Play A" }));
  await user.keyboard(
    "{Control>}{End}{/Control}{Alt>}{ArrowDown}{/Alt}{Shift>}{ArrowDown}{/Shift}{Meta>}{ArrowDown}{/Meta}",
  );
  expect(focused()).toBe("Play A");
});

test("keeps the focus in place when its row is removed, as by an unlike", async () => {
  const { user, rerender } = renderForUser(<Rows ids={abcd} />);
  await user.click(screen.getByRole("button", { name: "Like B" }));
  rerender(<Rows ids={["A", "C", "D"]} />);
  expect(focused()).toBe("Like C");
  await user.keyboard("{End}");
  rerender(<Rows ids={["A", "C"]} />);
  expect(focused()).toBe("Like C");
});

test("the tab stop follows its song when rows are inserted before it", async () => {
  const { user, rerender } = renderForUser(<Rows ids={abcd} />);
  await user.click(screen.getByRole("button", { name: "Play B" }));
  await user.click(screen.getByRole("button", { name: "Before" }));
  rerender(<Rows ids={["new", ...abcd]} />);
  await user.tab();
  expect(focused()).toBe("Play B");
});

test("focuses a virtualized row once it is rendered", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => String(index));
  const { user } = renderForUser(<Rows ids={ids} reach={1} />);
  await user.click(screen.getByRole("button", { name: "Like 0" }));
  expect(screen.queryByRole("button", { name: "Like 99" })).toBeNull();
  await user.keyboard("{End}");
  expect(focused()).toBe("Like 99");
  await user.keyboard("{Home}");
  expect(focused()).toBe("Like 0");
});

test("does not take the focus from elsewhere when a row is removed", async () => {
  const { user, rerender } = renderForUser(<Rows ids={abcd} />);
  await user.click(screen.getByRole("button", { name: "Play B" }));
  await user.click(screen.getByRole("button", { name: "After" }));
  rerender(<Rows ids={["A", "C", "D"]} />);
  expect(focused()).toBe("After");
});
