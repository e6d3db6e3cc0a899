import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { Download } from "../../../contract/worker-messages.ts";
import { ApiError } from "../../api/api-error.ts";
import type { ToastMessage } from "../../ui/toaster.ts";
import { onGone } from "../songs/gone-songs.ts";
import { createRemovalNotice } from "./notify-removed.ts";

type Parts = Parameters<typeof createRemovalNotice>[0];

let toasts: string[];
let there: Set<string>;
let isAway: boolean;
let asked: string[][];
/** Songs that this device liked or unliked, oldest first; the server has confirmed it. */
let queued: { songId: string; liked: boolean }[];
let downloads: Map<string, Download>;
let app: Parts["app"];
let left: AbortController;
let look: (ids: string[], playlist?: string[]) => Promise<void>;

beforeEach(() => {
  toasts = [];
  asked = [];
  queued = [];
  isAway = false;
  there = new Set();
  left = new AbortController();
  const call = async (_: unknown, { query }: { query: { ids: string[] } }) => {
    asked.push(query.ids);
    if (isAway) throw new ApiError("network", "x");
    return { data: query.ids.filter((id) => there.has(id)).map((_id) => ({ _id })), next: null };
  };
  const row = { title: "Quiet Morning", owner: "ben" } as Download;
  const own = { title: "Mine", owner: "somebody" } as Download;
  downloads = new Map(Object.entries({ a: row, own }));
  const rows = () => queued.map((like) => ({ state: "acked", operation: { kind: "like", ...like } }));
  app = {
    api: { call },
    queryClient: new QueryClient(),
    toaster: { info: (text: string) => toasts.push(text), show: ({ text }: ToastMessage) => toasts.push(text) },
  } as unknown as Parts["app"]; // all that is used of it
  const notice = createRemovalNotice({
    app,
    account: {
      uid: "somebody",
      outbox: { get: () => ({ rows: rows(), unreadable: [] }) },
      downloads: { get: () => downloads },
    },
    signal: left.signal,
  } as unknown as Parts); // all that is used of them
  look = (ids, playlist) =>
    notice([{ name: "favourites", ids }, ...(playlist ? [{ name: "playlist", ids: playlist }] : [])]);
});

test("a favourite that was deleted or hidden is named", async () => {
  await look(["a", "b"]);
  expect(asked, "the first answer is compared with nothing").toEqual([]);
  await look(["b"]);
  expect(toasts).toEqual(["Quiet Morning is gone: it was deleted or made private"]);
  await look(["b"]);
  expect(asked).toEqual([["a"]]);
});

test("one that was liked on this device is named as well, also after a change of mind", async () => {
  queued.push({ songId: "a", liked: true }, { songId: "b", liked: false }, { songId: "b", liked: true });
  await look(["a", "b"]);
  await look(["b"]);
  await look([]);
  expect(asked).toEqual([["a"], ["b"]]);
  expect(toasts).toHaveLength(2);
});

test("two are named, so that the one that plays is told once, by its id", async () => {
  await look(["a", "c"]);
  await look([]);
  expect(toasts).toEqual([
    "Quiet Morning is gone: it was deleted or made private",
    "A song you liked is gone: it was deleted or made private",
  ]);
});

test("one's own song needs no word, wherever it was deleted; it is reported all the same", async () => {
  const reported: string[][] = [];
  const stop = onGone(app, (ids) => reported.push([...ids]));
  await look(["own", "b"]);
  await look(["b"]);
  stop();
  expect(reported).toEqual([["own"]]);
  expect(toasts).toEqual([]);
  await look(["own", "a", "b"]);
  await look([]);
  expect(toasts, "it does not count either").toHaveLength(2);
});

test("more are one sentence", async () => {
  await look(["a", "b", "c"]);
  await look([]);
  expect(toasts).toEqual(["3 songs are gone: they were deleted or made private"]);
});

test("what was unliked, here or elsewhere, needs no word", async () => {
  there.add("b");
  queued.push({ songId: "a", liked: true }, { songId: "a", liked: false });
  const heard = vi.fn<() => void>();
  const stop = onGone(app, heard);
  await look(["a", "b", "c"]);
  await look(["c"]);
  stop();
  expect(asked).toEqual([["b"]]);
  expect(toasts).toEqual([]);
  // Rankings and the search would be asked for anew.
  expect(heard).not.toHaveBeenCalled();
});

test("a song that leaves one list while another has it, or goes with its whole list, needs no word", async () => {
  await look(["a", "b"], ["a", "c"]);
  await look(["b"], ["a", "c"]);
  await look(["b"]);
  expect(asked).toEqual([]);
});

test("a song that leaves two lists is named once, and so is one that only a kept playlist had", async () => {
  await look(["a"], ["a", "c"]);
  await look([], ["a", "c"]);
  await look([], ["c"]);
  expect(toasts).toEqual(["Quiet Morning is gone: it was deleted or made private"]);
  await look([], []);
  expect(asked).toEqual([["a"], ["c"]]);
  expect(toasts).toHaveLength(2);
});

test("it is told once the server says so", async () => {
  await look(["a", "b"]);
  isAway = true;
  await look(["b"]);
  expect(toasts).toEqual([]);
  isAway = false;
  await look(["b"]);
  expect(toasts).toHaveLength(1);
});

test("a look that failed costs neither the name nor the silence about one's own song", async () => {
  await look(["a", "own"]);
  isAway = true;
  await look([]);
  // What is not wanted any more has left the device.
  downloads = new Map();
  await look([]);
  isAway = false;
  await look([]);
  expect(toasts).toEqual(["Quiet Morning is gone: it was deleted or made private"]);
});

// 17.35
test("an answer that comes after the sign-out names nothing", async () => {
  await look(["a"]);
  const looking = look([]);
  left.abort();
  await looking;
  expect([asked, toasts]).toEqual([[["a"]], []]);
});
