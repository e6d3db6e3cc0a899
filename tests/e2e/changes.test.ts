/** The chip that says whether all is saved, and the screen behind it (specification 3.17.2, 17.33). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { heart, hintOnline } from "../support/phone.ts";
import { openFixture, type Fixture, songTitles } from "../support/fixture.ts";
import { pressLogout } from "../support/visit.ts";

let scene: Fixture;
let titles: string[];

beforeAll(async () => {
  scene = await openFixture();
  titles = await songTitles(scene.device.page);
});
afterAll(() => scene?.close());

const refusal = {
  status: 409,
  body: JSON.stringify({ status: 409, title: "Nobody may like this today", code: "not-today" }),
  headers: { "content-type": "application/problem+json" },
};

const goHome = () => scene.device.page.getByRole("link", { name: "Home", exact: true }).click();

const like = (title: string | undefined) => heart(scene.device.page, title ?? "").click();

const openChanges = (chip: string) => scene.device.page.getByRole("status").getByRole("link", { name: chip }).click();

// 3.7.4, 9.4
test("what waits is listed, and goes as it is sent", async () => {
  const { line, device } = scene;
  const { page } = device;
  line.set("cut");
  await like(titles[0]);
  await like(titles[1]);
  await openChanges("2 changes waiting");
  await page.getByRole("heading", { level: 1, name: "Changes" }).waitFor();
  const list = page.getByRole("list", { name: "Waiting changes" });
  await expect
    .poll(() => list.getByRole("listitem").allTextContents())
    .toEqual([expect.stringContaining(`Like ${titles[0]}`), expect.stringContaining(`Like ${titles[1]}`)]);
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText("Still offline. We'll send it when you're back.").waitFor();
  const failed = page.waitForEvent("requestfailed", (request) => /\/songs\?ids=/.test(request.url()));
  await page.goto(`${line.url}/favorites`);
  await page.getByText("2 songs").waitFor();
  await heart(page, titles[1] ?? "").waitFor();
  // By then a list that lacks songs says so.
  await failed;
  await page.waitForTimeout(500);
  expect(await page.getByText("Some songs are missing here").count()).toBe(0);
  await page.goBack();
  // The app tries by itself, too: it gets no answer before the press, or nothing may be left to send.
  let press = () => {};
  line.mishap({ request: /^PATCH /, until: new Promise<void>((resolve) => (press = resolve)) });
  line.set("open");
  await page.getByRole("button", { name: "Send now" }).click();
  press();
  await page.getByRole("main").getByText("All changes saved").waitFor();
  line.heal();
  expect(await scene.person.likes()).toHaveLength(2);
});

// 9.4
test("what the server refused is told once, with its reason, and tried again when asked", async () => {
  const { line, device } = scene;
  const { page } = device;
  line.mishap({ request: /^PATCH \/api\/songs\/like/, fate: refusal });
  await goHome();
  await like(titles[2]);
  await page.getByText("Something went wrong! Try again").waitFor();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: `Like ${titles[2]}` });
  await row.getByText("Nobody may like this today").waitFor();
  await page.reload();
  await row.waitFor();
  expect(await page.getByText("Something went wrong! Try again").count()).toBe(0);

  line.heal();
  await page.getByRole("button", { name: `Retry: Like ${titles[2]}` }).click();
  await page.getByRole("main").getByText("All changes saved").waitFor();
  expect(await scene.person.likes()).toHaveLength(3);
});

test("what the server refused is given up when asked, and the screen shows what the server has", async () => {
  const { line, device } = scene;
  const { page } = device;
  line.mishap({ request: /^PATCH \/api\/songs\/like/, fate: refusal });
  await goHome();
  await like(titles[3]);
  await like(titles[4]);
  // One toast for both, and gone before the next step.
  const told = page.getByText("Something went wrong! Try again");
  await expect.poll(() => told.count()).toBe(1);
  await openChanges("Needs attention");
  const refused = page.getByRole("list", { name: "Needs attention" }).getByRole("listitem");
  await expect.poll(() => refused.count()).toBe(2);
  await told.waitFor({ state: "hidden" });
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: `Discard: Like ${titles[3]}` }).press("Enter");
  await expect.poll(() => refused.count()).toBe(1);
  // The focus went neither to the top of the page nor away.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  await page.getByText("1 change discarded").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => refused.count()).toBe(2);
  expect(await told.count()).toBe(0);
  await page.getByRole("button", { name: `Discard: Like ${titles[3]}` }).click();
  await expect.poll(() => refused.count()).toBe(1);
  await page.getByRole("button", { name: `Discard: Like ${titles[4]}` }).click();
  await page.getByRole("main").getByText("All changes saved").waitFor();
  line.heal();
  await goHome();
  await expect.poll(() => heart(page, titles[3] ?? "").getAttribute("aria-pressed")).toBe("false");
  expect(await scene.person.likes()).toHaveLength(3);
});

// 20.11
test("on a phone a refused change is as low as its words", async () => {
  const { line, device } = scene;
  const { page } = device;
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  line.mishap({ request: /^PATCH \/api\/songs\/like/, fate: refusal });
  await goHome();
  await like(titles[4]);
  await openChanges("Needs attention");
  const row = page.getByRole("list", { name: "Needs attention" }).getByRole("listitem");
  await row.waitFor();
  // The buttons have only their icons, and stand beside the words.
  expect((await row.boundingBox())?.height).toBeLessThan(64);
  await row.getByRole("button", { name: `Discard: Like ${titles[4]}` }).press("Enter");
  await row.waitFor({ state: "hidden" });
  line.heal();
  if (wide !== null) await page.setViewportSize(wide);
});

test("a change of a newer version is set aside, and counted", async () => {
  const { page } = scene.device;
  await queue([{ kind: "dance" }]);
  await page.goto(`${scene.line.url}/changes`);
  await page.getByText("1 change waiting").waitFor();
  await page.getByText("Can't read 1 change").waitFor();
  await page.getByRole("button", { name: /^Discard/ }).click();
  await page.getByRole("main").getByText("All changes saved").waitFor();
  expect(await page.getByRole("listitem").count()).toBe(0);
});

test("plays wait without a word, but a sign-out loses none unasked", async () => {
  const { line, device } = scene;
  const { page } = device;
  line.set("cut");
  const playedAt = new Date().toISOString();
  const songs = [1, 2, 3].map((digit) => `01900000-0000-7000-8000-00000000000${digit}`);
  await queue(songs.map((songId) => ({ kind: "play", songId, playedAt })));
  await page.goto(`${line.url}/changes`);
  await page.getByText("3 plays to count").waitFor();
  await page.getByRole("main").getByText("All changes saved").waitFor();
  await page.getByTitle("Offline · All changes saved").waitFor({ timeout: 20_000 });
  await pressLogout(page);
  const question = page.getByRole("dialog", { name: "Log out with unsent plays?" });
  await question.getByText("3 plays have not reached the server yet.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  // A network that hangs keeps nobody in the question, and what is sent in the end signs nobody out.
  line.set("hang");
  await pressLogout(page);
  await question.getByRole("button", { name: "Send now" }).click();
  await question.locator("[aria-busy=true]").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  // Of songs that are gone: done, as soon as the server says so.
  line.set("open");
  await hintOnline(page);
  await expect.poll(() => page.getByText("3 plays to count").count(), { timeout: 20_000 }).toBe(0);
  await page.getByRole("button", { name: "Account menu" }).waitFor();
});

// 17.37
test("a sign-out whose page is closed before it is over is finished by the next one", async () => {
  const { line, device, person } = scene;
  const { page, context } = device;
  await queue([{ kind: "follow-user", userId: person.uid, followed: true }]);
  const other = await context.newPage();
  // Not the app, which would leave with the account.
  await other.goto(`${line.url}/api/songs`);
  // Another page's turn, which the sign-out waits for.
  await other.evaluate(() => void navigator.locks.request("offbeat-sign-outs", () => new Promise(() => {})));
  line.set("cut");
  await pressLogout(page);
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  await page.close();
  const left = () =>
    other.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith("offbeat-account")));
  expect(await left()).toHaveLength(1);
  await other.goto(`${line.url}/login`);
  await expect.poll(left).toEqual([]);
  await expect.poll(() => other.evaluate(() => localStorage.getItem("offbeat.sign-outs"))).toBeNull();
  line.set("open");
});

/** Puts changes into the device's queue, behind the app. */
async function queue(operations: readonly object[]): Promise<void> {
  const { device, person } = scene;
  await device.page.evaluate(
    async ([uid, all]) => {
      const opening = indexedDB.open(`offbeat-account-${uid}`);
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      const transaction = db.transaction("outbox", "readwrite");
      for (const operation of all)
        transaction.objectStore("outbox").add({
          id: crypto.randomUUID(),
          uid,
          target: crypto.randomUUID(),
          operation,
          version: 1,
          state: "waiting",
          attempts: 0,
          notBefore: 0,
        });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      db.close();
    },
    [person.uid, operations] as const,
  );
}

test("nothing went wrong in the page meanwhile", () => {
  expect(scene.device.faults).toEqual([]);
});
