// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { idOf, playlistOf } from "../../tests/support/items.ts";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { earlyPressKey } from "../app/early-press-note.ts";
import { MyPlaylists } from "./my-playlists.tsx";
import { newPlaylist } from "./PlaylistHeads.tsx";
import { Playlists } from "./playlists.tsx";

const playlist = (n: number, title: string) => playlistOf(n, { title, owner: member.uid, songCount: 0 });

test("the queued changes of the own ones show at once, new ones included (specification 3.9.1, 17.19)", async () => {
  const { account } = renderMember({
    routes: { "/playlists": Playlists },
    answers: { "GET /playlists/public/{id}": [playlist(2, "Coast"), playlist(1, "Harbour")] },
  });
  const shown = () =>
    within(screen.getByRole("list"))
      .getAllByRole("link", { name: /^(Coast|Harbour|Shore)$/ })
      .map(({ textContent }) => textContent);
  await screen.findByRole("link", { name: "Coast" });
  await account.change({ kind: "delete-playlist", playlistId: idOf(2) });
  await account.change({
    kind: "create-playlist",
    playlistId: idOf(9),
    playlist: { title: "Shore", description: "By the sea", private: false },
  });
  await waitFor(() => expect(shown()).toEqual(["Shore", "Harbour"]));
});

test("New Playlist that is pressed before the screen has its script opens the form all the same", async () => {
  document.documentElement.dataset[earlyPressKey] = `${newPlaylist} ${performance.now()}`;
  renderMember({ routes: { "/my-playlists": MyPlaylists } });
  expect(await screen.findByRole("dialog", { name: "New Playlist" })).toBeDefined();
});

test.each([
  ["in its row", MyPlaylists],
  ["on its card", Playlists],
])("a playlist without an image has the covers of its songs, %s (specification 3.15.5)", async (_, Screen) => {
  const songImages = ["/media/a", "/media/b", "/media/c", "/media/d"];
  const shore = { ...playlist(1, "Shore"), songImages };
  renderMember({
    routes: { "/lists": Screen },
    answers: {
      "GET /playlists/my-lists/{id}": ({ query }: { query: { fields?: string } }) =>
        query.fields === "ids" ? [shore._id] : [shore],
      "GET /playlists/my-favorite-lists/{id}": [],
      "GET /playlists/public/{id}": [shore],
    },
  });
  const item = (await screen.findByRole("link", { name: "Shore" })).closest("li");
  const images = [...(item?.querySelectorAll("img") ?? [])].map((image) => image.getAttribute("src")?.split("?")[0]);
  expect(images).toEqual(songImages);
});

test("offline, a list that has never come is what the device knows of it (specification 3.9.1)", async () => {
  const mine = { ...playlist(1, "Shore"), private: false };
  const hidden = { ...playlist(2, "Secret"), private: true };
  const followed = { ...playlist(3, "Coast"), owner: "eve", ownerName: "Eve", private: false };
  const answers = {
    "GET /playlists/my-lists/{id}": ({ query }: { query: { fields?: string } }) =>
      query.fields === "ids" ? [mine._id, hidden._id] : [mine, hidden],
    "GET /playlists/my-favorite-lists/{id}": ({ query }: { query: { fields?: string } }) =>
      query.fields === "ids" ? [followed._id] : [followed],
  };
  const first = renderMember({ routes: { "/my-playlists": MyPlaylists }, answers });
  await screen.findByRole("link", { name: "Coast" });
  await screen.findByRole("link", { name: "Secret" });
  first.unmount();
  renderMember({ routes: { "/playlists": Playlists }, online: false });
  await screen.findByText("You're offline: these are the playlists this device knows.");
  const titles = within(screen.getByRole("list"))
    .getAllByRole("link", { name: /^(Shore|Secret|Coast)$/ })
    .map(({ textContent }) => textContent);
  expect(titles).toEqual(["Coast", "Shore"]);
});
