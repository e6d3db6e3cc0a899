// @vitest-environment happy-dom
/** Drags by mouse: what they store, and what ends them. Layout and frames are the test's own. */
import { useSortable } from "@dnd-kit/sortable";
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { ItemList } from "./ItemList.tsx";
import type { Move } from "./use-reorder.ts";

vi.mock(import("@dnd-kit/sortable"), { spy: true });

// The script of the drag is loaded by the first list.
configure({ asyncUtilTimeout: 10_000 });

const rowHeight = 56;
const abcd = ["A", "B", "C", "D"];

function Rows({ ids = abcd, onMove }: { ids?: readonly string[]; onMove: (move: Move) => Promise<void> }) {
  return (
    <ItemList label="Songs" ids={ids} reorder={{ nameOf: (id) => id, onMove }}>
      {({ attributes, handle }) => <li {...attributes}>{handle}</li>}
    </ItemList>
  );
}

/** Rows below one another from the top of the page, and a page that is longer than the screen. */
afterEach(() => void vi.unstubAllGlobals());
let listTop = 0;
beforeEach(() => {
  listTop = 0;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const items = [...document.querySelectorAll("[data-item]")];
    const at = items.indexOf(this.closest("[data-item]") ?? this);
    return at < 0
      ? new DOMRect(0, listTop, 400, items.length * rowHeight)
      : new DOMRect(0, listTop + at * rowHeight, 400, rowHeight);
  });
});

const middleOf = (row: number) => (row + 0.5) * rowHeight;
const lifted = () => document.querySelector("[data-lifted=pointer]")?.getAttribute("data-item");
const moveTo = (y: number) => fireEvent.mouseMove(document, { clientX: 10, clientY: y });
const release = () => fireEvent.mouseUp(document);

/** Lifts a row; the script of the drag may still be on its way. */
async function lift(title: string, row: number, passFrame = () => {}): Promise<void> {
  await waitFor(async () => {
    fireEvent.mouseDown(screen.getByRole("button", { name: `Reorder ${title}` }), {
      clientX: 10,
      clientY: middleOf(row),
    });
    await act(() => nextTask());
    moveTo(middleOf(row) + 6);
    passFrame();
    try {
      await waitFor(() => expect(lifted()).toBe(title), { timeout: 100 });
    } catch (error) {
      release();
      throw error;
    }
  });
}

const show = (ids = abcd) => {
  const onMove = vi.fn<(move: Move) => Promise<void>>(async () => {});
  return { onMove, ...renderForUser(<Rows ids={ids} onMove={onMove} />) };
};
const manyRows = Array.from({ length: 20 }, (_, n) => String.fromCodePoint(65 + n));

// 7.2, 7.4
test("a row that is dropped over another one is stored in its place", async () => {
  const { onMove } = show();
  await lift("A", 0);
  moveTo(middleOf(2));
  release();
  await waitFor(() => expect(onMove.mock.calls).toEqual([[{ id: "A", place: 2, shown: abcd }]]));
  expect(lifted()).toBeUndefined();
});

test("a session that ends in the middle of a drag stores nothing", async () => {
  const { onMove, unmount } = show();
  await lift("A", 0);
  moveTo(middleOf(2));
  unmount();
  moveTo(middleOf(3));
  release();
  await act(async () => {});
  expect(onMove).not.toHaveBeenCalled();
});

// 7.19
test("a row that leaves the list while it is dragged takes its move with it, and the next one can be lifted", async () => {
  const { onMove, rerender } = show();
  await lift("A", 0);
  moveTo(middleOf(2));
  rerender(<Rows ids={["B", "C", "D"]} onMove={onMove} />);
  release();
  await act(async () => {});
  expect(onMove).not.toHaveBeenCalled();
  await lift("B", 0);
  moveTo(middleOf(1));
  release();
  await waitFor(() => expect(onMove.mock.calls).toEqual([[{ id: "B", place: 1, shown: ["B", "C", "D"] }]]));
});

