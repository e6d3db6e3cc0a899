/** Notes which calls the pages of the browser tests make; `tests/calls.mjs` compares them with the contract. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";

const folder = new URL("../../test-results/", import.meta.url).pathname;
const noted = new Set<string>();

export function noteCalls(context: BrowserContext): void {
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const line = `${request.method()} ${pathname}\n`;
    if (!/^\/(api|statistics)\//.test(pathname) || noted.has(line)) return;
    noted.add(line);
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, "calls.txt"), line);
  });
}

/** Notes the calls of all contexts that this browser will open. */
export function noteCallsOf(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    noteCalls(context);
    return context;
  };
  return browser;
}
