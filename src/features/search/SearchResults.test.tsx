// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { idOf, songOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
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

function show() {
  return renderMember({
    routes: { "/search": () => <SearchResults text="tide" onOpen={() => {}} /> },
    answers: {
      "GET /search/index": { artists: [], songs: [found(1), found(2)], playlists: [], complete: true },
      "GET /songs": ({ query }: { query: { ids: string[] } }) => query.ids.map((id) => song(Number(id.slice(-12)))),
      "GET /users/myFavoriteSongs/{id}": [],
    },
  });
}
const row = (n: number) => {
  const item = screen.getByRole("button", { name: `Play Tide ${n}` }).closest("li");
  if (item === null) throw new Error(`There is no row of ${n}`);
  return within(item);
};

test("a found song is liked in its row, and has the menu of every row (specification 3.15.1)", async () => {
  const { user, account } = show();
  await screen.findByRole("button", { name: "Play Tide 1" });
  const heart = await waitFor(() => row(1).getByRole("button", { name: "Like Tide 1" }));
  await user.click(heart);
  await waitFor(() => expect(heart.getAttribute("aria-pressed")).toBe("true"));
  expect(account.outbox.get()?.rows.map(({ operation }) => operation)).toEqual([
    { kind: "like", songId: idOf(1), liked: true },
  ]);
  row(2).getByRole("button", { name: "More for Tide 2" });
});

test("the arrow keys go from song to song, also from a heart", async () => {
  const { user } = show();
  const first = await screen.findByRole("button", { name: "Play Tide 1" });
  const heart = await waitFor(() => row(1).getByRole("button", { name: "Like Tide 1" }));
  act(() => first.focus());
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play Tide 2" }));
  act(() => heart.focus());
  await user.keyboard("{ArrowDown}");
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
