/** The built app and a browser in which somebody looks around: what tests of look, feel and access begin with. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { memberPaths } from "../../contract/screens.ts";
import library from "../../server/demo/library.json" with { type: "json" };
import { type AppProcess, startApp } from "./app-process.ts";
import { dialogsLeft, launchBrowser } from "./browser.ts";

export interface Visit {
  server: AppProcess;
  browser: Browser;
  context: BrowserContext;
  page: Page;
  close(): Promise<void>;
}

/** Whose demo library has songs and playlists of her own. */
export const artist = library.accounts.find((account) => account.artist) ?? { email: "", password: "" };

/**
 * Nothing moves on the page, and nobody is signed in.
 * @param args for the start of the browser, where a page cannot set it
 */
export async function openVisit(options: BrowserContextOptions, args: readonly string[] = []): Promise<Visit> {
  const [server, browser] = await Promise.all([startApp(), launchBrowser(args)]);
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  return {
    server,
    browser,
    context,
    page: await context.newPage(),
    async close() {
      await browser.close();
      await server.remove();
    },
  };
}

/** By the form of `/login`, where the page is. */
export async function signInByForm(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
}

/** Waits until the screen has this heading, or any; its lists may come later. */
export async function openScreen(page: Page, url: string, heading: string | RegExp = /\S/): Promise<void> {
  await dialogsLeft(page);
  await page.goto(url);
  // What stands in for a name until it is there has none.
  await page.getByRole("heading", { name: heading }).first().waitFor({ state: "attached" });
}

/** The paths of all screens of a member; where one is about an item, of an item. */
export async function memberScreens(page: Page, url: string): Promise<string[]> {
  const items = new Map<string, string>();
  const find = async (kind: string) => {
    const href = await page.locator(`main a[href^="${kind}/"]`).first().getAttribute("href");
    items.set(kind, href ?? "");
    await openScreen(page, url + href);
  };
  await openScreen(page, `${url}/playlists`);
  await find("/playlist");
  await find("/playlist-user");
  return memberPaths.map((path) => items.get(path) ?? path);
}

export const playerOf = (page: Page) => page.getByRole("region", { name: "Player" });

/** Plays the first song of the screen. */
export const playFirst = (page: Page): Promise<void> =>
  page
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .press("Enter");

/** In the account menu; where something waits, a question follows. */
export async function pressLogout(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
}

/** Of the songs that the screen of a playlist shows, in its order. */
export const titlesOfPlaylist = (page: Page): Promise<string[]> =>
  page
    .getByRole("list", { name: "Songs of this playlist" })
    .getByRole("button", { name: /^Play / })
    .evaluateAll((all) => all.map((one) => (one.getAttribute("aria-label") ?? "").replace("Play ", "")));
