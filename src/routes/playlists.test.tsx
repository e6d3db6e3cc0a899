// @vitest-environment happy-dom
import { Link } from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { idOf, playlistOf } from "../../tests/support/items.ts";
import { member, refuses, renderMember } from "../../tests/support/member-screen.tsx";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Api } from "../api/api-client.ts";
import { unreachable } from "../api/api-error.ts";
import { earlyPressKey } from "../app/early-press-note.ts";
import { texts } from "../texts/texts.ts";
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

/** The screen of 150 public playlists, and a network that can go. */
function showMany() {
  const all = Array.from({ length: 150 }, (_, n) => playlistOf(150 - n, { owner: "eve", songCount: 0 }));
  const network = { isDown: false };
  const page = ({ path }: Endpoint, { query }: { query: { limit?: number; cursor?: string } }) => {
    if (network.isDown || path !== "/playlists/public/{id}") throw unreachable();
    const { limit = 0, cursor = "0" } = query;
    const end = Number(cursor) + limit;
    return { data: all.slice(Number(cursor), end), next: end < all.length ? String(end) : null };
  };
  const rendered = renderMember({
    routes: {
      "/playlists": () => (
        <main>
          <h1>Playlists</h1>
          <Link to="/playlists">Public</Link>
          <Playlists />
        </main>
      ),
      "/elsewhere": () => "Elsewhere",
    },
    services: { api: { call: async (...request: Parameters<typeof page>) => page(...request) } as unknown as Api },
  });
  return { ...rendered, network };
}

// 9.14
test("the playlists that are shown stay when more of them do not come, and more can be asked for again", async () => {
  const { user, network } = showMany();
  await screen.findByRole("link", { name: "List 150" });
  network.isDown = true;
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText(texts.playlists.someMissing);
  expect(screen.getByRole("link", { name: "List 150" })).toBeTruthy();
  network.isDown = false;
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  expect(screen.queryByText(texts.playlists.someMissing)).toBeNull();
});

test("Back finds as many playlists as were shown (specification 3.2.14)", async () => {
  const { user, history } = showMany();
  await screen.findByRole("link", { name: "List 150" });
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  act(() => history.push("/elsewhere"));
  await screen.findByText("Elsewhere");
  act(() => history.back());
  await screen.findByRole("link", { name: "List 150" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
});

test("more is shown also where the address ends with a slash", async () => {
  const { user, history } = showMany();
  await screen.findByRole("link", { name: "List 150" });
  act(() => history.push("/playlists/"));
  await waitFor(() => expect(history.location.pathname).toBe("/playlists/"));
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
});

test("Back after a failed Show more still finds what the device has stored (specification 3.2.14, 3.9.1)", async () => {
  const { user, history, network } = showMany();
  await screen.findByRole("link", { name: "List 150" });
  network.isDown = true;
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText(texts.playlists.someMissing);
  act(() => history.push("/elsewhere"));
  await screen.findByText("Elsewhere");
  act(() => history.back());
  await screen.findByText(texts.playlists.someMissing);
  expect(await screen.findByRole("link", { name: "List 150" })).toBeTruthy();
});

test("the open screen begins anew by its own link, and Back finds what was shown before (specification 3.2.14)", async () => {
  const { user, history } = showMany();
  await screen.findByRole("link", { name: "List 150" });
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  await user.click(screen.getByRole("link", { name: "Public" }));
  await screen.findByRole("button", { name: "Show more" });
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
});

// 3.9.1, 9.14
test("what the device knows of them stays while the list is asked for again", async () => {
  const { user, answers } = renderMember({
    routes: { "/playlists": Playlists },
    answers: {
      "GET /playlists/my-lists/{id}": [playlist(1, "Shore")],
      "GET /playlists/my-favorite-lists/{id}": [],
      "GET /playlists/public/{id}": refuses(503),
    },
  });
  await screen.findByRole("link", { name: "Shore" });
  answers["GET /playlists/public/{id}"] = () => new Promise(() => {});
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.getByRole("link", { name: "Shore" })).toBeTruthy();
});
