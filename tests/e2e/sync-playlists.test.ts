/** A playlist that is made without a network, from its beginning until the server has it (specification 5.15, 17.19). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dialogsLeft } from "../support/browser.ts";
import { seen } from "../support/fault-proxy.ts";
import { type Fixture, openFixture, songTitles } from "../support/fixture.ts";
import { signIn } from "../support/person.ts";
import { heart, isLiked, openDevice, saved } from "../support/phone.ts";
import { titlesOfPlaylist } from "../support/visit.ts";

let scene: Fixture;
beforeAll(async () => {
  scene = await openFixture();
});
afterAll(() => scene?.close());

const menu = async (page: Page, playlist: string, entry: string) => {
  await page.getByRole("button", { name: `More for ${playlist}`, exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};

test("made, filled, ordered and renamed offline, it survives a reload and reaches the server once", async () => {
  const { device, line, server, person } = scene;
  const { page } = device;
  const [first = "", second = ""] = await songTitles(page);
  for (const title of [first, second]) {
    await heart(page, title).click();
    await expect.poll(() => isLiked(page, title)).toBe(true);
  }
  await saved(page);
  await page.goto(`${line.url}/favorites`);
  await page
    .getByRole("list", { name: "My Favorite Songs" })
    .getByRole("button", { name: `Play ${first}`, exact: true })
    .waitFor();

  line.set("cut");
  await page.goto(`${line.url}/my-playlists`);
  await page.getByRole("button", { name: "New Playlist" }).click();
  const form = page.getByRole("dialog", { name: "New Playlist" });
  await form.getByText("An image needs the network").waitFor();
  await form.getByLabel("Title").fill("Shore");
  await form.getByLabel("Description").fill("By the sea");
  await form.getByRole("button", { name: "Create" }).click();
  const own = page.getByRole("list", { name: "Made by me" });
  await own.getByRole("link", { name: "Shore", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Shore" }).waitFor();

  await menu(page, "Shore", "Add Song");
  const picker = page.getByRole("dialog", { name: "Add Song to Shore" });
  await picker.getByText("these are the songs this device knows").waitFor();
  for (const title of [first, second]) {
    const add = picker.getByRole("button", { name: `Add ${title}`, exact: true });
    await add.click();
    await add.waitFor({ state: "detached" });
  }
  await picker.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => titlesOfPlaylist(page)).toEqual([first, second]);
  await page.getByRole("button", { name: `Reorder ${first}`, exact: true }).focus();
  for (const key of ["Space", "ArrowDown", "Space"]) await page.keyboard.press(key);
  await expect.poll(() => titlesOfPlaylist(page)).toEqual([second, first]);
  await menu(page, "Shore", "Edit Playlist");
  const edit = page.getByRole("dialog", { name: "Change Playlist information" });
  await edit.getByLabel("Title").fill("Coast");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Coast" }).waitFor();
  await edit.waitFor({ state: "hidden" });
  await dialogsLeft(page);

  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Coast" }).waitFor();
  await expect.poll(() => titlesOfPlaylist(page)).toEqual([second, first]);
  await page.goto(`${line.url}/my-playlists`);
  await own.getByRole("link", { name: "Coast", exact: true }).waitFor();
  await own.getByText("2 songs").waitFor();

  line.mishap({ request: /^POST \/api\/playlists /, fate: "lose", times: 1 });
  line.requests.length = 0;
  line.set("open");
  await saved(page);
  const creations = seen(line, /^POST \/api\/playlists$/);
  expect(creations.length, "its answer was lost once").toBe(2);
  expect(new Set(creations.map(({ key }) => key)).size).toBe(1);
  const known = await signIn(server.url, person);
  expect(await known.playlists()).toEqual([{ title: "Coast", songs: [second, first] }]);
  await own.getByRole("link", { name: "Coast", exact: true }).waitFor();
  expect(device.faults).toEqual([]);
});

test("on a device where it was never opened, it opens without a network all the same (specification 17.62)", async () => {
  const { line, person, device } = scene;
  const songs = await titlesOfPlaylist(await device.tab("/my-playlists").then(openCoast));
  const other = await openDevice(line.url);
  try {
    line.requests.length = 0;
    await other.signIn(person);
    const { page } = other;
    // Home shows no own playlists.
    await expect
      .poll(() => seen(line, /^GET \/api\/playlists\/playlist\//).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(storedSongs), { timeout: 20_000 }).toBe(1);
    line.set("cut");
    await page.goto(`${line.url}/my-playlists`);
    await openCoast(page);
    await expect.poll(() => titlesOfPlaylist(page)).toEqual(songs);
    expect(songs).toHaveLength(2);
    expect(other.faults).toEqual([]);
  } finally {
    line.set("open");
    await other.remove();
  }
});

async function openCoast(page: Page): Promise<Page> {
  await page.getByRole("list", { name: "Made by me" }).getByRole("link", { name: "Coast", exact: true }).click();
  await page
    .getByRole("list", { name: "Songs of this playlist" })
    .getByRole("button", { name: /^Play / })
    .nth(1)
    .waitFor();
  return page;
}

/** In the page: of how many playlists songs are stored. */
async function storedSongs(): Promise<number> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith("offbeat-account-"))?.name ?? "";
  const opening = indexedDB.open(name);
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(new Error("not opened")));
  });
  const keys = db.transaction("queries").objectStore("queries").getAllKeys();
  await new Promise((resolve) => keys.addEventListener("success", resolve));
  db.close();
  return keys.result.filter((key) => /^q-\["songs","[^"]+","[0-9a-f-]{36}","first"/.test(String(key))).length;
}
