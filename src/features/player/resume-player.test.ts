// @vitest-environment happy-dom
/** Specification 6.25, 17.60. */
import { QueryClient } from "@tanstack/react-query";
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHub } from "../../../tests/support/channel-hub.ts";
import { snapshotOf } from "../../../tests/support/items.ts";
import { createBench, tracksOf } from "../../../tests/support/fake-sounds.ts";
import { type AccountDatabase, openDatabase } from "../../db/database.ts";
import { emptyPlayerState, type Track } from "../../audio/player-state.ts";
import { readPlayer, writePlayer } from "../../db/player-rows.ts";
import type { App } from "../../app/app-context.ts";
import { createPlayer as createRealPlayer, type Player } from "./player.ts";
import { createElsewhere, linkTabs } from "./player-tabs.ts";
import { keepPlayer, type KeptPlayer } from "./resume-player.ts";
import { savePlayer } from "./save-player.ts";
import { decodePlayer, decodeSongs } from "./saved-player.ts";

let db: AccountDatabase;
let kept: KeptPlayer | undefined;

const song = snapshotOf(1, { title: "Slow Tide", artist: "Ana" });
const { _id: songId } = song;
const gone = { isLeaving: () => false, checkRestored: vi.fn<() => void>() };

beforeEach(async () => {
  db = openDatabase(crypto.randomUUID());
  const { engine, clock } = createBench();
  const write = async (rows: Parameters<typeof writePlayer>[1] | null) => {
    if (rows) await writePlayer(db, rows);
    return true;
  };
  const saver = savePlayer({
    engine,
    songOf: () => song,
    isLeaving: () => false,
    clock,
    mayWrite: () => true,
    write,
  });
  engine.play(
    tracksOf("a").map((track) => ({ ...track, songId })),
    0,
  );
  await clock.advance(5_000);
  await saver.flush();
  saver.stop();
});
afterEach(async () => {
  gone.checkRestored.mockClear();
  kept?.stop();
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
  db.close();
  await Dexie.delete(db.name);
});

/** A player whose user has chosen this song before the storage answered. */
function createPlayer(chosen: Track | null = null) {
  const restore = vi.fn<Player["restore"]>(async () => emptyPlayerState);
  const state = () => ({ ...emptyPlayerState, track: chosen });
  const player = { restore, loaded: Promise.resolve(createBench().engine), song: () => song, state };
  return { restore, player: player as unknown as Player }; // all that is used of it
}

test.each([
  ["/home-page?resume=1", "nothing", true],
  ["/home-page", "nothing", false],
  ["/home-page?resume=1", "a song", false],
])("a start at %s, where %s was chosen since, plays what played last: %s", async (address, what, autoplay) => {
  history.replaceState(null, "", address);
  const { restore, player } = createPlayer(what === "nothing" ? null : tracksOf("b")[0]);
  kept = keepPlayer({ db, uid: db.uid }, player, () => true, gone);
  await expect.poll(() => restore.mock.calls.length, { timeout: 10_000 }).toBe(1);
  const [stored, options] = restore.mock.calls[0] ?? [];
  expect(stored?.songs.map(({ title }) => title)).toEqual(["Slow Tide"]);
  expect(options).toEqual({ autoplay });
  await expect.poll(() => gone.checkRestored.mock.calls.length).toBe(1);
});

test("what could not be restored is tried again, without a start of its own, until the page leaves the account", async () => {
  history.replaceState(null, "", "/home-page?resume=1");
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { restore, player } = createPlayer();
  restore.mockRejectedValue(new Error("a script did not come"));
  kept = keepPlayer({ db, uid: db.uid }, player, () => true, gone);
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(restore).toHaveBeenCalledTimes(2));
  expect(restore.mock.calls.map(([, { autoplay }]) => autoplay)).toEqual([true, false]);
  kept.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(restore).toHaveBeenCalledTimes(2);
});

test("the wish to play leaves the address without an entry of its own: a reload plays nothing", async () => {
  history.replaceState({ key: "router" }, "", "/home-page?resume=1&from=home#top");
  const { length } = history;
  const { restore, player } = createPlayer();
  for (const autoplay of [true, false]) {
    kept?.stop();
    kept = keepPlayer({ db, uid: db.uid }, player, () => true, gone);
    await expect.poll(() => restore.mock.lastCall?.[1], { timeout: 10_000 }).toEqual({ autoplay });
  }
  expect(location.pathname + location.search + location.hash).toBe("/home-page?from=home#top");
  expect([history.state, history.length]).toEqual([{ key: "router" }, length]);
});

