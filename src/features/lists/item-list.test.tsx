// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { closeStartGate } from "../../lib/start-gate.ts";
import { ItemList } from "./ItemList.tsx";
import { moveId } from "./moves.ts";
import type { Move } from "./use-reorder.ts";
import { control } from "./use-roving-focus.ts";

interface Props {
  ids: readonly string[];
  layout?: "strip";
  start?: number;
  onMove?: (move: Move) => Promise<void>;
  /** Items without content yet. */
  loading?: readonly string[];
}

/** Items with two buttons each, and with the menu's moves as buttons, between two other tab stops. */
function Items({ ids, layout, start, onMove, loading = [] }: Props) {
  const nameOf = (id: string) => (loading.includes(id) ? undefined : id);
  return (
    <>
      <button>Before</button>
      <ItemList label="Songs" ids={ids} layout={layout} start={start} reorder={onMove && { nameOf, onMove }}>
        {({ id, isByParts, attributes, tabIndex, handle, moves }) => (
          <li {...attributes} data-by-parts={isByParts}>
            {handle}
            {!loading.includes(id) && (
              <>
                <button tabIndex={tabIndex} {...control("play")}>
                  Play {id}
                </button>
                <button tabIndex={tabIndex} {...control("like")}>
                  Like {id}
                </button>
                {Object.entries(moves ?? {}).map(([step, move]) => (
                  <button key={step} tabIndex={-1} onClick={move}>
                    {step} {id}
                  </button>
                ))}
              </>
            )}
          </li>
        )}
      </ItemList>
      <button>After</button>
    </>
  );
}

type User = ReturnType<typeof renderForUser>["user"];
const abcd = ["A", "B", "C", "D"];
const many = Array.from({ length: 1_000 }, (_, index) => String(index));
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
const button = (name: string) => screen.getByRole("button", { name });
const shown = () =>
  within(screen.getByRole("list", { name: "Songs" }))
    .getAllByRole("button", { name: /^Play / })
    .map((each) => each.textContent?.replace("Play ", ""));
const shownAs = (mark: string) => screen.getAllByRole("listitem").map((item) => item.getAttribute(mark));
const spoken = () => document.querySelector("[aria-live=assertive]")?.textContent;

test("Tab enters one item and leaves the list, in both directions", async () => {
  const { user } = renderForUser(<Items ids={abcd} />);
  const seen: unknown[] = [];
  for (let step = 0; step < 4; step += 1) {
    await user.tab();
    seen.push(focused());
  }
  await user.tab({ shift: true });
  seen.push(focused());
  expect(seen).toEqual(["Before", "Play A", "Like A", "After", "Like A"]);
});

test("arrows, Home and End move to the same control of another item", async () => {
  const { user } = renderForUser(<Items ids={abcd} />);
  await user.click(button("Like A"));
  const seen: unknown[] = [];
  for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowDown", "Home"]) {
    await user.keyboard(`{${key}}`);
    seen.push(focused());
  }
  expect(seen).toEqual(["Like A", "Like B", "Like C", "Like B", "Like D", "Like D", "Like A"]);
});

test("in a strip the arrows to the sides move, and the others scroll the page (specification 3.15.6)", async () => {
  const { user } = renderForUser(<Items ids={abcd} layout="strip" />);
  await user.click(button("Play A"));
  const seen: unknown[] = [];
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowRight", "End", "ArrowRight", "Home"]) {
    await user.keyboard(`{${key}}`);
    seen.push(focused());
  }
  expect(seen.map((name) => String(name).at(-1)).join("")).toBe("ABBBCDDA");
});

test("Tab returns to the item it left, and starts at the playing song", async () => {
  const { user } = renderForUser(<Items ids={abcd} start={2} />);
  await user.tab();
  await user.tab();
  expect(focused()).toBe("Play C");
  await user.keyboard("{ArrowUp}");
  await user.tab();
  await user.tab();
  expect(focused()).toBe("After");
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(focused()).toBe("Play B");
});

test("ignores keys with a modifier", async () => {
  const { user } = renderForUser(<Items ids={abcd} />);
  await user.click(button("Play A"));
  await user.keyboard(
    "{Control>}{End}{/Control}{Alt>}{ArrowDown}{/Alt}{Shift>}{ArrowDown}{/Shift}{Meta>}{ArrowDown}{/Meta}",
  );
  expect(focused()).toBe("Play A");
});

