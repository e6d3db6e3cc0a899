// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Song } from "../../contract/songs.ts";
import { downloadOf, songOf } from "../../tests/support/items.ts";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { emptyPlayerState } from "../audio/player-state.ts";
import { createStore } from "../lib/store.ts";
import { changeSettings } from "../sync/download-settings.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Favorites } from "./favorites.tsx";

// Without its patience, which a busy machine may outlast.
vi.mock("./use-waiting.ts", () => ({
  useWaiting: (settled: readonly boolean[]) => settled.map((_, index) => settled.slice(0, index).includes(false)),
}));

/** With random last digits, as ids have them. */
const randomId = (n: number) =>
  `01890a5d-ac96-774b-bcce-${Math.imul(n + 1, 2_654_435_761)
    .toString(16)
    .replace("-", "")
    .padStart(12, "a")}`;
const song = (n: number): Song => songOf(n, { _id: randomId(n), original_id: randomId(n), likes: 1, liked: true });

function show(count: number, services = {}, change = {}) {
  const songs = new Map(Array.from({ length: count }, (_, n) => [randomId(n), { ...song(n), ...change }]));
  const asked: number[] = [];
  const screenOf = renderMember({
    routes: { "/favorites": Favorites, "/home-page": () => null, "/storage": () => null },
    services,
    answers: {
      "GET /users/myFavoriteSongs/{id}": [...songs.keys()],
      "GET /songs": ({ query }: { query: { ids: string[] } }) => {
        asked.push(query.ids.length);
        return query.ids.flatMap((id) => songs.get(id) ?? []);
      },
      "PUT /song-genre/": [],
    },
  });
  return { ...screenOf, asked };
}

const rows = () => within(screen.getByRole("list", { name: "My Favorite Songs" })).getAllByRole("listitem");
const titles = () => rows().map((row) => /Song \d+/.exec(row.textContent ?? "")?.[0]);
const handle = (n: number) => screen.getByRole("button", { name: `Reorder Song ${n}` });

test("a format that this browser cannot play says so in its row (specification 6.35)", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("");
  show(1, {}, { mimeType: "audio/webm; codecs=vorbis" });
  await screen.findByRole("button", { name: "Play Song 0" });
  expect(rows()[0]?.textContent).toContain("This browser can't play this format");
});

test("offline the head says how many of the songs are here, and online how many there are (specification 17.12)", async () => {
  const { account, online } = show(3);
  await screen.findByRole("button", { name: "Play Song 0" });
  await account.db.downloads.bulkPut([
    downloadOf(1, { songId: randomId(1), state: "ready" }),
    downloadOf(2, { songId: randomId(2), state: "wanted" }),
  ]);
  await expect.poll(() => account.downloads.get()?.get(randomId(1))?.state).toBe("ready");
  screen.getByText("3 songs");
  act(() => online.set(false));
  await screen.findByText("1 of 3 songs on this device");
  act(() => online.set(true));
  await screen.findByText("3 songs");
});

test("under a list of unknown length the other column waits, where it stands below: nothing moves (specification 20.12)", async () => {
  let arrive: (ids: string[]) => void = () => {};
  const answer = new Promise<string[]>((resolve) => (arrive = resolve));
  renderMember({
    routes: { "/favorites": Favorites },
    answers: {
      "GET /users/myFavoriteSongs/{id}": () => answer,
      "GET /songs": [song(0)],
      "PUT /song-genre/": [],
    },
  });
  const column = await screen.findByRole("complementary");
  expect(column.dataset["waits"]).toBe("true");
  arrive([randomId(0)]);
  await expect.poll(() => column.dataset["waits"]).toBeUndefined();
});

test.each([
  ["Downloads are paused", 1, { paused: true }, undefined],
  ["Waiting: this connection is metered", 1, {}, { type: "cellular" }],
  ["Waiting for your OK", 201, {}, undefined],
])(
  "what holds the downloads up is told by row and list: %s (specification 17.12)",
  async (told, waiting, settings, connection) => {
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
    const { account } = show(2);
    await screen.findByRole("button", { name: "Play Song 0" });
    const others = Array.from({ length: waiting - 1 }, (_, n) => downloadOf(n + 10));
    await account.db.downloads.bulkAdd([{ ...downloadOf(0), songId: randomId(0) }, ...others]);
    await changeSettings(account.db, settings);
    await waitFor(() => expect(rows()[0]?.textContent).toContain(`Not on this device · ${told}`));
    // The other one is not on its way.
    expect(rows()[1]?.textContent).not.toContain(told);
    expect(screen.getByRole("link", { name: told }).getAttribute("href")).toBe("/storage");
    await changeSettings(account.db, { paused: false, onMetered: true, many: true });
    await waitFor(() => expect(rows()[0]?.textContent).not.toContain(told));
    expect(rows()[0]?.textContent).toContain("Not on this device");
    expect(screen.queryByRole("link", { name: told })).toBeNull();
    Reflect.deleteProperty(navigator, "connection");
  },
);

