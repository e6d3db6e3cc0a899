/** Statistics: read from the main data, whoever calls what (specification 14), and the search of 13.6. */
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Method } from "../../contract/endpoint.ts";
import { foldCase } from "../../contract/rules/fold-case.ts";
import { search } from "../../contract/search.ts";
import * as statistics from "../../contract/statistics.ts";
import { createStatisticsApp } from "../../server/app.ts";
import type { Database } from "../../server/db/database.ts";
import { createGenreRanking } from "../../server/statistics/genre-ranking.ts";
import { foldOldRows } from "../../server/search/fold-old-rows.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
let artist: TestUser;
let listener: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  artist = await server.user({ artist: true });
  listener = await server.user();
});
afterAll(() => server.close());

const play = (id: string, user: TestUser) => server.call("PATCH", `/api/songs/played/${id}`, user, { body: {} });
const popular = async () => {
  const { body } = await server.call("GET", "/statistics/popular-songs?limit=500", null);
  return v.parse(statistics.popularSongs.reply, body).data;
};
const ofGenre = (genre: string) => server.call("PUT", "/statistics/song-genre/", null, { body: { genre } });
const edit = (id: string, songData: object) => server.call("PATCH", `/api/songs/${id}`, artist, { body: { songData } });

describe("statistics", () => {
  test("rank public songs by plays, of all genres and of one", async () => {
    const [a, b] = [await server.song(artist), await server.song(artist)];
    await edit(b._id, { genre: "Jazz" });
    await play(a._id, listener);
    for (const user of [listener, artist]) await play(b._id, user);
    expect((await popular()).slice(0, 2)).toEqual([
      { original_id: b._id, genre: "Jazz", playCount: 2, rank: 1 },
      { original_id: a._id, genre: "Ska", playCount: 1, rank: 2 },
    ]);
    const jazz = v.parse(statistics.songsOfGenre.reply, (await ofGenre("Jazz")).body);
    expect(jazz.data).toEqual([{ original_id: b._id, genre: "Jazz", playCount: 2, rank: 1 }]);
    expect((await ofGenre("Polka")).status).toBe(422);
  });

  test("know public songs only, at every answer", async () => {
    const { _id } = await server.song(artist);
    for (const user of [listener, artist]) await play(_id, user);
    const everything = async () =>
      (
        await Promise.all([
          server.call("GET", "/statistics/popular-songs?limit=500", null),
          server.call("GET", "/statistics/new-songs?limit=500", null),
          ofGenre("Ska"),
        ])
      )
        .map(({ text }) => text)
        .join();
    expect(await everything()).toContain(_id);
    await edit(_id, { private: true });
    expect(await everything()).not.toContain(_id);
    await edit(_id, { private: false });
    expect(await everything()).toContain(_id);
    await server.call("DELETE", `/api/songs/${_id}`, artist);
    expect(await everything()).not.toContain(_id);
  });

  test("are unmoved by a storm of hostile calls", async () => {
    const { _id } = await server.song(artist);
    const hidden = await server.song(artist, { private: true });
    const tables = (
      await queryAs<{ name: string }>(
        server.db,
        "select table_name as name from information_schema.tables where table_schema = 'public'",
      )
    ).map(({ name }) => name);
    expect(tables).toContain("count_changes");
    const dump = async () => {
      const rows = tables.map((table) => server.db.query(`select * from ${table} order by 1`));
      return JSON.stringify(await Promise.all(rows));
    };
    await popular();
    const before = [await popular(), await dump()];
    const owner = listener.uid;
    const storm = [_id, hidden._id, "00000000-0000-7000-8000-000000000000"].flatMap((id) => [
      server.call("POST", "/statistics/song", null, {
        body: { songData: { _id: id, owner, genre: "Jazz", playCount: 99 } },
      }),
      server.call("PATCH", `/statistics/song-played/${id}`, null),
      server.call("DELETE", `/statistics/delete-song/${id}`, null),
    ]);
    expect(new Set((await Promise.all(storm)).map(({ status }) => status))).toEqual(new Set([204]));
    expect((await server.call("DELETE", "/statistics/delete-song/x", null)).status).toBe(404);
    expect([await popular(), await dump()]).toEqual(before);
    const text = await server.call("PUT", "/statistics/song-genre", null, {
      body: "genre=Ska",
      headers: { "content-type": "text/plain" },
    });
    expect(text.status).toBe(415);

    const ids = [_id, hidden._id, "00000000-0000-7000-8000-000000000000", "x", "../songs", "%00"];
    const texts: string[] = [];
    const statuses = new Map<number, number>();
    for (let round = 0; round < 20; round++) {
      // Each twice, as from a client that tries again; 100 in all.
      const calls = [0, 1].flatMap((time) => hostile(ids, round * 2 + time));
      for (const reply of await Promise.all(calls)) {
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        texts.push(reply.text);
      }
    }
    expect(texts.length).toBeGreaterThanOrEqual(2_000);
    expect([...statuses.keys()].sort()).toEqual([200, 204, 400, 404, 405, 413, 415, 422]);
    expect(texts.join()).not.toContain(hidden._id);
    expect([await popular(), await dump()]).toEqual(before);
    server.clock.now += 60_000;
    expect((await server.call("GET", "/statistics/update_genres", null)).status).toBe(200);
    expect(await popular()).toEqual(before[0]);
    // The next test has a minute of its own.
    server.clock.now += 60_000;
  });

  /** 50 calls that ask for what is not there, not theirs, or not readable. */
  const hostile = (ids: string[], seed: number) => {
    const send = (method: Method, path: string, body?: unknown, type = "application/json") =>
      server.call(method, `/statistics${path}`, null, {
        body,
        headers: body === undefined ? {} : { "content-type": type },
        key: `storm-${seed % 3}`,
        address: `10.66.${seed}.1`,
      });
    const owners = [artist.uid, listener.uid, "nobody", "", "x".repeat(500)];
    const genre = ["Ska", "Jazz", "Polka", "'; drop table songs; --"][seed % 4];
    const bodyOf = (id: string, owner: unknown) => ({
      songData: { _id: id, owner, genre, playCount: 1e9, private: false, __proto__: { rank: 1 } },
    });
    return [
      ...ids.flatMap((id) => owners.map((owner) => send("POST", "/song", bodyOf(id, owner)))),
      ...ids.flatMap((id) => [send("PATCH", `/song-played/${id}`), send("DELETE", `/delete-song/${id}`)]),
      send("POST", "/song", `"${"x".repeat(140_000)}"`),
      send("POST", "/song", "{"),
      send("POST", "/song", "<song/>", "text/xml"),
      send("PUT", "/song-genre", { genre }),
      send("PUT", "/song-genre", { genre: { $gt: "" } }),
      send("GET", `/popular-songs?limit=${10 ** (seed % 8)}`),
      send("GET", "/new-songs?limit=-1"),
      send("DELETE", "/popular-songs"),
    ];
  };

  test("let nobody have more work done than an address may ask for", async () => {
    const settings = readSettings({
      DATA_DIR: server.deps.settings.dataDir,
      // 60 a minute.
      RATE_FACTOR: "0.01",
    });
    let asked = 0;
    const db: Database = {
      ...server.db,
      query: (...given) => {
        asked++;
        return server.db.query(...given);
      },
    };
    const { fastify } = await createStatisticsApp({ ...server.deps, settings, db });
    const ask = (remoteAddress: string) => fastify.inject({ url: "/statistics/new-songs", remoteAddress });
    const replies = [];
    for (let i = 0; i < 200; i++) replies.push(await ask("10.67.0.1"));
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(140);
    expect(asked).toBe(60);
    for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask("10.67.0.2")).statusCode).toBe(200);
    await fastify.close();
  });

  test("compute the genre ranking anew at most once a minute, one run at a time", async () => {
    const { _id } = await server.song(artist);
    await play(_id, listener);
    const update = async () => {
      const reply = await server.call("GET", "/statistics/update_genres/", null);
      return v.parse(statistics.updateGenres.reply, reply.body).data.updatedAt;
    };
    const spoil = () => server.db.query("update songs set plays = 77");
    const count = async () => (await popular()).find(({ original_id }) => original_id === _id)?.playCount;
    await spoil();
    const first = new Date(server.clock.now).toISOString();
    expect(await Promise.all([update(), update(), update()])).toEqual([first, first, first]);
    expect(await count()).toBe(1);
    await spoil();
    server.clock.now += 59_000;
    expect(await update()).toBe(first);
    expect(await count()).toBe(77);
    server.clock.now += 1_000;
    expect(await update()).toBe(new Date(server.clock.now).toISOString());
    expect(await count()).toBe(1);
  });

  test("compute it less often where it takes long: anybody may ask for it", async () => {
    let now = Date.parse("2026-06-02T00:00:00Z");
    let steady = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => steady);
    onTestFinished(() => clock.mockRestore());
    const transaction: typeof server.db.transaction = async (work) => {
      const done = await server.db.transaction(work);
      steady += 30_000;
      return done;
    };
    const update = createGenreRanking({ db: { ...server.db, transaction }, now: () => now });
    const first = await update();
    now += 599_000;
    expect(await update()).toBe(first);
    now += 1_000;
    expect(await update()).toBe(now);
  });

  test("rest also after one that failed, as where the database gives a long one up", async () => {
    let now = Date.parse("2026-06-02T00:00:00Z");
    let steady = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => steady);
    onTestFinished(() => clock.mockRestore());
    let runs = 0;
    const transaction: typeof server.db.transaction = async (work) => {
      runs += 1;
      if (runs > 1) return server.db.transaction(work);
      steady += 30_000;
      throw new Error("Canceled");
    };
    const update = createGenreRanking({ db: { ...server.db, transaction }, now: () => now });
    await expect(update()).rejects.toThrow("Canceled");
    now += 599_000;
    await expect(update()).rejects.toMatchObject({ code: "unavailable", retryAfter: 1 });
    now += 1_000;
    expect(await update()).toBe(now);
    expect(runs).toBe(2);
  });

  test("goes on after the clock was set back", async () => {
    let now = Date.parse("2026-06-02T00:00:00Z");
    const update = createGenreRanking({ db: server.db, now: () => now });
    await update();
    now -= 86_400_000;
    expect(await update()).toBe(now);
  });
});

