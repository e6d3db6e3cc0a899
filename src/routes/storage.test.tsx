// @vitest-environment happy-dom
import { downloadOf, idOf } from "../../tests/support/items.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Download, StoredFile } from "../../contract/worker-messages.ts";
import { renderMember } from "../../tests/support/member-screen.tsx";
import { AskBeforeMany } from "../features/offline/AskBeforeMany.tsx";
import { discardUpload, storeUpload } from "../db/upload-rows.ts";
import { checkForFlight } from "../features/offline/flight-check.ts";
import { keepPlaylist } from "../db/kept-playlists.ts";
import { changeSettings, readSettings } from "../sync/download-settings.ts";
import { Storage } from "./storage.tsx";

const shore = idOf(90_000);

const row = (n: number, change: Partial<Download> = {}) =>
  downloadOf(n, {
    state: "ready",
    path: `/media/audio${n}`,
    url: `/media/audio${n}`,
    bytes: 2_000_000,
    sha256: "a".repeat(64),
    received: 2_000_000,
    reasons: ["favourites"],
    ...change,
  });

/** By cache and path: the bodies' sizes. */
let cached: Map<string, Map<string, number>>;
const storage = { persisted: vi.fn<() => Promise<boolean>>(), persist: vi.fn<() => Promise<boolean>>() };

beforeEach(() => {
  cached = new Map();
  const open = async (name: string) => ({
    keys: async () => [...(cached.get(name)?.keys() ?? [])].map((path) => ({ url: `https://offbeat.test${path}` })),
    match: async ({ url }: { url: string }) => {
      const size = cached.get(name)?.get(new URL(url).pathname) ?? 0;
      return new Response("", { headers: { "content-length": String(size) } });
    },
  });
  vi.stubGlobal("caches", {
    has: async (name: string) => cached.has(name),
    open,
    delete: async (name: string) => cached.delete(name),
  });
  storage.persisted.mockReset().mockResolvedValue(true);
  storage.persist.mockReset().mockResolvedValue(false);
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "storage");
});

/** The screen on a device with these rows; whatever is there is a favourite. */
async function show(
  rows: Download[],
  files: Record<string, StoredFile> = {},
  favourites = rows.map(({ songId }) => songId),
) {
  const checked: string[] = [];
  const requestDownloads = vi.fn<(uid: string) => void>();
  const worker = {
    available: true,
    requestDownloads,
    async checkFile(_uid: string, path: string) {
      checked.push(path);
      const file = files[path] ?? "whole";
      // As the worker leaves it.
      if (file === "dropped") await shown.account.db.downloads.where({ path }).modify({ state: "wanted", received: 0 });
      return file;
    },
  };
  const shown = renderMember({
    routes: { "/storage": Storage, "/": AskBeforeMany },
    answers: { "GET /users/myFavoriteSongs/{id}": favourites, "GET /playlists/playlist/{id}": [] },
    services: { worker: worker as never }, // all that is used of it
  });
  await shown.account.db.downloads.bulkAdd(rows);
  return { ...shown, checked, requestDownloads };
}

const focused = () => document.activeElement?.textContent;

const list = (name: string) => within(screen.getByRole("list", { name }));
const texts = (name: string) =>
  list(name)
    .getAllByRole("listitem")
    .map((item) => item.textContent);

const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

test("says how far the downloads are, and pauses and continues them (specification 17.10)", async () => {
  const { user, account } = await show([row(1), row(2, { state: "wanted", received: 500_000 })]);
  await screen.findByText("1 of 2 songs on this device");
  screen.getByText("About 1.5 MB to go");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("50");
  await user.click(screen.getByRole("button", { name: "Pause downloads" }));
  // A screen reader announces the state, not each change of the number.
  await waitFor(() => expect(statuses()).toEqual(["Downloads are paused", ""]));
  expect(await readSettings(account.db)).toMatchObject({ paused: true });
  await user.click(screen.getByRole("button", { name: "Continue downloads" }));
  await waitFor(() => expect(statuses()).toEqual(["", ""]));
  screen.getByText("About 1.5 MB to go");
  expect(await readSettings(account.db)).toMatchObject({ paused: false, many: false });
});

