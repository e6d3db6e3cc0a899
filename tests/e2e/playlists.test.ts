/** One playlist from its beginning to its end, between its owner and somebody who follows it (specification 3.9-3.11, 5). */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { launchBrowser, watchFaults } from "../support/browser.ts";
import { createPerson, type Person } from "../support/person.ts";
import { saved } from "../support/phone.ts";
import { titlesOfPlaylist } from "../support/visit.ts";

let server: AppProcess;
let browser: Browser;
let owner: Page;
let follower: Page;
const faults: string[] = [];

async function open(person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const found = watchFaults(page);
  page.on("close", () => faults.push(...found));
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  return page;
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startApp(), launchBrowser()]);
  owner = await open(await createPerson(server.url));
  follower = await open(await createPerson(server.url));
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const menu = async (page: Page, entry: string) => {
  await page.getByRole("button", { name: "More for Shore", exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

test("a new playlist keeps what was typed through Back, and a double click makes one (specification 3.2.7, 3.16.4)", async () => {
  await owner.goto(`${server.url}/my-playlists`);
  await owner.getByText("No playlists yet", { exact: true }).waitFor();
  await owner.getByRole("button", { name: "New Playlist" }).click();
  const dialog = owner.getByRole("dialog", { name: "New Playlist" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("The playlist title is required").waitFor();
  await dialog.getByText("The description is required").waitFor();
  await dialog.getByLabel("Title").fill("Shore");
  await dialog.getByLabel("Description").fill("By the sea 🌊");
  const scrolling = () => owner.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  expect(await scrolling()).toBe("hidden");
  await owner.goBack();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(scrolling).toBe("visible");
  expect(new URL(owner.url()).pathname).toBe("/my-playlists");
  await owner.getByRole("button", { name: "New Playlist" }).click();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Shore");
  await dialog.getByLabel("Genre").selectOption("Ska");
  await dialog.getByRole("button", { name: "Create" }).dblclick();
  await toast(owner, "Playlist successfully created!");
  const cards = owner.getByRole("list", { name: "Made by me" }).getByRole("link");
  await cards.first().waitFor();
  expect(await cards.allTextContents()).toEqual(["Shore"]);
});

// 3.10.2, 5.1
test("its owner adds songs; nobody else sees it while it is private (specification 5.3)", async () => {
  await owner.getByRole("link", { name: "Shore", exact: true }).click();
  await owner.getByRole("heading", { level: 1, name: "Shore" }).waitFor();
  await owner.getByText("No songs found").first().waitFor();
  await menu(owner, "Add Song");
  const dialog = owner.getByRole("dialog", { name: "Add Song to Shore" });
  const add = dialog.getByRole("button", { name: /^Add / });
  for (let count = 1; count <= 3; count += 1) {
    const label = (await add.first().getAttribute("aria-label")) ?? "";
    // By its name: what the server finds may come meanwhile, above it.
    const one = dialog.getByRole("button", { name: label, exact: true });
    await one.click();
    await one.waitFor({ state: "detached" });
  }
  await toast(owner, "Song successfully added to playlist!");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => titlesOfPlaylist(owner)).toHaveLength(3);
  await owner.getByText("3 songs", { exact: true }).waitFor();
  await owner.getByRole("heading", { name: "Top 3 Ska songs" }).waitFor();
  await saved(owner);

  await follower.goto(owner.url());
  await follower.getByRole("heading", { level: 1, name: "This page isn't here" }).waitFor();
  await follower.goto(`${server.url}/playlist/1`);
  await follower.getByRole("heading", { level: 1, name: "This page isn't here" }).waitFor();
});

test("made public, somebody finds and follows it, and sees its order and its songs (specification 3.9.1, 3.10.1, 5.9)", async () => {
  await menu(owner, "Edit Playlist");
  const dialog = owner.getByRole("dialog", { name: "Change Playlist information" });
  expect(await dialog.getByLabel("Description").inputValue()).toBe("By the sea 🌊");
  await dialog.getByLabel("Visibility").selectOption("public");
  await dialog.getByRole("button", { name: "Save" }).dblclick();
  await toast(owner, "Playlist successfully edited!");
  await saved(owner);

  await follower.goto(`${server.url}/playlists`);
  await follower.getByRole("link", { name: "Shore", exact: true }).click();
  await follower.getByRole("button", { name: "Follow", exact: true }).click();
  await follower.getByRole("button", { name: "Following" }).waitFor();
  expect(await follower.getByRole("button", { name: /^Reorder / }).count()).toBe(0);
  await follower.goto(`${server.url}/my-playlists`);
  await follower
    .getByRole("list", { name: "Followed playlists" })
    .getByRole("link", { name: "Shore", exact: true })
    .click();
  const before = await titlesOfPlaylist(owner);
  await expect.poll(() => titlesOfPlaylist(follower)).toEqual(before);
  await saved(follower);

  const [first = "", second = "", third = ""] = before;
  await owner.getByRole("button", { name: `Reorder ${first}`, exact: true }).focus();
  for (const key of ["Space", "ArrowDown", "Space"]) await owner.keyboard.press(key);
  await expect.poll(() => titlesOfPlaylist(owner)).toEqual([second, first, third]);
  await owner.getByRole("button", { name: `More for ${third}`, exact: true }).click();
  await owner.getByRole("menuitem", { name: "Remove From Playlist" }).click();
  await toast(owner, "Song successfully deleted from playlist!");
  await saved(owner);
  await follower.reload();
  await expect.poll(() => titlesOfPlaylist(follower)).toEqual([second, first]);
});

test("deleted while somebody has it open, it says so, and is in no list any more (specification 3.11.6, 5.10)", async () => {
  await menu(owner, "Delete Playlist");
  const dialog = owner.getByRole("dialog", { name: "Delete Playlist" });
  await dialog.getByRole("button", { name: "Confirm" }).dblclick();
  await toast(owner, "Playlist successfully deleted!");
  await owner.waitForURL("**/my-playlists");
  await owner.getByText("No playlists yet", { exact: true }).waitFor();
  await saved(owner);

  await follower.getByRole("button", { name: "Following" }).click();
  await follower.getByRole("heading", { level: 1, name: "This playlist is gone" }).waitFor();
  await follower.goto(`${server.url}/my-playlists`);
  await follower.getByText("You follow no playlists yet").waitFor();
  await Promise.all([owner.close(), follower.close()]);
  expect(faults).toEqual([]);
});
