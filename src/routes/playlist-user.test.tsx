// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { User } from "../../contract/users.ts";
import { idOf, playlistOf, songOf } from "../../tests/support/items.ts";
import { member, type MemberScreen, refuses, renderMember, storedAnswers } from "../../tests/support/member-screen.tsx";
import { emptyPlayerState } from "../audio/player-state.ts";
import { createStore } from "../lib/store.ts";
import { SongMenuActionsContext } from "../features/songs/song-menu-context.ts";
import { PlaylistUser } from "./playlist-user.tsx";

const person = (uid: string, fields: Partial<User> = {}): User => ({
  _id: uid,
  uid,
  firebase_id: uid,
  userName: "Ben Bolt",
  firstName: "Ben",
  lastName: "Bolt",
  profileImage: null,
  artist: true,
  followers: 3,
  following: 2,
  followedBy: [],
  ...fields,
});

/** In the frame's place for screens. */
const Screen = () => (
  <main>
    <PlaylistUser />
  </main>
);

const show = (id: string, answers: MemberScreen["answers"], online = true) =>
  renderMember({ routes: { "/playlist-user/$id": Screen }, at: `/playlist-user/${id}`, answers, online });

/** The counts, as they are read out. */
const counts = () =>
  screen
    .getAllByRole("term")
    .map((term) => `${term.textContent} ${within(term.parentElement ?? term).getByRole("definition").textContent}`);

// 3.14.4, 3.14.5, 5.11, 17.48
test("a follow shows at once, and counts, before the server has heard of it", async () => {
  const { user } = show("ben", {
    "GET /users/{id}": person("ben"),
    "GET /users/following/{id}": [],
    "GET /songs/mysongs/{id}": [],
  });
  await screen.findByRole("heading", { level: 1, name: "Ben Bolt" });
  expect(counts()).toEqual(["Followers 3", "Following 2"]);
  await user.click(await screen.findByRole("button", { name: "FOLLOW" }));
  const following = await screen.findByRole("button", { name: "FOLLOWING" });
  expect(counts()).toEqual(["Followers 4", "Following 2"]);
  await user.click(following);
  await screen.findByRole("button", { name: "FOLLOW" });
  expect(counts()).toEqual(["Followers 3", "Following 2"]);
  await screen.findByText("Ben Bolt hasn't shared a song yet.");
});

test("the menu of a song leads not to the screen that is open (specification 3.15.2)", async () => {
  const song = songOf(1, { owner: "ben" });
  const actions = { goToArtist: () => {}, playNext: () => {} };
  const { user } = renderMember({
    routes: {
      "/playlist-user/$id": () => (
        <SongMenuActionsContext value={actions}>
          <Screen />
        </SongMenuActionsContext>
      ),
    },
    at: "/playlist-user/ben",
    answers: { "GET /users/{id}": person("ben"), "GET /songs/mysongs/{id}": [song._id], "GET /songs": [song] },
  });
  await user.click(await screen.findByRole("button", { name: "More for Song 1" }));
  await screen.findByRole("menuitem", { name: "Play next" });
  expect(screen.queryByRole("menuitem", { name: "Go to artist" })).toBeNull();
});

// 3.14.1, 3.14.2, 3.14.3
test("a card shows what somebody shares; a playlist opens at once, a song plays", async () => {
  const song = songOf(1, { title: "Slow Tide" });
  const { _id: id } = song;
  const playlist = {
    _id: id,
    title: "Shore",
    description: "By the sea",
    genre: null,
    private: false,
    playlistImage: null,
    songCount: 1,
    owner: "ben",
    ownerName: "Ben Bolt",
    followers: 0,
    followed: false,
    createdAt: song.createdAt,
  };
  const play = vi.fn<(tracks: { title: string }[], index: number) => void>();
  const engine = { state: () => emptyPlayerState, subscribe: () => () => {}, position: createStore(0), play };
  const { user, history } = renderMember({
    routes: { "/playlist-user/$id": Screen, "/playlist/$id": () => "The playlist" },
    at: "/playlist-user/ben",
    services: { loadedAudio: () => engine as never }, // all that a press needs
    answers: {
      "GET /users/{id}": person("ben"),
      "GET /users/following/{id}": [],
      "GET /songs/mysongs/{id}": [id],
      "GET /songs": [song],
      "GET /playlists/my-lists/{id}": [playlist],
    },
  });
  const songs = within(await screen.findByRole("list", { name: "Songs" }));
  await user.click(await songs.findByRole("button", { name: "Play Slow Tide" }));
  expect(play.mock.lastCall?.[0].map(({ title }) => title)).toEqual(["Slow Tide"]);
  const playlists = within(screen.getByRole("list", { name: "Playlists" }));
  await user.click(await playlists.findByRole("link", { name: "Shore" }));
  await screen.findByText("The playlist");
  expect(history.location.state).toMatchObject({ handed: { playlist: { title: "Shore" } } });
});

