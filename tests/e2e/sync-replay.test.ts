/** What becomes of changes when the line, the server or the tab fails in between (specification 17.19-17.32). */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { problems, problemType, type ProblemCode } from "../../contract/problems.ts";
import { heart, hintOnline, isLiked, openDevice, saved } from "../support/phone.ts";
import { seen } from "../support/fault-proxy.ts";
import { openFixture, type Fixture, songTitles } from "../support/fixture.ts";

declare global {
  interface Window {
    /** What `watchHeart` noted. */
    hearts: string[];
  }
}

let scene: Fixture;
let page: Page;
/** A song for each test that nobody has touched before. */
let titles: string[];
let title: string;
/** How many songs were liked before this test. */
let before: number;

const like = /^PATCH \/api\/songs\/like\//;
const change = /^PATCH \/api\/songs\/(like|cancel-like)\//;

beforeAll(async () => {
  scene = await openFixture();
  await begin();
});
afterAll(async () => {
  await scene?.device.remove();
  await scene?.close();
});

async function begin(): Promise<void> {
  titles = await songTitles(scene.device.page);
  // The browser ends with its last page.
  await scene.device.context.newPage();
}

beforeEach(async () => {
  // Home has fewer songs than the tests need: somebody new has liked none of them. One test takes four.
  if (titles.length < 4) {
    await scene.device.remove();
    const person = await scene.another();
    scene = { ...scene, person, device: await openDevice(scene.line.url) };
    await scene.device.signIn(person);
    await begin();
  }
  title = titles.pop() ?? "";
  before = (await scene.person.likes()).length;
  page = await open();
  scene.line.requests.length = 0;
});
afterEach(async () => {
  scene.line.heal();
  scene.line.set("open");
  for (const tab of scene.device.context.pages()) if (tab.url() !== "about:blank") await tab.close();
  expect(scene.device.faults).toEqual([]);
});

async function open(): Promise<Page> {
  const tab = await scene.device.tab("/home-page");
  await heart(tab, title).waitFor();
  return tab;
}

const refusal = (code: ProblemCode, headers: Record<string, string> = {}) => ({
  status: problems[code][0],
  body: JSON.stringify({ status: problems[code][0], title: problems[code][1], code }),
  headers: { "content-type": problemType, ...headers },
});

const likes = async () => (await scene.person.likes()).length - before;

test("an answer lost three times has one effect", async () => {
  scene.line.mishap({ request: like, fate: "lose", times: 3 });
  await heart(page, title).click();
  await expect.poll(() => isLiked(page, title)).toBe(true);
  await saved(page);
  const keys = seen(scene.line, like).map(({ key }) => key);
  expect(keys.length).toBe(4);
  expect(new Set(keys).size).toBe(1);
  expect(await likes()).toBe(1);
});

test.each<[string, ProblemCode, Record<string, string>]>([
  ["503", "unavailable", {}],
  ["429", "too-many-requests", { "retry-after": "1" }],
  ["a sign-in that has run out", "unauthenticated", {}],
])("%s during a replay loses nothing", async (_, code, headers) => {
  scene.line.mishap({ request: like, fate: refusal(code, headers), times: 2 });
  let release = () => {};
  // The third try would else be over before a busy machine has looked.
  scene.line.mishap({ request: like, times: 1, until: new Promise<void>((resolve) => (release = resolve)) });
  await heart(page, title).click();
  await page.getByText("1 change waiting").waitFor();
  expect(await isLiked(page, title)).toBe(true);
  release();
  await saved(page);
  expect(await likes()).toBe(1);
  expect(new Set(seen(scene.line, like).map(({ key }) => key)).size).toBe(1);
  // 401 was answered by one new token, no other answer was.
  expect(seen(scene.line, /securetoken/).length).toBe(code === "unauthenticated" ? 1 : 0);
});

test("a change that is refused needs attention, and the others go on", async () => {
  const other = titles.pop() ?? "";
  scene.line.mishap({ request: like, fate: refusal("invalid-request"), times: 1 });
  await heart(page, title).click();
  await page.getByText("Needs attention").waitFor();
  await heart(page, other).click();
  await expect.poll(likes).toBe(1);
  await expect.poll(() => isLiked(page, title)).toBe(false);
  expect(await isLiked(page, other)).toBe(true);
  // Wanting it anew answers what was asked.
  await heart(page, title).click();
  await saved(page);
  expect(await likes()).toBe(2);
});

