/**
 * What befalls one person's devices and their server, one thing after the other: afterwards screens, files and server
 * agree again (specification 17; docs/browsers.md lists what is tested where).
 */
import { cp, rename, rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runTool } from "../support/admin-commands.ts";
import { everythingStored } from "../support/everything-stored.ts";
import { seen } from "../support/fault-proxy.ts";
import { openFixture, type Fixture, songTitles } from "../support/fixture.ts";
import { signIn } from "../support/person.ts";
import { expireToken, heart, hintOnline, isLiked, openDevice, saved } from "../support/phone.ts";

let scene: Fixture;
let page: Page;
/** Songs that nobody has touched yet. */
let titles: string[];

const soon = { timeout: 20_000 };

beforeAll(async () => {
  scene = await openFixture();
  page = scene.device.page;
  titles = await songTitles(page);
});
afterAll(() => scene?.close());

beforeEach(async () => {
  await page.goto(`${scene.line.url}/home-page`);
  await heart(page, titles[0] ?? "").waitFor(soon);
  scene.line.requests.length = 0;
});
afterEach(async () => {
  scene.line.heal();
  scene.line.set("open");
  expect(scene.device.faults).toEqual([]);
});

const take = (): string => titles.shift() ?? "";
const onServer = async () => (await signIn(scene.server.url, scene.person)).likedTitles();
const hearts = (tab: Page, songs: readonly string[]) => Promise.all(songs.map((song) => isLiked(tab, song)));

/** Presses until the last press means this. */
async function press(tab: Page, song: string, wanted: boolean): Promise<void> {
  if ((await isLiked(tab, song)) === wanted) await heart(tab, song).click();
  await expect.poll(() => isLiked(tab, song), soon).toBe(!wanted);
  await heart(tab, song).click();
  await expect.poll(() => isLiked(tab, song), soon).toBe(wanted);
}

test("storms of likes on two devices, one with two tabs: one state everywhere, then what was asked last", async () => {
  const songs = [take(), take(), take()];
  const second = await openDevice(scene.line.url);
  try {
    await second.signIn(scene.person);
    const tab = await scene.device.tab("/home-page");
    const everywhere = [page, tab, second.page];
    for (const one of everywhere) for (const song of songs) await heart(one, song).waitFor(soon);
    for (const [first, other] of [
      [true, false],
      [false, true],
      [true, true],
      [false, false],
    ] as const) {
      await scene.device.context.setOffline(first);
      await second.context.setOffline(other);
      for (const song of songs) await Promise.all(everywhere.map((one) => heart(one, song).click()));
    }
    for (const one of everywhere) await saved(one);
    /** For each song, what the server and the three tabs say of it. */
    const views = async () => {
      const server = await onServer();
      const shown = await Promise.all(everywhere.map((one) => hearts(one, songs)));
      return songs.map((song, n) => new Set([server.includes(song), ...shown.map((states) => states[n])]).size);
    };
    const isOne = songs.map(() => 1);
    await expect.poll(views, { timeout: 60_000 }).toEqual(isOne);

    await scene.device.context.setOffline(true);
    for (const [n, song] of songs.entries()) await press(second.page, song, n % 2 === 1);
    await saved(second.page);
    for (const [n, song] of songs.entries()) await press(tab, song, n % 2 === 0);
    await scene.device.context.setOffline(false);
    await saved(tab);
    await expect.poll(views, { timeout: 60_000 }).toEqual(isOne);
    expect(await hearts(page, songs)).toEqual([true, false, true]);
    await tab.close();
    expect(second.faults).toEqual([]);
  } finally {
    await second.remove();
  }
}, 180_000);

