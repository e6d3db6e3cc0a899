// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { createBench, openMs, tracksOf } from "../../../tests/support/fake-sounds.ts";
import type { PlayerState } from "../../audio/player-state.ts";
import { Transport } from "./Transport.tsx";

let bench: ReturnType<typeof createBench>;
beforeEach(() => void (bench = createBench()));

vi.mock("./use-player.ts", () => ({
  usePlayer: () => ({ engine: () => bench.engine, toggle: () => bench.engine.toggle() }),
  usePlayerState: (select: (state: PlayerState) => unknown) =>
    useSyncExternalStore(bench.engine.subscribe, () => select(bench.engine.state())),
  useIsOn: () => useSyncExternalStore(bench.engine.subscribe, () => bench.engine.state().status !== "paused"),
}));

// 6.5, 6.4
test("the buttons play the next song, the one before, and pause", async () => {
  const { user } = renderForUser(<Transport />);
  bench.engine.play(tracksOf("abc"), 2);
  const press = async (name: string) => {
    await user.click(screen.getByRole("button", { name }));
    await act(() => bench.clock.advance(openMs));
    return bench.sounding().join();
  };
  await act(() => bench.clock.advance(openMs));
  expect(await press("Next")).toBe("a");
  expect(await press("Previous")).toBe("c");
  expect(await press("Previous")).toBe("b");
  expect(await press("Pause")).toBe("");
  expect(await press("Play")).toBe("b");
});

// 6.24, 20.1
test("Repeat goes through its modes, keeps its name, and says which one is on", async () => {
  const { user } = renderForUser(<Transport />);
  const button = (description: string, pressed: boolean) =>
    screen.getByRole("button", { name: "Repeat", description, pressed });
  await user.click(button("Repeat: all songs", true));
  expect(bench.engine.state().repeat).toBe("one");
  screen.getByText("Repeat: this song");
  await user.click(button("Repeat: this song", true));
  expect(bench.engine.state().repeat).toBe("off");
  await user.click(button("Repeat: off", false));
  expect(bench.engine.state().repeat).toBe("all");
  button("Repeat: all songs", true);
});
