/** What a visitor gets before, and while, the app is on its way (specification 21.1). */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buildBareForm } from "../support/bare-form.mjs";
import { launchBrowser, watchFaults } from "../support/browser.ts";
import { type Offbeat, startOffbeat } from "../support/offbeat.ts";

let server: Offbeat;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startOffbeat(), launchBrowser()]);
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await page.context().close();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** A page of a new visitor. */
async function visit(): Promise<Page> {
  page = await (await browser.newContext()).newPage();
  faults = watchFaults(page);
  return page;
}

test("the login waits for at most 1.6 times the script of a bare React form", async () => {
  const scripts: Promise<Buffer>[] = [];
  await visit();
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response.body());
  });
  await page.goto(`${server.url}/login`, { waitUntil: "networkidle" });
  const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).length);
  expect(sizes.length).toBeGreaterThan(1);
  const ours = sizes.reduce((sum, size) => sum + size, 0);
  expect(ours / (await bareFormBytes())).toBeLessThan(1.6);
});

async function bareFormBytes(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "offbeat-floor-"));
  try {
    const assets = join(await buildBareForm(folder), "assets");
    const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
    const bytes = await Promise.all(scripts.map((name) => readFile(join(assets, name))));
    return brotliCompressSync(Buffer.concat(bytes)).length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