test("keeps the focus in place when its item is removed, as by an unlike", async () => {
  const { user, rerender } = renderForUser(<Items ids={abcd} />);
  await user.click(button("Like B"));
  rerender(<Items ids={["A", "C", "D"]} />);
  expect(focused()).toBe("Like C");
  await user.keyboard("{End}");
  rerender(<Items ids={["A", "C"]} />);
  expect(focused()).toBe("Like C");
});

// 20.4
test("a list that goes with its last item leaves the focus on the heading of its part", async () => {
  const part = (ids: readonly string[]) => (
    <main>
      <h1>Songs</h1>
      <section>
        <h2>Next</h2>
        {ids.length > 0 && <Items ids={ids} />}
      </section>
    </main>
  );
  const { user, rerender } = renderForUser(part(["A"]));
  await user.click(button("Like A"));
  rerender(part([]));
  expect(focused()).toBe("Next");
});

test("does not take the focus from elsewhere when an item is removed", async () => {
  const { user, rerender } = renderForUser(<Items ids={abcd} />);
  await user.click(button("Play B"));
  await user.click(button("After"));
  rerender(<Items ids={["A", "C", "D"]} />);
  expect(focused()).toBe("After");
});

test("gives no focus back that was given up before an item is removed", async () => {
  const { user, rerender } = renderForUser(<Items ids={abcd} />);
  await user.click(button("Play B"));
  await user.click(document.body);
  rerender(<Items ids={["A", "C", "D"]} />);
  expect(document.activeElement).toBe(document.body);
});

test("the tab stop follows its item when others are inserted before it", async () => {
  const { user, rerender } = renderForUser(<Items ids={abcd} />);
  await user.click(button("Play B"));
  await user.click(button("Before"));
  rerender(<Items ids={["new", ...abcd]} />);
  await user.tab();
  expect(focused()).toBe("Play B");
});

// 3.15.3
test("of a long list only the items near the screen are rendered, and every one can be reached", async () => {
  const { user } = renderForUser(<Items ids={many} />);
  await user.click(button("Like 0"));
  expect(screen.getAllByRole("listitem").length).toBeLessThan(60);
  await user.keyboard("{End}");
  expect(focused()).toBe("Like 999");
  expect(button("Like 999").closest("li")?.getAttribute("aria-posinset")).toBe("1000");
  await user.keyboard("{ArrowUp}");
  expect(focused()).toBe("Like 998");
  await user.keyboard("{Home}");
  expect(focused()).toBe("Like 0");
});

// 21.7
test("a jump in a long list renders a few items at a time", () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  let top = 0;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => new DOMRect(0, top, 400, 56));
  renderForUser(<Items ids={many} />);
  top = -28_000;
  const added: number[] = [];
  const count = () => {
    const before = new Set(document.querySelectorAll("li"));
    return (act: () => void) => {
      act();
      added.push([...document.querySelectorAll("li")].filter((item) => !before.has(item)).length);
    };
  };
  count()(() => act(() => void window.dispatchEvent(new Event("scroll"))));
  // On a busy device two frames pass before React renders.
  const passFrames = () => [1, 2].forEach(() => frames.splice(0).forEach((run) => run(0)));
  while (frames.length > 0) count()(() => act(passFrames));
  vi.unstubAllGlobals();
  expect(Math.max(...added)).toBeLessThanOrEqual(4);
  expect(shown()).toContain("500");
});

/** A start that draws while a song is on its way, and the frames it asks for. */
function beginStart(sounds: () => Promise<void> | undefined) {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  const open = closeStartGate(sounds);
  onTestFinished(() => {
    open();
    vi.unstubAllGlobals();
  });
  /** Lets all frames pass, and answers how many items there were after each. */
  const passFrames = async () => {
    const counts = [shown().length];
    while (frames.length > 0) {
      await act(async () => frames.splice(0).forEach((run) => run(0)));
      counts.push(shown().length);
    }
    return counts;
  };
  return { passFrames, open };
}

// 21.7
test("of a short list that a start draws the first items come before the others", async () => {
  const { passFrames } = beginStart(() => undefined);
  const { unmount } = renderForUser(<Items ids={many.slice(0, 10)} />);
  await act(async () => {});
  expect(await passFrames()).toEqual([4, 8, 10]);
  unmount();
  renderForUser(<Items ids={many.slice(0, 10)} layout="strip" />);
  expect(shown()).toHaveLength(10);
  expect(new Set(shownAs("data-by-parts"))).toEqual(new Set(["false"]));
});

