import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SongSnapshot } from "../../contract/songs.ts";
import type { Download } from "../../contract/worker-messages.ts";
import { AccountDatabase } from "../db/database.ts";
import { reconcile, reconcileSome, retryFailed } from "./reconcile-downloads.ts";
import type { DesiredSong } from "./download-plan.ts";
import type { SongFiles } from "./cached-song-files.ts";

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

const song = (n: number, change: Partial<SongSnapshot> = {}): SongSnapshot => ({
  _id: id(n),
  title: `Song ${n}`,
  artist: "Somebody",
  album: null,
  genre: "Rock",
  songImage: `/media/cover${n}`,
  duration: 60,
  url: `https://media.test/media/audio${n}?sig=a`,
  private: false,
  owner: "owner",
  bytes: 1_000,
  sha256: "00",
  mimeType: "audio/mpeg",
  gain: null,
  peak: null,
  ...change,
});

/** Files as a map from path to length. */
function memoryFiles(held: Map<string, number>): SongFiles {
  return {
    paths: async () => [...held.keys()],
    size: async (path) => held.get(path),
    remove: async (path) => void held.delete(path),
  };
}

let db: AccountDatabase;
let held: Map<string, number>;
let isRunning: boolean;
let count = 0;

beforeEach(() => {
  db = new AccountDatabase(`u${count++}`);
  held = new Map();
  isRunning = false;
});
afterEach(() => db.delete());

const wanted = (songs: SongSnapshot[], reasons = ["favourites"]) => songs.map((one) => ({ song: one, reasons }));
const compare = (desired: SongSnapshot[], keep: string[] = []) =>
  reconcile(db, wanted(desired), new Set(keep), memoryFiles(held), async () => isRunning);
const rowOf = (n: number) => db.downloads.get(id(n));
const change = (n: number, changes: Partial<Download>) => db.downloads.update(id(n), changes);

async function makeReady(n: number): Promise<void> {
  await change(n, { state: "ready", received: 1_000 });
  held.set(`/media/audio${n}`, 1_000).set(`/media/cover${n}`, 10);
}

describe("wanting", () => {
  it("adds a row with a snapshot for each wanted song", async () => {
    expect(await compare([song(1), song(2)])).toBe(true);
    expect(await rowOf(1)).toMatchObject({
      state: "wanted",
      path: "/media/audio1",
      url: "https://media.test/media/audio1?sig=a",
      title: "Song 1",
      received: 0,
    });
    expect(await db.downloads.count()).toBe(2);
  });

  it("puts what is wanted later before all that waits, and the first of a batch first", async () => {
    await compare([song(1), song(2)]);
    await compare([song(3), song(1), song(2)]);
    const rows = await db.downloads.toArray();
    const order = rows.sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0)).map(({ songId }) => songId);
    expect(order).toEqual([id(3), id(1), id(2)]);
  });

  it("says that nothing is wanted when all is there", async () => {
    await compare([song(1)]);
    await makeReady(1);
    expect(await compare([song(1)])).toBe(false);
  });

  it("wants a cover that is not there, because it is another one or did not come (specification 17.16)", async () => {
    await compare([song(1)]);
    await makeReady(1);
    const edited = song(1, { songImage: "/media/edited?w=640" });
    expect(await compare([edited])).toBe(true);
    expect([...held.keys()]).toEqual(["/media/audio1"]);
    // The run brought nothing.
    expect(await compare([edited])).toBe(true);
    held.set("/media/edited", 10);
    expect(await compare([edited])).toBe(false);
    expect(await rowOf(1)).toMatchObject({ state: "ready" });
  });

  it("takes over new signatures and titles without fetching again", async () => {
    await compare([song(1)]);
    await makeReady(1);
    const next = song(1, { url: "https://media.test/media/audio1?sig=b", title: "Renamed" });
    expect(await compare([next])).toBe(false);
    expect(await rowOf(1)).toMatchObject({ state: "ready", title: "Renamed", url: next.url });
  });

  it("fetches again when the song has another file", async () => {
    await compare([song(1)]);
    await makeReady(1);
    expect(await compare([song(1, { url: "https://media.test/media/other" })])).toBe(true);
    expect(await rowOf(1)).toMatchObject({ state: "wanted", path: "/media/other", received: 0 });
    expect(held.has("/media/audio1")).toBe(false);
  });
});

