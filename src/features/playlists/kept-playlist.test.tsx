// @vitest-environment happy-dom
/** A playlist that is kept on this device, on its screen (specification 3.11.8, 5.15, 17.8). */
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { downloadOf, idOf, songOf } from "../../../tests/support/items.ts";
import { member, type MemberScreen, refuses, renderMember } from "../../../tests/support/member-screen.tsx";
import { keepPlaylist } from "../../db/kept-playlists.ts";
import { followWantedLists } from "../offline/follow-wanted-lists.ts";
import { MyPlaylists } from "../../routes/my-playlists.tsx";
import { Playlist } from "../../routes/playlist.tsx";
import { songChange } from "./playlist-song-change.ts";

const id = idOf(1);
const form = { title: "Shore", description: "By the sea", genre: null, private: true, playlistImage: null };
const snapshot = { _id: id, ...form, songCount: 0, owner: member.uid, ownerName: "Ada Byron" };
const summary = { ...snapshot, followers: 0, followed: false, createdAt: "2026-11-22T12:00:00.000Z" };

async function openKept(answers: MemberScreen["answers"]) {
  const shown = renderMember({
    routes: { "/elsewhere": () => null, "/playlist/$id": Playlist },
    answers: { "GET /playlists/my-lists/{id}": [], "GET /playlists/my-favorite-lists/{id}": [], ...answers },
    at: "/elsewhere",
  });
  const { account, app } = shown;
  await account.change(
    { kind: "create-playlist", playlistId: id, playlist: form },
    { playlistTitle: "Shore", playlist: snapshot },
  );
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(1));
  await keepPlaylist(account.db, snapshot);
  const lists = followWantedLists(app, account, () => {});
  onTestFinished(lists.close);
  return shown;
}
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

test("one that the server has not heard of yet is not called gone", async () => {
  const { history } = await openKept({ "GET /playlists/playlist/{id}": refuses(404), "POST /playlists": refuses(503) });
  await settle();
  act(() => history.push(`/playlist/${id}`));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Shore");
});

test("one that was created after the server was asked for it opens without a network", async () => {
  let isCreated = false;
  let take = () => {};
  const taken = new Promise<void>((resolve) => (take = resolve));
  const { account, history, online, app } = await openKept({
    "GET /playlists/playlist/{id}": ({ query }: { query: { fields?: string } }) => {
      if (!isCreated) return refuses(404)();
      const owner = { uid: member.uid, userName: "Ada Byron", profileImage: null };
      return query.fields === "ids" ? [] : { ...summary, songs: [], owner };
    },
    "POST /playlists": async () => {
      await taken;
      isCreated = true;
      return { ...summary, songs: [] };
    },
  });
  // As another tab of an earlier version has left it.
  app.queryClient.setQueryData(["playlists", member.uid, "one", id], { value: null, begun: 0, seen: 0, at: 0 });
  await settle();
  take();
  await waitFor(() => expect(account.outbox.get()?.rows.every(({ state }) => state === "acked")).toBe(true));
  act(() => online.set(false));
  act(() => history.push(`/playlist/${id}`));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Shore");
});

test("of one whose songs are not known yet it is not said that all are here", async () => {
  const { account, online, user } = renderMember({
    routes: { "/my-playlists": MyPlaylists, "/playlist/$id": Playlist },
    answers: {
      "GET /playlists/my-lists/{id}": ({ query }: { query: { fields?: string } }) =>
        query.fields === "ids" ? [id] : [{ ...summary, songCount: 20 }],
      "GET /playlists/my-favorite-lists/{id}": [],
    },
  });
  await screen.findByRole("link", { name: "Shore" });
  act(() => online.set(false));
  await account.db.downloads.put(downloadOf(2, { state: "ready", received: 1_000 }));
  const { operation, snapshot: of } = songChange(summary, songOf(2, { title: "Tide" }), true);
  await account.change(operation, of);
  await user.click(screen.getByRole("link", { name: "Shore" }));
  await screen.findByText("21 songs");
  await user.click(await screen.findByRole("button", { name: "Keep on this device" }));
  await waitFor(async () => expect(await account.db.kept.count()).toBe(1));
  await settle();
  expect(screen.queryByText("All on this device")).toBeNull();
});
