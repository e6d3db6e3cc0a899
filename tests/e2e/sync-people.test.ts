/** Two people, one phone: nothing of the first is left for the second but what waits for the first (17.34-17.39). */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingStored } from "../support/everything-stored.ts";
import { heart, hintOnline } from "../support/phone.ts";
import { seen } from "../support/fault-proxy.ts";
import type { Person } from "../support/person.ts";
import { openFixture, type Fixture, songTitles } from "../support/fixture.ts";
import { pressLogout } from "../support/visit.ts";

let scene: Fixture;
let page: Page;
let other: Person;
/** What the first person liked: once known to the server, once not. */
let sent: string;
let kept: string;

beforeAll(async () => {
  scene = await openFixture();
  page = scene.device.page;
  other = await scene.another();
});
afterAll(() => scene?.close());

test("somebody likes songs, downloads one, and leaves with a change that waits", async () => {
  [sent = "", kept = ""] = await songTitles(page);
  await heart(page, sent).click();
  await expect.poll(() => heart(page, sent).getAttribute("aria-pressed")).toBe("true");
  await page.goto(`${scene.line.url}/favorites`);
  await page.getByText("On this device").first().waitFor({ timeout: 20_000 });
  await expect.poll(async () => (await scene.person.likes()).length).toBe(1);
  await page.goto(`${scene.line.url}/home-page`);
  await heart(page, kept).waitFor();
  await hintOnline(page);
  await page.getByText("All changes saved").waitFor();
  scene.line.set("cut");
  await heart(page, kept).click();
  await page.getByText("1 change waiting").waitFor();
  await pressLogout(page);
  await page.getByRole("button", { name: "Keep for my next sign-in" }).click();
  await page.waitForURL("**/login*", { timeout: 20_000 });
  // The address comes before the screen, which names the person until then.
  await page.getByRole("heading", { name: "Log in" }).waitFor();
});

test("no text and no bytes of theirs are left on the device", async () => {
  const left = await page.evaluate(everythingStored);
  for (const canary of [sent, kept, scene.person.email, "Ada", "Quill"])
    expect(left.texts.filter((text) => text.includes(canary))).toEqual([]);
  expect(left.caches).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain("Quill");
});

test("nor in the browser's own cache, which is on disk", async () => {
  scene.line.set("open");
  await scene.device.restart();
  page = scene.device.page;
  const folder = join(scene.device.profile, "Default", "Cache", "Cache_Data");
  const names = await readdir(folder);
  const entries = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1").catch(() => "")));
  // The cache is where it was looked for, and in use.
  expect(entries.filter((entry) => entry.includes("/static/js/")).length).toBeGreaterThan(5);
  const theirs = [sent, kept, scene.person.email, "Quill"];
  for (const canary of theirs) expect(entries.filter((entry) => entry.includes(canary))).toEqual([]);
});

test("the next person sends none of it and sees none of it", async () => {
  scene.line.set("open");
  scene.line.requests.length = 0;
  await scene.device.signIn(other);
  await songTitles(page);
  await hintOnline(page);
  await page.evaluate(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as unknown as {
      sync: { register(tag: string): Promise<void> };
    }; // Chromium only, hence not in the library's types
    await sync.register("offbeat-outbox");
  });
  await page.getByText("All changes saved").waitFor();
  const third = (await songTitles(page))[2] ?? "";
  await heart(page, third).click();
  await expect.poll(async () => (await other.likes()).length, { timeout: 15_000 }).toBe(1);
  expect(seen(scene.line, /^PATCH/)).toHaveLength(1);
  expect(await scene.person.likes()).toHaveLength(1);
  await page.getByText("All changes saved").waitFor();
  await pressLogout(page);
  await page.waitForURL("**/login*", { timeout: 20_000 });
});

test("it waited for its owner", async () => {
  await scene.device.signIn(scene.person);
  await expect.poll(async () => (await scene.person.likes()).length, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => heart(page, kept).getAttribute("aria-pressed")).toBe("true");
  expect(scene.device.faults).toEqual([]);
});
