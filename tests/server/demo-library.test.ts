/** The demo library after a start that was killed while it was sown (specification 19.3). */
import { randomBytes } from "node:crypto";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDemo } from "../../server/demo/demo-library.ts";
import { audioFile } from "../support/audio-files.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let directory: string;
beforeAll(async () => {
  server = await createTestServer();
  directory = join(server.deps.settings.dataDir, "library-to-sow");
  await mkdir(join(directory, "library"), { recursive: true });
  await copyFile(audioFile("mp3"), join(directory, "library", "a.mp3"));
  const cover = sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } });
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
    accounts: [{ ...person, password: "Aa1!aaaaaa", artist: true }],
    artists: [person],
    songs: [{ ...song, file: "a.mp3", cover: "a.png" }],
  };
  await writeFile(join(directory, "library.json"), JSON.stringify(library));
});
afterAll(() => server.close());

const stored = async () => {
  const names = await readdir(join(server.deps.settings.dataDir, "media"), { recursive: true });
  return names.filter((name) => /\.(audio|webp)$/.test(name)).length;
};
const demo = (from = directory) => prepareDemo(server.deps, from, () => {});

test("what a killed start had stored is gone after the next one, which sows it whole", async () => {
  const { dataDir } = server.deps.settings;
  const id = randomBytes(16).toString("base64url");
  const folder = join(dataDir, "media", id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.audio`), "sown by a start whose rows were never committed");
  await writeFile(join(dataDir, "demo"), "sowing\n");
  expect(await demo()).toMatchObject({ songs: [{ title: "Slow Tide" }] });
  // One sound and three widths of its cover.
  expect(await stored()).toBe(4);
  const songs = await server.db.query<{ audio: string }>("select audio from songs");
  expect(songs).toHaveLength(1);
  expect((await server.call("HEAD", `/media/${songs[0]?.audio}`, null)).status).toBe(200);
  await demo();
  expect([await stored(), (await server.db.query("select 1 from songs")).length]).toEqual([4, 1]);
});