// 3.15.3, 3.15.4
test("10,000 favourites: a screen of rows, and calls for what it shows", async () => {
  const { asked, app } = show(10_000);
  await screen.findByRole("button", { name: "Play Song 0" });
  await expect.poll(() => app.queryClient.isFetching(), { timeout: 10_000 }).toBe(0);
  screen.getByText("10,000 songs");
  expect(rows().length).toBeLessThanOrEqual(150);
  expect(rows()[0]?.getAttribute("aria-setsize")).toBe("10000");
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(200);
});

/** An engine that notes what it is to play. */
function notingEngine() {
  const state = createStore({ ...emptyPlayerState });
  const play = vi.fn<(tracks: readonly { title: string }[], index: number) => void>((list, index) =>
    state.set({
      ...state.get(),
      list: list as typeof emptyPlayerState.list,
      track: (list[index] ?? null) as never,
      status: "playing",
    }),
  );
  const toggle = vi.fn<() => void>(() =>
    state.set({ ...state.get(), status: state.get().status === "playing" ? "paused" : "playing" }),
  );
  const completeList = vi.fn<(tracks: readonly { title: string }[]) => void>();
  const setShuffled = vi.fn<(isShuffled: boolean) => void>((isShuffled) => state.set({ ...state.get(), isShuffled }));
  return {
    state: state.get,
    subscribe: state.subscribe,
    position: createStore(0),
    play,
    toggle,
    completeList,
    setShuffled,
  };
}
const all = (count: number) => Array.from({ length: count }, (_, n) => `Song ${n}`);

// 3.15.4
test("a press plays what is known at once, and the rest of the list joins the queue", async () => {
  const engine = notingEngine();
  const { user } = show(1_000, { audio: async () => engine, loadedAudio: () => engine });
  await user.click(await screen.findByRole("button", { name: "Play Song 3" }));
  expect(engine.play).toHaveBeenCalledOnce();
  expect(engine.play.mock.calls[0]?.[0].length).toBeLessThan(200);
  expect(engine.play.mock.calls[0]?.[1]).toBe(3);
  await waitFor(() => expect(engine.completeList).toHaveBeenCalledOnce());
  expect(engine.completeList.mock.calls[0]?.[0].map(({ title }) => title)).toEqual(all(1_000));
});

test("Play and Shuffle start the whole list, also what of it is not loaded (specification 3.15.5)", async () => {
  const engine = notingEngine();
  const { user } = show(1_000, { audio: async () => engine, loadedAudio: () => engine });
  const playAll = screen.findByRole("button", { name: "Play" });
  await waitFor(async () => expect((await playAll).hasAttribute("disabled")).toBe(false));
  await user.click(await playAll);
  expect(engine.play.mock.lastCall?.[1]).toBe(0);
  expect(engine.play.mock.lastCall?.[0][0]?.title).toBe("Song 0");
  await waitFor(() => expect(engine.completeList).toHaveBeenCalledOnce());
  expect(engine.completeList.mock.calls[0]?.[0].map(({ title }) => title)).toEqual(all(1_000));
  expect(engine.state().isShuffled).toBe(false);
  await user.click(screen.getByRole("button", { name: "Shuffle" }));
  expect(engine.state().isShuffled).toBe(true);
});

test("Play waits for the first song, though another one is known from the device", async () => {
  const engine = notingEngine();
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  const { user, account, answers, online } = show(4, { loadedAudio: () => engine });
  const songs = answers["GET /songs"] as (input: object) => unknown; // as `show` has it
  const asked = vi.fn<() => void>();
  answers["GET /songs"] = async (input: object) => (asked(), await sent, songs(input));
  await account.db.downloads.put({ ...downloadOf(3, { songId: randomId(3), state: "ready" }) });
  await screen.findByRole("button", { name: "Play Song 3" });
  const play = screen.getByRole("button", { name: "Play" });
  expect(play.hasAttribute("disabled")).toBe(true);
  // What is asked for without a network fails.
  await waitFor(() => expect(asked).toHaveBeenCalled());
  // Without a network it is the only one.
  act(() => online.set(false));
  await waitFor(() => expect(play.hasAttribute("disabled")).toBe(false));
  act(() => online.set(true));
  expect(play.hasAttribute("disabled")).toBe(true);
  send();
  await waitFor(() => expect(play.hasAttribute("disabled")).toBe(false));
  await user.click(play);
  expect(engine.play.mock.lastCall?.[0].map(({ title }) => title)).toEqual(all(4));
  expect(engine.play.mock.lastCall?.[1]).toBe(0);
});

