/** Downloads in a real browser: cuts, wrong bytes, no space, changed minds (specification 17.9, 17.17). */
import { describe, expect, it } from "vitest";
import { makeWav } from "../support/sounds.ts";
import { files, keep, openTab, play, rows, uid, until, visitEach, want } from "../support/worker-visit.ts";

const short = makeWav(10);
/** Over 20 MB: kept in parts while it comes. */
const long = makeWav(150);

const { site, at } = visitEach();

const audio = (n: number, bytes: number) => ({
  cache: `offbeat-audio-${uid}`,
  path: `/media/audio${n}`,
  bytes,
});
const row = async (n = 0) => (await rows(at.page))[n];
const ask = () => at.page.evaluate((id) => window.probe.bridge.requestDownloads(id), uid);
const makeDue = () => at.page.evaluate((id) => window.probe.makeDue(id), uid);

describe("a download", () => {
  it("fetches whole songs with their covers, two at a time, in full and without the browser's cache", async () => {
    const songs = [1, 2, 3, 4].map((n) => ({
      ...site.media.add(n, short),
      songImage: `/media/cover${n}`,
    }));
    await keep(at.page, songs);
    expect(await rows(at.page)).toMatchObject(songs.map(() => ({ state: "ready", received: short.bytes.length })));
    await until(async () => (await files(at.page)).length === 8, "covers");
    expect(await files(at.page)).toEqual(expect.arrayContaining([1, 2, 3, 4].map((n) => audio(n, short.bytes.length))));
    expect(site.media.requests.map(({ range }) => range)).toEqual([undefined, undefined, undefined, undefined]);
    const listed = await at.page.evaluate((id) => window.probe.bridge.listFiles(id), uid);
    const lying = (await files(at.page)).filter(({ cache }) => cache === `offbeat-audio-${uid}`);
    expect(new Set(listed)).toEqual(new Set(lying.map(({ path }) => path)));
  });

  it("goes on where it was cut", async () => {
    await keep(at.page, [site.media.add(1, long, { cutAt: long.bytes.length * 0.6 })]);
    const [first, second, ...more] = site.media.requestsOf(1);
    expect(first?.range).toBeUndefined();
    // The browser drops what it had not handed over when the connection broke, at most a few hundred kilobytes.
    expect(Number(/^bytes=(\d+)-$/.exec(second?.range ?? "")?.[1])).toBeGreaterThan(8_000_000);
    expect(second?.ifRange).toMatch(/^"\w+"$/);
    expect(more).toEqual([]);
    expect(await files(at.page)).toEqual([audio(1, long.bytes.length)]);
  });

  it("survives the end of the worker with what had come", async () => {
    const song = site.media.add(1, long, { cutAt: 18_000_000 });
    await want(at.page, [song]);
    await until(async () => (await row())?.problem === "network", "the cut");
    const cdp = await at.context.newCDPSession(at.page);
    await cdp.send("ServiceWorker.enable");
    await cdp.send("ServiceWorker.stopAllWorkers");
    await makeDue();
    await ask();
    await until(async () => (await row())?.state === "ready", "the rest");
    expect(site.media.requestsOf(1).at(-1)?.range).toMatch(/^bytes=\d{7,8}-$/);
  });

  it("begins again when the file has changed meanwhile", async () => {
    const other = makeWav(150, 1);
    const song = { ...site.media.add(1, long, { cutAt: 10_000_000 }) };
    const changed = site.media.add(2, other);
    await want(at.page, [{ ...song, sha256: changed.sha256 }]);
    await until(() => site.media.requestsOf(1).length === 1 && site.media.get(1).cutAt === undefined, "the cut");
    site.media.get(1).sends = other.bytes;
    await until(async () => (await row())?.state === "ready", "the new file");
    expect(site.media.requestsOf(1)[1]?.range).toBeDefined();
  });

  it("gets a new address for a stale signature", async () => {
    const song = site.media.add(1, short, { signature: "a" });
    site.media.get(1).signature = "b";
    await keep(at.page, [song]);
    expect(site.media.requestsOf(1).map(({ signature }) => signature)).toEqual(["a", "b"]);
  });
});

