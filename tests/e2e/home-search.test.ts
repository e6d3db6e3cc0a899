/** Two people find, hear and follow each other (specification 3.5, 3.7, 3.8, 3.14). */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { launchBrowser } from "../support/browser.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { signIn } from "../support/person.ts";

const [listener, artist] = library.accounts;
const artistName = `${artist?.firstName} ${artist?.lastName}`;

let server: AppProcess;
let browser: Browser;
let contexts: BrowserContext[];
let ours: Page;
let theirs: Page;

async function enter(account: typeof listener, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(account?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(account?.password ?? "");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  return page;
}

beforeAll(async () => {
  server = await startApp();
  browser = await launchBrowser();
  contexts = [];
  const owner = await signIn(server.url, { email: artist?.email ?? "", password: artist?.password ?? "" });
  await owner.createPlaylist("Open Xylophone", false);
  await owner.createPlaylist("Hidden Xylophone", true);
  [ours, theirs] = await Promise.all([enter(listener), enter(artist)]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const field = (page: Page) => page.getByRole("searchbox", { name: "Artists, songs or albums" });
const option = (page: Page, title: string) => page.getByRole("option").filter({ hasText: title });
const followers = (page: Page) =>
  page
    .locator("dl > div")
    .filter({ hasText: "Followers" })
    .getByRole("definition")
    .innerText()
    .then((text) => (/^\d+$/.test(text) ? Number(text) : undefined));

// 3.5.1, 3.5.4
test("home shows what people hear, like and share", async () => {
  for (const name of ["You may like", "Most listened", "Most liked", "New songs"])
    await ours.getByRole("region", { name }).getByRole("list", { name }).waitFor();
  await expect.poll(() => ours.getByRole("region", { name: "New songs" }).getByRole("listitem").count()).toBe(10);
});

test("a person is found by the first letters, and followed; they see it", async () => {
  await field(ours).fill(artistName.slice(0, 4).toLowerCase());
  await option(ours, artistName).waitFor();
  await ours.keyboard.press("ArrowDown");
  await ours.keyboard.press("Enter");
  await ours.getByRole("heading", { level: 1, name: artistName }).waitFor();
  await expect.poll(() => followers(ours)).toBeDefined();
  const before = (await followers(ours)) ?? 0;
  // The demo library may have made them follow each other. The button shows once that is known.
  await ours.getByRole("button", { name: /^FOLLOW/ }).waitFor();
  const follows = await ours.getByRole("button", { name: "FOLLOWING" }).isVisible();
  await ours.getByRole("button", { name: follows ? "FOLLOWING" : "FOLLOW", exact: true }).click();
  const after = before + (follows ? -1 : 1);
  await expect.poll(() => followers(ours)).toBe(after);
  await ours.getByText("All changes saved").waitFor();
  await theirs.getByRole("link", { name: artistName }).first().click();
  await theirs.waitForURL("**/playlist-user/**");
  await expect.poll(() => followers(theirs)).toBe(after);
  expect(await theirs.getByRole("button", { name: /^FOLLOW/ }).count()).toBe(0);
});

// 3.14.2, 4.2
test("what is private is found by its owner only", async () => {
  await field(theirs).fill("xylo");
  await option(theirs, "Hidden Xylophone").waitFor();
  await field(ours).fill("xylo");
  await option(ours, "Open Xylophone").waitFor();
  expect(await option(ours, "Xylophone").count()).toBe(1);
});

test("a found song plays, also from the page of all results, which Back finds again", async () => {
  const [song] = library.songs;
  await field(ours).fill(song?.title.toLowerCase() ?? "");
  await option(ours, song?.title ?? "")
    .first()
    .click();
  await ours
    .getByRole("region", { name: "Player" })
    .getByText(song?.title ?? "")
    .first()
    .waitFor();
  await field(ours).fill("xylo");
  await field(ours).press("Enter");
  await ours.waitForURL("**/search?q=xylo");
  await ours.getByRole("main").getByRole("link", { name: "Open Xylophone" }).click();
  await ours.getByRole("heading", { level: 1, name: "Open Xylophone" }).waitFor();
  await ours.getByRole("button", { name: "Back" }).click();
  await ours.getByRole("main").getByRole("link", { name: "Open Xylophone" }).waitFor();
  await expect.poll(() => field(ours).inputValue()).toBe("xylo");
});

test("what is typed while the page of all results is on its way stays", async () => {
  let come = () => {};
  let isHeld = false;
  const held = new Promise<void>((resolve) => (come = resolve));
  const page = await enter(listener, { serviceWorkers: "block" });
  await page.route(/\/js\/search-/, async (route) => {
    isHeld = true;
    await held;
    await route.continue();
  });
  await page.reload();
  await field(page).fill("tide");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=tide");
  await field(page).fill("river");
  // The address changes before the screen's script is asked for.
  await expect.poll(() => isHeld).toBe(true);
  come();
  await page.waitForURL("**/search?q=river");
  expect(await field(page).inputValue()).toBe("river");
  await page.context().close();
});

// The text goes into the address 400 ms after the last key.
test("a result that is pressed right after the last key is opened, also when its screen takes its time", async () => {
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  const page = await enter(listener, { serviceWorkers: "block" });
  await page.route(/\/js\/playlist-user-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/search`);
  await field(page).fill(artistName);
  await page.getByRole("main").getByRole("link", { name: artistName }).click();
  await page.waitForTimeout(700);
  come();
  await page.getByRole("heading", { level: 1, name: artistName }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/playlist-user\//);
  await page.context().close();
});

test("without a network the search goes on with what it knows", async () => {
  await ours.context().setOffline(true);
  await field(ours).fill("open xyl");
  await ours.getByRole("main").getByRole("link", { name: "Open Xylophone" }).waitFor();
  await field(ours).fill("nothing like it");
  await ours.getByRole("main").getByText("No Data").waitFor();
  expect(await ours.getByRole("main").getByText("Can't find any results").isVisible()).toBe(true);
});
