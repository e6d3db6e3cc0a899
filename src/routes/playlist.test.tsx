// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Playlist as PlaylistData } from "../../contract/playlists.ts";
import type { User } from "../../contract/users.ts";
import type { Download } from "../../contract/worker-messages.ts";
import { idOf, songOf } from "../../tests/support/items.ts";
import { member, type MemberScreen, refuses, renderMember, storedAnswers } from "../../tests/support/member-screen.tsx";
import { ApiError, unreachable } from "../api/api-error.ts";
import { playerOf } from "../features/player/player.ts";
import { changeSettings } from "../sync/download-settings.ts";
import { focusHeading } from "../ui/focus-heading.ts";
import { Playlist } from "./playlist.tsx";
import { Playlists } from "./playlists.tsx";

const [shore, slow, tide] = [idOf(1), idOf(2), idOf(3)];

const ben: User = {
  _id: "ben",
  uid: "ben",
  firebase_id: "ben",
  userName: "Ben Bolt",
  firstName: "Ben",
  lastName: "Bolt",
  profileImage: null,
  artist: true,
  followers: 0,
  following: 0,
  followedBy: [],
};

const playlist = (fields: Partial<PlaylistData> = {}): PlaylistData => ({
  _id: shore,
  title: "Shore",
  description: "By the sea",
  genre: null,
  private: false,
  playlistImage: null,
  songs: [slow, tide],
  songCount: 2,
  owner: "ben",
  ownerName: "Ben Bolt",
  followers: 0,
  followed: false,
  createdAt: "2026-11-22T12:00:00.000Z",
  ...fields,
});

/** The detail and the list of ids are the same path; only the second asks for fields. */
const opened = (one: PlaylistData, owner = ben) => ({
  "GET /playlists/playlist/{id}": ({ query }: { query: { fields?: string } }) =>
    query.fields === "ids" ? one.songs : { ...one, songs: [], owner },
});

/** In the frame's place for screens. */
const Screen = () => (
  <main>
    <Playlist />
  </main>
);

const show = (id: string, answers: MemberScreen["answers"]) =>
  renderMember({
    routes: { "/playlists": Playlists, "/playlist/$id": Screen },
    at: `/playlist/${id}`,
    answers: { "GET /playlists/my-favorite-lists/{id}": [], "GET /songs": [], ...answers },
  });

test("a card opens its playlist, which shows before the server answers (specification 3.2.9, 3.9.1, 3.11.1, 3.11.2)", async () => {
  const { user, answers, history } = renderMember({
    routes: { "/playlists": Playlists, "/playlist/$id": Playlist },
    answers: { "GET /playlists/public/{id}": [playlist()] },
  });
  const card = within(await screen.findByRole("list", { name: "Playlists" })).getByRole("listitem");
  expect(card.textContent).toContain("Ben Bolt · 2 songs");
  answers["GET /playlists/playlist/{id}"] = () => new Promise(() => {});
  await user.click(within(card).getByRole("link", { name: "Shore" }));
  await screen.findByRole("heading", { level: 1, name: "Shore" });
  expect(history.location.pathname).toBe(`/playlist/${shore}`);
  expect(screen.getByRole("link", { name: "Ben Bolt" }).getAttribute("href")).toBe("/playlist-user/ben");
  screen.getByText("2 songs");
  screen.getByText("By the sea");
});

// 3.9.4
test("without a network a card tells whose songs have never come", async () => {
  const coast = playlist({ _id: idOf(8), title: "Coast" });
  const empty = playlist({ _id: idOf(9), title: "Empty", songs: [], songCount: 0 });
  const mine = playlist({ _id: idOf(7), title: "Mine", owner: member.uid });
  const answers = {
    ...opened(playlist()),
    "GET /playlists/public/{id}": [playlist(), coast, empty, mine],
    "GET /playlists/my-favorite-lists/{id}": [],
    "GET /songs": [songOf(2), songOf(3)],
  };
  const routes = { "/playlists": Playlists, "/playlist/$id": Screen };
  const first = renderMember({ routes, answers });
  const card = async (title: string) => (await screen.findByRole("link", { name: title })).closest("li");
  expect((await card("Coast"))?.textContent).toContain("Ben Bolt · 2 songs");
  await first.user.click(screen.getByRole("link", { name: "Shore" }));
  await screen.findByText(songOf(2).title);
  first.unmount();
  renderMember({ routes, at: "/playlists", online: false });
  await waitFor(async () => expect((await card("Coast"))?.textContent).toContain("Not on this device"));
  expect((await card("Coast"))?.dataset["dimmed"]).toBe("true");
  for (const title of ["Shore", "Empty", "Mine"]) {
    expect((await card(title))?.textContent).toContain("song");
    expect((await card(title))?.dataset["dimmed"]).toBeUndefined();
  }
});