/** Frames that pass when the test says so. */
function playFrames() {
  const frames = new Map<number, FrameRequestCallback>();
  let last = 0;
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => (frames.set((last += 1), run), last));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame));
  return () =>
    act(() => {
      const due = [...frames.values()];
      frames.clear();
      for (const run of due) run(performance.now() + 16);
    });
}

// 21.7
test("a press readies its own row alone, its neighbours follow, and the others once it is dragged", async () => {
  const ids = Array.from({ length: 12 }, (_, n) => `Row ${n}`);
  renderForUser(<Rows ids={ids} onMove={async () => {}} />);
  const handle = () => screen.getByRole("button", { name: "Reorder Row 5" });
  await lift("Row 5", 5);
  release();
  await waitFor(() => expect(lifted()).toBeUndefined());
  const ready = () => {
    const known = new Set(vi.mocked(useSortable).mock.calls.map(([{ id }]) => String(id)));
    vi.mocked(useSortable).mockClear();
    return ids.filter((id) => known.has(id)).length;
  };
  // The first drag still has frames to come, on a busy machine late.
  await waitFor(async () => {
    ready();
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
    expect(ready()).toBe(0);
  });
  const passFrame = playFrames();
  const press = () => fireEvent.mouseDown(handle(), { clientX: 10, clientY: middleOf(5) });
  press();
  expect(ready()).toBe(0);
  await act(() => nextTask());
  expect(ready()).toBe(1);
  passFrame();
  expect(ready()).toBe(5);
  passFrame();
  expect(ready()).toBe(0);
  moveTo(middleOf(5) + 6);
  expect(ready()).toBe(5);
  passFrame();
  expect(ready()).toBe(11);
  passFrame();
  expect(ready()).toBe(ids.length);
  release();
});

// 7.2
test("a press that ends before the drag is ready lifts nothing", async () => {
  const { onMove } = show();
  await lift("A", 0);
  release();
  await waitFor(() => expect(lifted()).toBeUndefined());
  fireEvent.mouseDown(screen.getByRole("button", { name: "Reorder A" }), { clientX: 10, clientY: middleOf(0) });
  release();
  await act(() => nextTask());
  moveTo(middleOf(2));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(lifted()).toBeUndefined();
  expect(onMove).not.toHaveBeenCalled();
});

// 7.2
test("after a drag that ends before it is drawn the next one can be lifted", async () => {
  const { onMove } = show();
  await lift("A", 0);
  release();
  await waitFor(() => expect(lifted()).toBeUndefined());
  fireEvent.mouseDown(screen.getByRole("button", { name: "Reorder A" }), { clientX: 10, clientY: middleOf(0) });
  await act(() => nextTask());
  act(() => {
    moveTo(middleOf(0) + 6);
    release();
  });
  await lift("A", 0);
  moveTo(middleOf(2));
  release();
  await waitFor(() => expect(onMove.mock.lastCall).toEqual([{ id: "A", place: 2, shown: abcd }]));
});

// 7.2
test("a drop that is quicker than the rows that join a drag is stored where it was released", async () => {
  const ids = Array.from({ length: 12 }, (_, n) => `Row ${n}`);
  const onMove = vi.fn<(move: Move) => Promise<void>>(async () => {});
  renderForUser(<Rows ids={ids} onMove={onMove} />);
  await lift("Row 0", 0);
  const passFrame = playFrames();
  moveTo(middleOf(11));
  release();
  await act(async () => {});
  expect(onMove).not.toHaveBeenCalled();
  await waitFor(() => {
    passFrame();
    expect(onMove.mock.calls).toEqual([[{ id: "Row 0", place: 11, shown: ids }]]);
  });
});