test("while the list plays, Play is Pause, and then goes on where it was (specification 3.15.5)", async () => {
  const engine = notingEngine();
  const { user, online, account } = show(4, { loadedAudio: () => engine });
  await user.click(await screen.findByRole("button", { name: "Play Song 2" }));
  const pause = await screen.findByRole("button", { name: "Pause" });
  expect(pause.className).toBe(buttonClass("quiet"));
  await user.click(pause);
  expect(engine.state().status).toBe("paused");
  await user.click(await screen.findByRole("button", { name: "Play" }));
  expect(engine.state().status).toBe("playing");
  expect(engine.play).toHaveBeenCalledOnce();
  // Paused, and not on the device: what is there plays.
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  await account.db.downloads.put(downloadOf(1, { songId: randomId(1), state: "ready" }));
  await waitFor(() => expect(account.downloads.get()?.get(randomId(1))?.state).toBe("ready"));
  act(() => online.set(false));
  await user.click(await screen.findByRole("button", { name: "Play" }));
  expect(engine.play.mock.lastCall?.[1]).toBe(1);
});

// 7.1, 7.2, 7.3
test("a row that is moved offline stays where it was dropped, and its order waits to be sent", async () => {
  const { user, online, account } = show(5);
  await screen.findByRole("button", { name: "Play Song 0" });
  online.set(false);
  act(() => handle(0).focus());
  await user.keyboard(" {ArrowDown}{ArrowDown} ");
  const moved = [1, 2, 0, 3, 4];
  expect(titles()).toEqual(moved.map((n) => `Song ${n}`));
  await expect
    .poll(() => account.outbox.get()?.rows.map(({ operation }) => operation))
    .toEqual([
      {
        kind: "order",
        list: "favourites",
        orderedList: moved.map(randomId),
        base: [0, 1, 2, 3, 4].map(randomId),
        moved: [randomId(0)],
      },
    ]);
  expect(titles()).toEqual(moved.map((n) => `Song ${n}`));
});

// 7.19
test("a session that ends while a row is lifted takes the move back and says so", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user, account, toaster } = show(5);
  await screen.findByRole("button", { name: "Play Song 0" });
  act(() => handle(0).focus());
  await user.keyboard(" {ArrowDown}");
  account.stop();
  account.db.close({ disableAutoOpen: true });
  const failure = vi.spyOn(toaster, "failure");
  await user.keyboard(" ");
  await waitFor(() => expect(titles()).toEqual([0, 1, 2, 3, 4].map((n) => `Song ${n}`)));
  expect(failure).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});

test("a song that could not be kept says why in its row, with Retry (specification 17.12)", async () => {
  const requestDownloads = vi.fn<(uid: string) => void>();
  const { user, account } = show(2, { worker: { available: true, requestDownloads } });
  await screen.findByRole("button", { name: "Play Song 0" });
  const { _id, ...fields } = song(0);
  const row = { ...fields, songId: _id, path: "/media/audio/0", received: 0 };
  await account.db.downloads.put({ ...row, state: "failed", problem: "quota", notBefore: 9e15 });
  await screen.findByText(/No space left on this device/);
  await user.click(screen.getByRole("button", { name: "Retry the download of Song 0" }));
  await expect.poll(async () => (await account.db.downloads.get(_id))?.state).toBe("wanted");
  expect(requestDownloads).toHaveBeenCalledOnce();
  await account.db.downloads.put({ ...row, state: "failed", problem: "limit" });
  await screen.findByText(/Beyond your limit/);
  expect(screen.queryByRole("button", { name: "Retry the download of Song 0" })).toBeNull();
});

test("offline Play is the main action only where a song is here", async () => {
  const { online, account } = show(2);
  const isMain = () => screen.getByRole("button", { name: "Play" }).className === buttonClass("main");
  await screen.findByRole("button", { name: "Play Song 0" });
  expect(isMain()).toBe(true);
  act(() => online.set(false));
  await waitFor(() => expect(isMain()).toBe(false));
  await account.db.downloads.put(downloadOf(1, { songId: randomId(1), state: "ready" }));
  await waitFor(() => expect(isMain()).toBe(true));
});

test("offline a list starts with the first song that is on the device (specification 3.15.5)", async () => {
  const engine = notingEngine();
  const { user, online, account } = show(4, { loadedAudio: () => engine });
  await screen.findByRole("button", { name: "Play Song 3" });
  const { _id: songId, ...copy } = song(2);
  await account.db.downloads.put({ ...copy, songId, state: "ready", path: copy.url } as never); // what a row needs here
  await waitFor(() => expect(account.downloads.get()?.get(songId)?.state).toBe("ready"));
  online.set(false);
  await user.click(screen.getByRole("button", { name: "Play" }));
  expect(engine.play.mock.lastCall?.[1]).toBe(2);
});

// 3.12.1, 9.12
test("without any it says so, with the count and the right column", async () => {
  show(0);
  await screen.findByText("No favourites yet");
  screen.getByText("0 songs");
  screen.getByText(new RegExp(`${member.firstName} ${member.lastName}`));
  screen.getByRole("heading", { name: "Top 3 Ska songs" });
  expect(screen.getAllByText("No songs found").length).toBe(2);
});