describe("many songs", () => {
  it("looks at a few files at a time, and at all of them", async () => {
    const songs = Array.from({ length: 64 }, (_, n) => song(n));
    await compare(songs);
    for (const n of songs.keys()) await makeReady(n);
    held.delete("/media/audio63");
    const files = memoryFiles(held);
    let underWay = 0;
    let most = 0;
    const size = async (path: string) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 0));
      underWay -= 1;
      return files.size(path);
    };
    expect(await reconcile(db, wanted(songs), new Set(), { ...files, size }, async () => false)).toBe(true);
    expect(most).toBeLessThanOrEqual(10);
    expect((await rowOf(63))?.state).toBe("wanted");
    expect((await rowOf(0))?.state).toBe("ready");
  });
});

describe("removing", () => {
  it("removes row, audio and cover of a song that is no longer wanted", async () => {
    await compare([song(1), song(2)]);
    await makeReady(1);
    await makeReady(2);
    await compare([song(2)]);
    expect(await rowOf(1)).toBeUndefined();
    expect([...held.keys()].sort()).toEqual(["/media/audio2", "/media/cover2"]);
  });

  it("keeps a cover that another song shares", async () => {
    const shared = { songImage: "/media/album?w=640" };
    await compare([song(1, shared), song(2, shared)]);
    held.set("/media/album", 10);
    await compare([song(2, shared)]);
    expect(held.has("/media/album")).toBe(true);
    await compare([]);
    expect(held.size).toBe(0);
  });

  it("keeps what is to be kept, and does not add it", async () => {
    await compare([song(1)]);
    await makeReady(1);
    await compare([], [id(1), id(9)]);
    expect(await rowOf(1)).toMatchObject({ state: "ready" });
    expect(held.size).toBe(2);
    expect(await db.downloads.count()).toBe(1);
  });

  it("removes files that no row accounts for", async () => {
    held.set("/media/leftover", 5);
    await compare([song(1)]);
    expect(held.size).toBe(0);
  });

  it("removes many files a few at a time", async () => {
    for (let n = 0; n < 35; n += 1) held.set(`/media/leftover${n}`, 5);
    const files = memoryFiles(held);
    let active = 0;
    let most = 0;
    const remove = async (path: string) => {
      most = Math.max(most, (active += 1));
      await files.remove(path);
      active -= 1;
    };
    await reconcile(db, [], new Set(), { ...files, remove }, async () => false);
    expect([held.size, most]).toEqual([0, 10]);
  });
});

