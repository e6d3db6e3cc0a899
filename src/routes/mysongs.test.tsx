// @vitest-environment happy-dom
/** The own songs (specification 3.13). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { lazy, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { idOf, songOf } from "../../tests/support/items.ts";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { emptyPlayerState } from "../audio/player-state.ts";
import { markUploadRefused, storeUpload } from "../db/upload-rows.ts";
import { createStore } from "../lib/store.ts";
import { takeSharedFiles } from "../pwa/shared-files.ts";
import { MySongs } from "./mysongs.tsx";

vi.mock(import("../pwa/shared-files.ts"), { spy: true });

const song = (n: number) => songOf(n, { artist: "Ada", duration: 60 + n, owner: member.uid });

const top = [1, 2, 3, 4].map((n) => ({ original_id: idOf(n), genre: "Ska", playCount: 9 - n, rank: n }));

function show(count: number, services = {}) {
  const songs = new Map([1, 2, 3, 4].map((n) => [idOf(n), song(n)]));
  return renderMember({
    routes: { "/mysongs": MySongs },
    services,
    answers: {
      "GET /songs/mysongs/{id}": [...songs.keys()].slice(0, count),
      "GET /songs": ({ query }: { query: { ids: string[] } }) => query.ids.flatMap((id) => songs.get(id) ?? []),
      "PUT /song-genre/": top,
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
}

// 3.13.1, 3.13.3
test("the owner, the number of songs, and rows that can be moved", async () => {
  show(2);
  const list = within(await screen.findByRole("list", { name: "My Uploaded Songs" }));
  screen.getByRole("heading", { level: 1, name: "My Uploaded Songs" });
  expect(screen.getByText("2 songs").closest("header")?.textContent).toContain("Ada Byron · 2 songs");
  // A name that reads from right to left would take the number with it.
  expect(screen.getByText("Ada Byron").tagName).toBe("BDI");
  expect(list.getAllByRole("button", { name: /^Reorder / }).map((one) => one.getAttribute("aria-label"))).toEqual([
    "Reorder Song 1",
    "Reorder Song 2",
  ]);
});

// 3.13.4
test("the right column has three songs of the genre, with title and artist", async () => {
  show(1);
  const column = within(await screen.findByRole("list", { name: "Top 3 Ska songs" }));
  await column.findByRole("button", { name: "Play Song 3" });
  expect(column.getAllByRole("listitem")).toHaveLength(3);
  expect(column.getAllByText("Ada")).toHaveLength(3);
  // 20.4: one stop of the Tab key.
  expect(column.getAllByRole("button", { name: /^Play/ }).map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
});

// 3.13.1, 3.13.3, 9.12
test("without any it says so", async () => {
  show(0);
  await screen.findByText("No songs found");
  expect(screen.getByText("0 songs")).toBeTruthy();
});

// 3.13.3, 17.29
test("songs that wait for their upload, or were refused, do not seem lost", async () => {
  const { account } = show(0);
  await screen.findByText("Your uploads will live here.");
  const values = { title: "Tide", artist: "Ada", album: null, genre: "Ska", private: true } as const;
  const store = () => storeUpload(account.db, { audio: new File(["0123456789"], "a.mp3"), cover: null }, values, {});
  await store();
  await screen.findByText("1 song is not uploaded yet");
  await markUploadRefused(account.db, await store(), { code: "unsupported-media", title: "This is no sound file" });
  await screen.findByText("2 songs are not uploaded yet");
  expect(screen.getByRole("link", { name: "Show my changes" }).getAttribute("href")).toBe("/changes");
  expect(screen.queryByText("Your uploads will live here.")).toBeNull();
});

test("so do those beside songs that are there", async () => {
  const { account } = show(2);
  await screen.findByRole("list", { name: "My Uploaded Songs" });
  const values = { title: "Tide", artist: "Ada", album: null, genre: "Ska", private: true } as const;
  await storeUpload(account.db, { audio: new File(["0123456789"], "a.mp3"), cover: null }, values, {});
  await screen.findByText("1 song is not uploaded yet");
  expect(screen.getByRole("link", { name: "Show my changes" }).getAttribute("href")).toBe("/changes");
});

// 20.8
test("the row that plays is said, not only coloured", async () => {
  const state = createStore({ ...emptyPlayerState });
  const play = (list: typeof emptyPlayerState.list, index: number) =>
    // Of a track only the id is read.
    state.set({ ...state.get(), list, status: "playing", track: (list[index] ?? null) as never });
  const { user } = show(2, {
    loadedAudio: () => ({
      state: state.get,
      subscribe: state.subscribe,
      position: createStore(0),
      play,
      completeList() {},
      setShuffled() {},
    }),
  });
  const list = within(await screen.findByRole("list", { name: "My Uploaded Songs" }));
  const current = () =>
    list.queryAllByRole("listitem", { current: true }).map((row) => /Song \d/.exec(row.textContent)?.[0]);
  expect(current()).toEqual([]);
  await user.click(await list.findByRole("button", { name: "Play Song 2" }));
  await waitFor(() => expect(current()).toEqual(["Song 2"]));
});

// 3.17.3
test("shared files that did not arrive are asked for once, and not at each return to the screen", async () => {
  const { user, history } = renderMember({
    routes: { "/mysongs": MySongs, "/other": () => <h1>Another screen</h1> },
    at: "/mysongs?lost=1",
    answers: { "GET /songs/mysongs/{id}": [], "PUT /song-genre/": [] },
  });
  await screen.findByText(/The shared files did not arrive/);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(() => history.push("/other"));
  await screen.findByRole("heading", { name: "Another screen" });
  act(() => history.back());
  await screen.findByRole("heading", { name: "My Uploaded Songs" });
  // After whatever the screen does at its start.
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.queryByText(/The shared files did not arrive/)).toBeNull();
});

// 3.17.3
test("whoever is on the way to another screen is not called back", async () => {
  let tell = () => {};
  vi.mocked(takeSharedFiles).mockReturnValue(
    new Promise((resolve) => (tell = () => resolve({ files: [], unread: [] }))),
  );
  let load = () => {};
  const script = new Promise<{ default: () => ReactNode }>((resolve) => {
    load = () => resolve({ default: () => <h1>Another screen</h1> });
  });
  const Other = lazy(() => script);
  const { history } = renderMember({
    routes: { "/mysongs": MySongs, "/other": () => <Other /> },
    at: "/mysongs?lost=1",
    answers: { "GET /songs/mysongs/{id}": [], "PUT /song-genre/": [] },
  });
  await screen.findByRole("heading", { name: "My Uploaded Songs" });
  await act(async () => history.push("/other"));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  // The script of the other screen is still on its way.
  await act(async () => tell());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await act(async () => load());
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(history.location.pathname).toBe("/other");
  await screen.findByRole("heading", { name: "Another screen" });
});
