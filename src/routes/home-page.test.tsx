// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createBench } from "../../tests/support/fake-sounds.ts";
import { fillLocalStorage } from "../../tests/support/full-storage.ts";
import { idOf, playlistOf, songOf } from "../../tests/support/items.ts";
import { member, type MemberScreen, refuses, renderMember } from "../../tests/support/member-screen.tsx";
import type { Me } from "../../contract/users.ts";
import type { App } from "../app/app-context.ts";
import type { AccountDatabase } from "../db/database.ts";
import { writePlayer } from "../db/player-rows.ts";
import { asksForLikes, setFirstLikesOver } from "../features/songs/first-likes.ts";
import { buttonClass } from "../ui/button-class.ts";
import { HomePage } from "./home-page.tsx";

const song = (n: number) => songOf(n, { artist: "Ada", duration: 61, owner: member.uid });
/** The song is on the device. */
async function putReady(db: AccountDatabase, n: number): Promise<void> {
  const { _id: songId, ...copy } = song(n);
  await db.downloads.put({ ...copy, songId, state: "ready", path: copy.url } as never); // what a row needs here
}
const ranked = (n: number, counts = {}) => ({ original_id: idOf(n), genre: "Ska", rank: n, ...counts });

const songsByIds = ({ query }: { query: { ids: string[] } }) => query.ids.map((id) => song(Number(id.slice(-12))));
const alive: NonNullable<MemberScreen["answers"]> = {
  "GET /popular-songs": [ranked(3, { playCount: 9 }), ranked(1, { playCount: 2 }), ranked(2, { playCount: 0 })],
  "GET /songs/liked-most": [ranked(2, { likes: 4 }), ranked(3, { likes: 0 }), ranked(1, { likes: 0 })],
  "GET /new-songs": [ranked(3), ranked(2), ranked(1)],
  "GET /songs": songsByIds,
  "PUT /playlists/top/": [playlistOf(7), playlistOf(8)],
  "GET /playlists/sort-playlists": Array.from({ length: 12 }, (_, index) => playlistOf(index + 8)),
  "GET /users/myFavoriteSongs/{id}": [],
};

const firstSteps = () => localStorage.removeItem("offbeat.first-likes-over");
beforeEach(firstSteps);

async function show(answers: MemberScreen["answers"], online = true) {
  const rendered = renderMember({ routes: { "/home-page": HomePage }, answers, online });
  await screen.findByRole("heading", { level: 1, name: "Home" });
  return rendered;
}
const section = (name: string) => within(screen.getByRole("region", { name }));
const titles = (name: string) =>
  section(name)
    .queryAllByRole("button", { name: /^Play / })
    .map((button) => button.getAttribute("aria-label"));

// 3.5.1, 3.5.2, 3.5.4
test("ranks by plays, by likes and by age, without songs that nobody has played or liked", async () => {
  await show(alive);
  await waitFor(() => expect(titles("New songs")).toEqual(["Play Song 3", "Play Song 2", "Play Song 1"]));
  await waitFor(() => expect(titles("Most listened")).toEqual(["Play Song 3", "Play Song 1"]));
  await waitFor(() => expect(titles("Most liked")).toEqual(["Play Song 2"]));
});

// 3.5.3, 3.5.4
test("recommends the playlists of popular songs first, then the most followed, twelve in all and none twice", async () => {
  const bodies: unknown[] = [];
  await show({
    ...alive,
    "PUT /playlists/top/": ({ body }: { body: unknown }) => {
      bodies.push(body);
      // One's own is no news.
      return [playlistOf(6, { owner: member.uid }), playlistOf(7), playlistOf(8)];
    },
  });
  // Cards come a few in each frame.
  await section("You may like").findByRole("link", { name: "List 18" });
  const links = section("You may like").getAllByRole("link", { name: /^List/ });
  expect(links.map((link) => link.textContent)).toEqual(Array.from({ length: 12 }, (_, n) => `List ${n + 7}`));
  expect(bodies).toEqual([{ songList: [idOf(3), idOf(1), idOf(2)] }]);
});

