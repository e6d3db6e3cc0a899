import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FirstName, LastName, PlaylistForm, SongForm } from "../../contract/rules/validation.ts";
import { rebuildCounts } from "../../server/db/counters.ts";
import type { Database } from "../../server/db/database.ts";
import { audioFile, imageFile } from "../../server/media/asset-ids.ts";
import { collectGarbage } from "../../server/media/garbage-collect.ts";
import { seedLibrary, type Seeded, type SeedOptions } from "../../server/seed/seed.ts";
import { createTestServer, type TestServer } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

const demo = join(import.meta.dirname, "../../server/demo/library");
let music: string;
const small: SeedOptions = { songs: 400, users: 60, playlists: 40, seed: 7, add: false };
const servers: TestServer[] = [];
let server: TestServer;
let seeded: Seeded;
const lines: string[] = [];

async function freshServer(): Promise<TestServer> {
  const made = await createTestServer();
  servers.push(made);
  return made;
}

const seedInto = (on: TestServer, options: Partial<SeedOptions> = {}) =>
  seedLibrary(on.deps, music, { ...small, ...options }, (line) => lines.push(line));

beforeAll(async () => {
  // Fewer than the demo has: taking them in is most of the time.
  music = await mkdtemp(join(tmpdir(), "offbeat-music-"));
  for (const name of ["dusty-tape.mp3", "slow-tide.m4a", "slow-tide.jpg"])
    await copyFile(join(demo, name), join(music, name));
  server = await freshServer();
  seeded = await seedInto(server);
}, 60_000);
afterAll(async () => {
  for (const made of servers) await made.close();
  await rm(music, { recursive: true, force: true });
});

const count = async (from: string) => Number((await server.db.query(`select count(*) as n from ${from}`))[0]?.["n"]);

const counts = async (db: Database) => ({
  songs: await db.query("select id, likes, plays from songs order by id"),
  users: await db.query("select uid, followers from users order by uid"),
  playlists: await db.query("select id, followers from playlists order by id"),
});

test("has what was asked for, and stored counts are those that a rebuild finds", async () => {
  expect([await count("songs"), await count("users"), await count("playlists")]).toEqual([400, 60, 40]);
  for (const table of ["likes", "plays", "user_follows", "playlist_songs", "playlist_follows"])
    expect([table, (await count(table)) > 100]).toEqual([table, true]);
  expect(await count("count_changes")).toBe(0);
  const stored = await counts(server.db);
  await rebuildCounts(server.db);
  expect(await counts(server.db)).toEqual(stored);
  expect(lines).toContain("40 playlists");
});

test("keeps the rules that the calls keep", async () => {
  const songs = await server.db.query("select title, artist, album, genre, private from songs");
  for (const song of songs) expect(v.parse(SongForm, song)).toEqual(song);
  const playlists = await server.db.query("select title, description, genre, private from playlists");
  for (const playlist of playlists) expect(v.parse(PlaylistForm, playlist)).toMatchObject(playlist);
  for (const user of await server.db.query("select first_name, last_name from users")) {
    expect(v.parse(FirstName, user["first_name"])).toBe(user["first_name"]);
    expect(v.parse(LastName, user["last_name"])).toBe(user["last_name"]);
  }
  for (const never of [
    "songs s join users u on u.uid = s.owner where not s.private and not u.artist",
    "likes l join songs s on s.id = l.song_id where s.private",
    "plays p join songs s on s.id = p.song_id where s.private or p.played_at < s.created_at",
    "playlist_songs m join playlists p on p.id = m.playlist_id join songs s on s.id = m.song_id where s.private and (not p.private or p.owner <> s.owner)",
    "playlist_follows f join playlists p on p.id = f.playlist_id where p.private or p.owner = f.uid",
    "user_follows where uid = followed",
    `plays a join plays b on a.uid = b.uid and a.song_id = b.song_id and a.played_at < b.played_at
      join songs s on s.id = a.song_id where b.played_at - a.played_at < s.duration * 500`,
    "assets where claimed_by is null",
    "songs s join assets a on a.id = s.audio where a.claimed_by <> s.id or a.uid <> s.owner or a.sha256 <> s.sha256",
    "users where folded_name = ''",
  ])
    expect([never, await count(never)]).toEqual([never, 0]);
});

test("is spread as libraries are, in many scripts and lengths", async () => {
  const liked = await queryAs<{ likes: number }>(
    server.db,
    "select likes from songs where not private order by likes desc",
  );
  const sum = (rows: typeof liked) => rows.reduce((total, { likes }) => total + likes, 0);
  expect(sum(liked.slice(0, liked.length / 10)) / sum(liked)).toBeGreaterThan(0.3);
  expect(liked.filter(({ likes }) => likes <= 2).length / liked.length).toBeGreaterThan(0.2);
  expect(liked[0]?.likes).toBeLessThanOrEqual(30);
  for (const kind of ["[À-ž]", "[\u0590-\u06ff]", "[\u3040-\u9fff]", ".{60}"])
    expect([kind, await count(`songs where title ~ '${kind}'`)]).not.toEqual([kind, 0]);
  for (const kind of ["private", "not private", "image is null", "image is not null"])
    expect([kind, await count(`songs where ${kind}`)]).not.toEqual([kind, 0]);
});

