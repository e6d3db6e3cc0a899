// @vitest-environment happy-dom
/** A playlist that the server has not heard of, opened anew: all of it is in this device's changes (specification 5.15). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { idOf, songOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import type { Change } from "../../db/outbox-enqueue.ts";
import { MyPlaylists } from "../../routes/my-playlists.tsx";
import { Playlist } from "../../routes/playlist.tsx";
import { songChange } from "./playlist-song-change.ts";

const id = idOf(1);
const form = { title: "Shore", description: "By the sea", genre: null, private: true, playlistImage: null };
const snapshot = { _id: id, ...form, songCount: 0, owner: member.uid, ownerName: "Ada Byron" };
const creationOf = (playlistId: string, title: string): Change => ({
  operation: { kind: "create-playlist", playlistId, playlist: { ...form, title } },
  snapshot: { playlistTitle: title, playlist: { ...snapshot, _id: playlistId, title } },
});
const creation = creationOf(id, form.title);
const songs = [songOf(2, { title: "Tide" }), songOf(3, { title: "Foam" })];

const withSongs = [creation, ...songs.map((song) => songChange(snapshot, song, true))];

const show = (at: string) =>
  renderMember({
    routes: { "/my-playlists": MyPlaylists, "/playlist/$id": Playlist, "/elsewhere": () => null },
    answers: { "GET /playlists/my-lists/{id}": [], "GET /playlists/my-favorite-lists/{id}": [] },
    at,
    online: false,
  });

/** As a new page does, which reads the queue first. */
async function open(changes: readonly Change[]) {
  const shown = show("/elsewhere");
  await shown.account.changeAll(changes);
  await waitFor(() => expect(shown.account.outbox.get()?.rows).toHaveLength(changes.length));
  act(() => shown.history.push(`/playlist/${id}`));
  return shown;
}

test("while it is empty it says so, and takes songs", async () => {
  const { calls } = await open([creation]);
  await screen.findByRole("heading", { level: 1, name: "Shore" });
  await screen.findByText("No songs found");
  await screen.findByRole("button", { name: "Add Song" });
  expect(screen.queryByRole("button", { name: "Shuffle" })).toBeNull();
  // The server would say that it is gone.
  expect(calls).not.toContain("GET /playlists/playlist/{id}");
});

test("its songs can be moved", async () => {
  await open(withSongs);
  const handles = () =>
    screen.queryAllByRole("button", { name: /^Reorder / }).map((handle) => handle.getAttribute("aria-label"));
  await waitFor(() => expect(handles()).toEqual(["Reorder Tide", "Reorder Foam"]));
});

test("opened from a list, it has the title that it was given since (specification 17.19)", async () => {
  const { account, user } = show("/my-playlists");
  // It goes first: the other one stays as it is in the queue, and takes the new title in.
  await account.changeAll([creationOf(idOf(9), "Earlier"), ...withSongs]);
  const mine = await screen.findByRole("list", { name: "Made by me" });
  await user.click(await within(mine).findByRole("link", { name: "Shore" }));
  await screen.findByRole("heading", { level: 1, name: "Shore" });
  await act(() =>
    account.change(
      { kind: "edit-playlist", playlistId: id, playlist: { title: "Coast" } },
      { playlistTitle: "Coast", playlist: snapshot },
    ),
  );
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Coast"));
});
