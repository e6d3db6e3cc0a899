// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { createBench, tracksOf } from "../../../tests/support/fake-sounds.ts";
import { dragTo, release } from "../../../tests/support/native-controls.ts";
import type { PlayerState } from "../../audio/player-state.ts";
import { SeekBar } from "./SeekBar.tsx";

let bench: ReturnType<typeof createBench>;
beforeEach(() => {
  bench = createBench();
  bench.engine.play(tracksOf("a"), 0);
});

vi.mock("./use-player.ts", () => ({
  usePlayer: () => ({ engine: () => bench.engine }),
  usePlayerState: (select: (state: PlayerState) => unknown) =>
    useSyncExternalStore(bench.engine.subscribe, () => select(bench.engine.state())),
  usePosition: () => useSyncExternalStore(bench.engine.position.subscribe, bench.engine.position.get),
}));

test("a drag is silent until its end, also where the sheet closes under it (specification 6.9)", () => {
  const ended = vi.spyOn(bench.engine, "endSeek");
  const { unmount } = renderForUser(<SeekBar />);
  const slider = screen.getByRole("slider");
  act(() => dragTo(slider, 20));
  expect(ended).not.toHaveBeenCalled();
  act(() => release(slider));
  expect(ended).toHaveBeenCalledOnce();
  act(() => dragTo(slider, 30));
  unmount();
  expect(ended).toHaveBeenCalledTimes(2);
});

// 6.31
test("a finger that came down on it and then scrolls leaves the song at its place", () => {
  renderForUser(<SeekBar />);
  const slider = screen.getByRole<HTMLInputElement>("slider");
  const ended = vi.spyOn(bench.engine, "endSeek");
  act(() => bench.engine.seek(12));
  fireEvent.pointerDown(slider);
  act(() => dragTo(slider, 50));
  expect(bench.engine.position.get()).toBe(50);
  fireEvent.pointerCancel(slider);
  expect(bench.engine.position.get()).toBe(12);
  expect(slider.value).toBe("12");
  expect(ended).toHaveBeenCalledOnce();
});