test.each([["ben"], undefined])("a follow that the server counts already is not counted twice", async (followed) => {
  show("ben", {
    "GET /users/{id}": person("ben", { followedBy: [member.uid] }),
    ...(followed && { "GET /users/following/{id}": followed }),
  });
  await screen.findByRole("button", { name: "FOLLOWING" });
  expect(counts()).toEqual(["Followers 3", "Following 2"]);
});

// 3.14.4, 5.12
test("nobody follows themselves; the own count of followed people is that of this device", async () => {
  show(member.uid, {
    "GET /users/{id}": person(member.uid, { userName: "Ada Byron" }),
    "GET /users/following/{id}": ["ben", "cyd", "dan"],
    "GET /songs/mysongs/{id}": [],
  });
  await screen.findByRole("heading", { level: 1, name: "Ada Byron" });
  await waitFor(() => expect(counts()).toEqual(["Followers 3", "Following 3"]));
  expect(screen.queryByRole("button", { name: /FOLLOW/ })).toBeNull();
  await screen.findByText("Your uploads will live here.");
});

// 3.1.3, 3.14.5
test("an unknown and a malformed id read as nothing here", async () => {
  const first = show("nobody", { "GET /users/{id}": refuses(404) });
  await screen.findByRole("heading", { level: 1, name: "This page isn't here" });
  first.unmount();
  show("x".repeat(129), { "GET /users/{id}": person("ben") });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveProperty("textContent", "This page isn't here");
});

// 3.14.5
test("somebody whose account is gone leaves nothing on the device", async () => {
  const { account, answers, app } = show("ben", {
    "GET /users/{id}": person("ben"),
    "GET /users/following/{id}": [],
    "GET /songs/mysongs/{id}": [idOf(1)],
  });
  await screen.findByRole("heading", { level: 1, name: "Ben Bolt" });
  await waitFor(async () => expect(await storedAnswers(account)).toContain("Ben Bolt"));
  await waitFor(async () => expect(await storedAnswers(account)).toContain('"user-songs'));
  answers["GET /users/{id}"] = refuses(404);
  await app.queryClient.invalidateQueries({ queryKey: ["people"] });
  await screen.findByRole("heading", { level: 1, name: "This page isn't here" });
  await waitFor(async () => expect(await storedAnswers(account)).not.toContain("Ben Bolt"));
  expect(await storedAnswers(account)).not.toContain('"user-songs');
});

// 17.12, 20.17
test("offline, the page says from when it is, and how many of the songs are on this device", async () => {
  const songs = [songOf(1, { owner: "ben" }), songOf(2, { owner: "ben" })];
  const { online } = show("ben", {
    "GET /users/{id}": person("ben"),
    "GET /users/following/{id}": [],
    "GET /songs/mysongs/{id}": ({ query }: { query: { fields?: string } }) =>
      query.fields === "ids" ? songs.map(({ _id }) => _id) : songs,
    "GET /songs": songs,
  });
  expect(await screen.findAllByRole("button", { name: /^Play / })).toHaveLength(2);
  expect(screen.queryByText(/^As of /)).toBeNull();
  act(() => online.set(false));
  expect((await screen.findByText(/^As of /)).textContent).toMatch(/^As of .+ · 0 of 2 songs on this device$/);
});

