// @vitest-environment happy-dom
/** The library's artists where nothing is searched for (specification 3.8.6). */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { AllArtists } from "./AllArtists.tsx";

const artists = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    uid: `artist-${n + 1}`,
    userName: `Artist ${n + 1}`,
    profileImage: null,
  }));

const show = (count: number) =>
  renderMember({
    routes: {
      "/search": () => (
        <main>
          <h1>Search</h1>
          <AllArtists />
        </main>
      ),
      "/playlist-user/$id": () => "A card",
    },
    answers: { "GET /search/index": { artists: artists(count), songs: [], playlists: [], complete: true } },
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

test("a library without artists shows no empty list", async () => {
  const { calls, app } = show(0);
  await waitFor(() => expect(calls).toContain("GET /search/index"));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole("heading", { name: "Artists" })).toBeNull();
});
