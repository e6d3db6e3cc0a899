/**
 * 10,000 favourites (specification 21.7): the first row after the press on "Favourites" beside the floor (fetch the ids
 * and 20 songs, parse, draw 20 plain rows), what the list asks for, and at 4x CPU throttle the longest task while it is
 * scrolled and while a row is dragged with auto-scroll. Tasks are counted by the processor's time, so that other work of
 * the machine is not. So is each key of a search in the library of that size, and a press on a row of the queue that
 * plays them, beside the floor (draw as many plain rows). Medians of `--rounds` (5).
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { ensureBuilt, root } from "../../scripts/setup.mjs";
import { findBrowser } from "../support/programs.mjs";
import { listed, median, signIn } from "./server-process.mjs";
import { recordTasks } from "./tasks.mjs";

const count = 10_000;
const rate = 4;
const floorFactor = 2;
const longestFrameMs = 50;
const mostRows = 150;
/** A hand comes to rest for so long before it presses, and presses for so long; milliseconds. */
const restMs = 200;
const pressMs = 80;
const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const library = JSON.parse(readFileSync(join(root, "server/demo/library.json"), "utf8"));
const listener = library.accounts.find((account) => !account.artist);

/** In the page: milliseconds to what any list has to do. */
async function drawFloor({ token, uid, shown }) {
  const began = performance.now();
  const call = async (path) => (await fetch(`/api/${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { data: ids } = await call(`users/myFavoriteSongs/${uid}?fields=ids`);
  const { data: songs } = await call(`songs?ids=${ids.slice(0, shown).join()}`);
  const list = document.createElement("ul");
  for (const { title, artist } of songs)
    list.append(Object.assign(document.createElement("li"), { textContent: title + artist }));
  document.body.append(list);
  const took = await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
  list.remove();
  return took;
}

/** In the page: presses the link and waits for the first row; notes the most rows from then on. */
async function pressAndWait() {
  const seen = (window.seen = { most: 0 });
  new MutationObserver(() => {
    seen.most = Math.max(seen.most, document.querySelectorAll("main li").length);
  }).observe(document, { childList: true, subtree: true });
  const began = performance.now();
  document.querySelector("a[href='/favorites']").click();
  return new Promise((resolve) => {
    const look = () =>
      document.querySelector("main li button[aria-label^='Play Copy ']") === null
        ? requestAnimationFrame(look)
        : setTimeout(() => resolve(performance.now() - began));
    look();
  });
}

async function scroll(page) {
  await page.mouse.move(500, 450);
  for (let turn = 0; turn < 30; turn += 1) {
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForTimeout(1_000);
}

async function drag(page) {
  // Not by locators: the driver's own scripts would be tasks of the page, too.
  const { x, y } = await page.evaluate(() => {
    const handles = document.querySelectorAll("main li button[aria-label^='Reorder Copy ']");
    return [...handles].map((handle) => handle.getBoundingClientRect().toJSON()).find((box) => box.y > 300);
  });
  await page.mouse.move(x + 10, y + 10);
  await page.waitForTimeout(restMs);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 60, { steps: 8 });
  while (!(await page.evaluate(() => document.querySelector("[data-lifted=pointer]") !== null)))
    await page.waitForTimeout(20);
  // Near the lower edge the page scrolls by itself.
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.move(x + 10, 700 + (turn % 5));
    await page.waitForTimeout(60);
  }
  await page.mouse.up();
  await page.waitForTimeout(1_000);
}

/** The index is there; the hits stand below the field. */
async function search(page) {
  const field = page.getByRole("searchbox");
  for (const key of "copy 12") {
    await field.pressSequentially(key);
    await page.waitForTimeout(400);
  }
  await page.getByRole("option").first().waitFor();
}

async function openSearch(page) {
  const index = page.waitForResponse((response) => response.url().includes("/search/index"));
  await page.getByRole("searchbox").click();
  await (await index).finished();
  await page.waitForTimeout(1_000);
}

/** Plays the whole list, and opens its queue. */
async function openQueue(page) {
  // The copies have covers and no files. The page reads what it plays, so it is an ordinary song in their place.
  const song = { path: audio.audioFile("threeMinutes"), contentType: "audio/mpeg" };
  await page
    .context()
    .route("**/media/*", (route) =>
      route.request().resourceType() === "media" ? route.fulfill(song) : route.fallback(),
    );
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("button", { name: "Play", exact: true }).click();
  const bar = page.getByRole("region", { name: "Player" });
  await bar.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await bar.getByRole("button", { name: "Queue", exact: true }).click();
  await page
    .locator(`${queueRows}[aria-setsize="${count - 1}"]`)
    .first()
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(2_000);
}

const queueRows = "section[aria-label=Queue] ul[aria-label='Up next'] li";

/** Each press makes another song the current one. The driver's own search by roles would be a task of the page, too. */
async function pressInQueue(page) {
  for (const nth of [3, 6, 2, 7, 4]) {
    const { x, y, label } = await page.evaluate(
      ([rows, at]) => {
        const button = document.querySelectorAll(rows)[at].querySelector("button[aria-label^='Play ']");
        button.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = button.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2, label: button.getAttribute("aria-label") };
      },
      [queueRows, nth],
    );
    await page.mouse.move(x, y);
    await page.waitForTimeout(restMs);
    await page.mouse.click(x, y, { delay: pressMs });
    await page.waitForFunction(
      ([row, title]) => document.querySelector(row)?.getAttribute("aria-label") === title,
      ["section[aria-label=Queue] ul[aria-label='Now playing'] button[aria-label^='Play ']", label],
    );
    await page.waitForTimeout(1_000);
  }
}

/** As many rows as a queue has in the document, on a press. */
async function pressInFloor(page) {
  await page.evaluate(
    ([length, selector]) => {
      const songs = Array.from({ length }, (_, nth) => ({ title: `Copy ${nth}`, artist: "Somebody" }));
      const shown = document.querySelectorAll(selector).length;
      const list = document.createElement("ul");
      list.id = "floor";
      list.style = "position: fixed; inset: 0; z-index: 1000; overflow: auto";
      let first = 0;
      const draw = () => {
        const rows = songs.slice(first, first + shown).map(({ title, artist }) => {
          const row = document.createElement("li");
          row.append(Object.assign(document.createElement("button"), { textContent: title }), artist);
          return row;
        });
        first += 1;
        list.replaceChildren(...rows);
      };
      list.addEventListener("click", draw);
      draw();
      document.body.append(list);
    },
    [count, queueRows],
  );
  for (const row of [3, 6, 2, 7, 4]) {
    const button = page.locator("#floor button").nth(row);
    await button.hover();
    await page.waitForTimeout(restMs);
    await button.click({ delay: pressMs });
    await page.waitForTimeout(300);
  }
  await page.evaluate(() => document.querySelector("#floor").remove());
}

async function measure(browser, url, floorOptions) {
  const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1280, height: 900 } });
  // An open stream would count as a network that is never idle.
  await context.route("**/api/changes?*", (route) => route.fulfill({ status: 429, headers: { "retry-after": "300" } }));
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(listener.email);
  await page.getByLabel("Password", { exact: true }).fill(listener.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .waitFor();
  await page.waitForLoadState("networkidle");
  const floor = await page.evaluate(drawFloor, floorOptions);
  const answers = [];
  page.on("response", (response) => answers.push(response));
  const first = await page.evaluate(pressAndWait);
  await page.waitForLoadState("networkidle");
  const ofList = answers.filter((response) => new URL(response.url()).searchParams.has("ids"));
  const sizes = await Promise.all(ofList.map((response) => response.request().sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);

  await openSearch(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  const longest = async (act) => {
    const end = await recordTasks(page, cdp);
    await act(page);
    return Math.max(...(await end()).map(({ ms }) => ms));
  };
  const figures = {
    floor,
    first,
    calls: ofList.length,
    bytes,
    search: await longest(search),
    scroll: await longest(scroll),
    drag: await longest(drag),
  };
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await openQueue(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  figures.queue = await longest(pressInQueue);
  figures.queueFloor = await longest(pressInFloor);
  const rows = await page.evaluate(() => window.seen.most);
  await context.close();
  return { ...figures, rows };
}

await ensureBuilt();
const { module: support } = await runnerImport(join(root, "tests/support/app-process.ts"));
const { module: audio } = await runnerImport(join(root, "tests/support/audio-files.ts"));
const { module: copies } = await runnerImport(join(root, "tests/support/song-copies.ts"));
const data = await mkdtemp(join(tmpdir(), "offbeat-bench-"));
await cp(await support.seededData(), data, { recursive: true });
await copies.likeCopies(data, { email: listener.email, count });
const server = await support.startAppOn(data);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const { token, uid } = await signIn(server.url, listener);
  const rounds = [];
  for (let round = 0; round < Number(options.rounds); round += 1)
    rounds.push(await measure(browser, server.url, { token, uid, shown: 20 }));
  const of = (name) => rounds.map((round) => round[name]);
  console.log(`${count} favourites, load ${loadavg()[0].toFixed(1)}`);
  console.log(`floor: ${listed(of("floor"), "ms")}`);
  console.log(`first row: ${listed(of("first"), "ms")}`);
  console.log(`the list asks for: ${listed(of("calls"), "calls")}, ${listed(of("bytes"), "bytes")}`);
  console.log(`longest task of a search key, ${rate}x: ${listed(of("search"), "ms")}`);
  console.log(`longest task while scrolling, ${rate}x: ${listed(of("scroll"), "ms")}`);
  console.log(`longest task while dragging, ${rate}x: ${listed(of("drag"), "ms")}`);
  console.log(`longest task of a press in the queue, ${rate}x: ${listed(of("queue"), "ms")}`);
  console.log(`floor of that press, ${rate}x: ${listed(of("queueFloor"), "ms")}`);
  console.log(`most rows in the document: ${Math.max(...of("rows"))}`);
  const missed = [
    median(of("first")) > floorFactor * median(of("floor")) && "the first row",
    median(of("search")) > longestFrameMs && "searching",
    median(of("scroll")) > longestFrameMs && "scrolling",
    median(of("drag")) > longestFrameMs && "dragging",
    median(of("queue")) > longestFrameMs && "a press in the queue",
    Math.max(...of("rows")) > mostRows && "the rows",
  ].filter(Boolean);
  if (missed.length > 0) console.log(`MISSED: ${missed.join(", ")}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await server.remove();
  await rm(data, { recursive: true, force: true });
}