// 3.14.5, 9.14
test("offline, somebody who was never loaded here can be asked for again", async () => {
  const { user, answers, online } = show("ben", { "GET /users/{id}": person("ben") }, false);
  await screen.findByRole("heading", { level: 1, name: "Couldn't load this person" });
  await waitFor(() => expect(document.title).toBe("Couldn't load this person · Offbeat"));
  screen.getByText("You're offline, and this device doesn't know this person yet");
  online.set(true);
  answers["GET /users/following/{id}"] = [];
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ben Bolt"));
});

// 3.14.5, 17.48
test("a refused follow does not show where the list of followed people did not come", async () => {
  const { account, user } = show("ben", {
    "GET /users/{id}": person("ben"),
    "GET /users/following/{id}": refuses(503),
    "GET /songs/mysongs/{id}": [],
  });
  await user.click(await screen.findByRole("button", { name: "FOLLOW" }));
  await screen.findByRole("button", { name: "FOLLOWING" });
  await account.db.outbox.toCollection().modify({ state: "attention" });
  expect(await screen.findByRole("button", { name: "FOLLOW" })).toBeTruthy();
});

// 3.14.5
test("an unfollow shows at once where the list of followed people did not come", async () => {
  const { user } = show("ben", {
    "GET /users/{id}": person("ben", { followedBy: [member.uid] }),
    "GET /users/following/{id}": refuses(503),
    "GET /songs/mysongs/{id}": [],
  });
  await user.click(await screen.findByRole("button", { name: "FOLLOWING" }));
  expect(await screen.findByRole("button", { name: "FOLLOW" })).toBeTruthy();
});

const own = {
  "GET /users/{id}": person(member.uid, { userName: "Ada Byron" }),
  "GET /users/following/{id}": [],
  "GET /playlists/my-lists/{id}": [],
  "GET /songs": [songOf(1)],
};

// 9.14
test("Retry on one's own card asks for the own songs again", async () => {
  const { user, answers } = show(member.uid, { ...own, "GET /songs/mysongs/{id}": refuses(503) });
  const retry = await screen.findByRole("button", { name: "Retry" });
  answers["GET /songs/mysongs/{id}"] = [songOf(1)._id];
  await user.click(retry);
  expect(await screen.findByRole("button", { name: "Play Song 1" })).toBeTruthy();
});

// 20.17
test("the age of one's own card is also that of the own songs", async () => {
  const before = new Date(2026, 10, 22, 10, 5).getTime();
  const clock = vi.spyOn(Date, "now").mockReturnValue(before);
  const { online, app } = show(member.uid, { ...own, "GET /songs/mysongs/{id}": [songOf(1)._id] });
  await screen.findByRole("button", { name: "Play Song 1" });
  clock.mockReturnValue(before + 4 * 3_600_000);
  for (const key of ["people", "playlists"])
    await act(() => app.queryClient.refetchQueries({ queryKey: [key] }).catch(() => {}));
  act(() => online.set(false));
  const time = new Intl.DateTimeFormat(navigator.language, { timeStyle: "short" }).format(before);
  expect((await screen.findByText(/^As of /)).textContent).toContain(time);
  clock.mockRestore();
});

// 7.2, 17.19
test("one's own card has the own playlists in the order that waits to be sent", async () => {
  const [shore, coast] = [1, 2].map((n) => playlistOf(n, { owner: member.uid, songCount: 0 }));
  const { account } = show(member.uid, {
    ...own,
    "GET /songs/mysongs/{id}": [],
    "GET /playlists/my-lists/{id}": [shore, coast],
  });
  const shown = () =>
    within(screen.getByRole("list", { name: "Playlists" }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
  await screen.findByRole("link", { name: "List 1" });
  expect(shown()).toEqual(["List 1", "List 2"]);
  const orderedList = [idOf(2), idOf(1)];
  await act(() =>
    account.change({ kind: "order", list: "own-playlists", orderedList, base: [idOf(1), idOf(2)], moved: [idOf(2)] }),
  );
  await waitFor(() => expect(shown()).toEqual(["List 2", "List 1"]));
});
