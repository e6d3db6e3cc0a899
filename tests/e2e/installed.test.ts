/**
 * The app installed for real, by the protocol that browsers offer to developers: it starts without a network, shows how much
 * waits on its icon, and opens files of the system (specification 17.60, 3.17.3).
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audioBytes } from "../support/audio-files.ts";
import { type Fixture, openFixture, songTitles } from "../support/fixture.ts";
import { heart, isLiked, saved } from "../support/phone.ts";

/** What of the protocol is used; Playwright's types leave this domain out. */
interface Installer {
  send(method: "PWA.install", options: { manifestId: string; installUrlOrBundleUrl: string }): Promise<unknown>;
  send(method: "PWA.launch", options: { manifestId: string }): Promise<unknown>;
  send(method: "PWA.launchFilesInApp", options: { manifestId: string; files: string[] }): Promise<unknown>;
  send(method: "PWA.getOsAppState", options: { manifestId: string }): Promise<{ badgeCount: number }>;
}

let scene: Fixture;
let page: Page;
let installer: Installer;
let manifestId: string;
let titles: string[];

beforeAll(async () => {
  scene = await openFixture();
  page = scene.device.page;
  installer = (await scene.device.context.newCDPSession(page)) as unknown as Installer;
  // Its address and the `id` of the manifest, "/".
  manifestId = `${scene.line.url}/`;
  titles = await songTitles(page);
});
afterAll(async () => {
  expect(scene.device.faults).toEqual([]);
  await scene.close();
});

const badge = async () => (await installer.send("PWA.getOsAppState", { manifestId })).badgeCount;

/** The page in which the system opens the app. */
async function launched(launch: () => Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([scene.device.context.waitForEvent("page"), launch()]);
  return opened;
}

test("it is offered after a like, and can be installed", async () => {
  const [liked = ""] = titles;
  await heart(page, liked).click();
  await page.getByText("Install Offbeat.").waitFor();
  await installer.send("PWA.install", { manifestId, installUrlOrBundleUrl: manifestId });
  await saved(page);
  expect(await badge()).toBe(0);
});

test("it starts without a network, and its icon shows what waits", async () => {
  const [liked = "", another = ""] = titles;
  scene.line.set("cut");
  const app = await launched(() => installer.send("PWA.launch", { manifestId }));
  await app.getByRole("heading", { name: "Ready offline: 1 song" }).waitFor();
  expect(await isLiked(app, liked)).toBe(true);
  await heart(app, another).click();
  await expect.poll(badge).toBe(1);
  scene.line.set("open");
  await saved(app);
  await expect.poll(badge).toBe(0);
  await app.close();
});

test("a file that the system opens with it fills the upload, also without a network", async () => {
  const file = join(scene.device.profile, "Open Me.mp3");
  await writeFile(file, audioBytes("mp3"));
  scene.line.set("cut");
  const app = await launched(() => installer.send("PWA.launchFilesInApp", { manifestId, files: [file] }));
  const dialog = app.getByRole("dialog", { name: "Upload Song" });
  await expect.poll(() => dialog.getByText("Open Me.mp3").isVisible()).toBe(true);
  scene.line.set("open");
});
