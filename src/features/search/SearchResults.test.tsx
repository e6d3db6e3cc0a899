// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import * as v from "valibot";
import { expect, test } from "vitest";
import { downloadOf, idOf, playlistOf, songOf } from "../../../tests/support/items.ts";
import { createBench } from "../../../tests/support/fake-sounds.ts";
import { member, refuses, renderMember } from "../../../tests/support/member-screen.tsx";
import type { App } from "../../app/app-context.ts";
import { createQueryStore } from "../../db/query-store.ts";
import { versioned } from "../../db/versioned-result.ts";
import { libraryKey, listedSongsKey } from "../../sync/query-keys.ts";
import { onGone } from "../songs/gone-songs.ts";
import { writeSession } from "../auth/session.ts";
import type { ToastMessage } from "../../ui/toaster.ts";
import { SearchResults } from "./SearchResults.tsx";

const found = (n: number) => ({
  _id: idOf(n),
  title: `Tide ${n}`,
  artist: "Tina Tide",
  genre: "Ska",
  songImage: null,
  duration: 61,
});
const song = (n: number) => songOf(n, found(n));

const lowTide = { _id: idOf(99), title: "Low Tide", playlistImage: null };

/** With a field in place of the search box. */
function Page({ start }: { start: string }) {
  const [text, setText] = useState(start);
  return (
    <main>
      <h1>Search</h1>
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <SearchResults text={text} onOpen={() => {}} onClear={() => setText("")}>
        Recent searches
      </SearchResults>
    </main>
  );
}

function show(start = "tide", count = 2, complete = true, services: Partial<App> = {}) {
  const songs = Array.from({ length: count }, (_, index) => found(index + 1));
  return renderMember({
    routes: { "/search": () => <Page start={start} /> },
    answers: {
      "GET /search/index": { artists: [], songs, playlists: [lowTide], complete },
      "GET /songs": ({ query }: { query: { ids: string[] } }) => query.ids.map((id) => song(Number(id.slice(-12)))),
      "GET /users/myFavoriteSongs/{id}": [],
    },
    services,
  });
}
const row = (n: number) => {
  const item = screen.getByRole("button", { name: `Play Tide ${n}` }).closest("li");
  if (item === null) throw new Error(`There is no row of ${n}`);
  return within(item);
};

test("a found song is liked in its row, without a toast, and unliked with Undo (specification 3.15.1, 9.5)", async () => {
  const { user, account, toaster } = show();
  const toasts: ToastMessage[] = [];
  toaster.connect({ show: (toast) => toasts.push(toast), dismiss() {} });
  await screen.findByRole("button", { name: "Play Tide 1" });
  const heart = await waitFor(() => row(1).getByRole("button", { name: "Like Tide 1" }));
  await user.click(heart);
  await waitFor(() => expect(heart.getAttribute("aria-pressed")).toBe("true"));
  expect(account.outbox.get()?.rows.map(({ operation }) => operation)).toEqual([
    { kind: "like", songId: idOf(1), liked: true },
  ]);
  row(2).getByRole("button", { name: "More for Tide 2" });
  expect(toasts).toEqual([]);
  await user.click(heart);
  await waitFor(() => expect(toasts).toMatchObject([{ kind: "info", action: { label: "Undo" } }]));
  act(() => toasts[0]?.action?.onPress());
  await waitFor(() => expect(heart.getAttribute("aria-pressed")).toBe("true"));
  expect(toasts).toHaveLength(1);
});

test("a second press on the song that plays continues it, though more of the results is known (specification 6.8)", async () => {
  const { engine } = createBench();
  const { user } = show("tide", 2, true, { loadedAudio: () => engine });
  await user.click(await screen.findByRole("button", { name: "Play Tide 1" }));
  await waitFor(() => expect(engine.state().track?.title).toBe("Tide 1"));
  const chosen = engine.state().track;
  await waitFor(() => row(2).getByRole("button", { name: "Like Tide 2" }));
  engine.pause();
  await user.click(screen.getByRole("button", { name: "Play Tide 1" }));
  expect(engine.state().status).toBe("loading");
  expect(engine.state().track).toBe(chosen);
});

// 20.4
test("of two songs that are fetched to play, the one that was pressed last plays", async () => {
  const { engine } = createBench();
  const answers: (() => void)[] = [];
  const shown = show("tide", 2, true, { loadedAudio: () => engine });
  shown.answers["GET /songs"] = async ({ query }: { query: { ids: string[] } }) => {
    // What is fetched ahead does not come.
    await new Promise<void>((resolve) => query.ids.length === 1 && answers.push(resolve));
    return query.ids.map((id) => song(Number(id.slice(-12))));
  };
  await shown.user.click(await screen.findByRole("button", { name: "Play Tide 1" }));
  await shown.user.click(screen.getByRole("button", { name: "Play Tide 2" }));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await waitFor(() => expect(engine.state().track?.title).toBe("Tide 2"));
  answers[0]?.();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(engine.state().track?.title).toBe("Tide 2");
});

