/** Specification 17.41, 17.43. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBench, openMs, tracksOf } from "../../../tests/support/fake-sounds.ts";
import { emptyPlayerState, type PlayerState } from "../../audio/player-state.ts";
import { createStore } from "../../lib/store.ts";
import { reloadWhenQuiet } from "./reload-when-quiet.ts";

const reload = vi.fn<() => void>();

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal("location", { reload });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page without a player, or with one that rests, reloads at once", () => {
  const { engine } = createBench();
  reloadWhenQuiet(() => undefined);
  reloadWhenQuiet(() => engine);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a song is not interrupted, nor is the choice of another; a pause is the moment", async () => {
  const { engine, clock } = createBench();
  engine.play(tracksOf("ab"), 0);
  reloadWhenQuiet(() => engine);
  await clock.advance(openMs);
  engine.play(tracksOf("cd"), 1);
  engine.next();
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
  engine.pause();
  vi.runAllTimers();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a player that is quiet for a moment only does not count", () => {
  const player = createStore<PlayerState>({ ...emptyPlayerState, status: "playing" });
  reloadWhenQuiet(() => ({ state: player.get, subscribe: player.subscribe }));
  for (const status of ["idle", "paused", "loading"] as const) player.set({ ...player.get(), status });
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

test("a cancelled reload does not happen, not even one that is due", () => {
  const { engine } = createBench();
  engine.play(tracksOf("a"), 0);
  const cancel = reloadWhenQuiet(() => engine);
  engine.pause();
  cancel();
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

test("what is being typed is not lost: the end of it is the moment, unless a song plays by then", async () => {
  const { engine, clock } = createBench();
  let isTyping = true;
  // The player is loaded, and plays, only after the update was accepted.
  let loaded: typeof engine | undefined;
  reloadWhenQuiet(
    () => loaded,
    () => isTyping,
  );
  loaded = engine;
  engine.play(tracksOf("a"), 0);
  await clock.advance(openMs);
  isTyping = false;
  vi.advanceTimersByTime(5_000);
  expect(reload).not.toHaveBeenCalled();
  engine.pause();
  isTyping = true;
  vi.advanceTimersByTime(5_000);
  expect(reload).not.toHaveBeenCalled();
  isTyping = false;
  vi.advanceTimersByTime(1_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
