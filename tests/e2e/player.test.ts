/** The player across screens, reloads and tabs (specification 6). */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { artist, pressLogout, signInByForm } from "../support/visit.ts";
import { storedPlayer } from "../support/stored-player.ts";

let server: AppProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await startApp();
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await signInByForm(page, artist);
  await page.getByRole("heading", { name: "New songs" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const player = (of = page) => of.getByRole("region", { name: "Player" });
const queue = () => page.getByRole("region", { name: "Queue" });
/** Title and artist in the bar. */
const playing = () => player().locator("[title][dir=auto]").allTextContents();
/** Of the player's row; seconds. */
const storedPosition = async () =>
  (await page.evaluate(storedPlayer)).find(({ name }) => name === "place")?.value.position;
/** Waits until each row has its content, which comes over several frames. */
const titlesOf = async (part: string) => {
  const list = queue().getByRole("list", { name: part });
  const buttons = list.getByRole("button", { name: /^Play / });
  await expect.poll(async () => (await buttons.count()) === (await list.getByRole("listitem").count())).toBe(true);
  return buttons.evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")?.replace("Play ", "")));
};

test("the full player has the song's menu, which leads to its artist and back (specification 6.31)", async () => {
  await page.goto(`${server.url}/search?q=Velvet`);
  await page.getByRole("main").getByRole("button", { name: "Play Velvet Hour", exact: true }).click();
  await expect.poll(playing).toEqual(["Velvet Hour", "Nilo Vantsen"]);
  await player().getByRole("button", { name: "Open full view" }).click();
  const full = page.getByRole("dialog", { name: "Now playing" });
  await full.getByRole("button", { name: "More for Velvet Hour", exact: true }).click();
  await page.getByRole("menuitem", { name: "Go to artist", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Nilo Vantsen" }).waitFor();
  await full.waitFor({ state: "hidden" });
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Search" }).waitFor();
  expect(await full.isVisible()).toBe(false);
  await expect.poll(playing).toEqual(["Velvet Hour", "Nilo Vantsen"]);
  await page.goto(`${server.url}/home-page`);
  await page.getByRole("heading", { name: "New songs" }).waitFor();
});

// 6.28, 6.22
test("the queue is seen and changed beside the page, and the keys are explained", async () => {
  // Not the first songs to like: these go when they are.
  await page
    .getByRole("region", { name: "Most listened" })
    .getByRole("button", { name: /^Play / })
    .nth(2)
    .click();
  await player().getByRole("button", { name: "Pause" }).waitFor();
  const first = await playing();
  await expect.poll(() => page.title()).toBe(first.join(" · "));
  await player().getByRole("button", { name: "Next" }).click();
  await expect.poll(playing).not.toEqual(first);
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("q");
  await expect.poll(() => titlesOf("Before this song")).toContain(first[0]);
  const ahead = await titlesOf("Up next");
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await queue()
    .getByRole("button", { name: `Remove ${ahead[0]} from the queue` })
    .click();
  await expect.poll(() => titlesOf("Up next")).toEqual(ahead.slice(1));
  await queue().getByRole("button", { name: "Clear the queue" }).click();
  await queue().getByText("Then this song again.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titlesOf("Up next")).toEqual(ahead.slice(1));
  await queue().getByRole("button", { name: "Close the queue" }).press("Escape");
  await queue().waitFor({ state: "detached" });
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Play or pause").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  // 3.7.1
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await help.getByText("Move through a list").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
  await page.getByRole("main").click({ position: { x: 2, y: 2 } });
});

// 6.17, 6.25, 6.27
test("a reload brings back what played, paused, and the title is the screen's again", async () => {
  // Not on the device, wherever the plays of this visit have put it.
  await page.getByRole("main").getByRole("button", { name: "Play Paper Orchard", exact: true }).first().click();
  await expect.poll(playing).toEqual(["Paper Orchard", "Odalie Wrenfield"]);
  await player().getByRole("button", { name: "Shuffle" }).click();
  await player().getByRole("button", { name: "Repeat", exact: true }).click();
  await player().getByRole("button", { name: "Pause" }).click();
  await player().getByRole("slider", { name: "Progress" }).fill("20");
  const song = await playing();
  await page.keyboard.press("q");
  await queue().getByRole("list", { name: "Up next" }).waitFor();
  const ahead = await titlesOf("Up next");
  await expect.poll(storedPosition).toBe(20);
  // All of the app is on the device once the worker is active.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await page.reload();
  await player().getByRole("button", { name: "Play", exact: true }).waitFor();
  // Its artist's place says that it needs a network.
  await expect.poll(playing).toEqual([song[0], "Not on this device"]);
  expect(await page.title()).not.toContain(song[0]);
  await expect.poll(() => player().getByRole("slider", { name: "Progress" }).inputValue()).toBe("20");
  await expect.poll(() => player().getByRole("button", { name: "Shuffle" }).getAttribute("aria-pressed")).toBe("true");
  await player().getByRole("button", { name: "Repeat", exact: true, description: "Repeat: this song" }).waitFor();
  await page.keyboard.press("q");
  await expect.poll(() => titlesOf("Up next")).toEqual(ahead);
  await context.setOffline(false);
});

// 6.26
test("one tab plays at a time, another takes over, and a sign-out empties all", async () => {
  await player().getByRole("button", { name: "Play", exact: true }).click();
  await player().getByRole("button", { name: "Pause" }).waitFor();
  const song = await playing();
  const other = await context.newPage();
  await other.goto(`${server.url}/home-page`);
  await other.getByText(`Playing in another tab: ${song.join(" · ")}`).waitFor();
  await other.getByRole("button", { name: "Play here" }).click();
  await player(other).getByRole("button", { name: "Pause" }).waitFor();
  await player().getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.getByText("Playing in another tab").waitFor();
  const position = async () => Number(await player(other).getByRole("slider", { name: "Progress" }).inputValue());
  await expect.poll(position).toBeGreaterThan(18);
  await pressLogout(page);
  await other.getByRole("button", { name: "Login", exact: true }).waitFor();
  expect(await player(other).count()).toBe(0);
});

// 20.4, 6.28
test("an empty queue closes its panel for good, and no focus is lost with it", async () => {
  await page.goto(`${server.url}/login`);
  await signInByForm(page, artist);
  const heading = () => page.evaluate(() => document.activeElement?.matches("main h1"));
  const songs = page.getByRole("region", { name: "Most listened" });
  await songs
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  await player().getByRole("button", { name: "Pause" }).waitFor();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press("q");
  await queue().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(heading).toBe(true);
  await page.keyboard.press("q");
  await queue().getByRole("button", { name: "Clear the queue" }).click();
  await queue()
    .getByRole("button", { name: /^Remove / })
    .first()
    .press("Enter");
  await queue().waitFor({ state: "detached" });
  await expect.poll(heading).toBe(true);
  await songs
    .getByRole("button", { name: /^More for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Add to queue" }).click();
  await player().getByRole("button", { name: "Play", exact: true }).waitFor();
  expect(await queue().count()).toBe(0);
});