describe("healing", () => {
  it("makes rows anew that cannot be read, and takes away those of nothing", async () => {
    await compare([song(1), song(2)]);
    await makeReady(2);
    const unreadable = [{ songId: id(1), state: "ready" }, { songId: id(3) }, { songId: "nothing" }];
    await db.table("downloads").bulkPut(unreadable);
    expect(await compare([song(1), song(2)], [id(3)])).toBe(true);
    expect(await rowOf(1)).toMatchObject({ state: "wanted", path: "/media/audio1" });
    expect(await rowOf(2)).toMatchObject({ state: "ready" });
    expect(await db.downloads.count()).toBe(2);
  });

  it("wants an evicted or cut file again", async () => {
    await compare([song(1), song(2), song(3)]);
    for (const n of [1, 2, 3]) await makeReady(n);
    held.delete("/media/audio1");
    held.set("/media/audio2", 999);
    expect(await compare([song(1), song(2), song(3)])).toBe(true);
    expect(await rowOf(1)).toMatchObject({ state: "wanted", received: 0 });
    expect(await rowOf(2)).toMatchObject({ state: "wanted" });
    expect(await rowOf(3)).toMatchObject({ state: "ready" });
  });

  it("does not judge a song that became ready while files were looked at", async () => {
    await compare([song(1)]);
    const finishMeanwhile = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await makeReady(1);
      return true;
    };
    await reconcile(db, wanted([song(1)]), new Set(), memoryFiles(held), finishMeanwhile);
    expect(await rowOf(1)).toMatchObject({ state: "ready" });
    expect(held.has("/media/audio1")).toBe(true);
  });

  it("resets what a dead worker left, and leaves a living one alone", async () => {
    await compare([song(1)]);
    await change(1, { state: "downloading", received: 500 });
    isRunning = true;
    await compare([song(1)]);
    expect(await rowOf(1)).toMatchObject({ state: "downloading", received: 500 });
    isRunning = false;
    expect(await compare([song(1)])).toBe(true);
    expect(await rowOf(1)).toMatchObject({ state: "wanted", received: 0 });
  });

  it("tries gone songs again under a new address", async () => {
    await compare([song(1)]);
    await change(1, { state: "failed", problem: "gone", notBefore: Date.now() + 60_000 });
    expect(await compare([song(1)])).toBe(false);
    expect(await compare([song(1, { url: "https://media.test/media/audio1?sig=b" })])).toBe(true);
    expect(await rowOf(1)).toMatchObject({ state: "wanted" });
  });

  const full = { state: "failed", problem: "quota", notBefore: Date.now() + 60_000 } as const;

  it.each([
    [
      "all songs are compared",
      (files: SongFiles) => reconcile(db, wanted([song(1)]), new Set(), files, async () => false),
    ],
    [
      "only the one that goes is compared",
      (files: SongFiles) =>
        reconcileSome(db, new Set([id(2)]), { desired: [], keep: new Set(), outranked: 2 }, files, async () => false),
    ],
  ])("tries songs that found no space once another's file is gone: %s", async (_, run) => {
    await compare([song(1), song(2)]);
    await makeReady(2);
    await change(1, full);
    // A worker that still runs must not take it up while the space is still taken.
    const states: unknown[] = [];
    const files = memoryFiles(held);
    const watched: SongFiles = {
      ...files,
      async remove(path) {
        states.push((await rowOf(1))?.state);
        await files.remove(path);
      },
    };
    expect(await run(watched)).toBe(true);
    expect(new Set(states)).toEqual(new Set(["failed"]));
    expect(await rowOf(1)).toMatchObject({ state: "wanted" });
    expect((await rowOf(1))?.problem).toBeUndefined();
  });

  it("leaves songs that found no space alone where nothing was freed", async () => {
    await compare([song(1)]);
    await change(1, full);
    expect(await compare([song(1)])).toBe(false);
    expect(await rowOf(1)).toMatchObject({ state: "failed" });
  });

  it.each(["quota", "gone", "mismatch"])("tries a song again that failed (%s) after a while", async (problem) => {
    await compare([song(1)]);
    await change(1, { state: "failed", problem, notBefore: Date.now() + 60_000 });
    expect(await compare([song(1)])).toBe(false);
    await change(1, { state: "failed", problem, notBefore: Date.now() - 1 });
    expect(await compare([song(1)])).toBe(true);
    // The clock was wrong when that was written.
    await change(1, { state: "failed", problem, notBefore: Date.now() + 3 * 24 * 60 * 60_000 });
    expect(await compare([song(1)])).toBe(true);
  });

  it("tries all failed songs again when the user asks", async () => {
    await compare([song(1)]);
    await change(1, { state: "failed", problem: "mismatch", attempts: 5, notBefore: 9e15 });
    await retryFailed(db);
    const row = await rowOf(1);
    expect(row).toMatchObject({ state: "wanted" });
    expect(row).not.toHaveProperty("notBefore");
  });

  it("writes nothing when nothing changed", async () => {
    await compare([song(1)]);
    let writes = 0;
    db.downloads.hook("creating", () => void writes++);
    db.downloads.hook("updating", () => void writes++);
    await compare([song(1)]);
    expect(writes).toBe(0);
  });
});

it("does nothing where the browser cannot store files", async () => {
  expect(await reconcile(db, wanted([song(1)]), new Set(), undefined)).toBe(false);
  expect(await db.downloads.count()).toBe(0);
});