describe("never counts as ready:", () => {
  it.each([
    ["a truncated file", short.bytes.subarray(0, 1_000_000)],
    ["a file of the right length with other content", makeWav(10, 1).bytes],
    ["a file that is too long", Buffer.concat([short.bytes, Buffer.alloc(1000)])],
  ])("%s", async (_, sends) => {
    await want(at.page, [site.media.add(1, short, { sends })]);
    await until(async () => (await row())?.problem === "mismatch", "the mismatch");
    expect(await row()).toMatchObject({ state: "wanted", received: 0, attempts: 1 });
    expect(await files(at.page)).toEqual([]);
    // Healed once the right file comes.
    site.media.get(1).sends = undefined;
    await makeDue();
    await ask();
    await until(async () => (await row())?.state === "ready", "the right file");
  });

  it("a truncated file whose hash nobody knows", async () => {
    const song = site.media.add(1, short, { sends: short.bytes.subarray(0, 1_000_000) });
    await want(at.page, [{ ...song, sha256: null }]);
    await until(async () => (await row())?.problem === "mismatch", "the mismatch");
    expect(await files(at.page)).toEqual([]);
  });

  // 17.44
  it("a captive portal's page", async () => {
    site.media.isCaptive = true;
    await want(at.page, [site.media.add(1, short), site.media.add(2, short)]);
    await until(async () => (await row())?.problem === "network", "the failure");
    expect(await files(at.page)).toEqual([]);
    site.media.isCaptive = false;
    await ask();
    await until(async () => (await rows(at.page)).every(({ state }) => state === "ready"), "the songs");
  });

  it("a song that the server no longer has", async () => {
    const song = site.media.add(1, short);
    site.media.assets.clear();
    await want(at.page, [song]);
    await until(async () => (await row())?.state === "failed", "the failure");
    expect(await row()).toMatchObject({ problem: "gone" });
  });

  it("a song that only the media host does not find: it is tried again", async () => {
    await want(at.page, [site.media.add(1, short, { status: 404 })]);
    await until(async () => (await row())?.problem !== undefined, "the failure");
    expect(await row()).toMatchObject({ state: "wanted", problem: "network" });
    site.media.get(1).status = undefined;
    await makeDue();
    await ask();
    await until(async () => (await row())?.state === "ready", "the song");
  });
});

describe("a file that went bad on the device", () => {
  const check = () => at.page.evaluate((id) => window.probe.bridge.checkFile(id, "/media/audio1"), uid);
  /** Puts other bytes in its place, under the headers that it had. */
  const spoil = (bytes: number) =>
    at.page.evaluate(
      async ([name, length]) => {
        const cache = await caches.open(name);
        const { headers } = (await cache.match("/media/audio1")) ?? new Response();
        await cache.put("/media/audio1", new Response(new Uint8Array(length).fill(7), { headers }));
      },
      [`offbeat-audio-${uid}`, bytes] as const,
    );

  // 17.51
  it("is found by its hash, dropped and fetched again; a whole one is left alone", async () => {
    await keep(at.page, [site.media.add(1, short)]);
    expect(await check()).toBe("whole");
    await spoil(short.bytes.length);
    expect(await check()).toBe("dropped");
    await until(async () => (await row())?.state === "ready", "the song");
    expect(await check()).toBe("whole");
    expect(site.media.requestsOf(1)).toHaveLength(2);
  });

  it("is said to be away as long as it is, and comes with the network", async () => {
    await keep(at.page, [site.media.add(1, short)]);
    await spoil(short.bytes.length);
    await at.context.setOffline(true);
    expect(await check()).toBe("dropped");
    expect(await check(), "now it is nobody's fault").toBe("absent");
    expect(await row()).toMatchObject({ state: expect.stringMatching(/wanted|downloading/) });
    expect(await files(at.page)).toEqual([]);
    await at.context.setOffline(false);
    await ask();
    await until(async () => (await row())?.state === "ready", "the song");
  });

  // 17.51
  it("cut under its old length plays from the network meanwhile, without being asked about", async () => {
    const song = site.media.add(1, short);
    await keep(at.page, [song]);
    await spoil(200_000);
    expect(await play(at.page, song.url)).toBeGreaterThan(0);
    await until(async () => (await files(at.page))[0]?.bytes === short.bytes.length, "the song");
    await until(async () => (await row())?.state === "ready", "its row");
  });
});

it("waits without a network and goes on by itself when asked again", async () => {
  await at.context.setOffline(true);
  await want(at.page, [site.media.add(1, short)]);
  await until(async () => (await row())?.problem === "network", "the failure");
  expect(site.media.requests, "being offline reaches the worker").toEqual([]);
  await at.context.setOffline(false);
  await ask();
  await until(async () => (await row())?.state === "ready", "the song");
});