// 17.19
test("recommends no own playlist that is deleted or hidden here, and an edited one by its new title", async () => {
  const { account } = await show(alive);
  await section("You may like").findByRole("link", { name: "List 7" });
  const edit = { kind: "edit-playlist" } as const;
  await account.change({ kind: "delete-playlist", playlistId: idOf(7) });
  await account.change({ ...edit, playlistId: idOf(8), playlist: { private: true } });
  await account.change({ ...edit, playlistId: idOf(9), playlist: { title: "Shore" } });
  await section("You may like").findByRole("link", { name: "Shore" });
  const links = section("You may like").getAllByRole("link", { name: /^(List|Shore)/ });
  expect(links.map((link) => link.textContent).slice(0, 2)).toEqual(["Shore", "List 10"]);
});

// 3.5.4
test("without the statistics service the most followed playlists are recommended", async () => {
  const { "GET /popular-songs": _, ...rest } = alive;
  await show(rest);
  await section("You may like").findByRole("link", { name: "List 8" });
  expect(section("You may like").queryByRole("link", { name: "List 7" })).toBeNull();
});

// 3.5.5, 9.12
test("each section says by itself that it is empty", async () => {
  await show({
    ...alive,
    "GET /popular-songs": [ranked(1, { playCount: 0 })],
    "GET /songs/liked-most": [],
    "GET /new-songs": [],
    "PUT /playlists/top/": [],
    "GET /playlists/sort-playlists": [],
  });
  await section("You may like").findByText("Playlists that people share show up here.");
  for (const name of ["Most listened", "Most liked", "New songs"]) await section(name).findByText("No songs found");
  expect(screen.queryByRole("alert")).toBeNull();
});

const me: Omit<Me, "artist"> = {
  _id: member.uid,
  firebase_id: member.uid,
  userName: "Ada Byron",
  profileImage: null,
  profileColor: null,
  followers: 0,
  following: 0,
  followedBy: [],
  newsletter: false,
  ...member,
};

// 4.2, 9.12
test.each([
  [
    "an artist is asked for a first song",
    { ...me, artist: true },
    ["Upload a first song.", "Nobody has shared a song yet. Be the first: upload one of yours."],
  ],
  [
    "a listener is told that nobody else would hear it",
    { ...me, artist: false },
    [
      "Upload songs of your own. Only you hear them.",
      "Nobody has shared a song yet. Upload your own: only you hear them.",
    ],
  ],
  ["somebody whose profile is not known is told neither", refuses(500), []],
])("where nobody has shared a song, %s", async (_, profile, hints) => {
  const { app } = await show({ ...alive, "GET /new-songs": [], "GET /users/{id}": profile });
  await section("New songs").findByText("No songs found");
  const top = await screen.findByRole("region", { name: "Offbeat" });
  within(top).getByText("Your music starts here");
  for (const hint of hints) await screen.findByText(hint);
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(screen.queryAllByText(/upload .*(one|own|first)/i)).toHaveLength(hints.length);
});

// 3.5.5, 9.14
test("a section that fails says so, leaves the others alone, and tries again by itself", async () => {
  const { "GET /songs/liked-most": likedMost, ...rest } = alive;
  const { user, answers } = await show(rest);
  await section("Most liked").findByRole("alert");
  await waitFor(() => expect(titles("New songs")).toHaveLength(3));
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  answers["GET /songs/liked-most"] = likedMost;
  await user.click(section("Most liked").getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(titles("Most liked")).toEqual(["Play Song 2"]));
  // 20.25
  expect(document.activeElement).toBe(section("Most liked").getByRole("heading"));
});

// 3.5.5, 3.5.6
test("what could not be loaded is not called an empty library", async () => {
  const { user, answers } = await show({ "GET /users/myFavoriteSongs/{id}": [] });
  const top = within(await screen.findByRole("region", { name: "Offbeat" }));
  top.getByText("Couldn't load the songs");
  expect(top.queryByText("Your music starts here")).toBeNull();
  Object.assign(answers, alive);
  await user.click(top.getByRole("button", { name: "Retry" }));
  await screen.findByRole("region", { name: "Start here" });
});

