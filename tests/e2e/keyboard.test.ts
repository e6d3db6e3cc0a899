/** The main stories by keyboard alone, in two languages; axe looks at every menu and dialog on the way (specification 20). */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { type AppProcess, startApp } from "../support/app-process.ts";
import { findViolations } from "../support/axe.ts";
import { dialogsLeft, launchBrowser, menuOpened, watchFaults } from "../support/browser.ts";

const artist = library.accounts.find((account) => account.artist);

let server: AppProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startApp(), launchBrowser()]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  page = await context.newPage();
  faults = watchFaults(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const press = (key: string) => page.keyboard.press(key);

/** The name of what has the focus: of its label, or its text. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = isField ? element.labels?.[0]?.textContent : undefined;
    return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim().slice(0, 80);
  });
const isAt = async (name: string | RegExp) => {
  const now = await focused();
  return typeof name === "string" ? now === name : name.test(now);
};
async function reach(name: string): Promise<void> {
  await expect.poll(focused).toBe(name);
}

/** Presses Tab until the focus is there. */
async function tabTo(name: string | RegExp): Promise<string> {
  const passed: string[] = [];
  for (let stop = 0; stop < 80; stop += 1) {
    if (await isAt(name)) return focused();
    passed.push(await focused());
    await press("Tab");
  }
  throw new Error(`Tab does not come to ${name}: ${passed.join(" > ")}`);
}

/** Opens the menu of a button, and chooses an entry by the arrow keys. */
async function choose(button: string | RegExp, entry: string): Promise<void> {
  await tabTo(button);
  await press("Enter");
  await menuOpened(page);
  for (let step = 0; step < 20 && !(await isAt(entry)); step += 1) await press("ArrowDown");
  expect(await focused()).toBe(entry);
  await press("Enter");
  await page.getByRole("menu").waitFor({ state: "hidden" });
}

/** Looks at the open dialog, closes it by Escape and finds the focus where it was opened. */
async function lookAndClose(name: string, opener: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name });
  await dialog.waitFor();
  expect(await findViolations(page, name)).toEqual([]);
  await press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await reach(opener);
}

test("signs in, skips to the content, plays, likes and asks for the shortcuts", async () => {
  await page.goto(`${server.url}/login`);
  await tabTo("Email");
  await page.keyboard.type(artist?.email ?? "");
  await tabTo("Password");
  await page.keyboard.type(artist?.password ?? "");
  await press("Enter");
  await reach("Home");
  await page.goto(`${server.url}/favorites`);
  await page.goto(`${server.url}/home-page`);
  await page.getByRole("heading", { name: "New songs" }).waitFor();
  await press("Tab");
  expect(await focused()).toBe("Skip to content");
  await press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  await tabTo(/^Play /);
  await press("Enter");
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Pause" }).waitFor();
  await tabTo(/^Like /);
  const heart = page.locator(":focus");
  const before = await heart.getAttribute("aria-pressed");
  await press("Enter");
  await expect.poll(() => heart.getAttribute("aria-pressed")).not.toBe(before);
  await page.locator("h1").focus();
  await press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.waitFor();
  expect(await findViolations(page, "shortcuts")).toEqual([]);
  await press("Escape");
  await help.waitFor({ state: "hidden" });
  // Closed by a press beside it, and nothing had the focus before.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await press("?");
  await help.waitFor();
  await page.mouse.click(5, 450);
  await help.waitFor({ state: "hidden" });
  await reach("Home");
});

test("looks at the menu and the dialogs of a song, whose focus comes back", async () => {
  await dialogsLeft(page);
  await page.goto(`${server.url}/mysongs`);
  await page
    .getByRole("button", { name: /^More for / })
    .first()
    .waitFor();
  const more = await tabTo(/^More for /);
  await press("Enter");
  await page.getByRole("menu").waitFor();
  expect(await findViolations(page, "song menu")).toEqual([]);
  await press("Escape");
  await reach(more);
  for (const [entry, dialog] of [
    ["Edit", "Edit Song"],
    ["Delete", "Delete Song"],
    ["Add Song", "Add Song"],
  ] as const) {
    await choose(more, entry);
    await lookAndClose(dialog, more);
  }
});

