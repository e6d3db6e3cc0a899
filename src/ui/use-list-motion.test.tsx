// @vitest-environment happy-dom
import { fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { List } from "./List.tsx";

const destroy = vi.fn<() => void>();
const autoAnimate = vi.fn<(list: HTMLElement) => { destroy: () => void }>(() => ({ destroy }));
vi.mock("@formkit/auto-animate", () => ({ default: (list: HTMLElement) => autoAnimate(list) }));

beforeEach(() => {
  HTMLElement.prototype.animate ??= vi.fn<HTMLElement["animate"]>();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

const renderList = (moving: boolean) =>
  render(
    <List label="Songs" {...{ moving }}>
      <li>One</li>
    </List>,
  );

/** The script has come, if it was asked for. */
const scriptCame = () => vi.dynamicImportSettled();

test("a short list slides its rows from the first press until it leaves (specification 20.24)", async () => {
  const { unmount, getByRole } = renderList(true);
  await scriptCame();
  expect(autoAnimate).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  fireEvent.keyDown(document.body);
  await scriptCame();
  expect(autoAnimate).toHaveBeenCalledExactlyOnceWith(getByRole("list"));
  unmount();
  expect(destroy).toHaveBeenCalledOnce();
  // What the library began late is ended too.
  vi.runAllTimers();
  expect(destroy).toHaveBeenCalledTimes(2);
});

test("a list that nobody touches for ten seconds is not measured any more, and slides again with the next press", async () => {
  renderList(true);
  fireEvent.keyDown(document.body);
  await scriptCame();
  vi.advanceTimersByTime(9_000);
  fireEvent.pointerDown(document.body);
  vi.advanceTimersByTime(9_000);
  expect(destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(destroy).toHaveBeenCalledOnce();
  fireEvent.pointerDown(document.body);
  await scriptCame();
  expect(autoAnimate).toHaveBeenCalledTimes(2);
});

test("a script that comes after the list has left begins nothing", async () => {
  const { unmount } = renderList(true);
  fireEvent.pointerDown(document.body);
  unmount();
  await scriptCame();
  expect(autoAnimate).not.toHaveBeenCalled();
});

test("a list that is not to move loads nothing", async () => {
  renderList(false);
  fireEvent.pointerDown(document.body);
  await scriptCame();
  expect(autoAnimate).not.toHaveBeenCalled();
});