// 3.5.5
test("offline it shows what was loaded before", async () => {
  const first = await show(alive);
  await waitFor(() => expect(titles("Most liked")).toEqual(["Play Song 2"]));
  await waitFor(async () => expect(await first.account.db.queries.count()).toBe(8));
  first.unmount();
  await show({}, false);
  await waitFor(() => expect(titles("Most liked")).toEqual(["Play Song 2"]));
  await section("You may like").findByRole("link", { name: "List 7" });
  expect(screen.queryByRole("alert")).toBeNull();
});

const stored = (n: number, position: number) => ({
  songs: { isWhole: true, chunks: [{ chunk: 0, songs: [song(n)] }], emptied: [] },
  queue: {
    id: "q",
    list: [0],
    order: null,
    repeat: "all",
    speed: 1,
    place: { queue: "q", index: 0, startedAt: 0, queued: 0, position },
  },
});

/** Home, after something was stored by an earlier visit. */
async function showAfter(
  prepare: (screenOf: Awaited<ReturnType<typeof renderMember>>) => Promise<unknown>,
  likes = 0,
  isVolatile = false,
) {
  const favourites = Array.from({ length: likes }, (_, n) => idOf(22 - n));
  const rendered = renderMember({
    routes: { "/home-page": HomePage, "/elsewhere": () => null },
    at: "/elsewhere",
    isVolatile,
    answers: { ...alive, "GET /users/myFavoriteSongs/{id}": favourites },
  });
  await prepare(rendered);
  rendered.history.push("/home-page");
  await screen.findByRole("heading", { level: 1, name: "Home" });
  return rendered;
}

test("it begins with what was played last, and where in it (specification 3.5.6)", async () => {
  await showAfter(({ account }) => writePlayer(account.db, stored(5, 42)), 3);
  const hero = within(await screen.findByRole("region", { name: "Pick up where you left off" }));
  hero.getByText("Song 5");
  hero.getByText(/0:42 of 1:01/);
  expect(hero.getByRole("button").getAttribute("aria-label")).toBe("Resume Song 5");
});

test("who has liked little is shown what a like is good for, until three are liked (specification 3.5.6)", async () => {
  const { user } = await showAfter(async () => {});
  const region = () => screen.findByRole("region", { name: "Your first songs" });
  const hero = within(await region());
  hero.getByText("Like three songs");
  for (const n of [3, 2, 1]) await user.click(hero.getByRole("button", { name: `Like Song ${n}` }));
  // The files are not here in this test.
  await hero.findByText("Saving them to this device…");
  expect(localStorage.getItem("offbeat.first-likes-over")).toBe("yes");
});

test("a song to like that is gone gives way to the next, an edited one is shown so (specification 3.5.6)", async () => {
  const { user, answers, app } = await showAfter(async () => {});
  const hero = within(await screen.findByRole("region", { name: "Your first songs" }));
  const offered = () =>
    hero.getAllByRole("button", { name: /^Play / }).map((button) => button.getAttribute("aria-label"));
  expect(offered()).toEqual(["Play Song 3", "Play Song 2", "Play Song 1"]);
  await user.click(hero.getByRole("button", { name: "Like Song 3" }));
  Object.assign(answers, {
    // The third and the second have left the list; the second is gone.
    "GET /new-songs": [ranked(5), ranked(4), ranked(1)],
    "GET /songs": ({ query }: { query: { ids: string[] } }) =>
      songsByIds({ query: { ids: query.ids.filter((id) => id !== idOf(2)) } }).map((one) =>
        one._id === idOf(1) ? { ...one, title: "Song 1, live" } : one,
      ),
  });
  await act(() => app.queryClient.invalidateQueries());
  await waitFor(() => expect(offered()).toEqual(["Play Song 3", "Play Song 5", "Play Song 1, live"]));
});

test("nobody is promised songs on a device that may not keep them (specification 2.19)", async () => {
  await showAfter(async () => {}, 0, true);
  await screen.findByRole("region", { name: "Start here" });
  expect(screen.queryByText("Like three songs")).toBeNull();
});

test("once the liked songs are here it says that they play in an airplane (specification 3.5.6)", async () => {
  const { user, account } = await showAfter(async () => {});
  const hero = within(await screen.findByRole("region", { name: "Your first songs" }));
  for (const n of [3, 2, 1]) {
    await putReady(account.db, n);
    await user.click(hero.getByRole("button", { name: `Like Song ${n}` }));
  }
  await hero.findByText("Turn on airplane mode. They still play.");
  expect(hero.queryByRole("button", { name: "Not now" })).toBeNull();
});

