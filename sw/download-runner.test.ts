/** Which songs a run of downloads takes; how each one comes is in `download-song.test.ts`. */
import { downloadOf } from "../tests/support/items.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { audioCache, type Download } from "../contract/worker-messages.ts";
import { type AccountDatabase, openDatabase } from "../src/db/database.ts";
import { changeSettings } from "../src/sync/download-settings.ts";

const { keepLikedCovers, fetchSong, dropParts, DownloadError } = vi.hoisted(() => {
  // Workbox looks for the worker as soon as it is loaded.
  vi.stubGlobal("self", { location: { origin: "https://music.example.org" } });
  return {
    keepLikedCovers: vi.fn<(uid: string, rows: readonly Download[], signal: AbortSignal) => Promise<void>>(),
    dropParts: vi.fn<(uid: string, path: string) => Promise<void>>(),
    fetchSong:
      vi.fn<(job: { row: Download; signal: AbortSignal; onReceived: (bytes: number) => void }) => Promise<void>>(),
    DownloadError: class extends Error {
      readonly problem: string;
      constructor(problem: string) {
        super(problem);
        this.problem = problem;
      }
    },
  };
});
vi.mock("./liked-covers.ts", () => ({ keepLikedCovers }));
vi.mock("./partial-download.ts", () => ({ dropParts }));
vi.mock("./download-song.ts", () => ({ DownloadError, fetchSong }));
const { download, pauseDownloads, stopDownloads } = await import("./download-runner.ts");
const { endRest, rest } = await import("./download-rests.ts");

const uid = "somebody";
let db: AccountDatabase;

const states = async () => (await db.downloads.toArray()).map(({ state }) => state);

beforeEach(() => {
  db = openDatabase(uid);
  useNavigator();
  fetchSong.mockReset().mockResolvedValue();
  keepLikedCovers.mockReset();
  dropParts.mockReset();
});
afterEach(() => db.delete());

function useNavigator(connection?: object): void {
  const request = (_name: string, _options: object, run: (lock: object) => Promise<void>) => run({});
  vi.stubGlobal("navigator", { locks: { request }, connection });
}

// 17.55
test("a song that is asked for while a run ends comes all the same", async () => {
  await db.downloads.add(downloadOf(1));
  keepLikedCovers.mockImplementation(async (_uid, rows) => {
    // Of all songs: the run looks for no more of them.
    if (rows.length !== 1 || rows[0]?.state !== "ready") return;
    await db.downloads.add(downloadOf(2));
    void download(uid);
  });
  await download(uid);
  expect(await states()).toEqual(["ready", "ready"]);
});

// 17.9, 17.17
test("a progress that cannot be stored does not end the download", async () => {
  await db.downloads.add(downloadOf(1));
  const { put } = IDBObjectStore.prototype;
  let refused = 0;
  const spy = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, row, key) {
    const { state, received } = row as Download; // the only rows that are put here
    if (state !== "downloading" || received === 0) return put.call(this, row, key);
    refused += 1;
    throw new DOMException("No space", "QuotaExceededError");
  });
  fetchSong.mockImplementation(async ({ onReceived, signal }) => {
    onReceived(1_000);
    await vi.waitFor(() => expect(refused).toBe(1), 2_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    signal.throwIfAborted();
  });
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  await download(uid);
  warned.mockRestore();
  spy.mockRestore();
  expect(fetchSong).toHaveBeenCalledTimes(1);
  expect(await states()).toEqual(["ready"]);
});

// 17.9
test.each(["cut", "paused", "unreachable"])(
  "parts of a song that was unliked as it was %s do not stay",
  async (problem) => {
    const song = downloadOf(1);
    await db.downloads.add(song);
    fetchSong.mockImplementationOnce(async () => {
      await db.downloads.delete(song.songId);
      throw new DownloadError(problem);
    });
    await download(uid);
    expect(dropParts.mock.calls).toEqual([[uid, song.path]]);
  },
);

test("parts of a song that is still wanted stay", async () => {
  await db.downloads.add(downloadOf(1));
  fetchSong.mockRejectedValueOnce(new DownloadError("unreachable"));
  await download(uid);
  expect(dropParts).not.toHaveBeenCalled();
});

test("a song that is asked for while all slots wait for later ones comes at once", async () => {
  const soon = Date.now() + 8_000;
  await db.downloads.bulkAdd([downloadOf(1, { notBefore: soon }), downloadOf(2, { notBefore: soon })]);
  const running = download(uid);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await db.downloads.add(downloadOf(3));
  void download(uid);
  await vi.waitFor(async () => expect(await states()).toEqual(["wanted", "wanted", "ready"]));
  await stopDownloads(uid);
  await running;
});

test("a song that found no page to ask does not end a run that a page has asked for since", async () => {
  await db.downloads.bulkAdd([downloadOf(1), downloadOf(2), downloadOf(3)]);
  fetchSong.mockImplementationOnce(async () => {
    void download(uid);
    throw new DownloadError("unreachable");
  });
  await download(uid);
  expect(await states()).toEqual(["ready", "ready", "ready"]);
});

