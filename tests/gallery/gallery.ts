/**
 * Takes pictures of every screen in every state, size, theme and language into `gallery/`, with a page that shows them.
 * `GALLERY="favorites|playlist,phone-390,dark,de" npm run gallery` takes those whose names have all these words, or one of
 * each `|`.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { languages, loadCatalogue } from "../../src/texts/catalogues.ts";
import type { Texts } from "../../src/texts/texts.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { launchBrowser } from "../support/browser.ts";
import { createPerson } from "../support/person.ts";
import { writeIndex } from "./index-page.ts";
import { type Screen, screens } from "./screens.ts";
import { waitForSeenImages } from "./seen-images.ts";
import { type State, states } from "./states.ts";

const folder = "gallery";
const sizes = [
  { name: "phone-360", width: 360, height: 740, isTouch: true },
  { name: "phone-390", width: 390, height: 844, isTouch: true },
  { name: "side-740", width: 740, height: 360, isTouch: true },
  { name: "tablet-820", width: 820, height: 1180, isTouch: true },
  { name: "wide-1440", width: 1440, height: 900, isTouch: false },
  { name: "wide-1920", width: 1920, height: 1080, isTouch: false },
];
const themes = ["light", "dark"] as const;
const wanted = (process.env["GALLERY"] ?? "")
  .split(",")
  .filter(Boolean)
  .map((words) => words.split("|"));

/** A picture's name; undefined for one that nobody asked for. */
function nameOf(...parts: string[]): string | undefined {
  return wanted.every((words) => words.some((word) => parts.includes(word))) ? parts.join(".") : undefined;
}

let server: AppProcess;
let browser: Browser;
/** Of a public playlist. */
let playlistPath: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startApp(), launchBrowser()]);
  await mkdir(folder, { recursive: true });
  playlistPath = await findPlaylist();
}, 600_000);
afterAll(async () => {
  await writeIndex(folder);
  await browser.close();
  await server.remove();
});

const rounds = states.flatMap((state) => languages.map((language) => ({ state, language })));
test.each(rounds)("$state.name, $language", { timeout: 3_600_000 }, async ({ state, language }) => {
  const shots = screens.filter(
    (screen) => namesOf(screen, state, language).length > 0 && !screen.needs?.some((one) => state.lacks?.includes(one)),
  );
  if (shots.length === 0) return;
  const texts = await loadCatalogue(language);
  // The routes of a state are not those of a worker.
  const context = await browser.newContext({ locale: language, serviceWorkers: "block", reducedMotion: "reduce" });
  await state.prepare?.(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const failed: string[] = [];
  for (const screen of shots.filter(({ isForVisitors }) => isForVisitors))
    failed.push(...(await take(page, screen, state, language)));
  const ofMembers = shots.filter(({ isForVisitors }) => !isForVisitors);
  if (ofMembers.length > 0) await signIn(page, state, texts);
  for (const screen of ofMembers) failed.push(...(await take(page, await withItem(page, screen), state, language)));
  await context.close();
  expect(failed, "could not be opened").toEqual([]);
});

const namesOf = (screen: Screen, state: State, language: string) =>
  themes.flatMap((theme) =>
    sizes.flatMap((size) => {
      if (screen.isWide === true && size.width < 800) return [];
      const name = nameOf(screen.name, state.name, language, theme, size.name);
      return name === undefined ? [] : [{ name, theme, size }];
    }),
  );

/** One visit for all sizes and themes. Returns what went wrong, and goes on with the next screen. */
async function take(page: Page, screen: Screen, state: State, language: string): Promise<string[]> {
  await screen.prepare?.(page);
  const cdp = await page.context().newCDPSession(page);
  let undo: (() => Promise<void>) | undefined;
  try {
    await page.goto(server.url + screen.path);
    await settle(page);
    undo = await state.change?.(page);
    const texts = await loadCatalogue(language);
    await screen.open?.(page, texts);
    for (const { name, theme, size } of namesOf(screen, state, language)) {
      await page.setViewportSize(size);
      await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: size.isTouch });
      await page.emulateMedia({ colorScheme: theme });
      await settle(page);
      if (screen.isPlaced === true) await openAnew(page, screen, texts);
      await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
    }
  } catch (error) {
    // With what it waited for.
    return [`${screen.name}: ${String(error).split("\n").slice(0, 3).join(" ")}`];
  } finally {
    await undo?.();
    await page.unrouteAll();
    await cdp.detach();
  }
  return [];
}

async function openAnew(page: Page, screen: Screen, texts: Texts): Promise<void> {
  await page.goto(server.url + screen.path);
  await settle(page);
  await screen.open?.(page, texts);
}

async function settle(page: Page): Promise<void> {
  await page.locator("#root").waitFor();
  // Pictures have no scrollbars, so no room for them either.
  await page.evaluate(() => document.documentElement.style.setProperty("scrollbar-gutter", "auto"));
  await page
    .waitForFunction(() => !document.querySelector("[aria-busy=true]"), undefined, { timeout: 5_000 })
    .catch(() => {}); // Some states stay busy, and that is what is to be seen.
  await waitForSeenImages(page);
}

async function signIn(page: Page, { isEmpty }: State, texts: Texts): Promise<void> {
  const artist = library.accounts.find((account) => account.artist);
  const { email, password } = isEmpty === true || artist === undefined ? await createPerson(server.url) : artist;
  // The same address again would keep the step that was open there.
  await page.goto("about:blank");
  await page.goto(`${server.url}/login`);
  await page.getByLabel(texts.auth.email).fill(email);
  await page.getByLabel(texts.auth.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: texts.auth.login, exact: true }).click();
  await page.waitForURL("**/home-page");
}

/** The address of a playlist. Asked for once: some states have no list of them. */
async function findPlaylist(): Promise<string> {
  const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  await signIn(page, { name: "full" }, await loadCatalogue("en"));
  await page.goto(`${server.url}/playlists`);
  const path = await hrefOf(page, "main a[href^='/playlist/']");
  await context.close();
  return path;
}

/** Of a screen for one item, an item: a playlist, or the person who is signed in. */
async function withItem(page: Page, screen: Screen): Promise<Screen> {
  if (screen.path === "/playlist") return { ...screen, path: playlistPath };
  if (screen.path !== "/playlist-user") return screen;
  return { ...screen, path: await hrefOf(page, "a[href^='/playlist-user/']") };
}

async function hrefOf(page: Page, links: string): Promise<string> {
  const href = await page.locator(links).first().getAttribute("href");
  if (href === null) throw new Error(`No ${links} leads anywhere`);
  return href;
}