test("the first steps that are put off do not come back, and something to begin with stands there", async () => {
  const { user } = await showAfter(async () => {});
  const hero = within(await screen.findByRole("region", { name: "Your first songs" }));
  await user.click(hero.getByRole("button", { name: "Not now" }));
  within(await screen.findByRole("region", { name: "Start here" })).getByRole("button", { name: "Play Song 3" });
  expect(asksForLikes(0)).toBe(false);
});

// 20.4
test("the button of the first place keeps the focus when its song plays, and when another takes the song's place", async () => {
  setFirstLikesOver();
  const { engine } = createBench();
  const { user, account, online } = renderMember({
    routes: { "/home-page": HomePage },
    answers: alive,
    services: { loadedAudio: () => engine },
  });
  await putReady(account.db, 22);
  await waitFor(() => expect(account.downloads.get()?.size).toBe(1));
  await screen.findByRole("region", { name: "Start here" });
  const place = () => within(screen.getByRole("region", { name: /^(Start here|Now playing)$/ })).getByRole("button");
  act(() => place().focus());
  act(() => online.set(false));
  await waitFor(() => expect(place().getAttribute("aria-label")).toBe("Play Song 22"));
  expect(document.activeElement).toBe(place());
  act(() => online.set(true));
  await waitFor(() => expect(place().getAttribute("aria-label")).toBe("Play Song 3"));
  expect(document.activeElement).toBe(place());
  await user.keyboard("{Enter}");
  await screen.findByRole("region", { name: "Now playing" });
  expect(document.activeElement).toBe(place());
});

test("what plays offline has a shelf with its number, favourites first (specification 3.5.7)", async () => {
  await showAfter(async ({ account }) => {
    for (const n of [9, 20, 22]) {
      await putReady(account.db, n);
    }
  }, 3);
  await screen.findByRole("region", { name: "Ready offline: 3 songs" });
  await waitFor(() =>
    expect(titles("Ready offline: 3 songs")).toEqual(["Play Song 22", "Play Song 20", "Play Song 9"]),
  );
});

