// @vitest-environment happy-dom
/** A playlist whose own answer is not here yet: what the list before it knows, with the changes since (specification 3.2.9). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { idOf, playlistOf, songOf } from "../../tests/support/items.ts";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { markAcked, markSent } from "../db/outbox-table.ts";
import { createPlaylist } from "../features/playlists/created-playlist.ts";
import { songChange } from "../features/playlists/playlist-song-change.ts";
import { MyPlaylists } from "./my-playlists.tsx";
import { Playlist } from "./playlist.tsx";

const lists = "GET /playlists/my-lists/{id}";
const id = idOf(1);
const shore = { title: "Shore", private: true, songCount: 5, owner: member.uid };
/** The list of own playlists, as ids and as bodies. */
let mine: ReturnType<typeof playlistOf>[];

beforeEach(() => {
  mine = [playlistOf(1, shore)];
});

const show = (at = "/my-playlists") =>
  renderMember({
    routes: { "/my-playlists": MyPlaylists, "/playlist/$id": Playlist, "/elsewhere": () => null },
    answers: {
      "GET /playlists/my-favorite-lists/{id}": [],
      [lists]: ({ query }: { query: { fields?: string } }) =>
        query.fields === "ids" ? mine.map(({ _id }) => _id) : mine,
      "GET /playlists/playlist/{id}": () => new Promise(() => {}),
    },
    at,
  });
type Shown = ReturnType<typeof show>;

const card = async (title: string) =>
  within(await screen.findByRole("list", { name: "Made by me" })).findByRole("link", { name: title });
const head = (name: string) => screen.findByRole("heading", { level: 1, name });
const counted = () => /\d+ songs?/.exec(document.body.textContent)?.[0];
const goOffline = ({ online }: Shown) => act(async () => online.set(false));

/** As the server confirms all that waits. */
async function confirmAll({ account }: Shown): Promise<void> {
  const rows = await account.db.outbox.toArray();
  for (const { seq, state } of rows) {
    if (state === "acked") continue;
    await act(async () => {
      await markSent(account.db, seq);
      await markAcked(account.db, seq);
    });
  }
  // The page reads what is stored a moment later.
  await waitFor(() => expect(account.outbox.get()?.rows.map(({ state }) => state)).toEqual(rows.map(() => "acked")));
}
async function changeSong(shown: Shown, song: number, added: boolean): Promise<void> {
  const { operation, snapshot } = songChange(playlistOf(1, shore), songOf(song), added);
  await act(() => shown.account.change(operation, snapshot));
}
const rename = ({ account }: Shown, playlistId: string, title: string) =>
  act(() => account.change({ kind: "edit-playlist", playlistId, playlist: { title } }, { playlistTitle: title }));

// 17.48
test("a song that waits counts once", async () => {
  const shown = show();
  await card("Shore");
  await goOffline(shown);
  await changeSong(shown, 7, true);
  await waitFor(() => expect(counted()).toBe("6 songs"));
  await shown.user.click(await card("Shore"));
  await head("Shore");
  await waitFor(() => expect(counted()).toBe("6 songs"));
  await changeSong(shown, 8, true);
  await waitFor(() => expect(counted()).toBe("7 songs"));
});

test.each([
  [true, "7 songs", "6 songs"],
  [false, "3 songs", "4 songs"],
])("a song's change (added: %s) that is taken back on the opened screen counts no more", async (first, count, then) => {
  const shown = show();
  await card("Shore");
  await goOffline(shown);
  // The first one is tried at once, the second one waits.
  for (const song of [8, 7]) await changeSong(shown, song, first);
  await waitFor(() => expect(counted()).toBe(count));
  await shown.user.click(await card("Shore"));
  await head("Shore");
  await waitFor(() => expect(counted()).toBe(count));
  await changeSong(shown, 7, !first);
  await waitFor(() => expect(counted()).toBe(then));
});

test("Back to a playlist that was opened before this device forgot its account: it shows what is done now", async () => {
  const shown = show("/elsewhere");
  await goOffline(shown);
  const handed = { playlist: playlistOf(1, shore), shownWith: { before: { version: 1 } }, by: member.uid };
  act(() => shown.history.push(`/playlist/${id}`, { handed } as never)); // as the browser keeps it
  await head("Shore");
  await rename(shown, id, "Coast");
  await head("Coast");
  await act(() => shown.account.change({ kind: "delete-playlist", playlistId: id }, {}));
  await waitFor(() => expect(screen.queryByRole("heading", { level: 1, name: "Coast" })).toBeNull());
});

test("songs that the list's answer counts already do not count again", async () => {
  const shown = show("/elsewhere");
  for (const song of [5, 6, 7]) await changeSong(shown, song, true);
  await confirmAll(shown);
  act(() => shown.history.push("/my-playlists"));
  await card("Shore");
  await goOffline(shown);
  shown.answers["GET /playlists/playlist/{id}"] = () => Promise.reject(new Error("offline"));
  act(() => shown.history.push(`/playlist/${id}`));
  await head("Shore");
  await screen.findByText(/Some songs are missing here/);
  expect(counted()).toBe("5 songs");
});

// 17.26
test("a name that another device gave since is not replaced by an older one of this device", async () => {
  const shown = show();
  await card("Shore");
  await goOffline(shown);
  await rename(shown, id, "Coast");
  await confirmAll(shown);
  mine = [playlistOf(1, { ...shore, title: "Harbour" })];
  await act(async () => shown.online.set(true));
  await act(() => shown.account.refetch([["playlists", member.uid]]));
  await shown.user.click(await card("Harbour"));
  expect(await head("Harbour")).toBeTruthy();
});

test("a new playlist that was renamed while it was open keeps its name when the server has made it", async () => {
  mine = [];
  const shown = show();
  const { account, app } = shown;
  await goOffline(shown);
  const make = (title: string) =>
    createPlaylist(
      account,
      { form: { title, description: "By the sea", private: true }, ownerName: "Ada Byron" },
      (key, none) => app.queryClient.setQueryData(key, none),
    );
  // The first of two is sent at once.
  await act(() => make("Earlier"));
  const made = await act(() => make("Shore"));
  await shown.user.click(await card("Shore"));
  await rename(shown, made, "Coast");
  await head("Coast");
  await confirmAll(shown);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Coast");
});

// 17.48
test("a card counts a song that was put in and taken out again, or the reverse, as it was", async () => {
  const shown = show();
  await card("Shore");
  await goOffline(shown);
  await changeSong(shown, 7, true);
  await changeSong(shown, 8, true);
  await changeSong(shown, 8, false);
  await waitFor(() => expect(counted()).toBe("6 songs"));
  await changeSong(shown, 9, false);
  await waitFor(() => expect(counted()).toBe("5 songs"));
  await changeSong(shown, 9, true);
  await waitFor(() => expect(counted()).toBe("6 songs"));
});
