/** Specification 6.25, 17.15. */
import { afterEach, expect, test, vi } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { createBench, tracksOf } from "../../../tests/support/fake-sounds.ts";
import { songOf } from "../../../tests/support/items.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { unreachable } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { createStore } from "../../lib/store.ts";
import { createToaster, type ToastMessage } from "../../ui/toaster.ts";
import { reportGone } from "../songs/gone-songs.ts";
import { dropGoneSongs, type GoneInQueue } from "./drop-gone-songs.ts";

let gone: GoneInQueue | undefined;
afterEach(() => gone?.stop());

/** The songs that the server has: one letter each. */
function setUp(there: string, startsOnline = true) {
  const { engine, clock } = createBench();
  const online = createStore(startsOnline);
  const toasts: ToastMessage[] = [];
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  toaster.connect({ show: (toast) => toasts.push(toast), dismiss() {} });
  const asked: string[][] = [];
  const call = async (_: Endpoint, { query }: { query: { ids: string[] } }) => {
    asked.push(query.ids);
    if (!online.get()) throw unreachable();
    return { data: query.ids.filter((id) => there.includes(id)).map((_id) => songOf(1, { _id })) };
  };
  const app = { api: { call }, online, toaster } as unknown as App; // what is used of it
  const player = {
    state: engine.state,
    subscribe: engine.subscribe,
    engine: () => engine,
    refresh: vi.fn<(songs: readonly SongSnapshot[]) => void>(),
    song: (_id: string) => songOf(1, { _id, title: `Song ${_id}`, owner: _id === "o" ? "ada" : "bob" }),
  };
  const onLeaving = vi.fn<() => void>();
  gone = dropGoneSongs(app, { uid: "ada" }, player, onLeaving);
  const queue = () => engine.state().queue.map(({ songId }) => songId);
  const restore = (songs: string, index: number) => {
    engine.play(tracksOf(songs), index);
    const saved = engine.savedQueue();
    engine.stop();
    engine.restore(saved, { autoplay: false, position: 7 });
  };
  return { app, engine, clock, online, toasts, asked, onLeaving, queue, restore, gone };
}

test("a restored song that is gone gives way to the next, by name; the others leave without a word", async () => {
  const { engine, toasts, asked, queue, restore, gone } = setUp("be");
  restore("abcde", 2);
  gone.checkRestored();
  await expect.poll(() => toasts.map(({ text }) => text)).toEqual(["Song c is gone: it was deleted or made private"]);
  expect(asked).toEqual([["c", "d", "e", "b", "a"]]);
  expect(queue()).toEqual(["b", "e"]);
  expect(engine.state()).toMatchObject({ track: { songId: "e" }, status: "paused", position: 0 });
});

test("who deleted a song of one's own needs no word, and an empty queue shows nothing", async () => {
  const { engine, toasts, restore, gone } = setUp("");
  restore("o", 0);
  gone.checkRestored();
  await expect.poll(() => engine.state().track).toBeNull();
  expect(toasts).toEqual([]);
});

test("without a network everything stays, until the server is reached", async () => {
  const { engine, online, asked, queue, restore, gone } = setUp("b", false);
  restore("ab", 0);
  gone.checkRestored();
  expect([asked, queue()]).toEqual([[], ["a", "b"]]);
  online.set(true);
  await expect.poll(queue).toEqual(["b"]);
  expect(engine.state().status).toBe("paused");
  online.set(false);
  online.set(true);
  expect(asked).toHaveLength(1);
});

test("a restored song that was started meanwhile plays on", async () => {
  const { engine, clock, online, toasts, queue, restore, gone, onLeaving } = setUp("b", false);
  restore("abc", 0);
  gone.checkRestored();
  engine.resume();
  await clock.advance(1_000);
  expect(engine.state().status).toBe("playing");
  online.set(true);
  await expect.poll(queue).toEqual(["a", "b"]);
  expect(engine.state()).toMatchObject({ track: { songId: "a" }, status: "playing" });
  expect(toasts).toMatchObject([{ id: "gone-a" }]);
  expect(onLeaving).toHaveBeenCalledOnce();
});

test("a song that is deleted while it plays plays on, is not stored, and leaves with the next one", async () => {
  const { app, engine, clock, queue, onLeaving, gone } = setUp("");
  engine.play(tracksOf("abab"), 0);
  await clock.advance(1_000);
  reportGone(app, ["a", "x"]);
  expect(engine.state()).toMatchObject({ track: { songId: "a" }, status: "playing" });
  expect([queue(), gone.isLeaving("a"), onLeaving.mock.calls.length]).toEqual([["a", "b", "b"], true, 1]);
  engine.next();
  await expect.poll(queue).toEqual(["b", "b"]);
  expect([gone.isLeaving("a"), engine.state().index]).toEqual([false, 0]);
});

// 17.37
test("an answer that comes after the sign-out changes nothing and says nothing", async () => {
  const { app, engine, toasts, queue, restore, gone } = setUp("");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { call } = app.api;
  app.api.call = async (...request) => {
    await answered;
    return call(...request);
  };
  restore("ab", 0);
  gone.checkRestored();
  gone.stop();
  // The next account's.
  engine.play(tracksOf("ab"), 0);
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(toasts).toEqual([]);
  expect(queue()).toEqual(["a", "b"]);
});

test("a song that was started meanwhile, and paused, stays where it was paused", async () => {
  const { engine, clock, online, queue, restore, gone } = setUp("b", false);
  restore("abc", 0);
  gone.checkRestored();
  engine.resume();
  await clock.advance(30_000);
  engine.pause();
  online.set(true);
  await expect.poll(queue).not.toContain("c");
  expect(engine.state()).toMatchObject({ track: { songId: "a" }, status: "paused" });
});

test("what was chosen since is no restored song: it stays while it is paused", async () => {
  const { engine, clock, online, queue, restore, gone } = setUp("b", false);
  restore("abc", 0);
  gone.checkRestored();
  engine.play(tracksOf("xyb"), 0);
  await clock.advance(30_000);
  engine.pause();
  online.set(true);
  await expect.poll(queue).not.toContain("y");
  expect(engine.state()).toMatchObject({ track: { songId: "x" }, status: "paused" });
});

// 6.25
test("a song that took the place of a restored one, and was not started, gives way as well", async () => {
  const { engine, online, queue, restore, gone } = setUp("c", false);
  restore("abc", 0);
  gone.checkRestored();
  engine.removeFromQueue(0);
  expect(engine.state()).toMatchObject({ track: { songId: "b" }, status: "paused" });
  online.set(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(queue()).toEqual(["c"]);
});