// 17.43
test("what an older version stored in one row comes back", async () => {
  await Dexie.delete(db.name);
  const older = new Dexie(db.name);
  older.version(4).stores({ player: "name" });
  const songs = Array.from({ length: 250 }, (_, n) => snapshotOf(n));
  const list = songs.map((_, n) => n);
  const place = { queue: "q", index: 3, startedAt: 0, queued: 0, position: 42 };
  const value = { id: "q", songs, list, order: list.toReversed(), repeat: "off", speed: 1, place };
  await older.table("player").put({ name: "queue", value });
  older.close();
  db = openDatabase(db.uid);
  const { restore, player } = createPlayer();
  kept = keepPlayer({ db, uid: db.uid }, player, () => true, gone);
  await expect.poll(() => restore.mock.calls.length, { timeout: 10_000 }).toBe(1);
  const { saved, position } = restore.mock.calls[0]?.[0] ?? {};
  expect(saved?.queue.entries.map(({ title }) => title)).toEqual(list.map((n) => `Song ${249 - n}`));
  expect([saved?.queue.index, saved?.repeat, position]).toEqual([3, "off", 42]);
});

/** A tab that plays what was stored, in a page that counts as hidden. */
async function openPlaying() {
  localStorage.setItem("user", JSON.stringify({ uid: db.uid, email: "a@x.org", firstName: "A", lastName: "B" }));
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const tab = openTab("one", createHub()());
  await expect.poll(() => tab.player.state().track?.title).toBe("Slow Tide");
  tab.engine.resume();
  await tab.clock.advance(1_000);
  return { tab, hidden };
}

// 6.25: WebKit takes no write to a database from a page that goes
test("the place at which a page was left comes back where the database did not take it, for its own queue alone", async () => {
  const { tab, hidden } = await openPlaying();
  await tab.kept.flush();
  const stored = tab.engine.position.get();
  await tab.clock.advance(3_000);
  const write = vi.spyOn(db, "transaction").mockReturnValue(new Promise(() => {}) as never); // never answered
  document.dispatchEvent(new Event("visibilitychange"));
  const left = sessionStorage.getItem("offbeat.place");
  await expect.poll(() => write.mock.calls.length).toBe(1);
  tab.close();
  write.mockRestore();
  hidden.mockRestore();

  const restoredAt = async () => {
    const { restore, player } = createPlayer();
    kept = keepPlayer({ db, uid: db.uid }, player, () => true, gone);
    await expect.poll(() => restore.mock.calls.length, { timeout: 10_000 }).toBe(1);
    kept.stop();
    return restore.mock.calls[0]?.[0].position;
  };
  for (const other of ["not JSON", JSON.stringify({ ...JSON.parse(left ?? "{}"), queue: "another" })]) {
    sessionStorage.setItem("offbeat.place", other);
    expect(await restoredAt()).toBe(stored);
  }
  sessionStorage.setItem("offbeat.place", left ?? "");
  expect(await restoredAt()).toBe(stored + 3);
  expect(sessionStorage.getItem("offbeat.place")).toBeNull();
  expect(await restoredAt()).toBe(stored + 3);
});

test("a left place never takes the place of a newer one, and goes with its player", async () => {
  const { tab, hidden } = await openPlaying();
  const leftAt = async () => {
    await tab.kept.flush();
    await tab.clock.advance(2_000);
    document.dispatchEvent(new Event("visibilitychange"));
    return sessionStorage.getItem("offbeat.place") ?? "";
  };
  const older = await leftAt();
  const newer = await leftAt();
  await tab.kept.flush();
  expect(older).not.toBe(newer);
  tab.kept.giveWay();
  expect(sessionStorage.getItem("offbeat.place")).toBeNull();
  sessionStorage.setItem("offbeat.place", "{}");
  tab.close();
  expect(sessionStorage.getItem("offbeat.place")).toBeNull();

  // A tab that was left before comes back.
  sessionStorage.setItem("offbeat.place", older);
  const { restore, player } = createPlayer();
  kept = keepPlayer({ db, uid: db.uid }, player, () => true, gone);
  await expect.poll(() => restore.mock.calls.length, { timeout: 10_000 }).toBe(1);
  expect(restore.mock.calls[0]?.[0].position).toBe((JSON.parse(newer) as { position: number }).position);
  hidden.mockRestore();
});