// 21.7
test.each([10, 1_000])(
  "of %i items that a start draws no more come while a pressed song is on its way",
  async (count) => {
    let begin = () => {};
    const sounds = new Promise<void>((resolve) => (begin = resolve));
    const { passFrames } = beginStart(() => sounds);
    const resize: (() => void)[] = [];
    class Observer {
      observe = () => {};
      disconnect = () => {};
      constructor(heard: () => void) {
        resize.push(heard);
      }
    }
    vi.stubGlobal("ResizeObserver", Observer);
    renderForUser(<Items ids={many.slice(0, count)} />);
    await act(async () => {});
    await passFrames();
    // The list has grown with its rows.
    for (let turn = 0; turn < 3; turn += 1) await act(async () => resize.forEach((heard) => heard()));
    expect(Math.max(...(await passFrames()))).toBeLessThanOrEqual(8);
    expect(new Set(shownAs("data-by-parts"))).toEqual(new Set(["true"]));
    await act(async () => begin());
    expect((await passFrames()).at(-1)).toBeGreaterThanOrEqual(10);
  },
);

// 21.7
test.each(["half a second has passed", "the start is over"])("rows that wait for a sound come when %s", async (end) => {
  let sound: Promise<void> | undefined;
  const { passFrames, open } = beginStart(() => sound);
  renderForUser(<Items ids={many.slice(0, 40)} />);
  await act(async () => {});
  // Pressed when the next frame is asked for already.
  sound = new Promise(() => {});
  expect(await passFrames()).toEqual([4, 4]);
  if (end === "the start is over") open();
  else await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await act(async () => {});
  expect((await passFrames()).at(-1)).toBe(40);
});

describe("an item that was asked for while it is loading", () => {
  test("takes the focus from nobody who has gone on elsewhere", async () => {
    const { user, rerender } = renderForUser(<Items ids={abcd} loading={["D"]} />);
    await user.click(button("Play A"));
    await user.keyboard("{End}");
    await user.click(button("After"));
    rerender(<Items ids={abcd} />);
    expect(focused()).toBe("After");
  });

  test.each<[string, (user: User) => unknown]>([
    ["wheel", () => document.body.dispatchEvent(new Event("wheel", { bubbles: true }))],
    ["finger", () => document.body.dispatchEvent(new Event("touchmove", { bubbles: true }))],
    ["scroll bar", () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }))],
    ["key", (user) => user.keyboard("{PageUp}")],
  ])("pulls back nobody who scrolls on by %s", async (_name, scroll) => {
    const { user, rerender } = renderForUser(<Items ids={abcd} loading={["D"]} />);
    await user.click(button("Play A"));
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    onTestFinished(() => scrolled.mockRestore());
    await user.keyboard("{End}");
    rerender(<Items ids={abcd} loading={["D"]} />);
    expect(scrolled).toHaveBeenCalled();
    await scroll(user);
    scrolled.mockClear();
    rerender(<Items ids={abcd} loading={["D"]} />);
    rerender(<Items ids={abcd} />);
    expect(scrolled).not.toHaveBeenCalled();
    expect(focused()).toBe("Play A");
  });

  test("leaves the keys to where the focus is when it leaves the list", async () => {
    const { user, rerender } = renderForUser(<Items ids={abcd} loading={["D"]} />);
    await user.click(button("Play A"));
    await user.keyboard("{End}");
    rerender(<Items ids={["A", "B", "C"]} />);
    await user.keyboard("{ArrowDown}");
    expect(focused()).toBe("Play B");
  });

  test("gets the focus of one that was removed before it", async () => {
    const { user, rerender } = renderForUser(<Items ids={abcd} loading={["C"]} />);
    await user.click(button("Play B"));
    rerender(<Items ids={["A", "C", "D"]} loading={["C"]} />);
    rerender(<Items ids={["A", "C", "D"]} />);
    expect(focused()).toBe("Play C");
  });
});

