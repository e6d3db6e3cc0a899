/** A list of thousands costs the page what its screen shows, and is used like a short one (specification 21.6, 20.4). */
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { dialogsLeft, launchBrowser } from "../support/browser.ts";
import { signIn } from "../support/person.ts";
import { likeCopies } from "../support/song-copies.ts";
import { type AppProcess, seededData, startAppOn } from "../support/app-process.ts";

const count = 2_000;
const mostRows = 150;
const listener = library.accounts.find((account) => !account.artist);
let server: AppProcess;
let browser: Browser;
let page: Page;
/** How many songs each call asked for by id. */
const asked: number[] = [];

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "offbeat-"));
  await cp(await seededData(), dataDir, { recursive: true });
  await likeCopies(dataDir, { email: listener?.email ?? "", count });
  server = await startAppOn(dataDir);
  browser = await launchBrowser();
  // Without the worker nothing is downloaded: the copies have no files.
  const context = await browser.newContext({ serviceWorkers: "block" });
  // An open stream would count as a network that is never idle.
  await context.route("**/api/changes?*", (route) => route.fulfill({ status: 429, headers: { "retry-after": "300" } }));
  page = await context.newPage();
  page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.has("ids")) asked.push(searchParams.getAll("ids").join().split(",").length);
  });
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(listener?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(listener?.password ?? "");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  await page.goto(`${server.url}/favorites`);
  await heart(1).waitFor();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const heart = (n: number) => page.getByRole("button", { name: `Like Copy ${n}`, exact: true });
const play = (n: number) => page.getByRole("button", { name: `Play Copy ${n}`, exact: true });
const rows = () => page.getByRole("main").getByRole("listitem");
/** What has the focus, by its accessible name. */
const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
const place = () => page.evaluate(() => scrollY);

/** The most rows that were in the document at any moment since. */
async function watchRows(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { most: 0 };
    Object.assign(window, { seen });
    const look = () => {
      seen.most = Math.max(seen.most, document.querySelectorAll("main li").length);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
    look();
  });
  return () => page.evaluate(() => (window as unknown as { seen: { most: number } }).seen.most); // set above
}

const askedFor = () => asked.reduce((sum, songs) => sum + songs, 0);

test("opening the list asks for what is near the screen", async () => {
  // The first time on a device, what is to be downloaded is asked for in the background.
  await expect.poll(askedFor, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
  await page.waitForLoadState("networkidle");
  asked.length = 0;
  await page.reload();
  await heart(1).waitFor();
  await page.waitForLoadState("networkidle");
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(askedFor()).toBeLessThanOrEqual(200);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await heart(1_000).waitFor();
  await page.waitForLoadState("networkidle");
  expect(asked.length).toBeLessThanOrEqual(8);
  await page.evaluate(() => scrollTo(0, 0));
});

test("rows come and go with the scrolling, and say which they are", async () => {
  const most = await watchRows();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeGreaterThan(count * 56);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  const middle = rows().filter({ hasText: /Copy 1000$|Copy 1000\D/ });
  await middle.waitFor();
  expect(await middle.getAttribute("aria-posinset")).toBe("1000");
  expect(await middle.getAttribute("aria-setsize")).toBe(String(count));
  expect(await middle.evaluate((row) => row.getBoundingClientRect().top)).toBeGreaterThan(0);
  // The rows moved nothing: the document is as long as it was.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  expect(await most()).toBeLessThanOrEqual(mostRows);
  expect(await most()).toBeGreaterThan(10);
});

// 3.15.3
test("the keyboard reaches every row, and what has the focus stays", async () => {
  const most = await watchRows();
  await play(1).focus();
  await page.keyboard.press("End");
  await expect.poll(focused).toBe(`Play Copy ${count}`);
  await page.keyboard.press("ArrowUp");
  await expect.poll(focused).toBe(`Play Copy ${count - 1}`);
  // Scrolled away it is still there: the Tab key and the arrows go on from it.
  await page.evaluate(() => scrollTo(0, 0));
  await play(1).waitFor();
  await expect.poll(focused).toBe(`Play Copy ${count - 1}`);
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe(`Reorder Copy ${count - 1}`);
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe(`Like Copy ${count - 1}`);
  await page.keyboard.press("Home");
  await expect.poll(focused).toBe("Like Copy 1");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await heart(1_000).waitFor();
  await heart(1_000).focus();
  // An unlike takes the row away; the focus stays at its place.
  await page.keyboard.press("Space");
  await expect.poll(focused).toBe("Like Copy 1001");
  expect(await most()).toBeLessThanOrEqual(mostRows);
});

const handle = (n: number) => page.getByRole("button", { name: `Reorder Copy ${n}`, exact: true });
const spoken = () => page.locator("main [aria-live=assertive]").textContent();
const lifted = () => page.locator("main [data-lifted=pointer]");
const firstTitles = () =>
  rows().evaluateAll((all) => all.slice(0, 6).map((row) => /Copy \d+/.exec(row.textContent ?? "")?.[0]));
const titles = (...numbers: number[]) => numbers.map((n) => `Copy ${n}`);
async function centreOf(n: number): Promise<{ x: number; y: number }> {
  const box = await handle(n).boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}

/** A drag takes the clicks of the page with it for 50 ms more, so that its release is none: a timer that is set after its own. */
const clicksCount = () => page.evaluate(() => new Promise<void>((resolve) => void setTimeout(resolve, 50)));

// 7.2, 7.4, 20.7
test("a row is moved by mouse, finger and keyboard, and the server has the order", async () => {
  // The first rows stand below the bar, away from both edges, where a drag scrolls.
  await page.evaluate(() => scrollTo(0, 0));
  const { y: listTop } = await centreOf(1);
  await page.evaluate((by) => scrollBy(0, by), listTop - 180);
  // An order is sent 3 s after the last drop: where the next drop takes longer, there are several.
  const answers: Response[] = [];
  page.on("response", (answer) => {
    if (answer.request().method() === "PATCH" && answer.url().includes("order")) answers.push(answer);
  });
  const saved = async () => {
    const answer = (await answers.at(-1)?.json()) as { data: { orderedList: string[] } } | undefined; // of the contract
    return answer?.data.orderedList ?? [];
  };

  const from = await centreOf(2);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 4);
  expect(await lifted().count(), "less than 5 px is no drag").toBe(0);
  await page.mouse.move(from.x + 30, from.y + 3 * 56, { steps: 6 });
  await lifted().waitFor();
  // It drops where it shows, a few frames after the mouse: the row that it comes to makes way.
  await expect.poll(async () => Math.round((await centreOf(5)).y - from.y)).toBe(2 * 56);
  await page.mouse.up();
  await expect.poll(firstTitles).toEqual(titles(1, 3, 4, 5, 2, 6));
  await expect.poll(spoken).toBe("Moved to 5 of 1,999");

  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const at = await centreOf(6);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: at.x, y }] });
  await touch("touchStart", at.y);
  await lifted().waitFor();
  for (let step = 1; step <= 8; step += 1) await touch("touchMove", at.y - step * 28);
  await expect.poll(async () => Math.round((await centreOf(3)).y - at.y)).toBe(-3 * 56);
  await touch("touchEnd", at.y);
  await cdp.detach();
  await expect.poll(firstTitles).toEqual(titles(1, 6, 3, 4, 5, 2));
  await expect.poll(spoken).toBe("Moved to 2 of 1,999");
  await clicksCount();

  await handle(1).focus();
  for (const key of ["Space", "ArrowDown", "ArrowDown", "Space"]) await page.keyboard.press(key);
  await expect.poll(firstTitles).toEqual(titles(6, 3, 1, 4, 5, 2));
  await expect.poll(focused).toBe("Reorder Copy 1");

  const shown = await rows().evaluateAll((all) => all.slice(0, 6).map((row) => row.getAttribute("data-item")));
  await expect.poll(async () => (await saved()).slice(0, 6)).toEqual(shown);
  expect(await saved()).toHaveLength(count - 1);
});