test.each([0, 50])("a tab that crashes %i ms after the heart is full loses nothing", async (ms) => {
  scene.line.set("cut");
  const crashed = page.waitForEvent("crash");
  const cdp = await scene.device.context.newCDPSession(page);
  await heart(page, title).click();
  await page.locator(`button[aria-label="Like ${title}"][aria-pressed="true"]`).first().waitFor();
  await new Promise((resolve) => setTimeout(resolve, ms));
  // Never answered: who should.
  void cdp.send("Page.crash").catch(() => {});
  await crashed;
  page = await open();
  await expect.poll(() => isLiked(page, title)).toBe(true);
  scene.line.set("open");
  await saved(page);
  expect(await likes()).toBe(1);
});

test("a tab that is closed during its call leaves the change to another one", async () => {
  const other = await open();
  scene.line.mishap({ request: like, until: new Promise(() => {}) });
  await heart(page, title).click();
  await expect.poll(scene.line.held).toBe(1);
  await page.close();
  scene.line.heal();
  await expect.poll(() => isLiked(other, title)).toBe(true);
  // By itself, not at a hint that the network is back.
  await other.getByText("All changes saved").waitFor();
  expect(await likes()).toBe(1);
  expect(new Set(seen(scene.line, like).map(({ key }) => key)).size).toBe(1);
});

test("liked and unliked over and over in two tabs without a network: the last intent, once", async () => {
  const other = await open();
  scene.line.set("cut");
  for (let turn = 0; turn < 5; turn += 1) {
    for (const tab of [page, other]) {
      const was = await isLiked(tab, title);
      await heart(tab, title).click();
      for (const both of [page, other]) await expect.poll(() => isLiked(both, title), { interval: 20 }).toBe(!was);
    }
  }
  await heart(page, title).click();
  await expect.poll(() => isLiked(other, title)).toBe(true);
  scene.line.requests.length = 0;
  scene.line.set("open");
  await Promise.all([saved(page), saved(other)]);
  expect(await likes()).toBe(1);
  // The first intent was tried when the network was gone already, so that it may have arrived for all the page knows.
  const sent = seen(scene.line, change);
  expect(new Set(sent.map(({ key }) => key)).size).toBeLessThanOrEqual(2);
  expect(sent.length).toBeLessThanOrEqual(2);
  expect(sent.at(-1)?.what).toMatch(like);
});

test("two tabs of an account come to rest after a change", async () => {
  const other = await open();
  await heart(page, title).click();
  await expect.poll(() => isLiked(other, title)).toBe(true);
  await Promise.all([saved(page), saved(other)]);
  // Each asked anew at what the other asked, for ever.
  await comeToRest();
});

test.each(["this", "the other"])(
  "a list is asked for before a like in %s tab and answered after it: no tab falls back",
  async (where) => {
    const other = await open();
    const tabs = [page, other];
    const list = /^GET \/api\/users\/myFavoriteSongs/;
    // Coming back, a page asks again what it shows.
    scene.line.set("cut");
    await hintOnline(page);
    await page.getByTitle(/^Offline/).waitFor();
    for (const tab of tabs) await watchHeart(tab, title);
    let release = () => {};
    const until = new Promise<void>((resolve) => (release = resolve));
    scene.line.mishap({ request: list, times: 1, until });
    scene.line.set("open");
    await hintOnline(page);
    await expect.poll(scene.line.held, { timeout: 10_000 }).toBe(1);
    await heart(where === "this" ? page : other, title).click();
    await expect.poll(likes, { timeout: 10_000 }).toBe(1);
    await Promise.all(tabs.map(saved));
    release();
    await comeToRest();
    for (const tab of tabs) expect(await tab.evaluate(() => window.hearts)).toEqual(["false", "true"]);
  },
);

/** Waits until no tab asks for anything more. */
async function comeToRest(): Promise<void> {
  const asked = async () => {
    const before = scene.line.requests.length;
    await sleep(1_500);
    return scene.line.requests.length - before;
  };
  await expect.poll(asked, { timeout: 20_000 }).toBe(0);
}

/** Notes each state that the heart goes through. */
async function watchHeart(tab: Page, of: string): Promise<void> {
  await heart(tab, of).waitFor();
  await tab.evaluate((label) => {
    const states: string[] = [];
    const look = () => {
      const now = document.querySelector(`button[aria-label="${label}"]`)?.getAttribute("aria-pressed");
      if (now && now !== states.at(-1)) states.push(now);
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    look();
    window.hearts = states;
  }, `Like ${of}`);
}

test("a network that comes and goes brings each like once", async () => {
  const several = [title, ...titles.splice(-3)];
  for (const [index, one] of several.entries()) {
    scene.line.set(index % 2 === 0 ? "cut" : "open");
    await heart(page, one).click();
    await expect.poll(() => isLiked(page, one)).toBe(true);
    await hintOnline(page);
  }
  scene.line.set("cut");
  await hintOnline(page);
  scene.line.set("open");
  await saved(page);
  expect(await likes()).toBe(several.length);
  expect(new Set(seen(scene.line, like).map(({ key }) => key)).size).toBe(several.length);
});