/** A tab of its own: engine, player, and what it stores. */
function openTab(tab: string, channel: ReturnType<ReturnType<typeof createHub>>) {
  const { engine, clock } = createBench();
  const toaster = { info() {}, failure() {} };
  const online = { get: () => true };
  const app = { audio: async () => engine, loadedAudio: () => engine, queryClient: new QueryClient(), toaster, online };
  const player = createRealPlayer(app as unknown as App); // the rest of the app is not asked
  const elsewhere = createElsewhere();
  const tabKept = keepPlayer({ db, uid: db.uid }, player, () => elsewhere.get() === null, gone);
  const link = linkTabs({ tab, channel, player, kept: tabKept, elsewhere, clock });
  const close = () => {
    link.close();
    tabKept.stop();
  };
  return { engine, clock, player, elsewhere, kept: tabKept, close };
}

const titlesOf = (tracks: readonly Track[]) => tracks.map(({ title }) => title);

// 6.25
test("what is queued before the storage answers joins the stored queue, and is stored with it", async () => {
  localStorage.setItem("user", JSON.stringify({ uid: db.uid, email: "a@x.org", firstName: "A", lastName: "B" }));
  const tab = openTab("one", createHub()());
  const [low, high, last] = [2, 3, 4].map((n) => snapshotOf(n, { title: `Early ${n}` }));
  if (low === undefined || high === undefined || last === undefined) throw new Error("There are three songs");
  tab.player.addToQueue([low, last]);
  tab.player.playNext([high]);
  await expect.poll(() => tab.player.state().track?.title).toBe("Early 2");
  tab.engine.removeFromQueue(2);
  await expect.poll(() => tab.player.state().track?.title).toBe("Slow Tide");
  expect(titlesOf(tab.player.state().queue)).toEqual(["Slow Tide", "Early 3", "Early 2"]);
  expect(tab.player.state()).toMatchObject({ status: "paused", index: 0, queued: 2 });
  expect(tab.player.song(low._id)?.title).toBe("Early 2");
  await expect.poll(() => tab.kept.flush().then(storedTitles)).toEqual(["Slow Tide", "Early 3", "Early 2"]);
  tab.close();
});

// 6.25
test("a song that is queued and started before the storage answers plays on", async () => {
  const tab = openTab("one", createHub()());
  tab.player.addToQueue([snapshotOf(2, { title: "Early" })]);
  await expect.poll(() => tab.player.state().track?.title).toBe("Early");
  tab.engine.resume();
  await expect.poll(() => readPlayer(db, decodeSongs)).toBeDefined();
  await tab.clock.advance(5_000);
  expect(tab.player.state().track?.title).toBe("Early");
  tab.close();
});

const storedTitles = async () => {
  const rows = await readPlayer(db, decodeSongs);
  return rows && decodePlayer(rows)?.songs.map(({ title }) => title);
};

// 6.25, 6.26
test("two tabs: what played last is stored, also once the other tab is hidden and closed", async () => {
  localStorage.setItem("user", JSON.stringify({ uid: db.uid, email: "a@x.org", firstName: "A", lastName: "B" }));
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  const open = createHub();
  const [quiet, music] = [openTab("quiet", open()), openTab("music", open())];
  for (const { player } of [quiet, music]) await expect.poll(() => player.state().track?.title).toBe("Slow Tide");
  const chosen = snapshotOf(2, { title: "Low Sun" });
  music.player.play([chosen], 0);
  await music.clock.advance(5_000);
  await music.kept.flush();
  expect(quiet.elsewhere.get()?.title).toBe("Low Sun");
  music.engine.pause();
  await music.kept.flush();
  music.close();
  expect(quiet.elsewhere.get()).toBeNull();
  hidden.mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await quiet.kept.flush();
  expect(await storedTitles()).toEqual(["Low Sun"]);
  // Until something is done there.
  quiet.engine.resume();
  await quiet.kept.flush();
  expect(await storedTitles()).toEqual(["Slow Tide"]);
  quiet.close();
  hidden.mockRestore();
});
