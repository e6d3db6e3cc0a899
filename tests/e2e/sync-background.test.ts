/** What waits is sent by the worker when all pages are closed (specification 17.28). */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expireToken, heart } from "../support/phone.ts";
import { seen } from "../support/fault-proxy.ts";
import { openFixture, type Fixture, songTitles } from "../support/fixture.ts";
import { pressLogout } from "../support/visit.ts";

let scene: Fixture;
let titles: string[];

beforeAll(async () => {
  scene = await openFixture();
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
  // What the page began last is still to be cut: else the line that opens next lets it pass.
  await sleep(100);
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

test("not under a sign-in that the device does not keep", async () => {
  const before = await likes();
  const aside = await scene.device.tab("/healthz");
  await likeAndLeave(titles[4]);
  // As with a sign-in that ends with the browser: the package's storage has nobody.
  await aside.evaluate(forgetSignIn);
  await aside.close();
  scene.line.set("open");
  // The end of the event, not a request: one that begins before the cut knows the configuration already.
  await untilDone();
  expect(sent(/^(PATCH|POST)/)).toEqual([]);
  expect(await likes()).toEqual(before);
  // It waits for its owner.
  await scene.device.signIn(scene.person);
  await expect.poll(likes, { timeout: 20_000 }).toHaveLength(before.length + 1);
});

test("nothing after a sign-out that discarded it, and nothing comes back", async () => {
  const before = await likes();
  await likeAndLeave(titles[5], async (page) => {
    await pressLogout(page);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL("**/login*", { timeout: 20_000 });
  });
  scene.line.set("open");
  await untilDone();
  expect(sent(/^PATCH/)).toEqual([]);
  expect(await likes()).toEqual(before);
  const names = await scene.device.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(names.filter((name) => name?.startsWith("offbeat-account-"))).toEqual([]);
});

// The last one: what is left unsent makes the browser wait before it wakes the worker again.
test("a like of a song that is gone: once, and told by the next page", async () => {
  await scene.device.signIn(scene.person);
  const before = await likes();
  await likeAndLeave(titles[3]);
  const gone = { status: 404, title: "Gone", code: "not-found" };
  scene.line.mishap({
    request: /^PATCH/,
    fate: {
      status: 404,
      body: JSON.stringify(gone),
      headers: { "content-type": "application/problem+json" },
    },
  });
  scene.line.set("open");
  await expect.poll(() => sent(/^PATCH/).length, { timeout: 30_000 }).toBe(1);
  const page = (scene.device.page = await scene.device.tab("/changes"));
  await page.getByRole("main").getByText("1 change waiting").waitFor();
  expect(sent(/^PATCH/), "not again before its time").toHaveLength(1);
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText(`${titles[3]} is gone: it was deleted or made private`).waitFor();
  await page.getByRole("main").getByText("All changes saved").waitFor();
  scene.line.heal();
  expect(await likes()).toEqual(before);
});

/** Until the browser holds nothing to be sent any more: as long as one event tries (90 s). */
async function untilDone(): Promise<void> {
  const came = () => scene.line.requests.map(({ what }) => what).join(", ");
  await expect
    .poll(isDone, { timeout: 90_000, interval: 500 })
    .toBe(true)
    .catch(() => {
      throw new Error(`The browser still holds what is unsent. Requests that came: ${came()}`);
    });
}

/** Asked in a page without the app. */
async function isDone(): Promise<boolean> {
  const page = (scene.device.page = await scene.device.tab("/healthz"));
  const isHeld = await page.evaluate(isHandedOver);
  if (isHeld) await page.close();
  return !isHeld;
}

async function forgetSignIn(): Promise<void> {
  const opening = indexedDB.open("firebaseLocalStorageDb");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const transaction = opening.result.transaction("firebaseLocalStorage", "readwrite");
  transaction.objectStore("firebaseLocalStorage").clear();
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  opening.result.close();
}