test("an item that is loading gets the focus once it is there", async () => {
  const { user, rerender } = renderForUser(<Items ids={abcd} loading={["C"]} />);
  await user.click(button("Like B"));
  await user.keyboard("{ArrowDown}");
  expect(focused()).toBe("Like B");
  rerender(<Items ids={abcd} />);
  expect(focused()).toBe("Like C");
  // From an item that has not come the arrows lead on.
  rerender(<Items ids={abcd} loading={["B"]} />);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(focused()).toBe("Like A");
});

/** A list that stores its moves, as the outbox does: later. */
function Stored({ moves, initial = abcd }: { moves: Move[]; initial?: readonly string[] }) {
  const [ids, setIds] = useState(initial);
  const onMove = async (move: Move) => {
    moves.push(move);
    await Promise.resolve();
    setIds((before) => moveId(before, move.id, move.place));
  };
  return <Items ids={ids} onMove={onMove} />;
}

// 20.7
// A screen reader hears a change alone.
test("a move to the place of the last one is spoken, too (specification 20.7)", async () => {
  const { user, rerender } = renderForUser(<Items ids={abcd} onMove={async () => {}} />);
  await user.click(button("top C"));
  const [said] = document.querySelector("[aria-live=assertive]")?.children ?? [];
  expect(said?.textContent).toBe("Moved to 1 of 4");
  rerender(<Items ids={["C", "A", "B", "D"]} onMove={async () => {}} />);
  await user.click(button("top D"));
  expect([said?.isConnected, spoken()]).toEqual([false, "Moved to 1 of 4"]);
});

test("a lifted item moves with the arrows, which are spoken, and is stored when it is dropped", async () => {
  const moves: Move[] = [];
  const { user } = renderForUser(<Stored moves={moves} />);
  act(() => button("Reorder A").focus());
  await user.keyboard(" ");
  expect(spoken()).toBe(
    "A, 1 of 4, is lifted. Move it with the arrow keys, drop it with Space, put it back with Escape.",
  );
  await user.keyboard("{ArrowDown}");
  expect([shown(), spoken(), focused()]).toEqual([["B", "A", "C", "D"], "Moved to 2 of 4", "Reorder A"]);
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect([shown(), spoken(), focused()]).toEqual([["B", "C", "D", "A"], "Moved to 4 of 4", "Reorder A"]);
  await user.keyboard("{Home}{ArrowDown}");
  expect(moves).toEqual([]);
  await user.keyboard("{Enter}");
  expect(moves).toEqual([{ id: "A", place: 1, shown: abcd }]);
  expect(shown()).toEqual(["B", "A", "C", "D"]);
  // The arrows walk again.
  await user.keyboard("{ArrowDown}");
  expect([shown(), focused()]).toEqual([["B", "A", "C", "D"], "Reorder C"]);
});

// 20.7
test("Escape puts a lifted item back, Tab drops it, and both tell the page nothing", async () => {
  const moves: Move[] = [];
  const heard = vi.fn<(key: string) => void>();
  const { user } = renderForUser(<Stored moves={moves} />);
  const listen = (event: KeyboardEvent) => event.defaultPrevented || heard(event.key);
  document.addEventListener("keydown", listen);
  act(() => button("Reorder B").focus());
  await user.keyboard(" {ArrowUp}l{Escape}");
  document.removeEventListener("keydown", listen);
  expect([shown(), spoken(), moves]).toEqual([abcd, "B is back in its place", []]);
  expect(heard.mock.calls).toEqual([[" "]]);
  await user.keyboard(" {ArrowUp}");
  await user.tab();
  expect([shown(), moves.length]).toEqual([["B", "A", "C", "D"], 1]);
});

// 20.7, 7.4
test("the menu's moves lead to a neighbour or an end, and those that lead nowhere are left out", async () => {
  const moves: Move[] = [];
  const { user } = renderForUser(<Stored moves={moves} />);
  expect(screen.queryByRole("button", { name: /^(up|top) A$/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^(down|bottom) D$/ })).toBeNull();
  await user.click(button("bottom A"));
  expect([shown(), spoken()]).toEqual([["B", "C", "D", "A"], "Moved to 4 of 4"]);
  await user.click(button("up A"));
  await user.click(button("top D"));
  await user.click(button("down D"));
  expect(shown()).toEqual(["B", "D", "C", "A"]);
});