test("opened offline, home begins with what is on the device (specification 3.5.6, 3.5.7)", async () => {
  const { account, online, history } = await showAfter(async ({ account: { db } }) => {
    await putReady(db, 22);
    await writePlayer(db, stored(5, 42));
  }, 3);
  const isBefore = (name: string, other: string) => {
    const [first, then] = [name, other].map((label) => screen.getByRole("heading", { name: label }));
    return Boolean((first?.compareDocumentPosition(then as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  await screen.findByRole("region", { name: "Ready offline: 1 song" });
  await screen.findByRole("region", { name: "Pick up where you left off" });
  expect(isBefore("You may like", "Ready offline: 1 song")).toBe(true);
  await waitFor(() => expect(account.downloads.get()?.size).toBe(1));

  // The song of last time is not here.
  act(() => online.set(false));
  const hero = within(await screen.findByRole("region", { name: "Start here" }));
  hero.getByRole("button", { name: "Play Song 22" });
  expect(isBefore("You may like", "Ready offline: 1 song")).toBe(true);

  history.push("/elsewhere");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Home" })).toBeNull());
  history.push("/home-page");
  await screen.findByRole("region", { name: "Start here" });
  expect(isBefore("Ready offline: 1 song", "You may like")).toBe(true);
  act(() => online.set(true));
  await screen.findByRole("region", { name: "Pick up where you left off" });
  expect(isBefore("Ready offline: 1 song", "You may like")).toBe(true);
});

test("where a browser says that it is online, and no call has reached the server, it begins so, too", async () => {
  const { online } = await showAfter(async ({ account: { db } }) => {
    await putReady(db, 22);
  }, 3);
  const sections = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  await screen.findByRole("region", { name: "Ready offline: 1 song" });
  expect(sections().at(-1)).toBe("Ready offline: 1 song");
  online.wasReached.mockReturnValue(false);
  act(() => online.set(false));
  await waitFor(() =>
    expect(sections().indexOf("Ready offline: 1 song")).toBeLessThan(sections().indexOf("You may like")),
  );
});

test("a page that was scrolled when a call failed keeps its order, also back at its top (specification 3.5.7)", async () => {
  const { account, online, app } = await showAfter(async ({ account: { db } }) => {
    await putReady(db, 22);
    await writePlayer(db, stored(5, 42));
  }, 3);
  const sections = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  await screen.findByRole("region", { name: "Ready offline: 1 song" });
  await screen.findByRole("region", { name: "Pick up where you left off" });
  await waitFor(() => expect(account.downloads.get()?.size).toBe(1));
  online.wasReached.mockReturnValue(false);
  const scrolled = vi.spyOn(window, "scrollY", "get").mockReturnValue(600);
  act(() => online.set(false));
  await screen.findByRole("region", { name: "Start here" });
  scrolled.mockReturnValue(0);
  // The screen's next calls fail.
  await act(() => app.queryClient.invalidateQueries());
  expect(sections().at(-1)).toBe("Ready offline: 1 song");
});

test("where nothing is on the device, home's Play is the main action online only", async () => {
  const { online, account } = await showAfter(() => Promise.resolve(), 3);
  const play = async () =>
    (await screen.findByRole("region", { name: "Start here" })).querySelector("button")?.className;
  await expect.poll(play).toBe(buttonClass("main"));
  await waitFor(() => expect(account.downloads.get()).toBeDefined());
  act(() => online.set(false));
  await expect.poll(play).toBe(buttonClass("quiet"));
});

const saysOf = (name: string) =>
  section(name)
    .getAllByRole("listitem")
    .map((item) => item.textContent);

test("cards and the first place say what rows say of a song (specification 6.15, 6.35, 17.12)", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockImplementation((kind) =>
    kind === "audio/x-strange" ? "" : "probably",
  );
  const strange = ({ query }: { query: { ids: string[] } }) =>
    songsByIds({ query }).map((one) => (one._id === idOf(1) ? { ...one, mimeType: "audio/x-strange" } : one));
  const { account, online } = await showAfter(async ({ account: { db }, answers }) => {
    answers["GET /songs"] = strange;
    await putReady(db, 3);
    const chunks = [{ chunk: 0, songs: strange({ query: { ids: [idOf(1)] } }) }];
    await writePlayer(db, { ...stored(1, 42), songs: { isWhole: true, chunks, emptied: [] } });
  }, 3);
  await waitFor(() => expect(account.downloads.get()?.size).toBeGreaterThan(0));
  const strangely = "This browser can't play this format · Ada";
  await waitFor(() => expect(saysOf("New songs")[2]).toContain(strangely));
  await waitFor(() => expect(saysOf("Most listened")[1]).toContain(strangely));
  within(await screen.findByRole("region", { name: "Pick up where you left off" })).getByText(/can't play this format/);
  for (const name of ["New songs", "Most listened"]) expect(saysOf(name)[0]).toContain("On this device");
  expect(saysOf("New songs")[1]).not.toContain("Not on this device");
  act(() => online.set(false));
  await waitFor(() => expect(saysOf("New songs")[1]).toContain("Not on this device"));
  const dimmed = section("New songs")
    .getAllByRole("listitem")
    .map((item) => "dimmed" in item.dataset);
  expect(dimmed).toEqual([false, true, true]);
});

// 3.2.10, 3.11.8
test("where there is no worker nobody is told that a like keeps a song", async () => {
  renderMember({
    routes: { "/home-page": HomePage },
    answers: alive,
    services: { worker: { available: false } as App["worker"] },
  });
  await screen.findByRole("heading", { level: 1, name: "Home" });
  await screen.findByRole("region", { name: "Start here" });
  expect(screen.queryByText("Like three songs")).toBeNull();
});

// 21.3
test("the third like on a device that stores nothing leaves home as it is", async () => {
  const { user } = await show(alive);
  const first = within(await screen.findByRole("region", { name: "Your first songs" }));
  fillLocalStorage();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const n of [3, 2, 1]) await user.click(first.getByRole("button", { name: `Like Song ${n}` }));
  await waitFor(() => expect(warn).toHaveBeenCalled());
  screen.getByRole("heading", { level: 1, name: "Home" });
});
