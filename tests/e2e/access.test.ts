/** By keyboard, with a screen reader, on small and low screens (specification 20). */
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { memberPaths } from "../../contract/screens.ts";
import { audioBytes } from "../support/audio-files.ts";
import { findViolations } from "../support/axe.ts";
import { dialogsLeft, launchBrowser } from "../support/browser.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { playerOf, playFirst } from "../support/visit.ts";

const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

const artist = library.accounts.find((account) => account.artist);
const artistName = `${artist?.firstName} ${artist?.lastName}`;

let server: AppProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await startApp();
  browser = await launchBrowser();
  // Scripts that fail to come are fetched by the page itself, not from the worker's store.
  context = await browser.newContext({
    viewport: wide,
    serviceWorkers: "block",
    reducedMotion: "reduce",
  });
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const player = () => playerOf(page);
/** By keyboard: what a mouse focuses is held by the pointer that is on it. */
async function likeAndUnlike(first: Locator): Promise<void> {
  // By its name: another list that comes meanwhile has other songs above it.
  const name = (await first.getAttribute("aria-label")) ?? "";
  const heart = first.page().getByRole("main").getByRole("button", { name, exact: true }).first();
  const isLiked = () => heart.getAttribute("aria-pressed");
  /** The likes may come after the songs, and between a look and a press: then the press takes one back. */
  const like = async () => {
    const was = await isLiked();
    if (was === "false") await heart.press("Enter");
    return was;
  };
  await expect.poll(like, { interval: 1_000 }).toBe("true");
  await heart.press("Enter");
  await expect.poll(isLiked).toBe("false");
}
const sheet = () => page.getByRole("dialog", { name: "Now playing" });
const scrolled = () => page.evaluate(() => window.scrollY);
/** Role and name of what has the focus. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

const violations = (where: string) => findViolations(page, where);

// 20.3, 20.6
test("the screens of visitors have no violations", async () => {
  for (const path of ["/login", "/register", "/auth/action", "/nowhere"]) {
    await page.goto(server.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await violations(path)).toEqual([]);
  }
});

test("toasts that could not be loaded take nothing down, and the next one tries again", async () => {
  const toasts = "**/static/js/Toaster-*.js";
  await page.route(toasts, (route) => route.abort());
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(artist?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(artist?.password ?? "");
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("Toaster"));
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await failed;
  await page.getByRole("heading", { name: "New songs" }).waitFor();
  await page.unroute(toasts);
  const heart = page.getByRole("button", { name: /^Like / }).first();
  await likeAndUnlike(heart);
  await page.getByRole("button", { name: "Undo" }).waitFor();
  expect(await page.getByRole("heading", { name: "New songs" }).isVisible()).toBe(true);
});

// 3.2.2, 17.42
test("a menu that could not be loaded says so, and opens when asked again", async () => {
  const menus = "**/static/js/MenuPopup-*.js";
  await page.goto(`${server.url}/home-page`);
  await page.route(menus, (route) => route.abort());
  const button = page.getByRole("button", { name: "Account menu" });
  await button.click();
  await page.getByText("Couldn't load a part of Offbeat").waitFor();
  await expect.poll(() => button.getAttribute("aria-expanded")).toBe("false");
  await page.unroute(menus);
  await button.click();
  await page.getByRole("menuitem", { name: "Logout" }).waitFor();
  await page.keyboard.press("Escape");
});

// 20.3, 20.20
test("the screens of members have no violations, in dark and light", async () => {
  await page.goto(`${server.url}/playlists`);
  const playlist = await page.getByRole("main").locator('a[href^="/playlist/"]').first().getAttribute("href");
  const person = await page.locator('a[href^="/playlist-user/"]').first().getAttribute("href");
  // Of a screen for one item, an item.
  const items: Record<string, string | null> = { "/playlist": playlist, "/playlist-user": person };
  const paths = memberPaths.map((path) => (path in items ? items[path] : path));
  for (const path of [...paths, "/search?q=a"]) {
    await page.goto(server.url + path);
    // What stands in for a name until it is there has none.
    await page.getByRole("heading", { level: 1, name: /\S/ }).first().waitFor({ state: "attached" });
    expect(await violations(String(path))).toEqual([]);
  }
});