// 3.11.1, 20.3
test("title and focus follow the heading while a playlist loads, fails and comes", async () => {
  const asked: ((isThere: boolean) => void)[] = [];
  const answer = async (isThere: boolean) => {
    await waitFor(() => expect(asked).toHaveLength(1));
    act(() => asked.shift()?.(isThere));
  };
  const load = ({ query }: { query: { fields?: string } }) => {
    if (query.fields === "ids") return [];
    return new Promise((resolve, reject) => {
      const found = { ...playlist(), songs: [], owner: ben };
      asked.push((isThere) => (isThere ? resolve(found) : reject(new ApiError("network", "No network"))));
    });
  };
  const { user } = show(shore, { "GET /playlists/playlist/{id}": load });
  await waitFor(() => expect(document.title).toBe("Offbeat"));
  // As a navigation leaves it.
  act(() => focusHeading());
  await answer(false);
  const failed = await screen.findByRole("heading", { level: 1, name: "Couldn't load this playlist" });
  await waitFor(() => expect(document.activeElement).toBe(failed));
  expect(document.title).toBe("Couldn't load this playlist · Offbeat");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await answer(true);
  const heading = await screen.findByRole("heading", { level: 1, name: "Shore" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe("Shore · Offbeat");
});

// 3.9.2
test("what another account handed on is not shown", async () => {
  const { history } = show(shore, {});
  await screen.findByText("Couldn't load this playlist");
  const handed = { playlist: playlist({ private: true }), by: "eve" };
  history.replace(`/playlist/${shore}`, { handed } as never); // as the browser would bring it back
  await expect.poll(() => screen.queryByRole("heading", { name: "Shore" })).toBeNull();
  history.replace(`/playlist/${shore}`, { handed: { ...handed, by: member.uid } } as never); // the same
  await screen.findByRole("heading", { name: "Shore" });
});

test("a missing, a hidden and a malformed playlist read alike (specification 5.3)", async () => {
  const { unmount } = show(shore, { "GET /playlists/playlist/{id}": refuses(404) });
  await screen.findByRole("heading", { level: 1, name: "This page isn't here" });
  unmount();
  const { calls } = show("1", {});
  await screen.findByRole("heading", { level: 1, name: "This page isn't here" });
  expect(calls).not.toContain("GET /playlists/playlist/{id}");
});

test("a playlist that is deleted while it is open says so (specification 3.11.6)", async () => {
  const { answers, app } = show(shore, opened(playlist()));
  await screen.findByRole("heading", { level: 1, name: "Shore" });
  answers["GET /playlists/playlist/{id}"] = refuses(404);
  void app.queryClient.invalidateQueries({ queryKey: ["playlists"] });
  await screen.findByRole("heading", { level: 1, name: "This playlist is gone" });
  expect(screen.queryByRole("button", { name: "Follow" })).toBeNull();
});

test("the form of one that is deleted elsewhere stays with what was typed, and says so (specification 3.11.6)", async () => {
  const owner = member.uid;
  const { user, answers, app } = show(shore, opened(playlist({ owner }), { ...ben, uid: owner }));
  await user.click(await screen.findByRole("button", { name: "More for Shore" }));
  await user.click(await screen.findByRole("menuitem", { name: "Edit Playlist" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change Playlist information" }));
  const description = dialog.getByLabelText<HTMLInputElement>("Description");
  await user.type(description, "!");
  answers["GET /playlists/playlist/{id}"] = refuses(404);
  void app.queryClient.invalidateQueries({ queryKey: ["playlists"] });
  await dialog.findByText(/^This playlist is gone/);
  expect(description.value).toBe("By the sea!");
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("heading", { level: 1, name: "This playlist is gone" });
});

test("one that is gone leaves nothing of it on the device, and does not come back without a network (specification 3.11.6)", async () => {
  const { account, answers, app, history } = show(shore, opened(playlist()));
  await screen.findByRole("heading", { level: 1, name: "Shore" });
  await waitFor(async () => expect(await storedAnswers(account)).toContain("By the sea"));
  answers["GET /playlists/playlist/{id}"] = refuses(404);
  void app.queryClient.invalidateQueries({ queryKey: ["playlists"] });
  await screen.findByRole("heading", { level: 1, name: "This playlist is gone" });
  await waitFor(async () => expect(await storedAnswers(account)).not.toContain("By the sea"));
  expect(await storedAnswers(account)).not.toContain('"playlist-songs');
  answers["GET /playlists/playlist/{id}"] = () => {
    throw unreachable();
  };
  history.push("/playlists");
  await screen.findByRole("heading", { level: 1, name: "Playlists" });
  app.queryClient.clear();
  history.push(`/playlist/${shore}`);
  await screen.findByRole("heading", { level: 1, name: "This page isn't here" });
});

test("the toast that leads into a new playlist goes once it is open (specification 3.16.4)", async () => {
  const { toaster } = show(shore, opened(playlist()));
  const dismissed: string[] = [];
  toaster.connect({ show: () => {}, dismiss: (id) => dismissed.push(id) });
  await screen.findByRole("heading", { name: "Shore" });
  await waitFor(() => expect(dismissed).toEqual([`created-${idOf(1)}`]));
});

test("a follow shows at once, with what the followed list needs, and no toast (specification 3.10.1, 5.9, 9.5)", async () => {
  const { user, account, toaster } = show(shore, opened(playlist()));
  const toasts: unknown[] = [];
  toaster.connect({ show: (toast) => toasts.push(toast), dismiss() {} });
  // Before the list of followed playlists is there, it would say the wrong thing.
  const follow = await screen.findByRole<HTMLButtonElement>("button", { name: "Follow" });
  await expect.poll(() => follow.disabled).toBe(false);
  await user.click(follow);
  await screen.findByRole("button", { name: "Following" });
  await expect
    .poll(() => account.outbox.get()?.rows)
    .toMatchObject([
      {
        operation: { kind: "follow-playlist", playlistId: shore, followed: true },
        snapshot: { playlistTitle: "Shore", playlist: { _id: shore, ownerName: "Ben Bolt", songCount: 2 } },
      },
    ]);
  expect(toasts).toEqual([]);
});

test.each<[string, Partial<PlaylistData>]>([
  ["an own playlist", { owner: member.uid, ownerName: "Ada Byron" }],
  ["a private playlist", { private: true }],
])("%s has no follow button (specification 5.9)", async (_, fields) => {
  show(shore, opened(playlist(fields), { ...ben, uid: fields.owner ?? "ben" }));
  await screen.findByRole("heading", { level: 1, name: "Shore" });
  await screen.findByText("No songs found");
  expect(screen.queryByRole("button", { name: /Follow/ })).toBeNull();
});

const songs = [2, 3, 4, 5].map((n) => songOf(n));

test("the right column has the three most played songs of the genre (specification 3.11.3)", async () => {
  show(shore, {
    ...opened(playlist({ genre: "Ska", songs: [] })),
    "PUT /song-genre/": songs.map(({ _id }, at) => ({ original_id: _id, genre: "Ska", rank: at + 1 })),
    "GET /songs": ({ query }: { query: { ids: string[] } }) => songs.filter(({ _id }) => query.ids.includes(_id)),
  });
  await screen.findByRole("button", { name: "Play Song 2" });
  const top = within(screen.getByRole("list", { name: "Top 3 Ska songs" }));
  expect(top.getAllByRole("listitem").map((row) => row.textContent)).toEqual(["Song 2Ben", "Song 3Ben", "Song 4Ben"]);
});

test.each([
  ["its owner", member.uid, true],
  ["nobody else", "ben", false],
])("%s can reorder the songs and take them out (specification 3.2.8, 3.11.4, 3.15.2)", async (_, owner, can) => {
  const { user, account } = show(shore, {
    ...opened(playlist({ owner, songs: [slow, tide] }), { ...ben, uid: owner }),
    "GET /songs": songs.slice(0, 2),
  });
  await user.click(await screen.findByRole("button", { name: "More for Song 2" }));
  await screen.findByRole("menuitemcheckbox", { name: "Favorite" });
  expect(screen.queryAllByRole("button", { name: /^Reorder/ })).toHaveLength(can ? 2 : 0);
  // 3.11.5
  expect(screen.queryAllByRole("button", { name: "Add Song" })).toHaveLength(can ? 1 : 0);
  const remove = screen.queryByRole("menuitem", { name: "Remove From Playlist" });
  expect(remove !== null).toBe(can);
  if (remove === null) return;
  await user.click(remove);
  await screen.findByText("1 song");
  await expect
    .poll(() => account.outbox.get()?.rows)
    .toMatchObject([{ operation: { kind: "playlist-song", playlistId: shore, songId: slow, added: false } }]);
});

test("it is kept on this device by a switch that says how many of its songs are here (specification 3.11.8)", async () => {
  const { user, account } = show(shore, { ...opened(playlist()), "GET /songs": songs.slice(0, 2) });
  const keep = await screen.findByRole<HTMLButtonElement>("button", { name: "Keep on this device" });
  await expect.poll(() => keep.disabled).toBe(false);
  expect(keep.getAttribute("aria-pressed")).toBe("false");
  await user.click(keep);
  await screen.findByText("0 of 2 here");
  expect(keep.getAttribute("aria-pressed")).toBe("true");
  expect(await account.db.kept.toArray()).toMatchObject([{ playlistId: shore, title: "Shore", owner: "ben" }]);
  const row = { songId: slow, state: "ready" } as Download; // all that is read of it
  await account.db.downloads.put({ ...row, state: "wanted" });
  await changeSettings(account.db, { paused: true });
  await screen.findByRole("link", { name: "Downloads are paused" });
  await account.db.downloads.bulkPut([row, { ...row, songId: tide }]);
  await screen.findByText("All on this device");
  expect(screen.queryByRole("link", { name: "Downloads are paused" })).toBeNull();
  await user.click(keep);
  await expect.poll(() => keep.getAttribute("aria-pressed")).toBe("false");
  expect(await account.db.kept.count()).toBe(0);
});

test("without a network it is let go after a question: its songs could not come back (specification 17.8)", async () => {
  const { user, account, online } = show(shore, { ...opened(playlist()), "GET /songs": songs.slice(0, 2) });
  await account.db.kept.put({ playlistId: shore, title: "Shore", owner: "ben", keptAt: 1 });
  const row = { songId: slow, state: "ready", reasons: [shore] } as unknown as Download; // all that is read of it
  await account.db.downloads.bulkPut([row, { ...row, songId: tide, reasons: [shore, "favourites"] }]);
  await screen.findByText("All on this device");
  act(() => online.set(false));
  const keep = screen.getByRole("button", { name: "Keep on this device" });
  const press = async (name: string) => {
    await user.click(keep);
    const dialog = await screen.findByRole("dialog", { name: "Remove from this device" });
    expect(dialog.textContent).toContain("You're offline: 1 song of Shore leaves this device");
    await user.click(within(dialog).getByRole("button", { name }));
  };
  await press("Keep");
  expect(await account.db.kept.count()).toBe(1);
  await press("Remove");
  await expect.poll(() => account.db.kept.count()).toBe(0);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test.each([
  ["is deleted or hidden by its owner", [tide], "ben", ["Song 2 is gone: it was deleted or made private"]],
  ["was only taken out of the list", [slow, tide], "ben", []],
  ["is the listener's own", [tide], member.uid, []],
])("the song that plays leaves the open list and %s (specification 17.15)", async (_, there, owner, told) => {
  const all = [songOf(2, { owner }), songOf(3)];
  let visible = [slow, tide];
  const songsById = ({ query }: { query: { ids: string[] } }) =>
    all.filter(({ _id }) => visible.includes(_id) && query.ids.includes(_id));
  const { user, answers, app, calls, toaster } = show(shore, { ...opened(playlist()), "GET /songs": songsById });
  const toasts: string[] = [];
  toaster.connect({ show: ({ text }) => toasts.push(text), dismiss() {} });
  const press = await screen.findByRole("button", { name: "Play Song 2" });
  await user.click(press);
  // The screen hears a moment later what plays.
  await waitFor(() => expect(press.closest("[aria-current=true]")).not.toBeNull());
  visible = there;
  Object.assign(answers, opened(playlist({ songs: [tide] })));
  const before = calls.length;
  await app.queryClient.invalidateQueries({ queryKey: ["playlist-songs"] });
  await waitFor(() => expect(screen.queryByRole("button", { name: /^(Play|Pause) Song 2$/ })).toBeNull());
  // Of a song of one's own nothing is asked.
  await waitFor(() => expect(calls.slice(before).includes("GET /songs")).toBe(owner !== member.uid));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(toasts).toEqual(told));
  expect(playerOf(app).state().track?.title).toBe("Song 2");
});
