// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { idOf, playlistOf, songOf } from "../../../tests/support/items.ts";
import { member, refuses, renderMember } from "../../../tests/support/member-screen.tsx";
import { prefetchPlaylists } from "./prefetch-playlists.ts";

const listOf =
  (...numbers: number[]) =>
  ({ query }: { query: { fields?: string } }) =>
    numbers.map((n) => (query.fields === "ids" ? idOf(n) : playlistOf(n, { owner: member.uid })));
/** The numbers of the songs of each: the second is empty. */
const songsIn = [[], [11, 12], [], Array.from({ length: 120 }, (_, n) => 100 + n)];

async function show() {
  const asked: string[][] = [];
  const fails = { after: Infinity };
  const opened = renderMember({
    routes: { "/": () => <p>Here</p> },
    answers: {
      "GET /users/{id}": {
        _id: "ada",
        uid: "ada",
        firebase_id: "ada",
        userName: "Ada",
        firstName: "Ada",
        lastName: "B",
        profileImage: null,
        artist: true,
        followers: 0,
        following: 0,
        followedBy: [],
      },
      "GET /songs/mysongs/{id}": [7, 8].map(idOf),
      "GET /playlists/my-lists/{id}": listOf(1, 2),
      "GET /playlists/my-favorite-lists/{id}": listOf(4, 3),
      "GET /playlists/playlist/{id}": ({ params }: { params: { id: string } }) => {
        const n = Number(params.id.slice(-12));
        return n === 4 ? refuses(404)() : songsIn[n]?.map(idOf);
      },
      "GET /songs": ({ query }: { query: { ids: string[] } }) => {
        if (asked.length >= fails.after) refuses(503)();
        asked.push(query.ids);
        return query.ids.map((id) => songOf(Number(id.slice(-12))));
      },
    },
  });
  await screen.findByText("Here");
  const { app, account } = opened;
  const stopped = new AbortController();
  /** The playlists whose songs the device has. */
  const stored = async () =>
    (await account.db.queries.toCollection().primaryKeys())
      .flatMap((key) => /^q-\["songs","ada","([0-9a-f-]*)","first"\]$/.exec(key)?.[1] ?? [])
      .toSorted();
  return { ...opened, asked, fails, stored, stopped, prefetch: () => prefetchPlaylists(app, account, stopped.signal) };
}

const unmeter = () => Reflect.deleteProperty(navigator, "connection");
afterEach(unmeter);

test("own and followed playlists that were never opened are there without a network (specification 17.62)", async () => {
  const { prefetch, stored, asked, calls, app, account } = await show();
  await prefetch();
  // The empty one has no songs, the hidden one is refused.
  await expect.poll(stored).toEqual([idOf(1), idOf(3)]);
  expect(asked.flat()).toHaveLength(124);
  expect(
    await account.db.queries.where("key").anyOf('q-["people","ada","ada"]', 'q-["songs","ada","own","first"]').count(),
  ).toBe(2);
  // A screen that opens asks anew.
  const areOld = () =>
    [
      ["people", "ada", "ada"],
      ["playlist-songs", "ada", idOf(1)],
    ].map((key) => app.queryClient.getQueryState(key)?.isInvalidated);
  expect(areOld()).toEqual([true, true]);
  const rows = await account.db.queries
    .where("key")
    .anyOf('q-["people","ada","ada"]', 'q-["own-playlists","ada"]')
    .toArray();
  expect(rows.map(({ query }) => (query as { state: { dataUpdatedAt: number } }).state.dataUpdatedAt)).toEqual([1, 1]); // as it is stored
  // Until they change nobody asks again, neither now nor after a start.
  const before = calls.length;
  await prefetch();
  expect(calls.slice(before), "but for the hidden one").toEqual(["GET /playlists/playlist/{id}"]);
  expect(areOld()).toEqual([true, true]);
  app.queryClient.clear();
  await prefetch();
  expect(calls.slice(before).filter((call) => call === "GET /songs")).toEqual([]);
  expect(await account.db.queries.where("key").startsWith('q-["playlist-songs"').count()).toBe(3);
});

test("what failed half way is fetched the next time, and a long list in part", async () => {
  songsIn[3] = Array.from({ length: 400 }, (_, n) => 100 + n);
  const { prefetch, stored, asked, fails } = await show();
  // With one part of the long list.
  fails.after = 3;
  await prefetch();
  await expect.poll(stored).toEqual([idOf(1)]);
  fails.after = Infinity;
  await prefetch();
  await expect.poll(stored).toEqual([idOf(1), idOf(3)]);
  expect(asked.flat().length).toBeLessThan(404);
  expect(asked.flat()).toContain(idOf(100));
  expect(new Set(asked.flat()).size).toBe(asked.flat().length);
});

test("a request that is cancelled with its screen keeps no other playlist from coming", async () => {
  const { prefetch, stored, app, answers } = await show();
  let isCancelled = false;
  const { "GET /songs": songs } = answers;
  answers["GET /songs"] = async (request: never) => {
    const queryKey = ["songs", "ada", idOf(1)];
    if (app.queryClient.isFetching({ queryKey }) > 0) {
      isCancelled = true;
      await app.queryClient.cancelQueries({ queryKey });
    }
    return (songs as (request: never) => unknown)(request); // as it answers here
  };
  await prefetch();
  expect(isCancelled).toBe(true);
  await expect.poll(stored).toContain(idOf(3));
});

test("nothing is asked for on a metered line, or once the account is closed", async () => {
  const { prefetch, calls, stopped } = await show();
  const before = calls.length;
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } });
  await prefetch();
  expect(calls.slice(before)).toEqual([]);
  unmeter();
  stopped.abort();
  await prefetch();
  expect(calls.slice(before)).toEqual([]);
});
