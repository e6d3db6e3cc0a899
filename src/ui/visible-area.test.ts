// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { followVisibleArea } from "./visible-area.ts";

afterEach(() => vi.unstubAllGlobals());

function phone() {
  const seen = Object.assign(new EventTarget(), { offsetTop: 0, height: window.innerHeight, scale: 1 });
  vi.stubGlobal("visualViewport", seen);
  const show = (change: Partial<typeof seen>) => {
    Object.assign(seen, change);
    seen.dispatchEvent(new Event("resize"));
  };
  const { style, dataset } = document.documentElement;
  const told = () => [
    style.getPropertyValue("--seen-top"),
    style.getPropertyValue("--seen-bottom"),
    "keyboard" in dataset,
  ];
  return { show, told };
}

// 9.1
test("tells what a keyboard covers, and how far the page was moved for it, until all have stopped following", () => {
  const { show, told } = phone();
  const { innerHeight } = window;
  const stops = [followVisibleArea(), followVisibleArea()];
  expect(told()).toEqual(["0px", "0px", false]);
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  const scrolled = vi.spyOn(field, "scrollIntoView");
  show({ height: innerHeight - 300 });
  expect(told()).toEqual(["0px", "300px", true]);
  show({ offsetTop: 90 });
  expect(told()).toEqual(["90px", "210px", true]);
  expect(scrolled).toHaveBeenCalledOnce();
  stops[0]?.();
  stops[0]?.();
  show({ offsetTop: 0 });
  expect(told()).toEqual(["0px", "300px", true]);
  stops[1]?.();
  expect(told()).toEqual(["", "", false]);
  show({ height: innerHeight - 200 });
  expect(told()).toEqual(["", "", false]);
});

test("neither a zoomed page nor the browser's own bars are a keyboard", () => {
  const { show, told } = phone();
  const stop = followVisibleArea();
  show({ height: window.innerHeight / 2, scale: 2, offsetTop: 40 });
  expect(told()).toEqual(["0px", "0px", false]);
  show({ height: window.innerHeight - 60, scale: 1, offsetTop: 0 });
  expect(told()).toEqual(["0px", "0px", false]);
  stop();
});