it("drops a song that is unliked while it comes", async () => {
  const song = site.media.add(1, long, { cutAt: 17_000_000 });
  await want(at.page, [song]);
  await until(async () => (await files(at.page)).length > 0, "a part");
  await want(at.page, []);
  await until(async () => (await files(at.page)).length === 0, "the parts to go");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await files(at.page)).toEqual([]);
  expect(await rows(at.page)).toEqual([]);
});

it("heals what was evicted or cut behind its back", async () => {
  const songs = [site.media.add(1, short), site.media.add(2, short)];
  await keep(at.page, songs);
  await at.page.evaluate(async (name) => {
    const cache = await caches.open(name);
    await cache.delete("/media/audio1");
    await cache.put("/media/audio2", new Response("tampered", { headers: { "content-length": "8" } }));
  }, `offbeat-audio-${uid}`);
  // The rows say "ready" from before.
  await want(at.page, songs);
  const bothWhole = [audio(1, short.bytes.length), audio(2, short.bytes.length)];
  // Either may come first.
  const byPath = async () => (await files(at.page)).toSorted((a, b) => a.path.localeCompare(b.path));
  await expect.poll(byPath, { timeout: 20_000 }).toEqual(bothWhole);
});

it("fills the space there is, leaves no half file, and goes on when space is freed", async () => {
  const song = makeWav(30);
  const songs = [1, 2, 3, 4, 5, 6].map((n) => site.media.add(n, song));
  const cdp = await at.context.newCDPSession(at.page);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin: site.origin, quotaSize: 20_000_000 });
  await want(at.page, songs);
  await until(
    async () => (await rows(at.page)).every(({ state }) => state === "ready" || state === "failed"),
    "an end",
  );
  const after = await rows(at.page);
  const ready = after.filter(({ state }) => state === "ready");
  expect(ready.length).toBeGreaterThan(0);
  expect(after.find(({ state }) => state === "failed")).toMatchObject({
    problem: "quota",
    received: 0,
  });
  expect(await files(at.page)).toHaveLength(ready.length);
  expect((await files(at.page)).every(({ bytes }) => bytes === song.bytes.length)).toBe(true);

  // Two songs go: their space is used for others. Not always for two: of songs that are stored at the same moment the
  // browser lets one more in than it has space for.
  const readyBefore = new Set(ready.map(({ songId }) => songId));
  const gone = new Set([...readyBefore].slice(0, 2));
  const left = songs.filter(({ _id }) => !gone.has(_id));
  await want(at.page, left);
  await until(async () => {
    const now = await rows(at.page);
    return (
      now.some(({ songId, state }) => state === "ready" && !readyBefore.has(songId)) &&
      now.every(({ state }) => state === "ready" || state === "failed")
    );
  }, "the space to be used");
});

it("is done by one worker for all tabs", async () => {
  const songs = [1, 2, 3].map((n) => site.media.add(n, short));
  const other = await openTab(at.context, site);
  await Promise.all([keep(at.page, songs), keep(other, songs)]);
  expect(site.media.requests).toHaveLength(3);
});

it("wipes the account while songs are on their way, and nothing comes back", async () => {
  await keep(at.page, [{ ...site.media.add(1, short), songImage: "/media/cover1" }]);
  await at.page.evaluate(() => window.probe.showImage("/media/cover1?w=96"));
  await want(at.page, [site.media.add(1, short), site.media.add(2, long), site.media.add(3, long)]);
  await until(() => site.media.requestsOf(2).length > 0, "the download");
  await at.page.evaluate(async (id) => {
    // A kept cover is shown once more at the last moment.
    const shown = window.probe.showImage("/media/cover1?w=96");
    window.probe.bridge.setAccount(null);
    await window.probe.bridge.wipe(id);
    await shown;
    await window.probe.deleteDatabase(id);
  }, uid);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const left = await at.page.evaluate(async () => ({
    caches: (await caches.keys()).filter((name) => name.startsWith("offbeat-")),
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes("account")),
    // Of Workbox, which notes by address when a cover was last shown.
    uses: await new Promise((resolve, reject) => {
      const opening = indexedDB.open("workbox-expiration");
      opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
      opening.addEventListener("success", () => {
        const all = opening.result.transaction("cache-entries").objectStore("cache-entries").getAll();
        all.addEventListener("success", () => resolve(all.result));
      });
    }),
  }));
  expect(left).toEqual({ caches: [], databases: [], uses: [] });
});
