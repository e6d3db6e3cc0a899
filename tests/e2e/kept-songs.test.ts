/**
 * What a device keeps and why: liked songs and a playlist of somebody else's, checked for a flight, let go again
 * (specification 3.11.8, 3.17.1, 17.8, 17.14, 17.15).
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { type Fixture, openFixture } from "../support/fixture.ts";
import { heart, isLiked, saved } from "../support/phone.ts";
import { seen } from "../support/fault-proxy.ts";
import { signIn } from "../support/person.ts";

let scene: Fixture;
let page: Page;

const list = library.playlists.find(({ title }) => title === "Knees up");
const [shared = "", ...others] = list?.songs ?? [];
/** Whose songs and playlists these are. */
const owner = library.accounts.find(({ artist }) => artist) ?? { email: "", password: "" };
/** In no kept playlist. */
const liked = "Slow Tide";

beforeAll(async () => {
  scene = await openFixture();
  page = scene.device.page;
});
afterAll(async () => {
  expect(scene.device.faults).toEqual([]);
  await scene.close();
});

/** The songs whose files are on the device, each with what wants it. */
const kept = () =>
  page.evaluate(
    (uid) =>
      new Promise<Record<string, number>>((resolve, reject) => {
        const opening = indexedDB.open(`offbeat-account-${uid}`);
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("success", () => {
          const all = opening.result.transaction("downloads").objectStore("downloads").getAll();
          all.addEventListener("success", () => {
            const rows = all.result as { title: string; state: string; reasons: string[] }[]; // as the app writes them
            opening.result.close();
            const ready = rows.filter(({ state }) => state === "ready");
            resolve(Object.fromEntries(ready.map(({ title, reasons }) => [title, reasons.length])));
          });
        });
      }),
    scene.person.uid,
  );
const soon = { timeout: 30_000 };
const keepButton = () => page.getByRole("button", { name: "Keep on this device" });
const wholeList = Object.fromEntries(others.map((title) => [title, 1]));

async function openPlaylist(title: string): Promise<void> {
  await page.goto(`${scene.line.url}/playlists`);
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

async function checkForFlight(): Promise<void> {
  await page.goto(`${scene.line.url}/storage`);
  await page.getByRole("button", { name: "Check now" }).click();
}

test("a playlist is kept beside the favourites, and opens without a network", async () => {
  await openPlaylist("Harbour mornings");
  await heart(page, liked).click();
  await expect.poll(() => isLiked(page, liked)).toBe(true);
  await openPlaylist("Knees up");
  await heart(page, shared).click();
  await expect.poll(() => isLiked(page, shared)).toBe(true);
  await saved(page);
  await keepButton().click();
  await page.getByText("All on this device").waitFor(soon);
  await expect.poll(kept, soon).toEqual({ ...wholeList, [shared]: 2, [liked]: 1 });
  scene.line.set("cut");
  await page.reload();
  await page.getByText("All on this device").waitFor(soon);
  for (const title of [shared, ...others])
    await page
      .getByRole("button", { name: `Play ${title}` })
      .first()
      .waitFor();
  scene.line.set("open");
});

test("an unlike takes no song that the playlist still wants", async () => {
  await page.reload();
  await page
    .getByRole("button", { name: `Like ${shared}`, pressed: true })
    .first()
    .click();
  await saved(page);
  await expect.poll(kept, soon).toEqual({ ...wholeList, [shared]: 1, [liked]: 1 });
});

test("ready for the flight: what is damaged is found, named and fetched again, with no network asked for the check", async () => {
  await checkForFlight();
  await page.getByText("All 5 songs are complete").waitFor(soon);
  await page.evaluate(spoilOne, `offbeat-audio-${scene.person.uid}`);
  await page.getByRole("button", { name: "Check now" }).click();
  // Named, and followed: what came anew has been checked as it arrived.
  await page.getByRole("list", { name: "Songs that are not ready" }).getByText("On this device").waitFor(soon);
  await page.getByText("All 5 songs are complete").waitFor(soon);
  await page.getByText("5 of 5 songs on this device").waitFor(soon);
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByRole("list", { name: "Songs that are not ready" }).waitFor({ state: "detached" });
  await page.getByText("All 5 songs are complete").waitFor(soon);
  expect(await kept()).toEqual({ ...wholeList, [shared]: 1, [liked]: 1 });
});

/** Other bytes under the headers of before, as a failing disk leaves them. */
async function spoilOne(name: string): Promise<void> {
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const { headers } = (await cache.match(request)) ?? new Response();
    if (!headers.get("content-type")?.startsWith("audio/")) continue;
    await cache.put(request, new Response(new Uint8Array(Number(headers.get("content-length"))).fill(7), { headers }));
    return;
  }
  throw new Error("There is no song");
}

