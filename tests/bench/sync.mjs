/**
 * What the sync core costs the page with 10,000 favourites: one like at 4x CPU throttle, and 2,000 queued changes that
 * are sent, as the machine is and at 4x (specification 21.7). Songs are not downloaded here, so that the figures are those
 * of the changes. A task is measured by the clock: on a busy machine it takes the time of other programs along.
 * `--data folder` takes a folder of an earlier run, which is kept, instead of seeding a new one.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { ensureBuilt, root } from "../../scripts/setup.mjs";
import { findBrowser } from "../support/programs.mjs";
import { likeAll, publicSongs } from "./favourites-library.mjs";
import { callsOf, median, signIn, startServer, stopServer } from "./server-process.mjs";

const serverPort = 4_895;
const linePort = 4_896;
const url = `http://localhost:${linePort}`;
const favourites = 10_000;
const queued = 2_000;
const rounds = 5;
const drains = 3;
const slowRate = 4;
const longestTaskMs = 50;
const longestDrainMs = 60_000;
const { values: options } = parseArgs({ options: { data: { type: "string" } } });

/** A seeded library; answers somebody of it. */
function seed(folder) {
  const known = join(folder, "listener.json");
  if (existsSync(known)) return JSON.parse(readFileSync(known, "utf8"));
  // Some of them are private.
  const args = ["seed", "--songs", String(favourites * 1.3), "--users", "10", "--playlists", "20"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "dist/server/admin.js"), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Seeding failed: ${stderr}`);
  const [, email, password] = /^ +(\S+@\S+) +(\S+) +\(/m.exec(stdout);
  writeFileSync(known, JSON.stringify({ email, password }));
  return { email, password };
}

/** Likes public songs until there are enough favourites; answers their ids. */
async function likeMany(server, { token, uid }) {
  const call = callsOf(server, token);
  const liked = async () => (await call(`users/myFavoriteSongs/${uid}?fields=ids`)).data;
  const already = new Set(await liked());
  const more = [];
  for await (const { _id } of publicSongs(call)) {
    if (already.size + more.length >= favourites) break;
    if (!already.has(_id)) more.push(_id);
  }
  await likeAll(call, more);
  return liked();
}

async function openPage(browser, { email, password }) {
  // Without the worker nothing is downloaded, and nobody else sends the changes.
  const context = await browser.newContext({ serviceWorkers: "block" });
  await context.addInitScript(watchTasks);
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  await heartsOf(page).first().waitFor();
  return page;
}

/** In the page: notes every task over 50 ms, and when which heart changed. */
function watchTasks() {
  window.longTasks = [];
  const note = (list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
  };
  new PerformanceObserver(note).observe({ type: "longtask" });
  addEventListener("pointerdown", () => (window.tappedAt = performance.now()), true);
  const onChange = () => (window.shownAt = performance.now());
  new MutationObserver(onChange).observe(document, {
    subtree: true,
    attributeFilter: ["aria-pressed"],
  });
}

const heartsOf = (page) => page.getByRole("main").getByRole("button", { name: /^Like / });

/** Waits until there was no long task for two seconds, at most half a minute. */
async function quiet(page, ms = 2_000) {
  const deadline = performance.now() + 30_000;
  for (let count = -1; performance.now() < deadline;) {
    const now = await page.evaluate(() => window.longTasks.length);
    if (now === count) return;
    count = now;
    await page.waitForTimeout(ms);
  }
}

const takeTasks = (page) => page.evaluate(() => window.longTasks.splice(0).map(({ duration }) => duration));

const longest = (tasks) => Math.max(0, ...tasks);

/**
 * Milliseconds to the shown heart, and the tasks over 50 ms from the tap until all is quiet. Everything that the driver
 * of the browser does in the page beside the tap itself happens before or after, or its tasks would be counted.
 */
async function likeOne(page, heart) {
  // Home's sections come in turns, and move what is below them.
  await heart.scrollIntoViewIfNeeded();
  await quiet(page);
  const box = await heart.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await takeTasks(page);
  await page.mouse.move(x, y);
  await page.waitForTimeout(200);
  await page.mouse.click(x, y, { delay: 80 });
  await page.waitForTimeout(3_000);
  await quiet(page);
  const shown = await page.evaluate(() => window.shownAt - window.tappedAt);
  if (!(shown > 0)) throw new Error("The tap changed no heart");
  return { shown, tasks: await takeTasks(page) };
}

/** Returns a function that makes the page as fast as it was. */
async function slowDown(page, rate) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  return () => cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
}

async function measureLikes(page) {
  const hearts = (await heartsOf(page).elementHandles()).slice(0, rounds);
  const speedUp = await slowDown(page, slowRate);
  const likes = [];
  for (const heart of hearts) likes.push(await likeOne(page, heart));
  await speedUp();
  return likes;
}

/** In the page: writes likes or unlikes as they stand in the table when they were made without a network. */
async function writeRows({ uid, ids, liked }) {
  const opening = indexedDB.open(`offbeat-account-${uid}`);
  const db = await new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = db.transaction("outbox", "readwrite");
  const table = transaction.objectStore("outbox");
  for (const songId of ids)
    table.add({
      id: crypto.randomUUID(),
      uid,
      target: `like:${songId}`,
      operation: { kind: "like", songId, liked },
      version: 1,
      state: "waiting",
      attempts: 0,
      notBefore: 0,
    });
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  db.close();
}

/** Milliseconds until all is sent, and the tasks over 50 ms meanwhile. */
async function drainMany(page, line, change, rate = 1) {
  await quiet(page);
  line.mishap({ request: /^PATCH /, fate: "cut" });
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(writeRows, change);
  await page.goto(`${url}/home-page`);
  await page.getByText(/changes waiting/).waitFor();
  await heartsOf(page).first().waitFor();
  await page.waitForTimeout(3_000);
  await quiet(page);
  await takeTasks(page);
  const speedUp = await slowDown(page, rate);
  line.heal();
  const began = performance.now();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("All changes saved").waitFor({ state: "attached", timeout: 4 * longestDrainMs });
  const took = performance.now() - began;
  await page.waitForTimeout(2_000);
  await quiet(page);
  await speedUp();
  return { took, tasks: await takeTasks(page) };
}

let missed = false;
const row = (...cells) => console.log(cells.map((cell, at) => cell.padEnd(at ? 10 : 44)).join(""));
/** The median beside what is to be reached; without a reach it is told only. */
function report(name, values, reach) {
  const middle = median(values);
  const isMissed = reach !== undefined && middle > reach;
  missed ||= isMissed;
  row(
    name,
    `${middle.toFixed(0)} ms`,
    reach === undefined ? "" : String(reach),
    reach === undefined ? "" : `${(middle / reach).toFixed(2)}${isMissed ? " MISSED" : ""}`,
    `(${values.map((value) => value.toFixed(0)).join(", ")})`,
  );
}

await ensureBuilt();
const { module: support } = await runnerImport(join(root, "tests/support/fault-proxy.ts"));
const folder = options.data ?? mkdtempSync(join(tmpdir(), "offbeat-bench-"));
const listener = seed(folder);
const server = await startServer(serverPort, { DATA_DIR: folder, PUBLIC_URL: url });
const line = await support.openFaultProxy(linePort, () => serverPort);
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const user = await signIn(server.url, listener);
  const ids = await likeMany(server, user);
  console.log(`${ids.length} favourites, load ${loadavg()[0].toFixed(1)}`);
  const page = await openPage(browser, listener);
  /** What the next round makes of the songs: all of them are liked at first. */
  let liked = false;
  await page.waitForTimeout(5_000);
  await quiet(page, 5_000);
  console.log(`longest task of the first start: ${longest(await takeTasks(page))} ms`);
  const likes = await measureLikes(page);
  row("", "median", "reach", "ratio");
  report(
    "like at 4x, tap to shown heart",
    likes.map((one) => one.shown),
  );
  report(
    "like at 4x, longest task",
    likes.map((one) => longest(one.tasks)),
    longestTaskMs,
  );
  for (const [rate, times] of [
    [1, drains],
    [slowRate, 1],
  ]) {
    const drained = [];
    for (let round = 0; round < times; round += 1) {
      const change = { uid: user.uid, ids: ids.slice(-queued), liked };
      drained.push(await drainMany(page, line, change, rate));
      liked = !liked;
    }
    const what = `${queued} changes at ${rate}x`;
    const reach = (figure) => (rate === 1 ? figure : undefined);
    report(
      `${what}, all sent`,
      drained.map((one) => one.took),
      reach(longestDrainMs),
    );
    report(
      `${what}, longest task`,
      drained.map((one) => longest(one.tasks)),
      reach(longestTaskMs),
    );
  }
  console.log(`load ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  await line.close();
  await stopServer(server);
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
