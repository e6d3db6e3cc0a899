// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createBench } from "../../../tests/support/fake-sounds.ts";
import { snapshotOf, songOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { emptyPlayerState, type PlayerState, type Track } from "../../audio/player-state.ts";
import { createStore } from "../../lib/store.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { playerOf } from "./player.ts";
import { PlayerBar } from "./PlayerBar.tsx";
import { trackOf } from "./song-registry.ts";

/** Resolves with the state that it follows, once its engine is loaded. */
async function showBar(online = true) {
  const state = createStore<PlayerState>(emptyPlayerState);
  const engine = { state: state.get, subscribe: state.subscribe, position: createStore(0), controlsVolume: () => true };
  const { app } = renderMember({
    routes: { "/": () => <PlayerBar /> },
    answers: { "GET /users/myFavoriteSongs/{id}": [] },
    services: { audio: async () => engine as never }, // what a bar reads of it
    online,
  });
  await screen.findAllByRole("status");
  await act(async () => {
    playerOf(app).prefetch();
    await playerOf(app).loaded;
  });
  return state;
}

test("offline, the bar says that a song which does not play is not on this device (specification 6.15)", async () => {
  const state = await showBar(false);
  const track = trackOf(songOf(1, { title: "Slow Tide", artist: "The Shore" }));
  const bar = () => screen.getByRole("region", { name: "Player" }).textContent;
  act(() => state.set({ ...emptyPlayerState, track, status: "paused" }));
  await vi.waitFor(() => expect(bar()).toContain("Not on this device"));
  act(() => state.set({ ...emptyPlayerState, track, status: "playing" }));
  await vi.waitFor(() => expect(bar()).toContain("The Shore"));
  expect(bar()).not.toContain("Not on this device");
});

test("the bar shows what plays, and nothing of it without a song or without its url (specification 3.2.6)", async () => {
  const state = await showBar();
  const [nowPlaying] = screen.getAllByRole("status");
  const bar = () => screen.queryByRole("region", { name: "Player" });
  const show = (track: Track | null) =>
    act(async () => {
      state.set({ ...emptyPlayerState, track, status: "paused" });
      await nextTask();
    });
  const track = trackOf(songOf(1, { title: "Slow Tide" }));
  expect(bar()).toBeNull();
  await show({ ...track, url: "" });
  expect(bar()).toBeNull();
  await show(track);
  expect(bar()?.textContent).toContain("Slow Tide");
  expect(nowPlaying?.textContent, "a song that waits is not announced as playing").toBe("");
  await act(async () => state.set({ ...emptyPlayerState, track, status: "playing" }));
  expect(nowPlaying?.textContent).toBe("Now playing: Slow Tide by Ben");
  await show(track);
  // 20.1
  const player = within(screen.getByRole("region", { name: "Player" }));
  for (const name of ["Play", "Previous", "Next", "Shuffle", "Repeat", "Queue"]) player.getByRole("button", { name });
  for (const name of ["Progress", "Volume"]) player.getByRole("slider", { name });
  await show(null);
  expect([bar(), nowPlaying?.textContent]).toEqual([null, ""]);
});

test("Q opens the queue beside the page, and nothing behind the full player (specification 20.9, 6.28)", async () => {
  const state = await showBar();
  act(() => state.set({ ...emptyPlayerState, track: trackOf(songOf(1)), status: "paused" }));
  const user = userEvent.setup();
  const queue = () => screen.queryByRole("region", { name: "Queue", hidden: true });
  await user.click(await screen.findByRole("button", { name: "Open full view" }));
  await screen.findByRole("dialog", { name: "Now playing" });
  await user.keyboard("q");
  expect(queue()).toBeNull();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("q");
  await vi.waitFor(() => expect(queue()).not.toBeNull());
});

test("the full player does not open by itself with the next song, once there was none", async () => {
  const state = await showBar();
  const show = (track: Track | null) =>
    act(async () => {
      state.set({ ...emptyPlayerState, track, status: "paused" });
      await nextTask();
    });
  const sheet = () => screen.queryByRole("dialog", { name: "Now playing" });
  await show(trackOf(songOf(1)));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Open full view" }));
  await vi.waitFor(() => expect(sheet()).not.toBeNull());
  await show(null);
  expect(sheet()).toBeNull();
  await show(trackOf(songOf(2)));
  await screen.findByRole("button", { name: "Open full view" });
  expect(sheet()).toBeNull();
});

// 20.4
test("a player that goes, as nothing of its queue plays, leaves the focus at the heading of the screen", async () => {
  const { engine, clock, behaviours } = createBench();
  const Screen = () => (
    <>
      <main>
        <h1>Home</h1>
      </main>
      <PlayerBar />
    </>
  );
  const { app } = renderMember({
    routes: { "/": Screen },
    services: { loadedAudio: () => engine, audio: async () => engine },
  });
  await screen.findByText("Home");
  const songs = [1, 2, 3].map((n) => snapshotOf(n));
  for (const { _id } of songs) behaviours.set(_id, { kind: "fails", fault: "decode" });
  await act(async () => {
    playerOf(app).play(songs, 0);
    await nextTask();
  });
  (await screen.findAllByRole("button", { name: "Next" }))[0]?.focus();
  await act(async () => {
    await clock.advance(60_000);
    await nextTask();
  });
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Next" })).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Home" })));
});