describe("some songs only", () => {
  const compareSome = (ids: number[], desired: SongSnapshot[], keep: string[] = []) =>
    reconcileSome(
      db,
      new Set(ids.map(id)),
      { desired: wanted(desired), keep: new Set(keep), outranked: 7 },
      memoryFiles(held),
      async () => isRunning,
    );

  it("adds what is liked above all that waits, removes what is not, and looks at no other row or file", async () => {
    await compare([song(1), song(2), song(3)]);
    for (const n of [1, 2, 3]) await makeReady(n);
    const looked: string[] = [];
    // Called for keys without a row as well.
    db.downloads.hook("reading", (row?: Download) => {
      if (row !== undefined) looked.push(row.songId);
      return row;
    });
    // Nobody touched this one, and nobody looks.
    held.delete("/media/audio3");
    expect(await compareSome([1, 4], [song(4)])).toBe(true);
    expect(new Set(looked)).toEqual(new Set([id(1)]));
    expect(await rowOf(1)).toBeUndefined();
    expect(held.has("/media/audio1")).toBe(false);
    expect(held.has("/media/audio2")).toBe(true);
    expect(await rowOf(3)).toMatchObject({ state: "ready" });
    expect(await rowOf(4)).toMatchObject({ state: "wanted", rank: 8 });
  });

  it("keeps a song whose unlike is not confirmed, and a file that another song has as well", async () => {
    await compare([song(1), song(2), song(3, { url: song(2).url })]);
    for (const n of [1, 2, 3]) await makeReady(n);
    expect(await compareSome([1, 2], [], [id(1)])).toBe(false);
    expect(await rowOf(1)).toMatchObject({ state: "ready" });
    expect(await rowOf(2)).toBeUndefined();
    expect(held.has("/media/audio2")).toBe(true);
  });

  it("leaves a song alone that is there already", async () => {
    await compare([song(1)]);
    await makeReady(1);
    expect(await compareSome([1], [song(1)])).toBe(false);
    expect(await rowOf(1)).toMatchObject({ state: "ready" });
  });

  it("makes a row that cannot be read anew", async () => {
    await db.downloads.put({ songId: id(1), state: "wanted" } as Download); // as a broken disk may leave it
    expect(await compareSome([1], [song(1)])).toBe(true);
    expect(await rowOf(1)).toMatchObject({ state: "wanted", title: "Song 1" });
  });
});

it("leaves the file of a song that another tab wants again while many are removed", async () => {
  const many = Array.from({ length: 12 }, (_, index) => index + 1);
  await compare(many.map((n) => song(n)));
  for (const n of many) await makeReady(n);
  const again = await rowOf(12);
  const files = memoryFiles(held);
  let isWanted = false;
  const remove = async (path: string) => {
    if (!isWanted && again) await db.downloads.put(again);
    isWanted = true;
    await files.remove(path);
  };
  await reconcile(db, [], new Set(), { ...files, remove }, async () => false);
  expect([...held.keys()]).toEqual(["/media/audio12"]);
});

describe("beyond the limit that the user has set", () => {
  const over = (n: number) => ({ song: song(n), reasons: ["favourites"], isOver: true });
  const run = (all: DesiredSong[]) => reconcile(db, all, new Set(), memoryFiles(held), async () => isRunning);

  it("the row stays, says so and is not fetched; the file goes, and comes back when there is room", async () => {
    await compare([song(1), song(2)]);
    await makeReady(1);
    expect(await run([over(1), over(2)])).toBe(false);
    expect(await rowOf(1)).toMatchObject({ state: "failed", problem: "limit", title: "Song 1" });
    expect(await rowOf(2)).toMatchObject({ state: "failed", problem: "limit" });
    expect([...held.keys()]).toEqual(["/media/cover1"]);
    await retryFailed(db);
    expect(await rowOf(1)).toMatchObject({ state: "failed" });
    expect(await compare([song(1), song(2)])).toBe(true);
    expect(await rowOf(1)).toMatchObject({ state: "wanted" });
    expect(await rowOf(1)).not.toHaveProperty("problem");
  });

  it("a changed reason is written, and nothing else is", async () => {
    await compare([song(1), song(2)]);
    const written: unknown[] = [];
    db.downloads.hook("updating", (_, key) => void written.push(key));
    await run([{ song: song(1), reasons: ["favourites", "shore"] }, ...wanted([song(2)])]);
    expect(written).toEqual([id(1)]);
    expect(await rowOf(1)).toMatchObject({ reasons: ["favourites", "shore"] });
  });
});