test("a song that is still being fetched plays no more once its listener has signed out (specification 17.37)", async () => {
  const { engine } = createBench();
  let answer = () => {};
  const shown = show("tide", 2, true, { loadedAudio: () => engine });
  shown.answers["GET /songs"] = async ({ query }: { query: { ids: string[] } }) => {
    await new Promise<void>((resolve) => query.ids.length === 1 && (answer = resolve));
    return [song(1)];
  };
  await shown.user.click(await screen.findByRole("button", { name: "Play Tide 1" }));
  writeSession(shown.app.queryClient, { ...member, uid: "ben" });
  answer();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(engine.state().track).toBeNull();
});

test("without a network, songs of lists that were opened here have their heart and menu (specification 3.15.1, 17.19)", async () => {
  const shown = show();
  await screen.findByRole("button", { name: "Play Tide 1" });
  const { account, app, online } = shown;
  const part = await versioned(account.db, async () => ({ songs: [song(1)] }));
  const key = [...listedSongsKey(member.uid), "list", "first"];
  await createQueryStore(account.db, v.unknown()).write(JSON.stringify(key), part);
  app.queryClient.removeQueries({ queryKey: ["found-songs"] });
  act(() => online.set(false));
  await waitFor(() => row(1).getByRole("button", { name: "Like Tide 1" }));
  row(1).getByRole("button", { name: "More for Tide 1" });
  expect(row(2).queryByRole("button", { name: "Like Tide 2" })).toBeNull();
});

test("a list of results is one tab stop, and the arrow keys go from song to song and on to the next list", async () => {
  const { user } = show();
  const first = await screen.findByRole("button", { name: "Play Tide 1" });
  const heart = await waitFor(() => row(1).getByRole("button", { name: "Like Tide 1" }));
  act(() => first.focus());
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play Tide 2" }));
  const stops = within(screen.getByRole("list", { name: "Songs" }))
    .getAllByRole("button")
    .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map((stop) => stop.getAttribute("aria-label"))).toEqual([
    "Play Tide 2",
    "Like Tide 2",
    "More for Tide 2",
  ]);
  act(() => heart.focus());
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Like Tide 2" }));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Low Tide" }));
  await user.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play Tide 2" }));
});

test("a playlist that is made without a network is found at once (specification 3.8.1)", async () => {
  const { account, online } = show();
  await screen.findByRole("button", { name: "Play Tide 1" });
  act(() => online.set(false));
  const form = { title: "Neap Tide", description: "Low", private: true };
  await act(() => account.change({ kind: "create-playlist", playlistId: idOf(9), playlist: form }, {}));
  const link = await screen.findByRole("link", { name: "Neap Tide" });
  expect(link.getAttribute("href")).toBe(`/playlist/${idOf(9)}`);
});

// 20.25
test("how many are found is spoken, by a region that was there before the first search", async () => {
  const { user } = show("");
  await screen.findByText("Recent searches");
  const region = screen.getByRole("status");
  await user.type(screen.getByRole("textbox", { name: "Text" }), "tide");
  await waitFor(() => expect(region.textContent).toBe("3 results"));
  expect(screen.queryByText("Recent searches")).toBeNull();
  await user.clear(screen.getByRole("textbox", { name: "Text" }));
  await waitFor(() => expect(region.textContent).toBe(""));
});

// 20.4
test("more songs take the focus to the first of them, also when the button goes", async () => {
  const { user } = show("tide", 45);
  const more = await screen.findByRole("button", { name: "Show more songs" });
  await user.click(more);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play Tide 21" }));
  expect(screen.queryByRole("button", { name: "Play Tide 41" })).toBeNull();
  await user.click(more);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play Tide 41" }));
  expect(more.isConnected).toBe(false);
});

test("another try of what was searched only in part leaves the focus on the page's heading", async () => {
  const { user } = show("tide", 2, false);
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Search" }));
});

