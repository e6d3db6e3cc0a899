/** What waits is sent by the worker when all pages are closed (specification 17.28). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expireToken, heart } from "../support/device.ts";
import { seen } from "../support/line.ts";
import { openScene, type Scene, songTitles } from "../support/scene.ts";

let scene: Scene;
let titles: string[];

beforeAll(async () => {
  scene = await openScene();
  titles = await songTitles(scene.device.page);
  // The browser ends with its last page.
  await scene.device.context.newPage();
});
afterAll(() => scene?.close());

const likes = () => scene.person.likes();

/** Likes a song without a network, does something to the device, and closes the app's last page. */
async function likeAndLeave(title: string | undefined, before?: (page: Page) => Promise<unknown>) {
  const { line, device } = scene;
  await device.page.close();
  const page = (device.page = await device.tab("/home-page"));
  await songTitles(page);
  line.set("cut");
  await heart(page, title ?? "").click();
  await page.getByText("1 change waiting").waitFor();
  // The first try fails first.
  await expect.poll(() => page.evaluate(isHandedOver)).toBe(true);
  await before?.(page);
  await page.close();
  line.requests.length = 0;
}

async function isHandedOver(): Promise<boolean> {
  const { sync } = (await navigator.serviceWorker.ready) as unknown as {
    sync: { getTags(): Promise<string[]> };
  }; // Chromium only, hence not in the library's types
  return (await sync.getTags()).includes("offbeat-outbox");
}

const sent = (pattern: RegExp) => seen(scene.line, pattern);

test("with the token that the device has", async () => {
  await likeAndLeave(titles[0]);
  scene.line.set("open");
  await expect.poll(likes, { timeout: 30_000 }).toHaveLength(1);
  expect(sent(/^PATCH/)).toHaveLength(1);
  expect(sent(/securetoken/)).toEqual([]);

  scene.device.page = await scene.device.tab("/favorites");
  await scene.device.page.getByText("1 song", { exact: true }).waitFor();
  await scene.device.page.getByText("All changes saved").waitFor();
});

test("with a new token where that one has expired", async () => {
  await likeAndLeave(titles[1], expireToken);
  scene.line.set("open");
  await expect.poll(likes, { timeout: 30_000 }).toHaveLength(2);
  expect(sent(/securetoken/)).toHaveLength(1);
});

test("not at all when the provider ended the sign-in, and nothing is lost", async () => {
  await likeAndLeave(titles[2], expireToken);
  const ended = JSON.stringify({ error: { code: 400, message: "TOKEN_EXPIRED" } });
  scene.line.mishap({
    request: /securetoken/,
    fate: { status: 400, body: ended, headers: { "content-type": "application/json" } },
  });
  scene.line.set("open");
  await expect.poll(() => sent(/securetoken/).length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(sent(/^PATCH/)).toEqual([]);
  scene.line.heal();
  scene.device.page = await scene.device.tab("/favorites");
  await expect.poll(likes, { timeout: 15_000 }).toHaveLength(3);
});