// 17.10, 20.4
test("downloads that have all come offer no pause, where the browser says when a connection is metered", async () => {
  Object.defineProperty(navigator, "connection", { value: {}, configurable: true });
  const { user, account } = await show([row(1)]);
  await screen.findByText("1 of 1 song on this device");
  expect(screen.queryByRole("button", { name: "Pause downloads" })).toBeNull();
  await act(() => changeSettings(account.db, { paused: true }));
  await user.click(await screen.findByRole("button", { name: "Continue downloads" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /downloads$/ })).toBeNull());
  expect(focused()).toBe("Downloads");
  Reflect.deleteProperty(navigator, "connection");
});

test("where it does not, the user may pause them before there are any", async () => {
  await show([row(1)]);
  await screen.findByText("1 of 1 song on this device");
  expect(screen.getByRole("button", { name: "Pause downloads" })).toBeTruthy();
});

// 20.4
test("shows the use by kind and by list, and frees what the user chooses (specification 3.17.1)", async () => {
  cached.set(
    "offbeat-audio-ada",
    new Map([
      ["/media/audio1", 2_000_000],
      ["/media/cover1", 500_000],
    ]),
  );
  cached.set("offbeat-covers-ada", new Map([["/media/cover2", 1_000_000]]));
  cached.set("offbeat-parts-ada", new Map([["/media/audio3", 8_000_000]]));
  const { user, account } = await show([
    row(1, { reasons: ["favourites", shore] }),
    row(2, { reasons: [shore] }),
    row(3, { state: "wanted", reasons: [shore] }),
  ]);
  await keepPlaylist(account.db, { _id: shore, title: "Shore", owner: "ben" });
  const values = { title: "Draft", artist: "Ada", album: "", genre: "Ska", private: true } as const;
  const files = { audio: new File([new Uint8Array(3_000_000)], "draft.mp3"), cover: null };
  await discardUpload(account.db, await storeUpload(account.db, files, values, {}));
  await storeUpload(account.db, files, values, {});
  await screen.findByText("Waiting uploads");
  await screen.findByText("Discarded uploads");
  await screen.findByText("1.5 MB · Fetched again when shown");
  // Pieces are stored before the row that says whose they are.
  await waitFor(() =>
    expect(texts("What takes the space")).toEqual([
      "Songs4 MB",
      "Unfinished downloads8 MB",
      "Waiting uploads3 MB · Removed once the server has them",
      "Discarded uploads3 MB · Removed soon",
      "Covers1.5 MB · Fetched again when shownClear covers",
    ]),
  );
  await screen.findByText("Shore");
  expect(texts("By list")).toEqual(["Favourites1 of 1 song · 2 MB", "Shore2 of 3 songs · 4 MBRemove"]);
  await user.click(screen.getByRole("button", { name: "Clear covers" }));
  await screen.findByText("500 kB");
  expect(focused()).toBe("What takes the space");
  expect(cached.has("offbeat-covers-ada")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Remove Shore from this device" }));
  await expect.poll(() => account.db.kept.count()).toBe(0);
  expect(focused()).toBe("By list");
});

// 17.8, 20.4
test.each([
  ["Keep", "Remove"],
  ["Remove", "By list"],
])("after the question whether a playlist shall go, %s leaves the focus on %s", async (answer, place) => {
  const { user, account, online } = await show([row(1, { reasons: [shore] })], {}, []);
  await keepPlaylist(account.db, { _id: shore, title: "Shore", owner: "ben" });
  const remove = await screen.findByRole("button", { name: "Remove Shore from this device" });
  await waitFor(() => expect(texts("By list").at(-1)).toContain("1 of 1 song"));
  act(() => online.set(false));
  act(() => remove.focus());
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Remove from this device" });
  await user.click(within(dialog).getByRole("button", { name: answer }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(remove.isConnected).toBe(answer === "Keep"));
  expect(focused()).toBe(place);
});

test("a list of which nothing is here, empty or not loaded yet, says that alone (specification 3.17.1)", async () => {
  await show([]);
  await screen.findByRole("list", { name: "By list" });
  expect(texts("By list")).toEqual(["FavouritesNo songs on this device"]);
});

test("says what could not be kept and why, with Retry; beyond the limit is the user's own choice (specification 17.12, 17.58)", async () => {
  const failed = { state: "failed", received: 0, notBefore: 9e15 } as const;
  const { user, account, requestDownloads } = await show([
    row(1),
    row(2, { ...failed, problem: "quota" }),
    row(3, { ...failed, problem: "mismatch" }),
    row(4, { ...failed, problem: "limit" }),
  ]);
  await screen.findByText("Couldn't download 2 songs.");
  screen.getByText(/This device is full/);
  screen.getByText("1 song is beyond your limit");
  screen.getByText("1 of 3 songs on this device");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(document.activeElement, "the button goes").toBe(screen.getByRole("heading", { name: "Downloads" }));
  await expect
    .poll(async () => (await account.db.downloads.toArray()).map(({ state }) => state))
    .toEqual(["ready", "wanted", "wanted", "failed"]);
  expect(requestDownloads).toHaveBeenCalledWith("ada", true);
  await user.selectOptions(screen.getByRole("combobox", { name: "Limit for songs" }), "500 MB");
  await expect.poll(() => readSettings(account.db)).toMatchObject({ limit: 500e6 });
});

test("Ready for the flight: every wanted song is checked, and what is missing is named (specification 17.14)", async () => {
  const unknown = idOf(7);
  const rows = [
    row(1, { sha256: null }),
    row(2),
    row(3),
    row(4, { state: "wanted" }),
    row(5, { state: "failed", problem: "quota" }),
    row(6, { state: "failed", problem: "limit" }),
  ];
  const files = { "/media/audio2": "dropped", "/media/audio3": "absent" } as const;
  const { user, checked } = await show(rows, files, [...rows.map(({ songId }) => songId), unknown]);
  await user.click(await screen.findByRole("button", { name: "Check now" }));
  await screen.findByText("6 songs are not ready");
  screen.getByText("1 of them only by its length: its host gives no checksum");
  expect(checked).toEqual(["/media/audio1", "/media/audio2", "/media/audio3"]);
  expect(texts("Songs that are not ready")).toEqual([
    "Song 2Missing or damaged · Waiting to download",
    "Song 3Couldn't check it",
    "Song 4Not downloaded yet · Waiting to download",
    "Song 5No space left on this device",
    "Song 6Beyond your limit",
    "A song this device doesn't knowNot downloaded yet",
  ]);
});

test("Ready for the flight: the result follows what comes after the check (specification 17.14)", async () => {
  const rows = [row(1), row(2, { sha256: null }), row(3)];
  const files = { "/media/audio2": "dropped", "/media/audio3": "absent" } as const;
  const { user, online, account } = await show(rows, files);
  await user.click(await screen.findByRole("button", { name: "Check now" }));
  await screen.findByText("2 songs are not ready");
  act(() => online.set(false));
  expect(texts("Songs that are not ready")).toEqual([
    "Song 2Missing or damaged · Waiting for a connection",
    "Song 3Couldn't check it",
  ]);
  act(() => online.set(true));
  await account.db.downloads.update(idOf(2), { state: "downloading", received: 500_000 });
  await screen.findByText("Missing or damaged · Downloading 25 %");
  await account.db.downloads.update(idOf(2), { state: "failed", problem: "quota" });
  await screen.findByText("Missing or damaged · No space left on this device");
  await account.db.downloads.update(idOf(2), { state: "ready", problem: undefined });
  await screen.findByText("1 song is not ready");
  screen.getByText("1 of them only by its length: its host gives no checksum");
  expect(texts("Songs that are not ready")).toEqual(["Song 2On this device", "Song 3Couldn't check it"]);
});

test("Ready for the flight: by its end the rows of this page say what was dropped (specification 17.14)", async () => {
  const { app, account } = await show([row(1), row(2)], { "/media/audio2": "dropped" });
  await expect.poll(() => account.downloads.get()?.size).toBe(2);
  const { missing } = await checkForFlight(app, account, { onProgress() {}, signal: new AbortController().signal });
  expect(missing).toMatchObject([{ songId: idOf(2), reason: "dropped" }]);
  expect(account.downloads.get()?.get(idOf(2))).toMatchObject({ state: "wanted" });
});

test("Ready for the flight: lists that the network did not renew are known all the same (specification 17.14)", async () => {
  const { app, account, answers } = await show([row(1)]);
  const options = { onProgress() {}, signal: new AbortController().signal };
  await checkForFlight(app, account, options);
  // As at a start without a network: what is older than half a minute is asked for, in vain.
  for (const key of Object.keys(answers)) delete answers[key];
  await app.queryClient.invalidateQueries();
  expect(await checkForFlight(app, account, options)).toMatchObject({ ready: 1, unknownLists: [] });
});

test("Ready for the flight: a long check reports a few times a second, and its end", async () => {
  const rows = Array.from({ length: 100 }, (_, n) => row(n + 1));
  const { app, account } = await show(rows);
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  app.worker.checkFile = async () => {
    now += 10;
    return "whole";
  };
  const reported: number[] = [];
  const onProgress = (done: number) => void reported.push(done);
  const { ready } = await checkForFlight(app, account, { onProgress, signal: new AbortController().signal });
  expect(ready).toBe(100);
  expect(reported).toEqual([0, 25, 50, 75, 100]);
});

test("Ready for the flight: it is not, while a list is not known; and it is, once all is whole", async () => {
  const { user, answers, online, account } = await show([row(1)]);
  await keepPlaylist(account.db, { _id: shore, title: "Shore", owner: "ben" });
  delete answers["GET /playlists/playlist/{id}"];
  await user.click(await screen.findByRole("button", { name: "Check now" }));
  await screen.findByText("Not known on this device yet: Shore");
  answers["GET /playlists/playlist/{id}"] = [idOf(1)];
  await user.click(screen.getByRole("button", { name: "Check now" }));
  await screen.findByText("1 song is complete");
  // What was heard once is known without a network.
  act(() => online.set(false));
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText("1 song is complete")).toBeDefined();
});

test("explains protection by the browser, and asks for it (specification 17.18)", async () => {
  storage.persisted.mockResolvedValue(false);
  const { user, toaster } = await show([]);
  const info = vi.spyOn(toaster, "info");
  await screen.findByText(/your browser may delete all this/);
  await user.click(screen.getByRole("button", { name: "Ask the browser to keep it" }));
  await expect.poll(() => info.mock.calls).toHaveLength(1);
  storage.persist.mockResolvedValue(true);
  await user.click(screen.getByRole("button", { name: "Ask the browser to keep it" }));
  await screen.findByText("Your browser keeps all this until you log out.");
  expect(focused()).toBe("Storage protection");
});

test("more than 200 songs are asked about on every screen, once (specification 17.10)", async () => {
  const rows = Array.from({ length: 201 }, (_, n) => row(n, { state: "wanted", received: 0 }));
  const { user, history, account } = await show(rows);
  act(() => history.push("/"));
  await screen.findByText("Keep 201 songs on this device? They take about 402 MB.");
  await user.click(screen.getByRole("button", { name: "Not now" }));
  await expect.poll(() => screen.queryByText(/Keep 201/)).toBeNull();
  expect(await readSettings(account.db)).toMatchObject({ paused: true, many: false });
  act(() => history.push("/storage"));
  await user.click(await screen.findByRole("button", { name: "Continue downloads" }));
  await expect.poll(() => readSettings(account.db)).toMatchObject({ paused: false, many: true });
  await changeSettings(account.db, { many: false });
  act(() => history.push("/"));
  await user.click(await screen.findByRole("button", { name: "Download" }));
  await expect.poll(() => readSettings(account.db)).toMatchObject({ many: true });
});

test("a limit is an answer, too: the songs come, and the question does not (specification 17.10)", async () => {
  const rows = Array.from({ length: 201 }, (_, n) => row(n, { state: "wanted", received: 0 }));
  const { user, history, account } = await show(rows);
  act(() => history.push("/"));
  await user.click(await screen.findByRole("link", { name: "Set a limit" }));
  await user.selectOptions(await screen.findByRole("combobox", { name: "Limit for songs" }), "500000000");
  await expect.poll(() => readSettings(account.db)).toMatchObject({ limit: 500e6, many: true });
  act(() => history.push("/"));
  await expect.poll(() => screen.queryByText(/Keep 201/)).toBeNull();
});

test("No limit is no answer to whether so many songs shall come", async () => {
  const rows = Array.from({ length: 201 }, (_, n) => row(n, { state: "wanted", received: 0 }));
  const { user, account } = await show(rows);
  await changeSettings(account.db, { limit: 500e6 });
  const limit = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Limit for songs" });
  await expect.poll(() => limit.value).toBe("500000000");
  await user.selectOptions(limit, "none");
  await expect.poll(() => readSettings(account.db)).toMatchObject({ limit: null, many: false });
});

test("a limit that was set before anything was asked answers nothing", async () => {
  const { user, account } = await show([]);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Limit for songs" }), "500000000");
  await expect.poll(() => readSettings(account.db)).toMatchObject({ limit: 500e6, many: false });
});

// 3.2.10
test("on plain http it says why nothing is kept", async () => {
  renderMember({ routes: { "/storage": Storage }, services: { worker: { available: false } as never } });
  expect(await screen.findByText("Nothing stays on this device: that needs https")).toBeDefined();
});
