/** Starts the Chromium of this machine for tests. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { noteCalls, noteCallsOf } from "./made-calls.ts";
import { findBrowser } from "./programs.mjs";

const args = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
];

/**
 * @param more arguments of its start
 * @throws Error with what to do when there is no Chromium
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return noteCallsOf(await chromium.launch({ executablePath: requireChromium(), args: [...args, ...more] }));
}

/** A browser with a profile on disk: closed and opened again it is the same device. */
export async function openProfile(folder: string): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: requireChromium(),
    args,
  });
  noteCalls(context);
  const [page = await context.newPage()] = context.pages();
  return { context, page, faults: watchFaults(page) };
}

/** Waits for the step back of a dialog that closes: it would abort a navigation of the test that begins before. */
export async function dialogsLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => !("dialog" in ((history.state as object | null) ?? {})));
}

/** Waits until a menu that was opened by a key is open: only then its first entry gets the focus, wherever it is by then. */
export const menuOpened = (page: Page): Promise<void> =>
  page.getByRole("menu").locator("[role^=menuitem]:focus").waitFor();

/** Console errors, exceptions and breaches of the content security policy; calls that fail are no fault of the page. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${error.name}: ${error.message}`));
  page.on("console", (message) => {
    const isFailedCall = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isFailedCall) faults.push(message.text());
  });
  return faults;
}

function requireChromium(): string {
  const path = findBrowser();
  if (path !== undefined) return path;
  throw new Error("No Chromium found: install one, set CHROMIUM_PATH, or run `npx playwright-core install chromium`");
}
