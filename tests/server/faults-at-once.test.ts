/** Many calls at the same moment, over real connections: each counts once, and no list loses or gains (specification 21.5). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, publish, type Reply } from "../support/http-client.ts";
import { audioBytes } from "../support/audio-files.ts";
import { findFaults, makeLibrary, stop, type Library, type Person } from "../support/server-library.ts";
import type { ServerProcess } from "../support/process.ts";

const absent = "00000000-0000-7000-8000-000000000000";

let library: Library;
let server: ServerProcess;
let artist: Person;
let people: Person[];
beforeAll(async () => {
  library = await makeLibrary();
  server = await library.start();
  artist = await library.person(999);
  people = await Promise.all(Array.from({ length: 999 }, (_, n) => library.person(n)));
}, 60_000);
afterAll(() => library.remove());

const newSong = async () => (await publish(server.origin, artist, audioBytes("mp3")))._id;
const read = async (id: string) => (await ask(server.origin, "GET", `/api/songs?ids=${id}`, artist)).body.data[0];
const statuses = (replies: Reply[]) => new Set(replies.map(({ status }) => status));
/** All at once; who is told to come back does so, under the same key. */
const each = <T>(list: readonly T[], call: (item: T, key: string) => Promise<Reply>) =>
  Promise.all(
    list.map(async (item) => {
      const key = randomUUID();
      for (;;) {
        const reply = await call(item, key);
        if (reply.status !== 503) return reply;
        expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }),
  );

test("100 likes of one person are one, of 100 people 100", { timeout: 60_000 }, async () => {
  const id = await newSong();
  const like = (person: Person, key: string) =>
    ask(server.origin, "PATCH", `/api/songs/like/${id}`, person, { body: {}, key });
  expect(statuses(await each(Array.from({ length: 100 }), (_, key) => like(artist, key)))).toEqual(new Set([200]));
  expect(await read(id)).toMatchObject({ likes: 1, liked: true });
  expect(statuses(await each(people.slice(0, 100), like))).toEqual(new Set([200]));
  expect(await read(id)).toMatchObject({ likes: 101 });
});

test("1,000 plays of 1,000 people are 1,000 more", { timeout: 60_000 }, async () => {
  const id = await newSong();
  const everybody = [...people, artist];
  // Asked for half-way, the ranking folds what came so far into its total.
  for (const part of [everybody.slice(0, 500), everybody.slice(500)]) {
    const replies = await each(part, (person, key) =>
      ask(server.origin, "PATCH", `/api/songs/played/${id}`, person, { body: {}, key }),
    );
    expect(statuses(replies)).toEqual(new Set([204]));
    await ask(server.origin, "GET", "/statistics/popular-songs?limit=1", null);
  }
  expect(await read(id)).toMatchObject({ playCount: 1000 });
  const popular = await ask(server.origin, "GET", "/statistics/popular-songs?limit=1", null);
  expect(popular.body.data).toMatchObject([{ original_id: id, playCount: 1000 }]);
});

test("50 calls under one key are one, with one answer", { timeout: 60_000 }, async () => {
  const playlist = { title: "Once", description: "And no more", private: false };
  const key = randomUUID();
  const person = people[0] ?? artist;
  const replies = await each(Array.from({ length: 50 }), () =>
    ask(server.origin, "POST", "/api/playlists", person, { body: { playlist }, key }),
  );
  expect([...new Set(replies.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
  expect(replies[0]?.status).toBe(201);
  const mine = await ask(server.origin, "GET", `/api/playlists/my-lists/${person.uid}?fields=ids`, person);
  expect(mine.body.data).toEqual([replies[0]?.body.data._id]);
});

test("orders of every wrong kind leave the set as likes and unlikes make it", { timeout: 60_000 }, async () => {
  const [person = artist] = people.slice(500);
  const songs: string[] = [];
  for (let n = 0; n < 12; n++) songs.push(await newSong());
  const like = (id: string, verb = "like") =>
    ask(server.origin, "PATCH", `/api/songs/${verb}/${id}`, person, { body: {} });
  for (const id of songs.slice(0, 8)) await like(id);
  const order = (orderedList: string[], base?: string[]) =>
    ask(server.origin, "PATCH", `/api/songs/order-favorite/${person.uid}`, person, {
      body: { orderedList, ...(base ? { base } : {}) },
    });
  const stale = songs.slice(0, 5).reverse();
  const foreign = [...songs.slice(8), absent, ...songs.slice(0, 8)];
  const calls = Array.from({ length: 10 }, (_, n) => [
    () => order(stale, songs.slice(0, 5)),
    () => order(foreign),
    () => order([]),
    () => order(songs.slice(n % 8, 8), songs.slice(0, 8)),
    () => like(songs[8 + (n % 4)] ?? absent),
    () => like(songs[n % 3] ?? absent, "cancel-like"),
  ]).flat();
  expect(statuses(await each(calls, (call) => call()))).toEqual(new Set([200]));
  expect((await order([...stale, ...stale])).status).toBe(422);
  const list = await ask(server.origin, "GET", `/api/users/myFavoriteSongs/${person.uid}?fields=ids`, person);
  expect([...list.body.data].sort()).toEqual(songs.slice(3).sort());
});

test("all of it counts the same when it is counted anew", { timeout: 60_000 }, async () => {
  expect(await stop(server)).toBe(0);
  expect(await findFaults(library)).toEqual([]);
});