test("moves in quick succession build on each other before any is stored", async () => {
  const moves: Move[] = [];
  const { user } = renderForUser(<Items ids={abcd} onMove={async (move) => void moves.push(move)} />);
  await user.click(button("bottom A"));
  await user.click(button("bottom B"));
  expect(shown()).toEqual(["C", "D", "A", "B"]);
  expect(moves.map((move) => move.shown)).toEqual([abcd, ["B", "C", "D", "A"]]);
});

// 7.19
test("a move that cannot be stored is taken back", async () => {
  const failing = () => Promise.reject(new Error("The disk is full"));
  const { user } = renderForUser(<Items ids={abcd} onMove={failing} />);
  await user.click(button("bottom A"));
  await waitFor(() => expect(shown()).toEqual(abcd));
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});

// 7.19
test("a lifted item that leaves the list takes nothing with it", async () => {
  const onMove = vi.fn<(move: Move) => Promise<void>>(async () => {});
  const { user, rerender } = renderForUser(<Items ids={abcd} onMove={onMove} />);
  act(() => button("Reorder A").focus());
  await user.keyboard(" {ArrowDown}{ArrowDown}");
  rerender(<Items ids={["B", "C", "D"]} onMove={onMove} />);
  expect(shown()).toEqual(["B", "C", "D"]);
  expect(spoken()).toBe("It has left the list");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onMove).not.toHaveBeenCalled();
});

// 7.19
test("an item that joins while another is lifted stands in its place, and the drop knows of it", async () => {
  const moves: Move[] = [];
  const store = async (move: Move) => void moves.push(move);
  const { user, rerender } = renderForUser(<Items ids={abcd} onMove={store} />);
  act(() => button("Reorder A").focus());
  await user.keyboard(" {ArrowDown}");
  rerender(<Items ids={["new", ...abcd]} onMove={store} />);
  expect(shown()).toEqual(["new", "B", "A", "C", "D"]);
  await user.keyboard(" ");
  expect(moves).toEqual([{ id: "A", place: 2, shown: ["new", ...abcd] }]);
});

test("a session that ends while an item is lifted changes nothing", async () => {
  const onMove = vi.fn<(move: Move) => Promise<void>>(async () => {});
  const { user, unmount } = renderForUser(<Items ids={abcd} onMove={onMove} />);
  act(() => button("Reorder A").focus());
  await user.keyboard(" {ArrowDown}");
  unmount();
  expect(onMove).not.toHaveBeenCalled();
});

test("a lifted item goes far in a long list", async () => {
  const moves: Move[] = [];
  const { user } = renderForUser(<Stored moves={moves} initial={many} />);
  act(() => button("Reorder 3").focus());
  await user.keyboard(" {End}{PageUp}");
  expect(spoken()).toBe("Moved to 990 of 1,000");
  expect(focused()).toBe("Reorder 3");
  await user.keyboard(" ");
  expect(moves.map(({ id, place }) => [id, place])).toEqual([["3", 989]]);
});

// 3.15.6
test("a long shelf is one line without gaps, and its cards come as it is scrolled to their end", async () => {
  const ids = Array.from({ length: 150 }, (_, n) => `p${n}`);
  // As high as a card: in a long list of rows each would stand for a line that is not rendered.
  const spy = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 180, 240));
  onTestFinished(() => spy.mockRestore());
  const { user } = renderForUser(<Items ids={ids} layout="strip" />);
  const list = screen.getByRole("list", { name: "Songs" });
  const frames = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await frames();
  const shown = () => within(list).getAllByRole("listitem").length;
  expect(list.closest<HTMLElement>("[style*=padding]")?.style.paddingBlockEnd).toMatch(/^0(px)?$/);
  expect(shown()).toBe(100);
  for (let turn = 0; turn < 3; turn += 1) act(() => void list.dispatchEvent(new Event("scroll")));
  expect(shown()).toBe(150);
  expect(within(list).getAllByRole("listitem")[149]?.getAttribute("aria-posinset")).toBe("150");
  await user.click(screen.getByRole("button", { name: "Play p0" }));
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play p149" }));
});

// 3.15.6, 20.4
test("the End key of a long shelf brings all of its cards", async () => {
  const ids = Array.from({ length: 150 }, (_, n) => `p${n}`);
  const { user } = renderForUser(<Items ids={ids} layout="strip" />);
  await user.click(screen.getByRole("button", { name: "Play p0" }));
  await user.keyboard("{End}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play p149" })));
  expect(screen.getAllByRole("listitem")).toHaveLength(150);
});
