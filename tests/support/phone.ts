/** A phone: a browser profile on disk in which one person uses the built app, over a line that a test goes wrong on. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { openProfile } from "./browser.ts";
import type { Person } from "./person.ts";
import { signInByForm } from "./visit.ts";

export interface Device {
  /** The browser's profile on disk. */
  profile: string;
  context: BrowserContext;
  /** The tab that the device opens with. */
  page: Page;
  /** Everything that went wrong in any tab; calls that failed are no fault of the page. */
  faults: string[];
  /** Another tab, at a path. */
  tab(path: string): Promise<Page>;
  /** Signs in by the form. */
  enter(person: Person): Promise<void>;
  /** The same, and waits until the app can be used offline. */
  signIn(person: Person): Promise<void>;
  /** Ends the browser; the profile stays. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function openDevice(url: string): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), "offbeat-profile-"));
  const device: Device = {
    profile,
    ...(await openProfile(profile)),
    async tab(path) {
      const tab = await device.context.newPage();
      await tab.goto(url + path);
      return tab;
    },
    async enter(person) {
      await device.page.goto(`${url}/login`);
      await signInByForm(device.page, person);
    },
    async signIn(person) {
      await device.enter(person);
      await device.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    },
    async restart() {
      await device.context.close();
      const opened = await openProfile(profile);
      Object.assign(device, opened, { faults: [...device.faults, ...opened.faults] });
    },
    async remove() {
      await device.context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
  return device;
}

/** The heart of a song, liked or not. */
export const heart = (page: Page, title: string) =>
  page
    .getByRole("button", { name: `Like ${title}`, exact: true })
    .filter({ visible: true })
    .first();

export const isLiked = (page: Page, title: string) =>
  heart(page, title)
    .getAttribute("aria-pressed")
    .then((pressed) => pressed === "true");

/** Says to the page what a browser says when it believes to be back online: it tries at once instead of in a while. */
export const hintOnline = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event("online")));

/** Waits until nothing waits any more, without the pauses that the app makes between its tries. */
export async function saved(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await hintOnline(page);
        return page.getByText("All changes saved").isVisible();
      },
      // After answers that refuse, the app's pauses double: four of them.
      { timeout: 30_000, interval: 250 },
    )
    .toBe(true);
}

/** As an hour later: the token that the firebase package stored has run out. */
export const expireToken = (page: Page) => page.evaluate(letTokenExpire);

function letTokenExpire(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("firebaseLocalStorageDb");
    opening.onerror = () => reject(new Error("The provider's storage could not be opened"));
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("firebaseLocalStorage", "readwrite");
      const table = transaction.objectStore("firebaseLocalStorage");
      const reading = table.getAll() as IDBRequest<{ value: { stsTokenManager?: { expirationTime: number } } }[]>; // as the package stores its user
      reading.onsuccess = () => {
        for (const row of reading.result) {
          if (row.value.stsTokenManager === undefined) continue;
          row.value.stsTokenManager.expirationTime = Date.now() - 1_000;
          table.put(row);
        }
      };
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}
