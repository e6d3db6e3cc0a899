/** The demo library: what it holds, and what a killed start left of it (specification 19.3). */
import { randomBytes } from "node:crypto";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDemo } from "../../server/demo/demo-library.ts";
import { readLibrary } from "../../server/demo/library-file.ts";
import { audioFile } from "../support/audio-files.ts";
import { createTestServer, type TestServer } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
let directory: string;
beforeAll(async () => {
  server = await createTestServer();
  directory = join(server.deps.settings.dataDir, "library-to-seed");
  await mkdir(join(directory, "library"), { recursive: true });
  await copyFile(audioFile("mp3"), join(directory, "library", "a.mp3"));
  const cover = sharp({ create: { width: 9, height: 9, channels: 3, background: "#a04030" } });
  await cover.png().toFile(join(directory, "library", "a.png"));
  const person = { email: "ada@example.org", firstName: "Ada", lastName: "Rowe" };
  const song = {
    title: "Slow Tide",
    artist: "Ada Rowe",
    album: null,
    genre: "Ska",
    private: false,
  };
  const library = {
    accounts: [
      { ...person, password: "Aa1!aaaaaa", artist: true },
      { email: "bo@example.org", firstName: "Bo", lastName: "Lind", password: "Aa1!aaaaaa", artist: false },
    ],
    artists: [person],
    songs: [{ ...song, file: "a.mp3", cover: "a.png" }],
    playlists: [
      {
        title: "Shore",
        description: "By the sea",
        genre: null,
        private: false,
        owner: "Ada Rowe",
        cover: "a.png",
        songs: ["Slow Tide"],
      },
    ],
    activity: [
      {
        person: "Bo Lind",
        follows: ["Ada Rowe"],
        followsPlaylists: ["Shore"],
        likes: ["Slow Tide"],
        plays: { "Slow Tide": 7 },
      },
    ],
  };
  await writeFile(join(directory, "library.json"), JSON.stringify(library));
});
afterAll(() => server.close());

const stored = async () => {
  const names = await readdir(join(server.deps.settings.dataDir, "media"), { recursive: true });
  return names.filter((name) => /\.(audio|webp)$/.test(name)).length;
};
const demo = (from = directory) => prepareDemo(server.deps, from, () => {});

test("what a killed start had stored is gone after the next one, which seeds it whole", async () => {
  const { dataDir } = server.deps.settings;
  const id = randomBytes(16).toString("base64url");
  const folder = join(dataDir, "media", id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.audio`), "stored by a start whose rows were never committed");
  await writeFile(join(dataDir, "demo"), "sowing\n");
  expect(await demo()).toMatchObject({ songs: [{ title: "Slow Tide" }] });
  // One sound, and three widths of its cover and of the playlist's.
  expect(await stored()).toBe(7);
  const songs = await queryAs<{ audio: string }>(server.db, "select audio from songs");
  expect(songs).toHaveLength(1);
  expect((await server.call("HEAD", `/media/${songs[0]?.audio}`, null)).status).toBe(200);
  await demo();
  expect([await stored(), (await server.db.query("select 1 from songs")).length]).toEqual([7, 1]);
});

test("what people do with the songs counts as if they had asked for it", async () => {
  const reader = await server.user();
  const get = async (url: string) => (await server.call("GET", url, reader)).body.data;
  expect(await get("/api/playlists/sort-playlists")).toMatchObject([
    {
      title: "Shore",
      ownerName: "Ada Rowe",
      songCount: 1,
      followers: 1,
      playlistImage: expect.any(String),
      playlistColor: "#8d5044",
    },
  ]);
  expect(await get("/statistics/popular-songs")).toMatchObject([{ playCount: 7 }]);
  expect(await get("/api/songs/liked-most")).toMatchObject([{ likes: 1 }]);
  expect(await get("/api/users/artists")).toMatchObject([{ userName: "Ada Rowe", followers: 1, following: 0 }]);
});

test("a library that was made before stays as it is", async () => {
  for (const table of ["playlist_follows", "playlist_songs", "playlists"])
    await server.db.query(`delete from ${table}`);
  expect(await demo()).toBeDefined();
  expect(await server.db.query("select 1 from playlists")).toEqual([]);
});

test("the library that comes along has four playlists by three people, and everybody does something", async () => {
  const library = await readLibrary("server/demo");
  if (!library) throw new Error("It is not there");
  const { songs, playlists, activity, accounts, artists } = library;
  expect([playlists.length, new Set(playlists.map(({ owner }) => owner)).size]).toEqual([4, 3]);
  const people = new Set([...accounts, ...artists].map(({ firstName, lastName }) => `${firstName} ${lastName}`));
  expect(new Set(activity.map(({ person }) => person))).toEqual(people);
  // The seeding stops at a name that does not exist.
  const titles = new Set(songs.map(({ title }) => title));
  const named = [
    ...playlists.flatMap((one) => one.songs),
    ...activity.flatMap((one) => [...one.likes, ...Object.keys(one.plays)]),
  ];
  expect(named.filter((title) => !titles.has(title))).toEqual([]);
});