// 20.3, 20.7
test("makes a playlist, adds songs, sorts them with spoken places, and deletes it", async () => {
  await dialogsLeft(page);
  await page.goto(`${server.url}/my-playlists`);
  await page.getByRole("button", { name: "New Playlist" }).first().waitFor();
  await tabTo("New Playlist");
  await press("Enter");
  const create = page.getByRole("dialog", { name: "New Playlist" });
  await create.waitFor();
  expect(await findViolations(page, "new playlist")).toEqual([]);
  await tabTo("Title");
  await page.keyboard.type("By hand");
  await tabTo("Description");
  await page.keyboard.type("Nothing but keys");
  await tabTo("Create");
  await press("Enter");
  await create.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "By hand" }).waitFor();
  await tabTo("By hand");
  await press("Enter");
  // The link that had the focus has the same name.
  await page.getByRole("heading", { level: 1, name: "By hand" }).waitFor();
  await reach("By hand");
  await choose("More for By hand", "Add Song");
  const add = page.getByRole("dialog", { name: "Add Song to By hand" });
  await add.getByRole("button", { name: /^Add / }).first().waitFor();
  expect(await findViolations(page, "songs to add")).toEqual([]);
  await tabTo(/^Add /);
  for (let count = 1; count <= 2; count += 1) {
    if (count > 1) await press("ArrowDown");
    await press("Enter");
    await page
      .getByText(`${count} song${count > 1 ? "s" : ""}`, { exact: true })
      .first()
      .waitFor();
  }
  await press("Escape");
  await add.waitFor({ state: "hidden" });
  const handle = await tabTo(/^Reorder /);
  await press("Space");
  await press("ArrowDown");
  await page.getByText("Moved to 2 of 2", { exact: true }).waitFor({ state: "attached" });
  await press("Space");
  const last = page.getByRole("list", { name: "Songs of this playlist" }).getByRole("listitem").last();
  await last.getByRole("button", { name: handle, exact: true }).waitFor();
  await page.locator("h1").focus();
  await choose("More for By hand", "Delete Playlist");
  const question = page.getByRole("dialog", { name: "Delete Playlist" });
  await question.waitFor();
  expect(await findViolations(page, "delete playlist")).toEqual([]);
  await tabTo("Confirm");
  await press("Enter");
  await page.getByText("Playlist successfully deleted!").waitFor();
});

// 20.9
test("the key for search opens its screen where the bar has no field", async () => {
  await dialogsLeft(page);
  await page.goto(`${server.url}/home-page`);
  onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }));
  await page.setViewportSize({ width: 390, height: 800 });
  // The player listens to the keys.
  await page.getByRole("region", { name: "Player" }).waitFor();
  await press("/");
  await expect.poll(() => page.evaluate(() => location.pathname)).toBe("/search");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
  await page.keyboard.type("a");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("a");
  // The next search does not go on from the last one.
  await press("Tab");
  await press("/");
  await page.keyboard.type("b");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("b");
});

test("speaks German from the menu on, with the music playing, offline and after a reload; and English again", async () => {
  await dialogsLeft(page);
  await page.goto(`${server.url}/home-page`);
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .waitFor();
  await tabTo(/^Play /);
  await press("Enter");
  const player = page.getByRole("region", { name: "Player" });
  await player.getByRole("button", { name: "Pause" }).waitFor();
  const audio = () => page.evaluate(() => performance.getEntriesByType("navigation").length + performance.timeOrigin);
  const started = await audio();
  await page.locator("h1").focus();
  await choose("Account menu", "Deutsch");
  await reach("Kontomenü");
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  expect(await audio()).toBe(started);
  await player.getByRole("button", { name: "Pause" }).waitFor();
  await player
    .getByRole("button", { name: "Lautstärke" })
    .or(player.getByRole("slider", { name: "Fortschritt" }))
    .first()
    .waitFor();
  expect(await findViolations(page, "German home")).toEqual([]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Start" }).waitFor();
  await page.getByRole("button", { name: "Kontomenü" }).waitFor();
  await page.getByRole("link", { name: /^Offline · / }).waitFor();
  await expect.poll(() => page.title()).toBe("Start · Offbeat");
  await context.setOffline(false);
  // A play that is counted by now is sent: else the sign-out asks what becomes of it.
  await page.getByRole("link", { name: /^Offline · / }).waitFor({ state: "hidden" });
  await choose("Kontomenü", "English");
  await reach("Account menu");
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
  await choose("Account menu", "Logout");
  await page.getByRole("button", { name: "Login", exact: true }).waitFor();
  expect(faults).toEqual([]);
});