describe("GET /search", () => {
  const find = async (q: string, user: TestUser = listener, more = "") => {
    const url = `/api/search?q=${encodeURIComponent(q)}${more}`;
    const { data } = v.parse(search.reply, (await server.call("GET", url, user)).body);
    return {
      artists: data.artists.map(({ userName }) => userName),
      songs: data.songs.map(({ title }) => title),
      playlists: data.playlists.map(({ title }) => title),
    };
  };
  const nothing = { artists: [], songs: [], playlists: [] };

  beforeEach(async () => {
    await server.db.query("delete from playlists");
    await server.db.query("delete from plays");
    await server.db.query("delete from songs");
  });

  test("finds what the client's match finds, whatever the case", async () => {
    for (const title of ["Élan Vital", "50% Off_Season", "back\\slash"]) {
      await server.song(artist, { title });
      await server.playlist(artist, { title });
    }
    const both = (title: string) => ({ artists: [], songs: [title], playlists: [title] });
    expect(await find("ÉLAN")).toEqual(both("Élan Vital"));
    expect(await find("an vi")).toEqual(both("Élan Vital"));
    for (const [q, title] of [
      ["0%", "50% Off_Season"],
      ["f_s", "50% Off_Season"],
      ["k\\s", "back\\slash"],
    ] as const)
      expect([q, await find(q)]).toEqual([q, both(title)]);
    expect(await find("f%s")).toEqual(nothing);
    expect(await find("  ")).toEqual(nothing);
    expect((await find(artist.uid.toUpperCase())).artists).toEqual([`Ada ${artist.uid}`]);
    expect((await find(listener.uid)).artists).toEqual([]);
  });

  test("shows private things to their owner only, and no more than asked for", async () => {
    await server.song(artist, { title: "Hidden", private: true });
    await server.playlist(artist, { title: "Hidden", private: true });
    expect(await find("hid")).toEqual(nothing);
    expect(await find("hid", artist)).toEqual({
      artists: [],
      songs: ["Hidden"],
      playlists: ["Hidden"],
    });
    for (let i = 0; i < 4; i++) await server.song(artist, { title: `Wave ${i}` });
    expect((await find("wave", listener, "&limit=3")).songs).toEqual(["Wave 3", "Wave 2", "Wave 1"]);
  });

  test("tells the best matches first, and cuts off others", async () => {
    for (const title of ["Tideland", "Low tide", "TIDE", "Riptide"]) {
      await server.song(artist, { title });
      await server.playlist(artist, { title });
    }
    for (let i = 0; i < 4; i++) await server.song(artist, { title: `Riptides ${i}` });
    const best = ["TIDE", "Tideland"];
    const found = await find("tide", listener, "&limit=2");
    expect([found.songs, found.playlists]).toEqual([best, best]);
    const all = ["Low tide", "Riptides 3", "Riptides 2", "Riptides 1", "Riptides 0", "Riptide"];
    expect((await find("tide")).songs).toEqual([...best, ...all]);
    const names = ["Anzora Quix", "Ann Zora", "Zora Quix", "Zora"];
    for (const name of names) {
      const { uid } = await server.user({ artist: true });
      const sql = "update users set first_name = $2, last_name = '', folded_name = $3 where uid = $1";
      await server.db.query(sql, [uid, name, name.toLowerCase()]);
    }
    expect((await find("zora", listener, "&limit=3")).artists).toEqual(["Zora", "Zora Quix", "Ann Zora"]);
  });

  test("knows a title by its letters, whatever their case", async () => {
    for (const title of ["ΜΟΥΣΙΚΗ", "J\u030Cak"]) await server.song(artist, { title });
    expect((await find("ΜΟΥΣ")).songs).toEqual(["ΜΟΥΣΙΚΗ"]);
    expect((await find("\u01F0ak")).songs).toEqual(["J\u030Cak"]);
  });

  test("follows edits, and knows rows that are older than it", async () => {
    const { _id } = await server.song(artist, { title: "Before" });
    await edit(_id, { title: "AFTER" });
    expect([(await find("before")).songs, (await find("after")).songs]).toEqual([[], ["AFTER"]]);
    await server.db.query("update songs set folded_title = ''");
    await server.db.query("update users set folded_name = ''");
    expect(await find("after")).toEqual(nothing);
    await foldOldRows(server.db);
    expect((await find("after")).songs).toEqual(["AFTER"]);
    expect((await find(artist.uid)).artists).toHaveLength(1);
  });

  test("folds composed and decomposed letters alike, letters of full width, and white space", () => {
    expect(foldCase("E\u0301LAN")).toBe(foldCase("\u00e9lan"));
    expect(foldCase(" ＳＬＯＷ\u3000\u00a0Tide\t")).toBe("slow tide");
  });
});
