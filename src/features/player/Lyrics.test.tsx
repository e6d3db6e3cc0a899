// @vitest-environment happy-dom
/** Specification 6.34. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import type { LyricLine } from "../../../contract/songs.ts";
import { emptyPlayerState, type PlayerState } from "../../audio/player-state.ts";
import { createStore } from "../../lib/store.ts";
import { lineAt } from "./current-line.ts";
import { Lyrics } from "./Lyrics.tsx";
import { playerOf } from "./player.ts";

const songId = "01900000-0000-7000-8000-000000000001";
const route = "GET /songs/{id}/lyrics";
const timed: LyricLine[] = [
  { at: 1, text: "First light" },
  { at: 60, text: "" },
  { at: 61, text: "Slow tide" },
  { at: 61.3, text: "Going home" },
];
const answer = (lines: LyricLine[]) => ({ [route]: { lines } });

async function show(answers: Record<string, unknown>) {
  const state = createStore<PlayerState>({ ...emptyPlayerState, status: "playing" });
  const position = createStore(0);
  const seek = vi.fn<(seconds: number) => void>();
  const resume = vi.fn<() => void>();
  const engine = { state: state.get, subscribe: state.subscribe, position, seek, resume };
  const member = renderMember({
    routes: { "/": () => <Lyrics songId={songId} /> },
    answers,
    services: { audio: async () => engine as never }, // all that the lyrics use of it
  });
  const player = playerOf(member.app);
  player.prefetch();
  await player.loaded;
  return { ...member, state, position, seek, resume };
}

test("the line of a position is the last that has begun", () => {
  expect([0, 1, 59.9, 60, 61.2, 400].map((seconds) => lineAt(timed, seconds))).toEqual([-1, 0, 0, 1, 2, 3]);
  expect(lineAt([{ at: null, text: "Plain" }], 10)).toBe(-1);
});

test("lines with times follow the song, also between two ticks, and a press on one plays from there", async () => {
  const { position, seek, resume, state, user } = await show(answer(timed));
  const line = (name: string) => screen.findByRole("button", { name });
  await line("First light");
  const current = () =>
    screen
      .getAllByRole("button")
      .filter((button) => button.hasAttribute("aria-current"))
      .map((button) => button.textContent);
  expect(current()).toEqual([]);
  position.set(1.02);
  await waitFor(() => expect(current()).toEqual(["First light"]));
  // No tick tells the position of the last line.
  position.set(61.02);
  await waitFor(() => expect(current()).toEqual(["Going home"]));
  await user.click(await line("Slow tide"));
  expect(seek).toHaveBeenCalledExactlyOnceWith(61);
  // A song that is paused stands still.
  state.set({ ...state.get(), status: "paused" });
  position.set(61.02);
  await waitFor(() => expect(current()).toEqual(["Slow tide"]));
  resume.mockClear();
  await user.click(await line("First light"));
  expect(seek).toHaveBeenLastCalledWith(1);
  expect(resume).toHaveBeenCalledOnce();
});

test("the line that is sung is in the middle as soon as the list has a size", async () => {
  const resized: (() => void)[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        resized.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  const { position } = await show(answer(timed));
  const list = await screen.findByRole("list", { name: "Lyrics" });
  position.set(61.02);
  await screen.findByRole("button", { current: true });
  const size = (element: Element | undefined, values: PropertyDescriptorMap) =>
    Object.defineProperties(element ?? {}, values);
  size(list, { clientHeight: { value: 200 } });
  for (const line of list.children) size(line, { offsetTop: { value: 500 }, clientHeight: { value: 40 } });
  const scrollTo = vi.spyOn(list, "scrollTo");
  resized.at(-1)?.();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 420, behavior: "instant" });
  vi.unstubAllGlobals();
});

test("plain lines are text", async () => {
  await show(answer([{ at: null, text: "Only words" }]));
  await screen.findByText("Only words");
  expect(screen.queryByRole("button")).toBeNull();
});

test("what does not come can be asked for again", async () => {
  const answers: Record<string, unknown> = {};
  const { user } = await show(answers);
  const retry = await screen.findByRole("button", { name: "Retry" });
  Object.assign(answers, answer(timed));
  await user.click(retry);
  expect(await screen.findByRole("button", { name: "First light" })).toBeDefined();
});
