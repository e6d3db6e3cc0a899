// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderMember } from "../../tests/support/member-screen.tsx";
import { SearchTextProvider } from "../features/search/search-text.tsx";
import { Search } from "./search.tsx";

/** The search as at an address, over these artists. */
const show = (at: string, artists: object[]) =>
  renderMember({
    routes: {
      "/search": () => (
        <SearchTextProvider>
          <main>
            <Search />
          </main>
        </SearchTextProvider>
      ),
      "/playlist-user/$id": () => "The card",
    },
    at,
    answers: {
      "GET /search/index": { artists, songs: [], playlists: [], complete: true },
      "GET /users/myFavoriteSongs/{id}": [],
      "GET /songs": [],
    },
  });

// 3.8.5
test("Back from a result that is opened right after the last key finds what was searched for", async () => {
  const tina = { uid: "tina", userName: "Tina Tide", profileImage: null };
  const { user, history } = show("/search?q=%22%22", [tina]);
  // The library shows her, too: the index is there.
  await screen.findByRole("link", { name: "Tina Tide" });
  await user.type(screen.getByRole("searchbox"), "tide");
  await screen.findByText("No songs found");
  await user.keyboard("{ArrowDown}{Enter}");
  await screen.findByText("The card");
  act(() => history.back());
  await waitFor(() => expect(searchedFor()).toBe("tide"));
});

/** What is found by "tid" and "tide", of which a first page shows 20. */
const tides = Array.from({ length: 30 }, (_, n) => ({ uid: `u${n}`, userName: `Tide ${n}`, profileImage: null }));
const searchedFor = () => screen.getByRole<HTMLInputElement>("searchbox").value;

// 3.2.14
test("Back finds as many results as were shown, also of a text that was changed since", async () => {
  const { user, history } = show("/search?q=tid", tides);
  await user.click(await screen.findByRole("button", { name: "Show more artists" }));
  await user.type(screen.getByRole("searchbox"), "e");
  await user.click(await screen.findByRole("link", { name: "Tide 25" }));
  await screen.findByText("The card");
  act(() => history.back());
  await screen.findByRole("link", { name: "Tide 0" });
  expect(await screen.findByRole("link", { name: "Tide 25" })).toBeTruthy();
  expect(searchedFor()).toBe("tide");
});

test("another search begins with its own number of results, and Back finds that of the one before", async () => {
  const { user, history } = show("/search?q=tid", tides);
  await user.click(await screen.findByRole("button", { name: "Show more artists" }));
  await screen.findByRole("link", { name: "Tide 25" });
  act(() => history.push("/search?q=tide"));
  await waitFor(() => expect(searchedFor()).toBe("tide"));
  await screen.findByRole("button", { name: "Show more artists" });
  expect(screen.queryByRole("link", { name: "Tide 25" })).toBeNull();
  act(() => history.back());
  await waitFor(() => expect(searchedFor()).toBe("tid"));
  expect(await screen.findByRole("link", { name: "Tide 25" })).toBeTruthy();
});

test("more that is asked for right after the last key keeps the text and the number in the address", async () => {
  const { user, history } = show("/search?q=tid", tides);
  await screen.findByRole("button", { name: "Show more artists" });
  await user.type(screen.getByRole("searchbox"), "e");
  await user.click(await screen.findByRole("button", { name: "Show more artists" }));
  await screen.findByRole("link", { name: "Tide 25" });
  await waitFor(() => expect(history.location.search).toBe("?q=tide"));
  expect(history.location.state.kept).toHaveProperty("results.artists", 40);
  expect(searchedFor()).toBe("tide");
});
