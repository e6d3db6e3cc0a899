// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
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
