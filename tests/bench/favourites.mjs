/**
 * A start with 2,000 favourites that lie on the device beside one with 16, with and without a network, as the machine is
 * and at 4x CPU throttle: from the navigation to the first row and to sound, the longest task besides those that draw
 * rows, and the rows in the document; without a network beside an empty shell that reads the same rows and plays the
 * first of them with a bare element (specification 21.7). Tasks are counted by the processor's time, so that other work
 * of the machine is not. Rounds of both are interleaved; medians of five. Songs are put on the device by the bench
 * itself, as the worker would leave them.
 * `--data folder` takes a folder of an earlier run, which is kept, in place of seeding a new one; `--rounds N`;
 * `--network offline` leaves the other out.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../scripts/setup.mjs";
import { openBare } from "./bare-browser.mjs";
import { installEmptyShell, openEmptyShell, pollMs } from "./empty-shell.mjs";
import { counts, makeDevice, openDevice, prepareFavourites, visitOnce } from "./favourites-library.mjs";
import { median, startServer, stopServer } from "./server-process.mjs";
import { recordTasks, rowsMark } from "./tasks.mjs";

const port = 4_897;
const url = `http://localhost:${port}`;
const rates = [1, 4];
/** What 2,000 may cost of what 16 do, and a start without a network of its floor; and how long a task may be at 4x. */
const soundRatio = 1.5;
const floorRatio = 3;
const longestTaskMs = 100;
const mostRows = 150;
const { values: options } = parseArgs({
  options: { data: { type: "string" }, rounds: { type: "string", default: "5" }, network: { type: "string" } },
});

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

/** In the page: marks the tasks that draw rows, notes the first row, presses it, and notes the first sound. */
function watch(mark) {
  const seen = (window.seen = {});
  let drawn = 0;
  // Not by frames, which the page would have to draw for it.
  new MutationObserver(() => {
    const rows = document.querySelectorAll("main li button[aria-label^='Play ']");
    if (rows.length > drawn) performance.mark(mark);
    // As the floor is timed: after the frame that shows the list.
    if (drawn === 0 && rows.length > 0) requestAnimationFrame(() => setTimeout(pressFirst));
    drawn = rows.length;
  }).observe(document, { childList: true, subtree: true });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    this.addEventListener("playing", () => (seen.sound ??= performance.now()), { once: true });
    return play.call(this);
  };
  function pressFirst() {
    seen.rows = document.querySelectorAll("main li").length;
    seen.list = performance.now();
    document.querySelector("main li button[aria-label^='Play ']").click();
  }
}

/** Opens a device's browser for one start. */
async function onDevice(profile, rate, run) {
  const { page, cdp, close } = await openBare(profile);
  try {
    await cdp.send("Emulation.setCPUThrottlingRate", { rate });
    return await run(page, cdp);
  } finally {
    await close();
  }
}

/** Milliseconds from the navigation to the list and to sound. Nothing is recorded, which would slow it. */
const timeStart = (profile, rate) => onDevice(profile, rate, openList);

async function openList(page) {
  await page.addInitScript(watch, rowsMark);
  await page.goto(`${url}/favorites`);
  await page
    .waitForFunction(() => window.seen?.sound !== undefined, undefined, { timeout: 60_000, polling: pollMs })
    .catch(() => undefined);
  return page.evaluate(() => window.seen);
}

/** The tasks of a start, and of some seconds after it. */
const recordStart = (profile, rate) =>
  onDevice(profile, rate, async (page, cdp) => {
    const end = await recordTasks(page, cdp);
    await openList(page);
    await page.waitForTimeout(5_000);
    return end();
  });

/** The floor of a start without a network: React and Dexie alone, with the list's rows. */
const startFloor = (profile, rate, uid) => onDevice(profile, rate, (page) => openEmptyShell(page, url, uid));

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

/** List and sound beside those of the floor, which were measured in the same rounds; sound beside the floor's list, too. */
function compare(count, rounds) {
  const times = (of, beside) => median(rounds.map((one) => one[of])) / median(rounds.map(({ floor }) => floor[beside]));
  const told = ["list", "sound"].map((of) => {
    const isMissed = !(times(of, of) <= floorRatio);
    missed ||= isMissed;
    return `${of} ${times(of, of).toFixed(2)} x floor${isMissed ? " MISSED" : ""}`;
  });
  console.log(`  ${count}: ${told.join(", ")} (${times("sound", "list").toFixed(2)} x its list)`);
}

const longest = ({ tasks }) => tasks.reduce((most, { ms, hasRows }) => (hasRows ? most : Math.max(most, ms)), 0);
const drawing = ({ tasks }) => tasks.reduce((most, { ms, hasRows }) => (hasRows ? Math.max(most, ms) : most), 0);
const sumOf = ({ tasks }) => tasks.reduce((sum, { ms }) => (ms > 50 ? sum + ms : sum), 0);

await ensureBuilt();
const folder = options.data ?? mkdtempSync(join(tmpdir(), "offbeat-bench-"));
const people = await prepareFavourites(folder, port);
const settings = { DATA_DIR: folder, PUBLIC_URL: url };
let server = await startServer(port, settings);
try {
  const profiles = counts.map((count) => join(folder, `profile-${count}`));
  for (const [index, profile] of profiles.entries())
    if (!existsSync(profile)) await makeDevice(profile, url, people[index]);
    else {
      const context = await openDevice(profile);
      const [page] = context.pages();
      await page.goto(`${url}/robots.txt`);
      await page.evaluate(takeNewest);
      await visitOnce(page, url);
      await context.close();
    }
  for (const network of ["online", "offline"]) {
    if (network === "offline") {
      await stopServer(server);
      await installEmptyShell(
        profiles.map((profile) => () => openDevice(profile)),
        port,
      );
    }
    if ((options.network ?? network) !== network) continue;
    for (const rate of rates) {
      const rounds = counts.map(() => []);
      for (let round = 0; round < Number(options.rounds); round += 1)
        for (const [index, profile] of profiles.entries()) {
          const one = await timeStart(profile, rate);
          one.tasks = await recordStart(profile, rate);
          if (network === "offline") one.floor = await startFloor(profile, rate, people[index].uid);
          rounds[index].push(one);
        }
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
      if (network === "online") continue;
      report("  floor to list, ms", rounds, ({ floor }) => floor.list);
      report("  floor to sound, ms", rounds, ({ floor }) => floor.sound);
      for (const [index, count] of counts.entries()) compare(count, rounds[index]);
    }
  }
  server = undefined;
} finally {
  if (server) await stopServer(server).catch(() => {});
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
