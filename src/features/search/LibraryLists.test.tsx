// @vitest-environment happy-dom
/** The library where nothing is searched for (specification 3.8.6). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { member, type MemberScreen, refuses, renderMember } from "../../../tests/support/member-screen.tsx";
import { downloadOf, idOf, playlistOf, songOf } from "../../../tests/support/items.ts";
import { ApiError } from "../../api/api-error.ts";
import type { Api } from "../../api/api-client.ts";
import type { App } from "../../app/app-context.ts";
import { createQueryStore } from "../../db/query-store.ts";
import { playlistsKey } from "../../sync/query-keys.ts";
import { SongsById } from "../songs/song-parts.ts";
import { LibraryLists } from "./LibraryLists.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SearchTextProvider } from "./search-text.tsx";

const artists = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    uid: `artist-${n + 1}`,
    userName: `Artist ${n + 1}`,
    profileImage: null,
  }));

const show = (count: number) => showWith({ "GET /search/index": indexOf({ artists: artists(count) }) });
const indexOf = (fields: object) => ({ artists: [], songs: [], playlists: [], complete: true, ...fields });

const showWith = (answers: MemberScreen["answers"], online = true, services: Partial<App> = {}) =>
  renderMember({
    online,
    services,
    routes: {
      "/search": () => (
        <main>
          <h1>Search</h1>
          <LibraryLists />
        </main>
      ),
      "/playlist-user/$id": () => "A card",
    },
    answers: answers ?? {},
  });
const links = () => within(screen.getByRole("list", { name: "Artists" })).getAllByRole("link");

test("20 of them at first, then all; the focus goes on at the first that came", async () => {
  const { user } = show(25);
  const more = await screen.findByRole("button", { name: "Show more artists" });
  expect(links()).toHaveLength(20);
  await user.click(more);
  expect(links()).toHaveLength(25);
  expect(document.activeElement).toBe(links()[20]);
  expect(screen.queryByRole("button", { name: "Show more artists" })).toBeNull();
});

test("each leads to the artist's card", async () => {
  const { user, history } = show(2);
  await user.click(await screen.findByRole("link", { name: "Artist 2" }));
  await waitFor(() => expect(history.location.pathname).toBe("/playlist-user/artist-2"));
});

// 20.17
test("a library on its way has its place", async () => {
  showWith({ "GET /search/index": () => new Promise(() => {}) });
  expect(await screen.findByRole("list", { busy: true })).toBeTruthy();
});

test("a library without artists shows no empty list", async () => {
  const { calls, app } = show(0);
  await waitFor(() => expect(calls).toContain("GET /search/index"));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole("heading", { name: "Artists" })).toBeNull();
});

const playlist = (n: number) => ({ _id: idOf(n), title: `List ${n}`, playlistImage: null });
const lists = {
  "GET /users/artists": artists(1),
  "GET /songs/all/": [songOf(2), songOf(1)],
  "GET /playlists/all/": [playlist(1)],
};
const items = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

test("without an index the server's lists are shown, public and own", async () => {
  const { user } = showWith({ ...lists, "GET /users/artists": artists(25) });
  await screen.findByRole("list", { name: "Playlists" });
  expect(items("Artists")).toHaveLength(20);
  expect(items("Songs").map((text) => text?.match(/Song \d/)?.[0])).toEqual(["Song 2", "Song 1"]);
  expect(items("Playlists")[0]).toContain("List 1");
  await user.click(screen.getByRole("button", { name: "Show more artists" }));
  expect(links()).toHaveLength(25);
});

test("an index that holds only a part of the library gives way to the lists", async () => {
  const part = indexOf({ artists: artists(3), playlists: [playlist(1)], complete: false });
  showWith({ ...lists, "GET /users/artists": artists(4), "GET /search/index": part });
  await waitFor(() => expect(items("Artists")).toHaveLength(4));
});

test("a list that did not come is told, and comes with Retry", async () => {
  const answers: Record<string, unknown> = { ...lists, "GET /users/artists": artists(2) };
  delete answers["GET /songs/all/"];
  const { user } = showWith(answers);
  await screen.findByText("Couldn't load the whole library");
  expect(items("Artists")).toHaveLength(2);
  expect(screen.queryByRole("list", { name: "Songs" })).toBeNull();
  Object.assign(answers, lists);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("button", { name: "Play Song 2" });
  expect(screen.queryByText("Couldn't load the whole library")).toBeNull();
});

/** 60 artists in two pages, and nothing else, as long as they are not broken. */
function artistPages() {
  const pages = { isBroken: false, api: { call } as unknown as Api }; // all that is used of it
  async function call({ path }: { path: string }, { query }: { query: { cursor?: string } }) {
    if (path !== "/users/artists") return { data: [], next: null };
    if (pages.isBroken) throw new ApiError("internal", "It broke", { status: 500 });
    return query.cursor === undefined ? { data: artists(50), next: "50" } : { data: artists(60).slice(50), next: null };
  }
  return pages;
}

