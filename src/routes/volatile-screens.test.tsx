// @vitest-environment happy-dom
/** What screens promise to somebody of whom the device keeps nothing (specification 2.19). */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderMember } from "../../tests/support/member-screen.tsx";
import { Favorites } from "./favorites.tsx";
import { Storage } from "./storage.tsx";

const answers = { "GET /users/myFavoriteSongs/{id}": [], "PUT /song-genre/": [] };

test("the storage screen says that nothing is kept, and offers nothing to steer", async () => {
  renderMember({ routes: { "/storage": Storage }, answers, isVolatile: true });
  await screen.findByText("Nothing stays on this device: you're logged in for now only");
  expect(screen.queryByRole("button")).toBeNull();
});

test("empty favourites do not promise that a like plays offline", async () => {
  renderMember({ routes: { "/favorites": Favorites, "/home-page": () => null }, answers, isVolatile: true });
  await screen.findByText("Tap the heart beside a song, and find it here again.");
  expect(screen.queryByText(/offline/)).toBeNull();
});