const json = { "content-type": "application/json" };
/** In the provider's format: its package takes any of these for the end of the sign-in. */
const gateway = (message: string) => JSON.stringify({ error: { message } });
test.each([
  ["500", { status: 500, body: "Internal Server Error" }],
  ["JSON that says nothing", { status: 200, body: "{}", headers: json }],
  ["401 in JSON", { status: 401, body: gateway("unauthorized"), headers: json }],
  ["404 in JSON", { status: 404, body: gateway("not found"), headers: json }],
])("%s from everything: open, signed in, and the like arrives later", async (_, fate) => {
  const song = take();
  scene.line.mishap({ request: /^[A-Z]+ \//, fate });
  await heart(page, song).click(soon);
  await expect.poll(() => seen(scene.line, /^PATCH .*\/like\//).length, soon).toBeGreaterThan(0);
  scene.line.requests.length = 0;
  await page.reload();
  await expect.poll(() => isLiked(page, song), soon).toBe(true);
  await hintOnline(page);
  for (const asked of [/\/api\//, /\/v1\/(accounts:lookup|token)/])
    await expect.poll(() => seen(scene.line, asked).length, soon).toBeGreaterThan(0);
  expect(await page.evaluate(() => localStorage.getItem("user"))).toContain(scene.person.uid);
  scene.line.heal();
  await saved(page);
  await expect.poll(onServer, soon).toContain(song);
  expect(await isLiked(page, song)).toBe(true);
});

test("files, and what is known of them, taken away by hand come again", async () => {
  const song = take();
  await heart(page, song).click();
  await expect.poll(() => isLiked(page, song), soon).toBe(true);
  await page.goto(`${scene.line.url}/favorites`);
  const here = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: `Play ${song}`, exact: true }) })
    .getByText("On this device", { exact: true })
    .first();
  await here.waitFor(soon);
  const { uid } = scene.person;
  for (const [files, rows] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    await page.evaluate(takeAway, { uid, files, rows });
    await page.reload();
    await expect.poll(() => page.evaluate(countFiles, uid), soon).toBeGreaterThan(0);
    await here.waitFor(soon);
  }
});

// 17.26
test("a server that was set back to an older backup is believed: a like of the lost time goes from the screen", async () => {
  const song = take();
  const { server } = scene;
  const backup = `${server.dataDir}-backup`;
  await server.stop();
  await cp(server.dataDir, backup, { recursive: true });
  await server.start();
  await heart(page, song).click();
  await expect.poll(() => isLiked(page, song), soon).toBe(true);
  await saved(page);
  expect(await onServer()).toContain(song);
  await server.stop();
  await rm(server.dataDir, { recursive: true });
  await rename(backup, server.dataDir);
  await server.start();
  expect(await onServer()).not.toContain(song);
  await expect.poll(() => isLiked(page, song), { timeout: 60_000 }).toBe(false);
}, 180_000);

// 2.37
test("an account that is deleted elsewhere leaves nothing on the device", async () => {
  const song = take();
  await heart(page, song).click();
  await expect.poll(() => isLiked(page, song), soon).toBe(true);
  await saved(page);
  await expect.poll(() => page.evaluate(countFiles, scene.person.uid), soon).toBeGreaterThan(0);
  // Without the app, which might hear of it, and say it, before anybody looks.
  await page.goto(`${scene.line.url}/healthz`);
  expect(await runTool(scene.server.dataDir, ["remove-user", scene.person.email])).toMatchObject({ code: 0 });
  await expireToken(page);
  const told = page.getByText("This account was deleted. Nothing of it is left on this device");
  // Before the screen opens: the toast stays for 4 s.
  await Promise.all([told.waitFor({ timeout: 60_000 }), page.goto(`${scene.line.url}/home-page`)]);
  await page.waitForURL("**/login*", soon);
  expect(new URL(page.url()).search).toBe("");
  const { texts, caches, accounts } = await page.evaluate(everythingStored);
  expect(accounts).toEqual([]);
  for (const text of [...texts, ...caches]) {
    expect(text).not.toContain(scene.person.uid);
    expect(text).not.toContain(scene.person.email);
  }
}, 120_000);

/** All stored songs, all rows about them, or both. */
async function takeAway({ uid, files, rows }: { uid: string; files: boolean; rows: boolean }): Promise<void> {
  if (files) await caches.delete(`offbeat-audio-${uid}`);
  if (!rows) return;
  const opening = indexedDB.open(`offbeat-account-${uid}`);
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const writing = opening.result.transaction("downloads", "readwrite");
  writing.objectStore("downloads").clear();
  await new Promise((resolve) => (writing.oncomplete = resolve));
  opening.result.close();
}

/** Of songs: their covers lie beside them. */
async function countFiles(uid: string): Promise<number> {
  const cache = await caches.open(`offbeat-audio-${uid}`);
  const files = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  return files.filter((file) => file?.headers.get("content-type")?.startsWith("audio/")).length;
}