// 20.1, 20.5
test("menu, toast, player and dialogs have no violations", async () => {
  await page.goto(`${server.url}/mysongs`);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("dialog", { name: "Upload Song" }).waitFor();
  expect(await violations("upload dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).waitFor();
  expect(await violations("menu")).toEqual([]);
  await page.keyboard.press("Escape");
  await playFirst(page);
  const heart = page
    .getByRole("main")
    .getByRole("button", { name: /^Like / })
    .first();
  await likeAndUnlike(heart);
  await page.getByRole("button", { name: "Undo" }).waitFor();
  expect(await violations("toast and player")).toEqual([]);
  await player().getByRole("button", { name: "Open full view" }).click();
  await sheet().waitFor();
  expect(await violations("full player")).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet().waitFor({ state: "hidden" });
  await dialogsLeft(page);
});

// 9.1, 9.5, 4.7
test("Tab goes from the songs to Undo to the player, and moves nothing", async () => {
  // One list of songs alone, and without handles: Tab goes through all that are there.
  await page.goto(`${server.url}/home-page`);
  await page.getByRole("navigation").getByRole("link", { name: artistName }).click();
  await page.getByRole("heading", { level: 1, name: artistName }).waitFor();
  await playFirst(page);
  const heart = page
    .getByRole("main")
    .getByRole("button", { name: /^Like / })
    .first();
  const name = await heart.getAttribute("aria-label");
  await likeAndUnlike(heart);
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  const before = await scrolled();
  // The rest of the row, the toast itself, then what can be done about it.
  for (let stop = 0; stop < 4 && (await focused()) !== "Undo"; stop += 1) await page.keyboard.press("Tab");
  expect(await focused()).toBe("Undo");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Open full view");
  for (let stop = 0; stop < 8; stop += 1) await page.keyboard.press("Tab");
  expect(await scrolled()).toBe(before);
  await undo.focus();
  await heart.focus();
  await undo.focus();
  await page.keyboard.press("Enter");
  await undo.waitFor({ state: "hidden" });
  await expect.poll(focused).toBe(name);
});

// 9.1
test("a toast with an action stays for 10 s, and as long as it has the focus", async () => {
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.goto(`${server.url}/home-page`);
  const heart = tab
    .getByRole("main")
    .getByRole("button", { name: /^Like / })
    .first();
  await likeAndUnlike(heart);
  const undo = tab.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  // The clock goes on by itself, too: what is left is for a busy machine.
  await tab.clock.fastForward(6_000);
  await undo.focus();
  await tab.clock.fastForward(60_000);
  expect(await undo.isVisible()).toBe(true);
  await heart.focus();
  await tab.clock.fastForward(5_000);
  await undo.waitFor({ state: "hidden" });
  await tab.close();
});

test("the focus follows an upload to its end; a long title from right to left shows its beginning", async () => {
  const title = "שלום ".repeat(16).trim();
  await page.setViewportSize(phone);
  await page.goto(`${server.url}/mysongs`);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Song" });
  await dialog.getByLabel("Audio file").setInputFiles({
    name: "song.mp3",
    mimeType: "audio/mpeg",
    buffer: audioBytes("mp3"),
  });
  await dialog.getByText("Reading the file").waitFor({ state: "hidden" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Artist").fill("Somebody");
  await dialog.getByLabel("Genre").selectOption("Jazz");
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/songs", (route) => held.then(() => route.continue()));
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("heading", { name: "Uploading 1 song" }).waitFor();
  await expect.poll(focused).toBe("Uploading 1 song");
  await expect.poll(() => page.title()).toBe("Uploading 1 song · Offbeat");
  goOn();
  await page.getByRole("heading", { name: "My Uploaded Songs" }).waitFor();
  await expect.poll(focused).toBe("My Uploaded Songs");
  await page.unroute("**/api/songs");
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  const beginning = await row.getByText(title).evaluate((element) => {
    const range = document.createRange();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element;
    range.setStart(text, 0);
    range.setEnd(text, 1);
    const { left, right } = range.getBoundingClientRect();
    const frame = element.closest("li > div > div")?.getBoundingClientRect();
    return { left, right, from: frame?.left ?? 0, to: frame?.right ?? 0 };
  });
  expect(beginning.left).toBeGreaterThanOrEqual(beginning.from);
  expect(beginning.right).toBeLessThanOrEqual(beginning.to + 1);
});

// 6.1
test("the full player keeps its buttons in place from song to song, and on a phone on its side", async () => {
  await playFirst(page);
  await player().getByRole("button", { name: "Open full view" }).click();
  const pause = sheet().getByRole("button", { name: "Pause" });
  // Within the sheet, which may be on its way up.
  const top = () =>
    pause.evaluate((button) => {
      const dialog = button.closest("dialog");
      return button.getBoundingClientRect().top - (dialog?.getBoundingClientRect().top ?? 0);
    });
  await pause.waitFor();
  await expect(sheet().getByText("שלום").first().isVisible()).resolves.toBe(true);
  const before = await top();
  const upNext = sheet().getByRole("list", { name: "Up next" });
  expect(await upNext.getByText("שלום").count()).toBe(0);
  await sheet().getByRole("button", { name: "Next" }).click();
  await sheet().getByRole("list", { name: "Before this song" }).getByText("שלום").first().waitFor();
  expect(await top()).toBeCloseTo(before, 0);
  await page.setViewportSize({ width: 740, height: 360 });
  for (const name of ["Previous", "Pause", "Next", "Mute"]) {
    const bottom = async () => {
      const box = await sheet().getByRole("button", { name }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? Infinity);
    };
    await expect.poll(bottom).toBeLessThanOrEqual(360);
  }
  await page.keyboard.press("Escape");
  expect(await page.getByRole("link", { name: "Favourites" }).isVisible()).toBe(true);
  expect((await player().boundingBox())?.height).toBeLessThan(72);
});

test("back closes the full player on the first page of a tab, too; music and focus stay", async () => {
  const first = await context.newPage();
  await first.setViewportSize(phone);
  await first.goto(`${server.url}/home-page`);
  await first
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  const open = first.getByRole("button", { name: "Open full view" });
  const dialog = first.getByRole("dialog", { name: "Now playing" });
  const hasFocus = () => open.evaluate((button) => button === document.activeElement);
  await open.click();
  await dialog.waitFor();
  await first.evaluate(() => history.back());
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(hasFocus).toBe(true);
  expect(new URL(first.url()).pathname).toBe("/home-page");
  expect(await first.getByRole("button", { name: "Pause", exact: true }).isVisible()).toBe(true);
  // Closed by itself it leaves nothing behind in the history.
  await open.click();
  await dialog.waitFor();
  await first.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(hasFocus).toBe(true);
  await expect.poll(() => first.evaluate(() => history.state?.dialog)).toBeUndefined();
  await first.close();
});