// 20.7, 21.7
test("a row that is dropped gets its focus back and slides to its place with the next frame, not in the drop", async () => {
  show();
  const slides = vi.spyOn(Element.prototype, "animate");
  const passFrame = playFrames();
  const handle = screen.getByRole("button", { name: "Reorder A" });
  handle.focus();
  await lift("A", 0, passFrame);
  moveTo(middleOf(2));
  release();
  // The other rows join.
  passFrame();
  passFrame();
  await waitFor(() => expect(lifted()).toBeUndefined());
  expect(document.activeElement).toBe(document.body);
  expect(slides).not.toHaveBeenCalled();
  passFrame();
  expect(document.activeElement).toBe(handle);
  expect(slides.mock.contexts).toEqual([handle.closest("li")]);
});

// 21.7
test("rows that do not move keep their style while another is dragged", async () => {
  show();
  await lift("A", 0);
  moveTo(middleOf(1));
  const styleOf = (title: string) =>
    screen
      .getByRole("button", { name: `Reorder ${title}` })
      .closest("li")
      ?.getAttribute("style") ?? "";
  await waitFor(() => expect(styleOf("B")).toContain("transform"));
  expect([styleOf("C"), styleOf("D")]).toEqual(["", ""]);
  release();
});

// 7.2
test("near an edge a drag scrolls the page that way, not where it began, and no longer once it has ended", async () => {
  const passFrame = playFrames();
  const page = document.scrollingElement ?? document.documentElement;
  const scrolled = vi.spyOn(page, "scrollBy").mockImplementation(() => {});
  const lastWay = () => {
    scrolled.mockClear();
    passFrame();
    return scrolled.mock.calls.map(([, y]) => Math.sign(Number(y)));
  };
  const { unmount } = show(manyRows);
  const bottom = window.innerHeight - 10;
  // A is at the upper edge, and moves away from it.
  await lift("A", 0, passFrame);
  scrolled.mockClear();
  expect(lastWay()).toEqual([]);
  moveTo(window.innerHeight / 2);
  expect(lastWay()).toEqual([]);
  moveTo(bottom);
  expect(lastWay()).toEqual([1]);
  expect(lastWay()).toEqual([1]);
  moveTo(10);
  expect(lastWay()).toEqual([-1]);
  release();
  await waitFor(() => expect(lifted()).toBeUndefined());
  expect(lastWay()).toEqual([]);
  await lift("B", 1, passFrame);
  moveTo(window.innerHeight / 2);
  moveTo(bottom);
  expect(lastWay()).toEqual([1]);
  unmount();
  expect(lastWay()).toEqual([]);
  moveTo(bottom - 5);
  expect(lastWay()).toEqual([]);
  release();
});

// 7.2
test("the beginning and the end of the list stop the scrolling of a drag, near enough for a drop", async () => {
  const passFrame = playFrames();
  const page = document.scrollingElement ?? document.documentElement;
  const scrolled = vi.spyOn(page, "scrollBy").mockImplementation(() => {});
  show(manyRows);
  await lift("C", 2, passFrame);
  moveTo(middleOf(2) - 20);
  moveTo(20);
  for (const [y, isScrolled] of [
    [-300, true],
    [90, true],
    [97, false],
  ] as const) {
    listTop = y;
    scrolled.mockClear();
    passFrame();
    expect([y, scrolled.mock.calls.length > 0]).toEqual([y, isScrolled]);
  }
  // Never farther than to there.
  listTop = 95;
  passFrame();
  passFrame();
  expect(Math.min(...scrolled.mock.calls.map(([, by]) => Number(by)))).toBe(-1);
  moveTo(window.innerHeight - 20);
  for (const [below, isScrolled] of [
    [-90, true],
    [-97, false],
  ] as const) {
    listTop = window.innerHeight + below - manyRows.length * rowHeight;
    scrolled.mockClear();
    passFrame();
    expect([below, scrolled.mock.calls.length > 0]).toEqual([below, isScrolled]);
  }
  release();
});