/** The sign-in's token and uid. */
async function signIn(email = ""): Promise<{ token: string; uid: string }> {
  const body = { email, password: seeded.signIns?.password, returnSecureToken: true };
  const path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x";
  const { idToken: token, localId: uid } = (await server.call("POST", path, null, { body })).body;
  return { token, uid };
}

test("its artist and its listener can sign in and have much to show", async () => {
  const { token, uid } = await signIn(seeded.signIns?.listener);
  const favourites = await server.call("GET", `/api/users/myFavoriteSongs/${uid}?limit=500`, token);
  expect([favourites.status, favourites.body.data.length > 20]).toEqual([200, true]);
});

const pathOf = (file: string) => join(server.deps.settings.dataDir, "media", file.slice(0, 2), file);

test("shares the bytes of a few files, and a deleted song takes none from another", async () => {
  const songs = await queryAs<{ id: string; owner: string; audio: string; bytes: number }>(
    server.db,
    "select id, owner, audio, image, bytes from songs",
  );
  const files = new Set<number>();
  for (const { audio, bytes } of songs) {
    const { ino, size } = await stat(pathOf(audioFile(audio)));
    expect(size).toBe(bytes);
    files.add(ino);
  }
  expect(files.size).toBe(2);
  for (const { image } of await queryAs<{ image: string }>(
    server.db,
    "select image from songs where image is not null",
  ))
    expect((await stat(pathOf(imageFile(image, 96)))).size).toBeGreaterThan(100);

  const { token, uid } = await signIn(seeded.signIns?.artist);
  const mine = await server.call("GET", `/api/songs/mysongs/${uid}`, token);
  const [gone] = songs.filter(({ id }) => id === mine.body.data[0]._id);
  const twin = songs.find(({ id, bytes }) => bytes === gone?.bytes && id !== gone.id);
  const reply = await server.call("DELETE", `/api/songs/${gone?.id}`, token);
  expect(reply.status).toBe(204);
  await collectGarbage(server.deps);
  await expect(stat(pathOf(audioFile(gone?.audio ?? "")))).rejects.toThrow("ENOENT");
  expect((await stat(pathOf(audioFile(twin?.audio ?? "")))).size).toBe(twin?.bytes);
});

test("goes into an empty library only, unless told, and once by each seed", { timeout: 60_000 }, async () => {
  await expect(seedInto(server)).rejects.toThrow(/^The library is not empty: --add/);
  await expect(seedInto(server, { add: true })).rejects.toThrow(/^Seed 7 was seeded already/);
  const before = await count("songs");
  await seedInto(server, { songs: 30, users: 5, playlists: 2, add: true, seed: 8 });
  expect(await count("songs")).toBe(before + 30);
});

test("after a first batch whose rows were not stored the same command works", { timeout: 60_000 }, async () => {
  const on = await freshServer();
  const { db, storage } = on.deps;
  let isLinked = false;
  const transaction: Database["transaction"] = (work) =>
    isLinked ? Promise.reject(new Error("The power is cut")) : db.transaction(work);
  const copyAll: typeof storage.intake.copyAll = async (copies) => {
    await storage.intake.copyAll(copies);
    isLinked = true;
  };
  const options = { ...small, songs: 40, users: 20, playlists: 4 };
  const deps = {
    ...on.deps,
    db: { ...db, transaction },
    storage: { ...storage, intake: { ...storage.intake, copyAll } },
  };
  await expect(seedLibrary(deps, music, options, (line) => lines.push(line))).rejects.toThrow("The power is cut");
  expect(await on.db.query("select uid from users")).toEqual([]);
  await seedLibrary(on.deps, music, options, (line) => lines.push(line));
  expect(await on.db.query("select id from songs")).toHaveLength(40);
});

test("is the same by the same seed, and another by another", { timeout: 60_000 }, async () => {
  const content = async (seed: number) => {
    const on = await freshServer();
    await seedInto(on, { songs: 60, users: 10, playlists: 5, seed });
    const tables = ["users", "songs", "likes", "plays", "playlists", "playlist_songs"];
    return Promise.all(tables.map((table) => on.db.query(`select * from ${table} order by 1, 2, 3`)));
  };
  const [once, again, other] = [await content(3), await content(3), await content(4)];
  expect(again).toEqual(once);
  expect(other).not.toEqual(once);
});