// 9.14
test("a later page that did not come is told, and comes with Retry", async () => {
  const pages = artistPages();
  const { user } = showWith({}, true, { api: pages.api });
  const more = await screen.findByRole("button", { name: "Show more artists" });
  await user.click(more);
  pages.isBroken = true;
  await user.click(more);
  await screen.findByText("Couldn't load the whole library");
  expect(links()).toHaveLength(50);
  pages.isBroken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(links()).toHaveLength(60));
  expect(screen.queryByText("Couldn't load the whole library")).toBeNull();
});

test("a page that is wanted after a renewal that failed is told, too", async () => {
  const pages = artistPages();
  const { user, app } = showWith({}, true, { api: pages.api });
  const more = await screen.findByRole("button", { name: "Show more artists" });
  pages.isBroken = true;
  await app.queryClient.invalidateQueries();
  await user.click(more);
  await user.click(more);
  expect(await screen.findByText("Couldn't load the whole library")).toBeTruthy();
});

test("the arrow keys go from entry to entry, as in results", async () => {
  const { user } = showWith({ ...lists, "GET /users/artists": artists(1) });
  await screen.findByRole("list", { name: "Playlists" });
  links()[0]?.focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play Song 2" }));
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "List 1" }));
});

test("a whole index needs no lists, and new playlists stand first", async () => {
  const { calls, account, app } = showWith({
    ...lists,
    "GET /search/index": indexOf({ artists: artists(2), playlists: [playlist(1)] }),
  });
  await waitFor(() => expect(items("Artists")).toHaveLength(2));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  const asked = calls.length;
  const form = { title: "Shore", description: "By the sea", private: true };
  await account.change({ kind: "create-playlist", playlistId: idOf(9), playlist: form });
  await waitFor(() =>
    expect(items("Playlists").map((text) => text?.match(/Shore|List 1/)?.[0])).toEqual(["Shore", "List 1"]),
  );
  expect(calls.slice(asked)).not.toContain("GET /users/artists");
});

test("offline and without an index it is what this device holds: kept songs, listed ones, playlists", async () => {
  const { account } = showWith({}, false);
  const store = createQueryStore<SongsById>(account.db, SongsById);
  const value = { asked: [idOf(1), idOf(2)], songs: [songOf(1), songOf(2)] };
  await store.write('["songs","ada","listened","first"]', { value, begun: 1, seen: 0 });
  await account.db.downloads.put(downloadOf(1, { state: "ready" }));
  expect(await screen.findByRole("button", { name: "Play Song 2" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Play Song 1" })).toHaveLength(1);
  expect(await screen.findByRole("button", { name: "Play Song 1" })).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("You're offline: this is what this device knows.");
});

test("offline and without an index known playlists alone are told to be those of this device, too", async () => {
  const { app } = showWith({}, false);
  const key = [...playlistsKey(member.uid), "followed"];
  act(() => app.queryClient.setQueryData(key, { value: [playlistOf(3)], begun: 1, seen: 0 }));
  await screen.findByRole("link", { name: "List 3" });
  expect(screen.getByRole("status").textContent).toBe("You're offline: this is what this device knows.");
});

test("online nobody is told to be offline, though only this device's songs can be shown", async () => {
  const { account } = showWith({
    "GET /search/index": refuses(503),
    "GET /songs/all/": refuses(503),
    "GET /users/artists": [],
    "GET /playlists/all/": [],
  });
  await account.db.downloads.put(downloadOf(1, { state: "ready" }));
  await screen.findByRole("button", { name: "Play Song 1" });
  await screen.findByText("Couldn't load the whole library");
  expect(screen.queryByText(/^You're offline/)).toBeNull();
});

test("what this device holds stands from the newest on", async () => {
  const { account } = showWith({}, false);
  const store = createQueryStore<SongsById>(account.db, SongsById);
  const value = { asked: [idOf(1), idOf(3), idOf(2)], songs: [songOf(1), songOf(3), songOf(2)] };
  await store.write('["songs","ada","listened","first"]', { value, begun: 1, seen: 0 });
  await account.db.downloads.put(downloadOf(1, { state: "ready" }));
  await screen.findByRole("button", { name: "Play Song 2" });
  const rows = within(screen.getByRole("list", { name: "Songs" })).getAllByRole("button", { name: /^Play / });
  expect(rows.map((one) => one.getAttribute("aria-label"))).toEqual(["Play Song 3", "Play Song 2", "Play Song 1"]);
});

// 3.8.5
test("ArrowDown leads from the empty field into it, as ArrowUp leads back", async () => {
  const { user } = renderMember({
    routes: {
      "/search": () => (
        <SearchTextProvider>
          <main>
            <h1>Search</h1>
            <SearchBox onPage />
            <LibraryLists />
          </main>
        </SearchTextProvider>
      ),
    },
    answers: { "GET /search/index": indexOf({ artists: artists(2) }) },
  });
  const first = await screen.findByRole("link", { name: "Artist 1" });
  await user.click(screen.getByRole("searchbox"));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(first);
});