// 3.16.3, 20.4
test("a choice of thousands is read in parts from where one is, and stays in reach of its search", async () => {
  const account = await signIn(server.url, { email: listener?.email ?? "", password: listener?.password ?? "" });
  await account.createPlaylist("Copies", false);
  await page.goto(`${server.url}/my-playlists`);
  await page.getByRole("link", { name: "Copies", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Copies" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "More for Copies", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add Song", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add Song to Copies" });
  const added = dialog.getByRole("button", { name: /^Add / });
  await expect.poll(() => added.count()).toBeGreaterThan(40);
  for (const place of [51, 101, 151, 201]) {
    await dialog.getByRole("button", { name: "Show more" }).click();
    const row = place === 51 ? added.nth(50) : dialog.locator(`li[aria-posinset="${place}"]`).getByRole("button");
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await row.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
    expect(await added.count()).toBeLessThanOrEqual(place === 51 ? 100 : mostRows);
  }
  await dialog.getByRole("searchbox").fill("Copy 1999");
  await dialog.getByRole("button", { name: "Add Copy 1999" }).click();
  await page.getByText("Song successfully added to playlist!").first().waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialogsLeft(page);
  await page.goto(`${server.url}/favorites`);
  await heart(1).waitFor();
});

// 20.13
test("a row far down plays, and the way back leads to where it stood", async () => {
  await page.evaluate(() => scrollTo(0, 1_500 * 56));
  await play(1_502).click();
  await page.getByText("Now playing: Copy 1502").waitFor({ state: "attached" });
  const before = await place();
  // A click of the driver scrolls what is sticky into view, which it is already.
  await page.getByRole("link", { name: "Home" }).first().dispatchEvent("click");
  await page.waitForURL("**/home-page");
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .waitFor();
  await page.goBack();
  await play(1_502).waitFor();
  await expect.poll(place).toBe(before);
});

test("the place survives a reload, and a screen that one leaves before it has come (specification 3.2.14)", async () => {
  const before = await place();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/static/js/storage-*.js", async (route) => {
    await released;
    await route.continue();
  });
  // The list comes from the device, after the screen.
  await page.reload();
  await play(1_502).waitFor();
  await expect.poll(place).toBe(before);
  // As a link of the page does it: a click of the driver would scroll.
  await page.evaluate(() => history.pushState(null, "", "/storage"));
  // What stands there until the script comes: too short for the place.
  await page.getByRole("heading", { level: 1, name: "Storage" }).waitFor();
  await page.goBack();
  release();
  await play(1_502).waitFor();
  await expect.poll(place).toBe(before);
});
