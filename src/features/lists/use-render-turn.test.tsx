// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Item } from "./ItemList.tsx";
import { useRenderTurn } from "./use-render-turn.ts";

let now = 0;
const frames: FrameRequestCallback[] = [];
function nextFrame(after: number): void {
  now += after;
  act(() => frames.splice(0).forEach((run) => run(now)));
}

beforeEach(() => void vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run)));
afterEach(() => {
  cleanup();
  nextFrame(1_000);
  vi.unstubAllGlobals();
});

const itemOf = (index: number, isByParts = false): Item => ({
  id: String(index),
  index,
  isByParts,
  tabIndex: index === 19 ? 0 : -1,
  attributes: { "data-item": String(index) },
  handle: null,
  moves: undefined,
});

type Props = { isKnown: boolean; isByParts?: boolean };
const Row = ({ n, isKnown, isByParts }: Props & { n: number }) => (
  <li>{useRenderTurn(isKnown, itemOf(n, isByParts)) ? `Song ${n}` : "…"}</li>
);
const Rows = (props: Props) => Array.from({ length: 20 }, (_, n) => <Row key={n} n={n} {...props} />);
const shown = () =>
  screen
    .getAllByRole("listitem")
    .flatMap(({ textContent }) => (textContent === "…" ? [] : Number(textContent?.replace("Song ", ""))));

test("what comes for many rows together is shown for a few in each frame, from above (specification 21.7)", () => {
  const { rerender } = render(<Rows isKnown={false} />);
  rerender(<Rows isKnown />);
  expect(shown(), "the row of the Tab key waits for nothing").toEqual([19]);
  nextFrame(1_000);
  expect(shown()).toEqual([0, 1, 2, 3, 19]);
  nextFrame(50);
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 19]);
});

test("where frames come quickly, more and more rows share one", () => {
  const { rerender } = render(<Rows isKnown={false} />);
  rerender(<Rows isKnown />);
  nextFrame(1_000);
  nextFrame(16);
  expect(shown()).toHaveLength(13);
  nextFrame(16);
  expect(shown()).toHaveLength(20);
});

test("of what is known when rows come the first ones are shown at once", () => {
  render(<Rows isKnown />);
  expect(shown()).toEqual([0, 1, 2, 3, 19]);
  nextFrame(1_000);
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 19]);
});

test("rows that a list mounts a few at a time show at once what is known of them", () => {
  render(<Rows isKnown isByParts />);
  expect(shown()).toHaveLength(20);
});
