// @vitest-environment happy-dom
/** A song of the queue is edited, in this tab or another (specification 6.36). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { createBench, openMs } from "../../../tests/support/fake-sounds.ts";
import { songOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { readPlayer, writePlayer } from "../../db/player-rows.ts";
import { reportEdited, songKey } from "../songs/edited-songs.ts";
import { playerOf } from "./player.ts";
import { PlayerBar } from "./PlayerBar.tsx";

test("the bar, the queue and the title of the document call it by its new title", async () => {
  const { engine, clock } = createBench();
  // Signed in on this device.
  localStorage.setItem("user", JSON.stringify(member));
  onTestFinished(() => localStorage.clear());
  const songs = [songOf(1, { title: "Slow Tide" }), songOf(2, { title: "Foam" })];
  const edited = songs.map((song) => ({ ...song, title: `${song.title} II`, artist: "The New Shore" }));
  const { app, user, calls, account } = renderMember({
    routes: { "/": () => <PlayerBar /> },
    answers: { "GET /users/myFavoriteSongs/{id}": [], "GET /songs": edited },
    services: { audio: async () => engine, loadedAudio: () => engine },
  });
  await screen.findAllByRole("status");
  act(() => playerOf(app).play(songs, 0));
  await act(() => clock.advance(openMs));
  const bar = within(await screen.findByRole("region", { name: "Player" }));
  await user.click(bar.getByRole("button", { name: "Queue" }));
  await screen.findByRole("button", { name: "Play Foam" });
  const entries = engine.state().queue;
  await writePlayer(account.db, { queue: "q", songs: { isWhole: true, chunks: [{ chunk: 0, songs }], emptied: [] } });
  act(() => reportEdited(app, [["songs"], songKey("ada", songs[0]?._id ?? ""), songKey("ada", "another")]));
  await bar.findByText("Slow Tide II", { selector: "[title]" });
  expect(calls.filter((call) => call === "GET /songs")).toHaveLength(1);
  await screen.findByRole("button", { name: "Play Slow Tide II" });
  expect(bar.getAllByText("The New Shore").length).toBeGreaterThan(0);
  await waitFor(() => expect(document.title).toContain("Slow Tide II"));
  await bar.findByRole("button", { name: "Like Slow Tide II" });
  const stored = async () => JSON.stringify((await readPlayer(account.db, (all) => all))?.songs.get(0));
  await waitFor(async () => expect(await stored()).toContain("Slow Tide II"));
  // What plays goes on, in the same queue.
  expect(engine.state()).toMatchObject({ status: "playing", index: 0 });
  expect(engine.state().queue).toBe(entries);
});
