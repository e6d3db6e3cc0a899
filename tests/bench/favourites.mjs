/**
 * A start with 2,000 favourites that lie on the device beside one with 16, with and without a network, as the machine is
 * and at 4x CPU throttle: from the navigation to the first row and to sound, the longest task besides those that draw
 * rows, and the rows in the document (specification 21.7). Tasks are counted by the processor's time, so that other work
 * of the machine is not. Rounds of both are interleaved; medians of five. Songs are put on the device by the bench
 * itself, as the worker would leave them.
 * `--data folder` takes a folder of an earlier run, which is kept, in place of seeding a new one; `--rounds N`.
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
import { median, signIn, startServer, stopServer } from "./server-process.mjs";
import { recordTasks, rowsMark } from "./tasks.mjs";

const port = 4_897;
const url = `http://localhost:${port}`;
const counts = [16, 2_000];
const rates = [1, 4];
/** What 2,000 may cost of what 16 do; and how long a task may be at 4x. */
const soundRatio = 1.5;
const longestTaskMs = 100;
const mostRows = 150;
const { values: options } = parseArgs({
  options: { data: { type: "string" }, rounds: { type: "string", default: "5" } },
});

/** A seeded library, and somebody for each count of favourites. */
async function prepare(folder) {
  const known = join(folder, "people.json");
  if (existsSync(known)) return JSON.parse(readFileSync(known, "utf8"));
  // Some of them are private.
  const args = ["seed", "--songs", String(counts[1] * 1.3), "--users", "10", "--playlists", "0"];
  const { status, stderr } = spawnSync(process.execPath, [join(root, "dist/server/admin.js"), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Seeding failed: ${stderr}`);
  const { module: support } = await runnerImport(join(root, "tests/support/person.ts"));
  const server = await startServer(port, { DATA_DIR: folder, PUBLIC_URL: url });
  const people = [];
  try {
    for (const count of counts) {
      const { email, password, uid } = await support.createPerson(server.url);
      const { token } = await signIn(server.url, { email, password });
      const songs = await like(server, token, count);
      people.push({ email, password, uid, songs });
    }
  } finally {
    await stopServer(server);
  }
  writeFileSync(known, JSON.stringify(people));
  return people;
}

/** Likes that many public songs and answers them. */
async function like(server, token, count) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = async (path, options = {}) => {
    const response = await fetch(`${server.url}/api/${path}`, { headers, ...options });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
  const songs = [];
  for (let cursor = ""; songs.length < count;) {
    const page = await call(`songs/public-songs?limit=500${cursor && `&cursor=${cursor}`}`);
    songs.push(...page.data);
    if (!page.next) throw new Error("There are too few songs");
    cursor = encodeURIComponent(page.next);
  }
  songs.length = count;
  const waiting = [...songs];
  const likeNext = async () => {
    for (let song = waiting.pop(); song; song = waiting.pop())
      await call(`songs/like/${song._id}`, { method: "PATCH", body: "{}" });
  };
  await Promise.all(Array.from({ length: 16 }, likeNext));
  return songs;
}

const open = (profile) =>
  chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--autoplay-policy=no-user-gesture-required",
    ],
  });

/** Signs in on a new device, lays the songs on it, and lets the app look through them. */
async function makeDevice(profile, { email, password, uid, songs }) {
  const context = await open(profile);
  const [page] = context.pages();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(layOnDevice, { uid, songs });
  await visitOnce(page);
  await context.close();
}

/** In the page: files and rows of songs as the worker leaves them. */
async function layOnDevice({ uid, songs }) {
  const ready = { state: "ready", rank: 1 };
  const cache = await caches.open(`offbeat-audio-${uid}`);
  const bodies = new Map();
  const rows = [];
  for (const { _id, url: audio, ...song } of songs) {
    const body = bodies.get(song.sha256) ?? (await (await fetch(audio)).blob());
    bodies.set(song.sha256, body);
    const path = audio.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/, "");
    const headers = {
      "content-type": song.mimeType,
      "content-length": String(song.bytes),
      "accept-ranges": "bytes",
    };
    await cache.put(path, new Response(body, { headers }));
    rows.push({ ...song, songId: _id, path, url: audio, ...ready, received: song.bytes });
  }
  const opening = indexedDB.open(`offbeat-account-${uid}`);
  const db = await new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = db.transaction("downloads", "readwrite");
  for (const row of rows) transaction.objectStore("downloads").put(row);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  db.close();
}

/** In the page: the worker may be of an earlier build. */
async function takeNewest() {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  while (worker && worker.state !== "activated") {
    if (worker.state === "installed") worker.postMessage({ type: "SKIP_WAITING" });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Shows the list and waits until nothing is asked for or compared any more. */
async function visitOnce(page) {
  await page.goto(`${url}/favorites`);
  await page
    .getByRole("button", { name: /^Play / })
    .nth(9)
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(15_000);
}

/** In the page: marks the tasks that draw rows, notes the first row, presses it, and notes the first sound. */
function watch(mark) {
  const seen = (window.seen = {});
  let drawn = 0;
  new MutationObserver(() => {
    const rows = document.querySelectorAll("main li button[aria-label^='Play ']").length;
    if (rows > drawn) performance.mark(mark);
    drawn = rows;
  }).observe(document, { childList: true, subtree: true });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    this.addEventListener("playing", () => (seen.sound ??= performance.now()), { once: true });
    return play.call(this);
  };
  const look = () => {
    const row = document.querySelector("main li button[aria-label^='Play ']");
    if (row === null) return requestAnimationFrame(look);
    requestAnimationFrame(() =>
      setTimeout(() => {
        seen.rows = document.querySelectorAll("main li").length;
        seen.list = performance.now();
        row.click();
      }),
    );
  };
  addEventListener("DOMContentLoaded", look);
}

/** Milliseconds from the navigation to the list and to sound, and the tasks meanwhile and for some seconds after. */
async function start(profile, rate) {
  const context = await open(profile);
  try {
    const [page] = context.pages();
    const cdp = await context.newCDPSession(page);
    await page.addInitScript(watch, rowsMark);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate });
    const end = await recordTasks(page, cdp);
    await page.goto(`${url}/favorites`, { waitUntil: "commit" });
    await page
      .waitForFunction(() => window.seen?.sound !== undefined, undefined, { timeout: 60_000 })
      .catch(() => undefined);
    await page.waitForTimeout(5_000);
    const seen = await page.evaluate(() => window.seen);
    return { ...seen, tasks: await end() };
  } finally {
    await context.close();
  }
}

let missed = false;
const print = (cells) => console.log(cells.map((cell, at) => cell.padEnd(at ? 18 : 36)).join(""));

function report(name, [few, many], figureOf, reach) {
  const figures = [few, many].map((rounds) => median(rounds.map(figureOf)));
  const isMissed = reach !== undefined && !(figures[1] <= reach(figures));
  missed ||= isMissed;
  const all = (rounds) => rounds.map((round) => figureOf(round).toFixed(0)).join(" ");
  print([
    name,
    ...figures.map((figure) => figure.toFixed(0)),
    `${(figures[1] / figures[0]).toFixed(2)}${isMissed ? " MISSED" : ""}`,
    `${all(few)} | ${all(many)}`,
  ]);
}

const longest = ({ tasks }) => tasks.reduce((most, { ms, hasRows }) => (hasRows ? most : Math.max(most, ms)), 0);
const drawing = ({ tasks }) => tasks.reduce((most, { ms, hasRows }) => (hasRows ? Math.max(most, ms) : most), 0);
const sumOf = ({ tasks }) => tasks.reduce((sum, { ms }) => (ms > 50 ? sum + ms : sum), 0);

await ensureBuilt();
const folder = options.data ?? mkdtempSync(join(tmpdir(), "offbeat-bench-"));
const people = await prepare(folder);
const settings = { DATA_DIR: folder, PUBLIC_URL: url };
let server = await startServer(port, settings);
try {
  const profiles = counts.map((count) => join(folder, `profile-${count}`));
  for (const [index, profile] of profiles.entries())
    if (!existsSync(profile)) await makeDevice(profile, people[index]);
    else {
      const context = await open(profile);
      const [page] = context.pages();
      await page.goto(`${url}/robots.txt`);
      await page.evaluate(takeNewest);
      await visitOnce(page);
      await context.close();
    }
  for (const network of ["online", "offline"]) {
    if (network === "offline") await stopServer(server);
    for (const rate of rates) {
      const rounds = counts.map(() => []);
      for (let round = 0; round < Number(options.rounds); round += 1)
        for (const [index, profile] of profiles.entries()) rounds[index].push(await start(profile, rate));
      print([`${network}, ${rate}x, load ${loadavg()[0].toFixed(1)}`, ...counts.map(String), "ratio"]);
      report("  list, ms", rounds, (one) => one.list ?? Number.NaN);
      report(
        "  sound, ms",
        rounds,
        (one) => one.sound ?? Number.NaN,
        ([few]) => soundRatio * few,
      );
      report("  longest task, ms", rounds, longest, rate === 4 ? () => longestTaskMs : undefined);
      report("  long tasks in sum, ms", rounds, sumOf);
      report("  drawing rows, ms", rounds, drawing);
      report(
        "  rows in the document",
        rounds,
        (one) => one.rows ?? Number.NaN,
        () => mostRows,
      );
    }
  }
  server = undefined;
} finally {
  if (server) await stopServer(server).catch(() => {});
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
