/**
 * Initial JavaScript of /login, brotli, against a bare React form built by the same tool in the same run (specification
 * 21). What counts is what a browser asks for before the form is touched.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { ensureBuilt, root } from "../../scripts/setup.mjs";
import { buildBareForm } from "../support/bare-form.mjs";
import { findBrowser } from "../support/programs.mjs";

/** Bytes, brotli, of the scripts that a page loads until it is quiet. */
async function scriptsOf(folder, path, browser) {
  const server = createServer(async (request, response) => {
    const file = request.url?.includes(".") ? (request.url.split("?")[0] ?? "") : "/index.html";
    const type = file.endsWith(".js") ? "text/javascript" : file.endsWith(".css") ? "text/css" : "text/html";
    const body = await readFile(join(folder, file)).catch(() => undefined);
    response.writeHead(body ? 200 : 404, { "content-type": type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const sizes = new Map();
  page.on("response", async (response) => {
    const url = new URL(response.url());
    if (!url.pathname.endsWith(".js") || !response.ok()) return;
    sizes.set(url.pathname, brotliCompressSync(await response.body()).length);
  });
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
  await context.close();
  server.close();
  return sizes;
}

await ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "offbeat-floor-"));
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
try {
  const floor = await scriptsOf(await buildBareForm(folder), "/", browser);
  const ours = await scriptsOf(join(root, "dist", "app"), "/login", browser);
  const sum = (sizes) => [...sizes.values()].reduce((total, size) => total + size, 0);
  for (const [path, size] of ours) console.log(`${String(size).padStart(8)}  ${path}`);
  const ratio = sum(ours) / sum(floor);
  console.log(`first load: ${sum(ours)} B, bare React form: ${sum(floor)} B, ratio ${ratio.toFixed(2)} (reach 1.60)`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