test("a song that fails for a reason of the device lets the other come to its end, and a request run again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await db.downloads.bulkAdd([downloadOf(1), downloadOf(2)]);
  let arrive = () => {};
  fetchSong
    .mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)))
    .mockRejectedValueOnce(new Error("The disk does not take it"));
  const run = download(uid);
  await vi.waitFor(() => expect(fetchSong).toHaveBeenCalledTimes(2));
  // After the failure, with the other song still on its way.
  await new Promise((resolve) => setTimeout(resolve));
  void download(uid);
  await expect.poll(states).toEqual(["downloading", "wanted"]);
  arrive();
  await run;
  expect(await states()).toEqual(["ready", "ready"]);
  expect(fetchSong).toHaveBeenCalledTimes(3);
});

test("songs that the device does not take hold up no others (specification 17.9)", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await db.downloads.bulkAdd([1, 2, 3, 4].map((n) => downloadOf(n, { rank: 9 - n })));
  const asked: string[] = [];
  const isBad = (id: string) => /[12]$/.test(id);
  fetchSong.mockImplementation(async ({ row }) => {
    asked.push(row.songId.slice(-1));
    if (isBad(row.songId)) throw new TypeError("Failed writing data to the file system");
  });
  // Pages ask at intervals.
  for (let time = 0; time < 3; time += 1) await download(uid);
  expect(asked.filter((one) => one === "3" || one === "4")).toEqual(["3", "4"]);
  expect((await db.downloads.toArray()).map(({ attempts = 0 }) => attempts > 0)).toEqual([true, true, false, false]);
});

test("where the device can note nothing either, whole songs do not come again and again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await db.downloads.bulkAdd([downloadOf(1), downloadOf(2)]);
  fetchSong.mockRejectedValue(new DownloadError("quota"));
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, row, key) {
    if ((row as Download).state === "failed") throw new DOMException("No space", "QuotaExceededError"); // the only rows here
    return put.call(this, row, key);
  });
  const begun = performance.now();
  while (performance.now() - begun < 1_000) {
    await download(uid);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Two at once, and two after 1 to 2 s.
  expect(fetchSong.mock.calls.length).toBeLessThanOrEqual(4);
  spy.mockRestore();
  fetchSong.mockReset().mockResolvedValue();
  await download(uid);
  expect(await states()).toEqual(["ready", "ready"]);
});

test("Retry ends a rest that a run waits for (specification 17.9)", async () => {
  await db.downloads.add(downloadOf(1));
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  // The third lasts 8 s.
  for (let failure = 1; failure <= 3; failure++) rest(uid);
  random.mockRestore();
  const running = download(uid);
  // As the message of a page does.
  endRest(uid);
  void download(uid);
  await vi.waitFor(async () => expect(await states()).toEqual(["ready"]), 2_000);
  await running;
});

test("a host that cannot be reached ends the run; what waits goes on waiting", async () => {
  await db.downloads.bulkAdd([downloadOf(1), downloadOf(2), downloadOf(3)]);
  fetchSong.mockRejectedValue(new DownloadError("unreachable"));
  await download(uid);
  expect(await states()).toEqual(["wanted", "wanted", "wanted"]);
  expect(fetchSong.mock.calls.length).toBeLessThanOrEqual(2);
  expect(keepLikedCovers, "pages ask again every 15 s").not.toHaveBeenCalled();
});

test("paused downloads end at once, and the songs under way go on later (specification 17.10)", async () => {
  await db.downloads.bulkAdd([downloadOf(1), downloadOf(2), downloadOf(3)]);
  // Two come at a time, and neither ends by itself.
  fetchSong.mockImplementation(async ({ signal }) => {
    if (fetchSong.mock.calls.length === 2) {
      await changeSettings(db, { paused: true });
      setTimeout(() => pauseDownloads(uid));
    }
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  await download(uid);
  expect(await states()).toEqual(["wanted", "wanted", "wanted"]);
  expect(fetchSong).toHaveBeenCalledTimes(2);
  await download(uid);
  expect(fetchSong).toHaveBeenCalledTimes(2);
  fetchSong.mockResolvedValue();
  await changeSettings(db, { paused: false });
  await download(uid);
  expect(await states()).toEqual(["ready", "ready", "ready"]);
});

test("a pause is for the song, too, that is being taken at that moment (specification 17.10)", async () => {
  await db.downloads.add(downloadOf(1));
  let isFirst = true;
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...row) {
    // As the connection becomes a metered one.
    if (isFirst) pauseDownloads(uid);
    isFirst = false;
    return put.apply(this, row);
  });
  const aborted: boolean[] = [];
  fetchSong.mockImplementation(async ({ signal }) => {
    aborted.push(signal.aborted);
    signal.throwIfAborted();
  });
  await download(uid);
  expect(aborted).toEqual([true, false]);
});