test("a playlist that is let go takes its songs with it, and nothing else", async () => {
  await page.getByRole("button", { name: "Remove Knees up from this device" }).click();
  await expect.poll(kept, soon).toEqual({ [liked]: 1 });
  await page.getByText("1 of 1 song on this device").waitFor(soon);
});

test("a playlist that its owner deletes leaves the device at the next contact, explained", async () => {
  await openPlaylist("Knees up");
  await keepButton().click();
  await page.getByText("All on this device").waitFor(soon);
  const address = page.url();
  const id = new URL(address).pathname.split("/").at(-1) ?? "";
  // Without the app, which might hear of it, and tell it, before it is opened again.
  await page.goto(`${scene.line.url}/healthz`);
  await (await signIn(scene.server.url, owner)).deletePlaylist(id);
  const gone = page.getByText(/“?Knees up”? is gone: its owner deleted it or made it private/);
  // Before the screen opens: the toast stays for 4 s.
  await Promise.all([gone.first().waitFor(soon), page.goto(address)]);
  await expect.poll(kept, soon).toEqual({ [liked]: 1 });
});

test("a like of another device brings its song, and the end of that like frees it", async () => {
  const follows = page.waitForResponse((response) => response.url().includes("/api/changes"));
  await page.goto(`${scene.line.url}/home-page`);
  // What changes between the page's first look and this is found a minute later.
  await follows;
  await scene.person.setLiked(shared, true);
  await expect.poll(kept, soon).toEqual({ [liked]: 1, [shared]: 1 });
  await scene.person.setLiked(shared, false);
  await expect.poll(kept, soon).toEqual({ [liked]: 1 });
});

test("a liked song that its owner makes private leaves the device at the next contact, explained", async () => {
  // Nobody took it out here before: that would need no notice.
  const [hidden = ""] = others;
  await scene.person.setLiked(hidden, true);
  await expect.poll(kept, soon).toEqual({ [liked]: 1, [hidden]: 1 });
  // Without the app, which would hear of it at once.
  await page.goto(`${scene.line.url}/healthz`);
  const account = await signIn(scene.server.url, owner);
  const song = (await account.songs()).find(({ title }) => title === hidden);
  await account.hideSong(song?._id ?? "");
  const gone = page.getByText(`${hidden} is gone: it was deleted or made private`);
  await Promise.all([gone.first().waitFor(soon), page.goto(`${scene.line.url}/favorites`)]);
  await expect.poll(kept, soon).toEqual({ [liked]: 1 });
});

test("a liked song that its owner deletes leaves the device at the next contact, explained once", async () => {
  // Without the app, which would hear of it at once.
  await page.goto(`${scene.line.url}/healthz`);
  const account = await signIn(scene.server.url, owner);
  const song = (await account.songs()).find(({ title }) => title === liked);
  await account.deleteSong(song?._id ?? "");
  const gone = page.getByText(`${liked} is gone: it was deleted or made private`);
  await Promise.all([gone.first().waitFor(soon), page.goto(`${scene.line.url}/favorites`)]);
  await expect.poll(kept, soon).toEqual({});
  scene.line.requests.length = 0;
  await page.reload();
  await expect.poll(() => seen(scene.line, /^GET \/api\/users\/myFavoriteSongs/).length, soon).toBeGreaterThan(0);
  await page.getByText("No favourites yet").waitFor(soon);
  expect(await gone.count()).toBe(0);
});
