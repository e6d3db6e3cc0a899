/**
 * The first paint on a slow phone (slow 4G, processor at a quarter): login and the home of a returning member, beside a
 * bare React form, interleaved, medians of five (specification 21). Blocking is counted by the processor's time.
 * `PICTURES=folder` keeps what the screen showed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ensureBuilt } from "../../scripts/setup.mjs";
import { findBrowser } from "../support/programs.mjs";
import { serveBareForm, signInToPage } from "./pages.mjs";
import { listed, median, startServer, stopServer } from "./server-process.mjs";
import { recordTasks } from "./tasks.mjs";

const port = 4894;
const url = `http://localhost:${port}`;
const rounds = 5;
/** What the usual audits of pages take for a phone on a slow 4G. */
const line = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 };
const pictures = process.env.PICTURES;

/** Runs in the page, before anything of it. */
function observe() {
  const seen = { paint: 0, moved: 0 };
  window.firstPaint = seen;
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch("largest-contentful-paint", ({ startTime }) => (seen.paint = startTime));
  watch("layout-shift", ({ value }) => (seen.moved += value));
}

/** Returns a wait for half a second without a request under way; the change stream never ends. */
function watchNetwork(page) {
  const open = new Set();
  let last = performance.now();
  const note = (request, isOpen) => {
    if (request.url().includes("/api/changes?")) return;
    open[isOpen ? "add" : "delete"](request);
    last = performance.now();
  };
  page.on("request", (request) => note(request, true));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => note(request, false));
  return async () => {
    while (open.size > 0 || performance.now() - last < 500) await page.waitForTimeout(50);
  };
}

/** Milliseconds to the largest paint, milliseconds of blocking, and how far things moved. */
async function measure(context, address, name) {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...line });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const frames = [];
  if (pictures) {
    session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      frames.push({ at: metadata.timestamp, data });
      session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
    });
    await session.send("Page.startScreencast", { format: "png", maxWidth: 390 });
  }
  const end = await recordTasks(page, session);
  const began = Date.now() / 1000;
  const quiet = watchNetwork(page);
  await page.goto(address);
  await quiet();
  await page.waitForTimeout(3_000);
  const seen = await page.evaluate(() => window.firstPaint);
  const tasks = await end();
  seen.blocked = tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0);
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    for (const { at, data } of frames) {
      const file = `${name}-${String(Math.round((at - began) * 1000)).padStart(5, "0")}.png`;
      writeFileSync(join(pictures, file), Buffer.from(data, "base64"));
    }
  }
  await page.close();
  return seen;
}

await ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "offbeat-paint-"));
const server = await startServer(port, {
  DATA_DIR: join(folder, "data"),
  DEMO: "1",
  PUBLIC_URL: url,
});
const floor = await serveBareForm(mkdtempSync(join(folder, "floor-")));
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
const phone = { viewport: { width: 390, height: 844 } };

/** A context in which somebody is signed in; with the worker, once it has everything. */
async function member(serviceWorkers) {
  const context = await browser.newContext({ ...phone, serviceWorkers });
  const page = await context.newPage();
  await signInToPage(page, url);
  if (serviceWorkers === "allow") await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .waitFor();
  const state = await context.storageState({ indexedDB: true });
  await page.close();
  return { context, state };
}

try {
  const withWorker = await member("allow");
  const { context: helper, state } = await member("block");
  await helper.close();
  // As the page leaves them where somebody has chosen a theme.
  const stored = {
    cookies: [{ name: "offbeat-stored", value: "dark", domain: "localhost", path: "/" }],
    origins: [{ origin: url, localStorage: [{ name: "offbeat.theme", value: "dark" }] }],
  };
  const fresh = async (address, name, storageState) => {
    const context = await browser.newContext({ ...phone, serviceWorkers: "block", storageState });
    const seen = await measure(context, address, name);
    await context.close();
    return seen;
  };
  const results = { floor: [], login: [], "login in a chosen theme": [], home: [], "home with the worker": [] };
  for (let round = 0; round < rounds; round += 1) {
    results.floor.push(await fresh(floor.address, `floor-${round}`));
    results.login.push(await fresh(`${url}/login`, `login-${round}`));
    results["login in a chosen theme"].push(await fresh(`${url}/login`, `stored-${round}`, stored));
    results.home.push(await fresh(`${url}/home-page`, `home-${round}`, state));
    results["home with the worker"].push(await measure(withWorker.context, `${url}/home-page`, `worker-${round}`));
  }
  const base = median(results.floor.map(({ paint }) => paint));
  for (const [name, seen] of Object.entries(results)) {
    const paints = seen.map(({ paint }) => paint);
    console.log(`${name}: largest paint ${listed(paints, "ms")}, ${(median(paints) / base).toFixed(2)} x the floor`);
    console.log(
      `  blocked ${listed(
        seen.map(({ blocked }) => blocked),
        "ms",
      )}, moved ${listed(
        seen.map(({ moved }) => moved),
        "",
        3,
      )}`,
    );
  }
} finally {
  await browser.close();
  floor.server.close();
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}
