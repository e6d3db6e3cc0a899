// @vitest-environment happy-dom
// 6.32, 6.33
import { act, configure, screen, waitFor, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { createBench } from "../../../tests/support/fake-sounds.ts";
import type { PlayerState } from "../../audio/player-state.ts";
import { PlayerMenu, SleepMenu } from "./PlayerMenu.tsx";

// The menu is loaded when it is first opened.
configure({ asyncUtilTimeout: 10_000 });

let bench: ReturnType<typeof createBench>;
let isLoaded = true;
beforeEach(() => {
  bench = createBench();
  isLoaded = true;
});

vi.mock("./use-player.ts", () => ({
  usePlayer: () => ({ engine: () => (isLoaded ? bench.engine : undefined) }),
  usePlayerState: (select: (state: PlayerState) => unknown) =>
    useSyncExternalStore(bench.engine.subscribe, () => select(bench.engine.state())),
}));

async function openMenu() {
  const { user } = renderForUser(
    <section aria-label="Player">
      <PlayerMenu />
    </section>,
  );
  const open = async () => user.click(screen.getByRole("button", { name: /^Speed and sound/ }));
  await open();
  await screen.findByRole("menuitemradio", { name: "Normal" });
  return { user, open };
}

test("sets crossfade and loudness, and shows what is on", async () => {
  const { user, open } = await openMenu();
  expect(screen.getByRole("menuitemradio", { name: "No crossfade", checked: true })).toBeTruthy();
  await user.click(screen.getByRole("menuitemradio", { name: "6 seconds" }));
  await waitFor(() => expect(bench.engine.state().crossfade).toBe(6));
  await open();
  expect(await screen.findByRole("menuitemradio", { name: "6 seconds", checked: true })).toBeTruthy();
  await user.click(screen.getByRole("menuitemcheckbox", { name: "Same loudness for all songs", checked: true }));
  await waitFor(() => expect(bench.engine.state().evenLoudness).toBe(false));
  await open();
  await screen.findByRole("menuitemcheckbox", { name: "Same loudness for all songs", checked: false });
});

// 20.4
test("says with each value what it is the value of", async () => {
  await openMenu();
  const valuesOf = (name: string) =>
    within(screen.getByRole("group", { name }))
      .getAllByRole("menuitemradio")
      .map(({ textContent }) => textContent);
  expect(valuesOf("Speed")).toContain("Normal");
  expect(valuesOf("Crossfade")).toContain("No crossfade");
});

test("opens inside the player, as no part of the page stands outside of a landmark", async () => {
  await openMenu();
  expect(within(screen.getByRole("region", { name: "Player" })).getByRole("menu")).toBeTruthy();
});

test("offers neither where the device keeps the volume to itself", async () => {
  bench.output.controlsVolume = false;
  await openMenu();
  expect(screen.queryByText("Crossfade")).toBeNull();
  expect(screen.queryByRole("menuitemcheckbox")).toBeNull();
});

test("offers neither once the engine is loaded and says so", async () => {
  bench.output.controlsVolume = false;
  isLoaded = false;
  const { open } = await openMenu();
  expect(screen.getByRole("menuitemradio", { name: "No crossfade" })).toBeTruthy();
  await open();
  isLoaded = true;
  act(() => bench.engine.setVolume(0.9));
  await open();
  await screen.findByRole("menuitemradio", { name: "Normal" });
  expect(screen.queryByText("Crossfade")).toBeNull();
});

// 6.29
test("the sleep timer has a menu of its own, whose button says what is on", async () => {
  const { user } = renderForUser(
    <section aria-label="Player">
      <SleepMenu />
      <PlayerMenu />
    </section>,
  );
  await user.click(screen.getByRole("button", { name: "Sleep timer" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "End of this song" }));
  await screen.findByRole("button", { name: "Sleep timer, stops after this song" });
  expect(bench.engine.state().sleep).toBe("end");
  await user.click(screen.getByRole("button", { name: "Speed and sound" }));
  await screen.findByRole("menuitemradio", { name: "Normal" });
  expect(screen.queryByRole("menuitemradio", { name: "15 minutes" })).toBeNull();
});
