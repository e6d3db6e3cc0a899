// @vitest-environment happy-dom
/** What fingers do with the player (specification 6.31). */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useRef } from "react";
import { describe, expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { useSwipeClose } from "../../ui/use-swipe-close.ts";
import { useSwipeSongs } from "./use-swipe-songs.ts";

describe("on the small player", () => {
  const next = vi.fn<() => void>();
  const previous = vi.fn<() => void>();
  const open = vi.fn<() => void>();
  const tap = vi.fn<() => void>();
  function Mini() {
    return (
      <div {...useSwipeSongs({ next, previous, open })}>
        <button type="button" onClick={tap}>
          Open
        </button>
      </div>
    );
  }
  function swipe(
    ways: [x: number, y: number][],
    pointerType = "touch",
    last = "pointerUp" as "pointerUp" | "pointerCancel",
    presses = 1,
  ) {
    for (const mock of [next, previous, open, tap]) mock.mockClear();
    cleanup();
    renderForUser(<Mini />);
    const button = screen.getByRole("button");
    const at = ([x, y]: [number, number]) => ({ pointerId: 7, pointerType, clientX: 200 + x, clientY: 600 + y });
    fireEvent.pointerDown(button, at([0, 0]));
    for (const way of ways) fireEvent.pointerMove(button, at(way));
    fireEvent[last](button, at(ways.at(-1) ?? [0, 0]));
    // None of a pointer: a key's or a screen reader's.
    if (last === "pointerUp") fireEvent.click(button, { detail: presses });
    return [next, previous, open, tap].map((mock) => mock.mock.calls.length);
  }

  test("to the left comes the next song, to the right the previous one, and neither is a tap", () => {
    expect(
      swipe([
        [-30, 2],
        [-90, 5],
      ]),
    ).toEqual([1, 0, 0, 0]);
    expect(
      swipe([
        [30, 2],
        [90, 5],
      ]),
    ).toEqual([0, 1, 0, 0]);
  });

  test("a way up opens the full player, unless it is short or comes back", () => {
    expect(
      swipe([
        [3, -30],
        [5, -120],
      ]),
    ).toEqual([0, 0, 1, 0]);
    expect(
      swipe([
        [0, -90],
        [0, -10],
      ]),
    ).toEqual([0, 0, 0, 0]);
    expect(
      swipe([
        [0, -90],
        [120, -4],
      ]),
    ).toEqual([0, 0, 0, 0]);
  });

  test("a tap, a way back, a way down, a mouse and what the browser takes over change no song", () => {
    expect(swipe([[-3, 2]])).toEqual([0, 0, 0, 1]);
    expect(
      swipe([
        [-90, 2],
        [-10, 2],
      ]),
    ).toEqual([0, 0, 0, 0]);
    expect(
      swipe([
        [4, 30],
        [-120, 40],
      ]),
    ).toEqual([0, 0, 0, 0]);
    expect(swipe([[-90, 2]], "mouse")).toEqual([0, 0, 0, 1]);
    expect(swipe([[-90, 2]], "touch", "pointerCancel")).toEqual([0, 0, 0, 0]);
  });

  test("a press of a key or a screen reader after a swipe, which ended without one, is a tap", () => {
    expect(swipe([[-90, 2]], "touch", "pointerUp", 0)).toEqual([1, 0, 0, 1]);
  });
});

describe("on the full player", () => {
  const close = vi.fn<() => void>();
  function Sheet() {
    const area = useRef<HTMLDivElement>(null);
    useSwipeClose(area, true, close);
    return (
      <dialog open>
        <div data-testid="body">
          <div ref={area}>
            <p>Cover</p>
            <input type="range" aria-label="Progress" />
          </div>
        </div>
      </dialog>
    );
  }
  /** Returns whether the way closed the sheet, and whether the browser was kept from scrolling. */
  function pull(ways: [x: number, y: number][], { on = "Cover", scrolled = 0 } = {}) {
    close.mockClear();
    document.body.replaceChildren();
    renderForUser(<Sheet />, { container: document.body.appendChild(document.createElement("div")) });
    screen.getByTestId("body").scrollTop = scrolled;
    const target = on === "Cover" ? screen.getByText(on) : screen.getByRole("slider");
    const touch = ([x, y]: [number, number]) => ({ clientX: 100 + x, clientY: 100 + y }) as Touch; // what the hook reads
    const send = (type: string, touches: Touch[], changedTouches = touches) => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.assign(event, { touches, changedTouches });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    };
    send("touchstart", [touch([0, 0])]);
    const kept = ways.map((way) => send("touchmove", [touch(way)]));
    send("touchend", [], [touch(ways.at(-1) ?? [0, 0])]);
    return { closed: close.mock.calls.length, kept };
  }

  test("down closes it, and is kept from scrolling", () => {
    expect(
      pull([
        [2, 12],
        [4, 120],
      ]),
    ).toEqual({ closed: 1, kept: [true, true] });
  });

  test("a way back leaves it open", () => {
    expect(
      pull([
        [2, 60],
        [2, 4],
      ]),
    ).toEqual({ closed: 0, kept: [true, true] });
  });

  test("a scroll is never stolen: up, to a side, or where it is scrolled down", () => {
    expect(
      pull([
        [0, -30],
        [0, 120],
      ]),
    ).toEqual({ closed: 0, kept: [false, false] });
    expect(
      pull([
        [40, 10],
        [0, 120],
      ]),
    ).toEqual({ closed: 0, kept: [false, false] });
    expect(pull([[0, 120]], { scrolled: 40 })).toEqual({ closed: 0, kept: [false] });
  });

  test("the slider keeps its finger", () => {
    expect(pull([[0, 120]], { on: "slider" })).toEqual({ closed: 0, kept: [false] });
  });
});
