/**
 * Takes the ten pictures of `docs/pictures/`, which README and the app's installer show (`npm run pictures`): a device with
 * the demo library, its songs downloaded.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { catalogue as texts } from "../../src/texts/en.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { launchBrowser } from "../support/browser.ts";
import { waitForSeenImages } from "./seen-images.ts";

const folder = "docs/pictures";
const maxBytes = 150_000;
/** Their bytes are those of the manifest's `sizes`. */
const shapes = {
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
};
type Shape = keyof typeof shapes;
/** Beside the five of the demo's artist: a list of some length. */
const alsoLiked = ["Paper Orchard", "Warm Circuit", "Juke Lights", "Late for the Ferry", "Glasshouse Morning"];
const likedSongs = 5 + alsoLiked.length;

const written: string[] = [];
const ofShape = (shape: Shape) => written.filter((name) => name.startsWith(shape));

let server: AppProcess;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startApp(), launchBrowser()]);
  await mkdir(folder, { recursive: true });
}, 600_000);
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

async function take(page: Page, shape: Shape, name: string, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  await page.evaluate(() => {
    // Pictures have no scrollbars, so no room for them either; and no focus, no pointer.
    document.documentElement.style.setProperty("scrollbar-gutter", "auto");
    if (!document.querySelector("dialog[open]") && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
    scrollTo(0, 0);
  });
  await waitForSeenImages(page);
  await page.mouse.move(0, 0);
  const png = await page.screenshot({ animations: "disabled" });
  const webp = await sharp(png).webp({ quality: 82, effort: 6 }).toBuffer();
  expect(webp.length).toBeLessThan(maxBytes);
  await writeFile(join(folder, `${shape}-${name}.webp`), webp);
  written.push(`${shape}-${name}`);
}

/** Signs in with the favourites downloaded, and a song that was played for a while. */
async function open(shape: Shape): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...shapes[shape], locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const artist = library.accounts.find((account) => account.artist);
  await page.goto(`${server.url}/login`);
  if (shape === "wide") await take(page, shape, "login", "light");
  await page.getByLabel(texts.auth.email).fill(artist?.email ?? "");
  await page.getByLabel(texts.auth.password, { exact: true }).fill(artist?.password ?? "");
  await page.getByRole("button", { name: texts.auth.login, exact: true }).click();
  await page.waitForURL("**/home-page");
  await page.goto(`${server.url}/favorites`);
  const rows = page.getByRole("list", { name: texts.songs.favouritesTitle }).getByRole("listitem");
  // Before the list is known every heart is empty, and a press of one that fills meanwhile would take a like back.
  await rows.first().waitFor();
  const known = await rows.allInnerTexts();
  for (const title of alsoLiked.filter((one) => !known.some((text) => text.includes(one)))) {
    await page.goto(`${server.url}/search?q=${encodeURIComponent(title)}`);
    await page
      .getByRole("main")
      .getByRole("button", { name: texts.songs.like(title), exact: true })
      .click();
  }
  await page.goto(`${server.url}/favorites`);
  const ready = rows.getByText(texts.songs.onDevice, { exact: true });
  await expect.poll(() => ready.count(), { timeout: 120_000 }).toBe(likedSongs);
  return { context, page };
}

/** A song whose cover no other picture shows. */
async function play(page: Page): Promise<void> {
  const name = texts.songs.play("Velvet Hour");
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name: texts.player.pause, exact: true }).first().waitFor();
}

test("on a phone", { timeout: 900_000 }, async () => {
  const { context, page } = await open("narrow");
  await play(page);
  await press(page, texts.player.open);
  await page.getByRole("slider", { name: texts.player.progress }).last().fill("24");
  await take(page, "narrow", "player", "dark");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: texts.app.home, exact: true }).click();
  await page.getByRole("heading", { name: texts.songs.newTitle }).waitFor();
  await take(page, "narrow", "home", "dark");
  await page.goto(`${server.url}/playlists`);
  await page.locator("main a[href^='/playlist/']").first().click();
  await page.getByRole("heading", { level: 1, name: library.playlists.at(-1)?.title ?? "" }).waitFor();
  await take(page, "narrow", "playlist", "light");
  await page.goto(`${server.url}/storage`);
  await press(page, texts.storage.check);
  await page.getByText(texts.storage.ready(likedSongs)).waitFor();
  await take(page, "narrow", "storage", "dark");
  await page.goto(`${server.url}/favorites`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.getByText(texts.frame.offlineNote).waitFor();
  await page.getByText(texts.frame.offlineNote).waitFor({ state: "hidden" });
  await take(page, "narrow", "favourites-offline", "light");
  await context.close();
  expect(ofShape("narrow")).toHaveLength(5);
});

test("on a wide screen", { timeout: 900_000 }, async () => {
  const { context, page } = await open("wide");
  await play(page);
  await page.getByRole("slider", { name: texts.player.progress }).first().fill("24");
  await take(page, "wide", "favourites", "dark");
  await page.getByRole("link", { name: texts.app.home, exact: true }).click();
  await page.getByRole("heading", { name: texts.songs.newTitle }).waitFor();
  await take(page, "wide", "home", "light");
  await press(page, texts.player.open);
  await page.getByRole("dialog", { name: texts.player.sheet }).waitFor();
  await take(page, "wide", "player", "dark");
  await page.keyboard.press("Escape");
  await page.goto(`${server.url}/search?q=er`);
  // Hearts come when a song is known.
  await page.getByRole("button", { name: texts.songs.like("Checkerboard Sunday"), exact: true }).waitFor();
  await page.getByRole("region", { name: texts.player.region }).getByRole("slider").first().waitFor();
  await take(page, "wide", "search", "light");
  await context.close();
  expect(ofShape("wide")).toHaveLength(5);
});
