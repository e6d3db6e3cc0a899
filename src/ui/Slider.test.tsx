// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { dragTo, release } from "../../tests/support/native-controls.ts";
import { Slider } from "./Slider.tsx";

const percent = (value: number) => `${value} percent`;
const slider = () => screen.getByRole("slider", { name: "Volume" });
const spoken = () => slider().getAttribute("aria-valuetext");

/** Holds the committed value, as a parent would. */
function Volume({ onCommit }: { onCommit: (value: number) => void }) {
  const [value, setValue] = useState(50);
  const commit = (next: number) => {
    setValue(next);
    onCommit(next);
  };
  return <Slider label="Volume" value={value} min={10} max={90} step={20} valueText={percent} onCommit={commit} />;
}

test("keys move by one step or to an end, and each commits", async () => {
  const onCommit = vi.fn<(value: number) => void>();
  const { user } = renderForUser(<Volume onCommit={onCommit} />);
  await user.tab();
  expect(document.activeElement).toBe(slider());
  expect(spoken()).toBe("50 percent");
  await user.keyboard("{ArrowRight}{ArrowLeft}{ArrowLeft}{End}{ArrowUp}{Home}{ArrowDown}");
  expect(onCommit.mock.calls).toEqual([[70], [50], [30], [90], [10]]);
  expect(spoken()).toBe("10 percent");
});

test("a drag reports each value and commits once, on release", () => {
  const onValue = vi.fn<(value: number) => void>();
  const onCommit = vi.fn<(value: number) => void>();
  renderForUser(<Slider label="Volume" value={0} max={100} step={1} onValue={onValue} onCommit={onCommit} />);
  act(() => dragTo(slider(), 20));
  act(() => dragTo(slider(), 40));
  expect(onValue.mock.calls).toEqual([[20], [40]]);
  expect(onCommit).not.toHaveBeenCalled();
  act(() => release(slider()));
  expect(onCommit.mock.calls).toEqual([[40]]);
});

test("shows the dragged value until release, then the given value", () => {
  const at = (value: number) => <Slider label="Volume" value={value} max={100} step={1} valueText={percent} />;
  const { rerender } = renderForUser(at(5));
  act(() => dragTo(slider(), 60));
  rerender(at(6));
  expect(spoken()).toBe("60 percent");
  expect(slider()).toHaveProperty("value", "60");
  act(() => release(slider()));
  rerender(at(7));
  expect(spoken()).toBe("7 percent");
  expect(slider()).toHaveProperty("value", "7");
});

test("a drag that ends by losing the focus is dropped", async () => {
  const { user } = renderForUser(<Slider label="Volume" value={5} max={100} step={1} valueText={percent} />);
  await user.tab();
  act(() => dragTo(slider(), 60));
  await user.tab();
  expect(spoken()).toBe("5 percent");
});

test("calls the newest onCommit", () => {
  const before = vi.fn<(value: number) => void>();
  const now = vi.fn<(value: number) => void>();
  const { rerender } = renderForUser(<Slider label="Volume" value={0} max={100} step={1} onCommit={before} />);
  act(() => dragTo(slider(), 30));
  rerender(<Slider label="Volume" value={0} max={100} step={1} onCommit={now} />);
  act(() => release(slider()));
  expect(before).not.toHaveBeenCalled();
  expect(now.mock.calls).toEqual([[30]]);
});

test("a disabled slider is no tab stop", async () => {
  const { user } = renderForUser(
    <>
      <Slider label="Volume" value={0} max={100} step={1} disabled />
      <button>Next</button>
    </>,
  );
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Next" }));
});

test("a finger that came down on it and then scrolls leaves the value as it was", () => {
  const onValue = vi.fn<(value: number) => void>();
  const onCommit = vi.fn<(value: number) => void>();
  renderForUser(<Slider label="Volume" value={5} max={100} step={1} onValue={onValue} onCommit={onCommit} />);
  fireEvent.pointerDown(slider());
  act(() => dragTo(slider(), 60));
  fireEvent.pointerCancel(slider());
  expect(onValue.mock.calls).toEqual([[60], [5]]);
  expect(onCommit.mock.calls).toEqual([[5]]);
  expect(slider()).toHaveProperty("value", "5");
});
