/** Finds a Chromium on this machine and starts it for tests. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const apps = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

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

/** `CHROMIUM_PATH`, else what is installed, else Playwright's own download. Undefined: there is none. */
export function findChromium(): string | undefined {
  const set = process.env["CHROMIUM_PATH"];
  if (set !== undefined) return set;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...installed, ...apps, chromium.executablePath()].find((path) => existsSync(path));
}

/** @throws Error with what to do when there is no Chromium */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args });
}

/** A browser with a profile on disk: closed and opened again it is the same device. */
export async function openProfile(
  folder: string,
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: requireChromium(),
    args,
  });
  const [page = await context.newPage()] = context.pages();
  return { context, page, faults: watchFaults(page) };
}

/** Console errors, exceptions and breaches of the content security policy; calls that fail are no fault of the page. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${error.name}: ${error.message}`));
  page.on("console", (message) => {
    const isFailedCall = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isFailedCall) faults.push(message.text());
  });
  return faults;
}

function requireChromium(): string {
  const path = findChromium();
  if (path !== undefined) return path;
  throw new Error(
    "No Chromium found: install one, set CHROMIUM_PATH, or run `npx playwright-core install chromium`",
  );
}