// 3.8.4
test("a search that failed says so, and not that there is nothing; tried again it finds", async () => {
  let fails = true;
  const index = { artists: [], songs: [found(1)], playlists: [], complete: true };
  const { user } = renderMember({
    routes: { "/search": () => <Page start="tide" /> },
    answers: {
      "GET /search/index": () => (fails ? refuses(500)() : index),
      "GET /search": refuses(500),
      "GET /songs": [song(1)],
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
  await screen.findByText("Couldn't search the library");
  expect(screen.queryByText("No songs found")).toBeNull();
  expect(screen.queryByText("No results")).toBeNull();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("button", { name: "Play Tide 1" });
  expect(screen.queryByText("Couldn't search the library")).toBeNull();
});

// 3.8.4
test("a server's search that failed is asked again where the index holds only a part", async () => {
  const answers: Record<string, unknown> = {
    "GET /search/index": { artists: [], songs: [found(1)], playlists: [], complete: false },
    "GET /search": refuses(503),
    "GET /songs": ({ query }: { query: { ids: string[] } }) => query.ids.map((id) => song(Number(id.slice(-12)))),
    "GET /users/myFavoriteSongs/{id}": [],
  };
  const { user } = renderMember({ routes: { "/search": () => <Page start="tide" /> }, answers });
  const retry = await screen.findByRole("button", { name: "Retry" });
  answers["GET /search"] = { artists: [], songs: [found(2)], playlists: [] };
  await user.click(retry);
  await screen.findByRole("button", { name: "Play Tide 2" });
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

// 3.15.1
test("hearts stay while more songs are shown", async () => {
  const { user, answers } = show("tide", 45);
  await waitFor(() => row(1).getByRole("button", { name: /^Like Tide 1$/ }));
  answers["GET /songs"] = () => new Promise(() => {});
  await user.click(screen.getByRole("button", { name: "Show more songs" }));
  // After the pause in which results may change.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(row(1).queryByRole("button", { name: /^Like Tide 1$/ })).not.toBeNull();
});

// 3.15.1
test("songs after the hundredth have their heart and menu, too", async () => {
  const { user } = show("tide", 110);
  const more = await screen.findByRole("button", { name: "Show more songs" });
  while (more.isConnected) await user.click(more);
  await act(async () => screen.getByRole("button", { name: "Play Tide 1" }).focus());
  await user.keyboard("{End}");
  await screen.findByRole("button", { name: "Play Tide 110" });
  await waitFor(() => expect(row(110).queryByRole("button", { name: "More for Tide 110" })).not.toBeNull());
});

// 3.8.1
test("a library that is larger than the index is also searched for a text that is longer than the server takes", async () => {
  const title = `${"Tide ".repeat(39)}1234🎵5 and so on`;
  const asked: string[] = [];
  renderMember({
    routes: { "/search": () => <Page start={title} /> },
    answers: {
      "GET /search/index": { artists: [], songs: [], playlists: [], complete: false },
      "GET /search": ({ query }: { query: { q: string } }) => {
        asked.push(query.q);
        return { artists: [], songs: [songOf(1, { title }), songOf(2, { title: title.slice(0, 210) })], playlists: [] };
      },
      "GET /songs": [songOf(1, { title })],
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
  expect(await screen.findAllByRole("button", { name: /^Play Tide/ })).toHaveLength(1);
  expect(asked).toEqual([`${"tide ".repeat(39)}1234`]);
});

// 3.8.7
test("what was not found stands below what was", async () => {
  show();
  await screen.findByRole("button", { name: "Play Tide 1" });
  const headings = () => screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
  await waitFor(() => expect(headings()).toEqual(["Songs", "Playlists", "Artists"]));
  screen.getByText("Can't find any results");
});

// 3.8.7, 9.12
test("where nothing is found, one press leads to what is there", async () => {
  const { user } = show("zzz");
  await screen.findByText("No songs found");
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  await screen.findByText("Recent searches");
  expect(screen.queryByRole("button", { name: "Clear search" })).toBeNull();
});

test("what the server finds by a new name is shown, though the index has the old one (specification 3.8.2)", async () => {
  let come = () => {};
  const indexed = new Promise<void>((resolve) => (come = resolve));
  renderMember({
    routes: { "/search": () => <Page start="shore" /> },
    answers: {
      "GET /search/index": {
        artists: [],
        songs: [found(1), { ...found(2), title: "North Shore" }],
        playlists: [],
        complete: false,
      },
      "GET /search": async () => {
        await indexed;
        return { artists: [], songs: [songOf(1, { title: "Shore" })], playlists: [] };
      },
      "GET /songs": [],
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
  await screen.findByRole("button", { name: "Play North Shore" });
  expect(screen.queryByRole("button", { name: "Play Shore" })).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 10));
  come();
  await screen.findByRole("button", { name: "Play Shore" });
});

const rows = (name: string) => within(screen.getByRole("list", { name })).getAllByRole("listitem");

// 3.8.5
test("Show more songs shows more songs, and moves nothing above them", async () => {
  const artists = Array.from({ length: 45 }, (_, n) => ({ uid: `a${n}`, userName: `Tide ${n}`, profileImage: null }));
  const { user } = renderMember({
    routes: { "/search": () => <Page start="tide" /> },
    answers: {
      "GET /search/index": {
        artists,
        songs: Array.from({ length: 45 }, (_, n) => found(n + 1)),
        playlists: [],
        complete: true,
      },
      "GET /songs": [],
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
  await user.click(await screen.findByRole("button", { name: "Show more songs" }));
  expect([rows("Artists").length, rows("Songs").length]).toEqual([20, 40]);
});

// 3.8.4, 9.14
test("known playlists that were found stay while the index is asked for again", async () => {
  const { user, answers } = renderMember({
    routes: { "/search": () => <Page start="tide" /> },
    answers: {
      "GET /search/index": refuses(503),
      "GET /search": refuses(503),
      "GET /playlists/my-lists/{id}": [
        playlistOf(1, { title: "Low Tide", owner: member.uid, songCount: 0, private: false }),
      ],
      "GET /playlists/my-favorite-lists/{id}": [],
      "GET /songs": [],
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
  await screen.findByRole("link", { name: "Low Tide" });
  answers["GET /search/index"] = () => new Promise(() => {});
  answers["GET /search"] = () => new Promise(() => {});
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByRole("link", { name: "Low Tide" })).not.toBeNull();
});

// 20.9
test("a count that the server's limit cuts off is told as such", async () => {
  renderMember({
    routes: { "/search": () => <Page start="tide" /> },
    answers: {
      "GET /search/index": { artists: [], songs: [], playlists: [], complete: false },
      "GET /search": { artists: [], songs: Array.from({ length: 100 }, (_, n) => found(n + 1)), playlists: [] },
      "GET /songs": [],
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
  await screen.findByRole("button", { name: "Play Tide 1" });
  expect(await screen.findByText("At least 100 results")).toBeTruthy();
});

// 6.7
test("a result that is pressed before all of it is known is followed by the others", async () => {
  const { engine } = createBench();
  const { user } = show("tide", 3, true, { audio: async () => engine, loadedAudio: () => engine });
  await user.click(await screen.findByRole("button", { name: "Play Tide 1" }));
  await waitFor(() => expect(engine.state().queue.map(({ title }) => title)).toEqual(["Tide 1", "Tide 2", "Tide 3"]));
});

test("so is one that is on the device, whose others are not known yet", async () => {
  const { engine } = createBench();
  const { user, account } = show("tide", 3, true, { audio: async () => engine, loadedAudio: () => engine });
  await account.db.downloads.add(downloadOf(1, { ...found(1), state: "ready" }));
  await waitFor(() => expect(account.downloads.get()?.size).toBe(1));
  await user.click(await screen.findByRole("button", { name: "Play Tide 1" }));
  await waitFor(() => expect(engine.state().queue.map(({ title }) => title)).toEqual(["Tide 1", "Tide 2", "Tide 3"]));
});

// 9.12
test("a found song that turns out to be gone is named, and leaves the results", async () => {
  const { engine } = createBench();
  const { user, app, answers, toaster } = show("tide", 1, true, { loadedAudio: () => engine });
  const told: string[] = [];
  toaster.connect({ show: ({ text }) => told.push(text), dismiss() {} });
  // As the account's services do.
  onGone(app, () => void app.queryClient.invalidateQueries({ queryKey: libraryKey("search-index", member.uid) }));
  const play = await screen.findByRole("button", { name: "Play Tide 1" });
  answers["GET /songs"] = [];
  answers["GET /search/index"] = { artists: [], songs: [], playlists: [lowTide], complete: true };
  await user.click(play);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Play Tide 1" })).toBeNull());
  expect(told).toEqual(["Tide 1 is gone: it was deleted or made private"]);
});

// 17.37
test("a found song that turns out to be gone is not named to whoever has signed in since", async () => {
  const { engine } = createBench();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const { user, app, answers, toaster } = show("tide", 1, true, { loadedAudio: () => engine });
  const told: string[] = [];
  toaster.connect({ show: ({ text }) => told.push(text), dismiss() {} });
  const play = await screen.findByRole("button", { name: "Play Tide 1" });
  answers["GET /songs"] = async () => {
    await held;
    return [];
  };
  await user.click(play);
  act(() => writeSession(app.queryClient, null));
  answer();
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(told).toEqual([]);
});
