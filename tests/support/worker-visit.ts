/** A browser's visit of the worker's test site, and the waiting that its tests do. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Download } from "../../contract/worker-messages.ts";
import type { SongSnapshot } from "../../contract/songs.ts";
import type { Probe } from "./worker-page.ts";
import { launchBrowser } from "./browser.ts";
import { startWorkerSite, type WorkerSite } from "./worker-site.ts";

declare global {
  interface Window {
    probe: Probe;
  }
}

export const uid = "user-1";

export interface Visit {
  context: BrowserContext;
  page: Page;
}

/** A new profile whose page is controlled by the worker and signed in. */
async function visit(browser: Browser, site: WorkerSite): Promise<Visit> {
  const context = await browser.newContext();
  const page = await openTab(context, site);
  await page.evaluate((id) => window.probe.signIn(id), uid);
  return { context, page };
}

/**
 * For a suite of tests: one browser and one site for all, and a new visit before each. Both objects are filled by then,
 * not before.
 */
export function visitEach(): {
  site: WorkerSite;
  at: Visit;
  /** Another profile, which has seen nothing yet. */
  newContext: () => Promise<BrowserContext>;
} {
  const site = {} as WorkerSite; // filled below, before the first test
  const at = {} as Visit; // filled below, before each test
  let browser: Browser;
  beforeAll(async () => {
    const [launched, started] = await Promise.all([launchBrowser(), startWorkerSite()]);
    browser = launched;
    Object.assign(site, started);
  });
  afterAll(async () => {
    await browser?.close();
    await site.close?.();
  });
  beforeEach(async () => {
    site.setVersion("1");
    Object.assign(at, await visit(browser, site));
  });
  afterEach(async () => {
    await at.context.close();
    site.holdWorker(Promise.resolve());
    site.setPortal(false);
    site.media.clear();
    site.paths.length = 0;
  });
  return { site, at, newContext: () => browser.newContext() };
}

export async function openTab(context: BrowserContext, site: WorkerSite, path = "/"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.origin + path);
  await page.waitForFunction(() => "probe" in window && navigator.serviceWorker.controller !== null);
  return page;
}

/** Sets what is wanted on the device. */
export const want = (page: Page, songs: SongSnapshot[]) =>
  page.evaluate(([id, wanted]) => window.probe.want(id, wanted), [uid, songs] as const);

export const rows = (page: Page): Promise<Download[]> => page.evaluate((id) => window.probe.rows(id), uid);

export const files = (page: Page) => page.evaluate(() => window.probe.files());

/** Wants the songs and waits until they are all on the device. */
export async function keep(page: Page, songs: SongSnapshot[]): Promise<void> {
  await want(page, songs);
  await until(async () => (await rows(page)).every(({ state }) => state === "ready"), "songs to be ready");
}

/** Plays and waits until the song is really heard. Returns the position in seconds. */
export async function play(page: Page, url: string): Promise<number> {
  await page.evaluate((src) => window.probe.play(src), url);
  return playsOn(page);
}

/** Waits until playback has gone on for a moment; an error of the element ends it. Returns the position in seconds. */
export async function playsOn(page: Page): Promise<number> {
  let before: number | undefined;
  let now = 0;
  await until(async () => {
    const { time, errors, code, seeking } = await page.evaluate(() => window.probe.playing());
    if (errors > 0) throw new Error(`Playback ended with MediaError ${code} at ${time} s`);
    if (seeking) return false;
    before ??= time;
    now = time;
    return time > before + 0.3;
  }, "playback to go on");
  return now;
}

export const seekTo = (page: Page, seconds: number) => page.evaluate((at) => window.probe.seek(at), seconds);

export async function until(isSo: () => Promise<boolean> | boolean, what: string, ms = 30_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Waited ${ms} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