test.each([
  ["asks for less traffic", { saveData: true }],
  ["is metered", { type: "cellular" }],
])(
  "a connection that %s brings no song, unless the user decided otherwise (specification 17.10)",
  async (_, connection) => {
    await db.downloads.add(downloadOf(1));
    useNavigator(connection);
    await download(uid);
    expect(await states()).toEqual(["wanted"]);
    await changeSettings(db, { onMetered: true });
    await download(uid);
    expect(await states()).toEqual(["ready"]);
  },
);

test("more than 200 songs wait for the user's word (specification 17.10)", async () => {
  const idOf = (n: number) => `01900000-0000-7000-8000-0000000${10_000 + n}`;
  await db.downloads.bulkAdd(Array.from({ length: 201 }, (_, n) => ({ ...downloadOf(1), songId: idOf(n) })));
  await download(uid);
  expect(fetchSong).not.toHaveBeenCalled();
  await changeSettings(db, { many: true });
  await download(uid);
  expect(fetchSong).toHaveBeenCalledTimes(201);
});

// 17.16
test("missing covers come after that of the last song, however long it takes", async () => {
  await db.downloads.bulkAdd([downloadOf(1, { state: "ready" }), downloadOf(2)]);
  let arrive = () => {};
  keepLikedCovers.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const running = download(uid);
  await vi.waitFor(() => expect(keepLikedCovers).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 50));
  arrive();
  await running;
  expect(keepLikedCovers.mock.calls.map(([, rows]) => rows.length)).toEqual([1, 2]);
});

describe("covers of which nothing comes (specification 17.16)", () => {
  /** How many fetches of covers were ended. */
  let ended: number;
  beforeEach(() => {
    ended = 0;
    keepLikedCovers.mockImplementation(async (_uid, _rows, signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended += 1;
    });
  });
  afterEach(() => stopDownloads(uid));

  test("hold up no song", async () => {
    await db.downloads.bulkAdd([downloadOf(1), downloadOf(2), downloadOf(3)]);
    void download(uid);
    await expect.poll(states).toEqual(["ready", "ready", "ready"]);
  });

  test("hold up no song that is asked for while covers alone are missing", async () => {
    await db.downloads.add(downloadOf(1, { state: "ready" }));
    void download(uid);
    await vi.waitFor(() => expect(keepLikedCovers).toHaveBeenCalled());
    await db.downloads.add(downloadOf(2));
    void download(uid);
    await expect.poll(states).toEqual(["ready", "ready"]);
    // Pages ask every 15 s while a song waits: covers that begin anew each time would never come past the first.
    expect([ended, keepLikedCovers.mock.calls.length]).toEqual([0, 1]);
  });

  test("are asked for no more once downloads are paused", async () => {
    await db.downloads.add(downloadOf(1, { state: "ready" }));
    const running = download(uid);
    await vi.waitFor(() => expect(keepLikedCovers).toHaveBeenCalled());
    await changeSettings(db, { paused: true });
    pauseDownloads(uid);
    await running;
    expect([ended, keepLikedCovers.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("a song that a new limit leaves out while it comes (specification 17.58)", () => {
  const leaveOut = () => db.downloads.update(downloadOf(1).songId, { state: "failed", problem: "limit" });
  beforeEach(() => db.downloads.add(downloadOf(1)));

  test("does not stay on the device", async () => {
    const has = vi.fn<(name: string) => Promise<boolean>>(async () => false);
    vi.stubGlobal("caches", { has });
    fetchSong.mockImplementationOnce(async () => void (await leaveOut()));
    await download(uid);
    expect(await states()).toEqual(["failed"]);
    expect(has, "to drop its file").toHaveBeenCalledWith(audioCache(uid));
  });

  test("is not told as one without space where the disk is full", async () => {
    fetchSong.mockImplementationOnce(async () => {
      await leaveOut();
      throw new DOMException("No space", "QuotaExceededError");
    });
    await download(uid);
    expect((await db.downloads.toArray()).map(({ problem }) => problem)).toEqual(["limit"]);
  });

  test("is not fetched again when its connection is cut, and its parts go", async () => {
    fetchSong.mockImplementationOnce(async () => {
      await leaveOut();
      throw new DownloadError("cut");
    });
    await download(uid);
    expect(await states()).toEqual(["failed"]);
    expect(dropParts).toHaveBeenCalledOnce();
    expect(fetchSong).toHaveBeenCalledOnce();
  });
});

// 17.10
test.each([
  ["paused", { paused: true }, undefined],
  ["the line is metered", {}, { type: "cellular" }],
])("covers alone do not come while %s", async (_, settings, connection) => {
  await db.downloads.add(downloadOf(1, { state: "ready" }));
  await changeSettings(db, settings);
  useNavigator(connection);
  await download(uid);
  expect(keepLikedCovers).not.toHaveBeenCalled();
});
