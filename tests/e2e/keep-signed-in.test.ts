/** Sign-ins that do not outlive the browser or the page: nothing of them is left (specification 2.17 to 2.20). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { everythingStored } from "../support/everything-stored.ts";
import { type FaultProxy, openFaultProxy } from "../support/fault-proxy.ts";
import { songTitles } from "../support/fixture.ts";
import { createPerson, type Person } from "../support/person.ts";
import { type Device, heart, isLiked, openDevice, saved } from "../support/phone.ts";
import { freePort } from "../support/process.ts";
import { pressLogout } from "../support/visit.ts";

const patience = { timeout: 20_000 };

let server: AppProcess;
let line: FaultProxy;
let person: Person;
let device: Device;
let page: Page;
/** Liked on the server, and then without a network. */
let sent: string;
let unsent: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startApp({ PUBLIC_URL: `http://localhost:${port}` });
  line = await openFaultProxy(port, () => Number(new URL(server.url).port));
  person = await createPerson(server.url);
  device = await openDevice(line.url);
  ({ page } = device);
});
afterAll(async () => {
  await device?.remove();
  await line?.close();
  await server?.remove();
});

async function enter(choice: string): Promise<void> {
  await page.goto(`${line.url}/login`);
  await page.getByLabel("Keep me signed in").selectOption({ label: choice });
  await page.getByText("Nothing stays on this device.").waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function likeWithoutNetwork(): Promise<void> {
  line.set("cut");
  await heart(page, unsent).click();
  await page.getByText("1 change waiting").waitFor();
}

/** By name alone: opening one that is being deleted would make it anew. */
const volatileDatabases = () =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = "" }) => name);
    return names.filter((name) => name.startsWith("offbeat-volatile-"));
  });

async function expectNothingLeft(): Promise<void> {
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await expect.poll(volatileDatabases, patience).toEqual([]);
  const { texts, caches, accounts, records } = await page.evaluate(everythingStored);
  for (const canary of [sent, unsent, person.email, person.uid, "Quill"])
    expect(texts.filter((text) => text.includes(canary))).toEqual([]);
  expect({ caches, accounts, records }).toEqual({ caches: [], accounts: [], records: [] });
}

test("until the browser closes: nothing of the account is stored outside the tab", async () => {
  await enter("Until the browser closes");
  [sent = "", unsent = ""] = await songTitles(page);
  await heart(page, sent).click();
  await expect.poll(async () => (await person.likes()).length, patience).toBe(1);
  await page.goto(`${line.url}/favorites`);
  await page.getByText("1 song", { exact: true }).waitFor();
  const user = await page.evaluate(() => [localStorage.getItem("user"), sessionStorage.getItem("user")] as const);
  expect(user[0]).toBeNull();
  expect(Object.keys(JSON.parse(user[1] ?? "{}")).toSorted()).toEqual(["email", "firstName", "lastName", "uid"]);
  const volatile = await volatileDatabases();
  const { texts, caches, accounts, records } = await page.evaluate(everythingStored);
  expect({ caches, accounts }).toEqual({ caches: [], accounts: [] });
  expect([volatile.length, records]).toEqual([1, volatile]);
  const elsewhere = texts.filter((text) => !/^(sessionStorage|localStorage|offbeat-volatile)/.test(text));
  for (const canary of [sent, person.email, person.uid, "Quill"])
    expect(elsewhere.filter((text) => text.includes(canary))).toEqual([]);
  await page.reload();
  await heart(page, sent).waitFor();
});

// 2.36
test("another tab is a visitor's, and leaves the database of the first one alone", async () => {
  const tab = await device.tab("/home-page");
  await tab.getByRole("heading", { name: "Log in" }).waitFor();
  await tab.close();
  expect(await volatileDatabases()).toHaveLength(1);
});

test("leaving with unsent changes warns, and a sign-out cannot keep them", async () => {
  await page.goto(`${line.url}/home-page`);
  await heart(page, unsent).waitFor();
  await likeWithoutNetwork();
  const warned = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
  await pressLogout(page);
  const question = page.getByRole("dialog", { name: "Log out with unsent changes?" });
  await question.getByRole("button", { name: "Discard" }).waitFor();
  expect(await question.getByRole("button", { name: "Keep for my next sign-in" }).count()).toBe(0);
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  line.set("open");
  await saved(page);
  expect(await person.likes()).toHaveLength(2);
});

// 2.35
test("a sign-out ends it in the tab's duplicate, too, and nothing is left", async () => {
  const opened = device.context.waitForEvent("page");
  await page.evaluate(() => void window.open("/home-page"));
  const duplicate = await opened;
  await expect.poll(() => isLiked(duplicate, sent), patience).toBe(true);
  await pressLogout(page);
  await page.waitForURL("**/login*");
  await duplicate.waitForURL("**/login*");
  await duplicate.close();
  await expectNothingLeft();
});

test("a browser that was closed keeps nothing for the next person, unsent changes included", async () => {
  await person.setLiked(unsent, false);
  await enter("Until the browser closes");
  await expect.poll(() => isLiked(page, unsent), patience).toBe(false);
  await likeWithoutNetwork();
  await device.restart();
  ({ page } = device);
  line.set("open");
  await page.goto(`${line.url}/home-page`);
  await expectNothingLeft();
  expect(await person.likes()).toHaveLength(1);
});

test("until the page closes: a reload is a visitor's", async () => {
  await enter("Until this page closes");
  await expect.poll(() => isLiked(page, sent), patience).toBe(true);
  await page.reload();
  await expectNothingLeft();
  expect(device.faults).toEqual([]);
});
