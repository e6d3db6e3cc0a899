import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayerState } from "../../audio/player-state.ts";
import { createStore } from "../../lib/store.ts";
import { afterFirstSound } from "./after-first-sound.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waitWith(status: PlayerState["status"]) {
  const store = createStore<Pick<PlayerState, "status">>({ status });
  const ended = vi.fn<() => void>();
  const waiting = afterFirstSound({ state: store.get, subscribe: store.subscribe });
  void waiting?.then(ended);
  return { store, ended, waiting };
}

test("background work does not wait for a player that is silent", async () => {
  expect(waitWith("paused").waiting).toBeUndefined();
});

test("it waits for a song that was pressed, until that sounds (specification 17.2)", async () => {
  const { store, ended } = waitWith("loading");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).not.toHaveBeenCalled();
  store.set({ status: "playing" });
  await Promise.resolve();
  expect(ended, "in the task of the sound").not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});

test("a song that never sounds holds it up for a while only", async () => {
  const { ended } = waitWith("loading");
  await vi.advanceTimersByTimeAsync(2_001);
  expect(ended).toHaveBeenCalledOnce();
});
