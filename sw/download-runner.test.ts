/** Which songs a run of downloads takes; how each one comes is in `fetch-song.test.ts`. */
import { afterEach, expect, test, vi } from "vitest";
import type { Download } from "../contract/worker-messages.ts";
import { openDatabase } from "../src/db/database.ts";

const { keepLikedCovers } = vi.hoisted(() => {
  // Workbox looks for the worker as soon as it is loaded.
  vi.stubGlobal("self", { location: { origin: "https://music.example.org" } });
  return { keepLikedCovers: vi.fn<(uid: string, rows: readonly Download[]) => Promise<void>>() };
});
vi.mock("./liked-covers.ts", () => ({ keepLikedCovers }));
vi.mock("./download-song.ts", () => ({ DownloadError: Error, fetchSong: async () => {} }));
const { download } = await import("./download-runner.ts");

const uid = "somebody";
const db = openDatabase(uid);

const row = (n: number): Download => ({
  songId: `01900000-0000-7000-8000-00000000000${n}`,
  state: "wanted",
  path: `/media/${n}`,
  url: `/media/${n}`,
  title: `Song ${n}`,
  artist: "Somebody",
  album: null,
  genre: "Rock",
  songImage: null,
  duration: 60,
  private: false,
  owner: "owner",
  bytes: 1_000,
  sha256: null,
  mimeType: "audio/mpeg",
  received: 0,
});

afterEach(() => db.delete());

test("a song that is asked for while a run ends comes all the same", async () => {
  vi.stubGlobal("navigator", {
    locks: {
      request: (_name: string, _options: object, run: (lock: object) => Promise<void>) => run({}),
    },
  });
  await db.downloads.add(row(1));
  keepLikedCovers.mockImplementation(async (_uid, rows) => {
    // Of all songs: the run looks for no more of them.
    if (rows.length !== 1 || rows[0]?.state !== "ready") return;
    await db.downloads.add(row(2));
    void download(uid);
  });
  await download(uid);
  const states = (await db.downloads.toArray()).map(({ state }) => state);
  expect(states).toEqual(["ready", "ready"]);
});
