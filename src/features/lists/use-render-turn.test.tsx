// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useRenderTurn } from "./use-render-turn.ts";

const frames: FrameRequestCallback[] = [];
const nextFrame = () => act(() => frames.splice(0).forEach((run) => run(0)));

afterEach(() => {
  cleanup();
  nextFrame();
  vi.unstubAllGlobals();
});

function Row({ n, isKnown }: { n: number; isKnown: boolean }) {
  return <li>{useRenderTurn(isKnown, n === 19) ? `Song ${n}` : "…"}</li>;
}
const Rows = ({ isKnown }: { isKnown: boolean }) =>
  Array.from({ length: 20 }, (_, n) => <Row key={n} n={n} isKnown={isKnown} />);
const shown = () =>
  screen
    .getAllByRole("listitem")
    .flatMap(({ textContent }) => (textContent === "…" ? [] : Number(textContent?.replace("Song ", ""))));

test("what comes for many rows together is shown for a few in each frame, from above (specification 21.7)", () => {
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  const { rerender } = render(<Rows isKnown={false} />);
  rerender(<Rows isKnown />);
  expect(shown(), "the row of the Tab key waits for nothing").toEqual([19]);
  nextFrame();
  expect(shown()).toEqual([0, 1, 2, 3, 19]);
  for (let frame = 0; frame < 4; frame += 1) nextFrame();
  expect(shown()).toHaveLength(20);
});

test("what is known when a row comes is shown at once", () => {
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  render(<Rows isKnown />);
  expect(shown()).toHaveLength(20);
});
