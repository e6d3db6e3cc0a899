/**
 * The page's main thread while a new device fetches 2,000 favourites, and while the device that has them compares them
 * with its files, checks them for the flight, and signs out, at 4x CPU throttle (specification 21.7); the latter beside a
 * device with 16. Tasks are counted by the processor's time, and those that collect garbage apart: no page can split
 * them. `--data folder` takes a folder of an earlier run of `favourites.mjs`; `--seconds N`; `--port N`, where another
 * program has ours; `--use` leaves the fetching out.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../scripts/setup.mjs";
import { openBare } from "./bare-browser.mjs";
import { counts, enter, makeDevice, openDevice, prepareFavourites } from "./favourites-library.mjs";
import { startServer, stopServer } from "./server-process.mjs";
import { recordTasks } from "./tasks.mjs";

const throttle = 4;
const longestTaskMs = 50;
const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    seconds: { type: "string", default: "30" },
    port: { type: "string", default: "4898" },
    use: { type: "boolean", default: false },
  },
});
const port = Number(options.port);
const url = `http://localhost:${port}`;

/** In the page: how many songs lie on the device. */
function countReady(uid) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`offbeat-account-${uid}`);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction("downloads").objectStore("downloads").index("state").count("ready");
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}

let missed = false;
function report(name, tasks) {
  const lengths = (some) => some.map(({ ms }) => ms).toSorted((a, b) => b - a);
  const sorted = lengths(tasks.filter(({ isGarbage }) => !isGarbage));
  const long = sorted.filter((ms) => ms > longestTaskMs);
  const garbage = lengths(tasks.filter(({ isGarbage, ms }) => isGarbage && ms > longestTaskMs));
  missed ||= long.length > 0;
  const list = (some) =>
    some
      .slice(0, 12)
      .map((ms) => ms.toFixed(0))
      .join(" ");
  console.log(
    `${name.padEnd(34)} longest ${sorted[0]?.toFixed(0)} ms, over ${longestTaskMs} ms: ${long.length} ${list(long)}; garbage: ${list(garbage)}`,
  );
}

/** Records what `act` makes a page do. */
async function record(name, page, cdp, act) {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  const end = await recordTasks(page, cdp);
  await act();
  report(name, await end());
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
}

/** Runs `work` on a device of that profile. */
async function onDevice(profile, work) {
  const context = await openDevice(profile);
  try {
    const [page] = context.pages();
    const cdp = await context.newCDPSession(page);
    await work(page, (name, act) => record(name, page, cdp, act));
  } finally {
    await context.close();
  }
}

/** Records a start on a device of that profile. */
async function recordStart(name, profile) {
  const { page, cdp, close } = await openBare(profile);
  try {
    await record(name, page, cdp, async () => {
      await page.goto(`${url}/favorites`);
      await forAWhile(page);
    });
  } finally {
    await close();
  }
}

const forAWhile = (page) => page.waitForTimeout(Number(options.seconds) * 1_000);

async function fetchSongs(page, record) {
  const ready = () => page.evaluate(countReady, person.uid);
  await enter(page, url, person);
  await page.goto(`${url}/favorites`);
  await page.getByRole("button", { name: "Download", exact: true }).click({ timeout: 120_000 });
  await page.getByText("On this device").first().waitFor({ state: "attached", timeout: 120_000 });
  const before = await ready();
  await record("list open, songs arriving", () => forAWhile(page));
  console.log(`  ${(await ready()) - before} songs arrived meanwhile`);
  await page.goto(`${url}/storage`);
  await page.getByRole("button", { name: "Check now" }).waitFor();
  await record("storage open, songs arriving", () => forAWhile(page));
  if ((await ready()) === counts[1]) console.log("All songs were there before the end: choose fewer seconds");
}

async function useSongs(page, record) {
  await page.goto(`${url}/storage`);
  const check = page.getByRole("button", { name: "Check now" });
  await check.waitFor();
  await page.waitForTimeout(10_000);
  await record("check for the flight", async () => {
    await check.click();
    await page
      .getByText(/songs are (complete|not ready)/)
      .first()
      .waitFor({ timeout: 600_000 });
  });
  // Before the record: the first opening of a menu is no part of the sign-out.
  await page.getByRole("button", { name: "Account menu" }).click();
  const logout = page.getByRole("menuitem", { name: "Logout" });
  await logout.hover();
  await page.waitForTimeout(1_000);
  await record("sign-out", async () => {
    // As a hand does: all events of a press at once would be one task of the menu.
    await logout.click({ delay: 80 });
    await page.waitForURL("**/login", { timeout: 120_000 });
    await page.waitForTimeout(5_000);
  });
}

await ensureBuilt();
const folder = options.data ?? mkdtempSync(join(tmpdir(), "offbeat-bench-"));
const people = await prepareFavourites(folder, port);
const person = people[counts.indexOf(2_000)];
const profiles = mkdtempSync(join(tmpdir(), "offbeat-bench-profile-"));
const server = await startServer(port, { DATA_DIR: folder, PUBLIC_URL: url });
try {
  for (const [index, count] of counts.entries()) {
    console.log(`${count} favourites, ${throttle}x, load ${loadavg()[0].toFixed(1)}`);
    const profile = join(profiles, String(count));
    await makeDevice(profile, url, people[index]);
    await recordStart("start and comparison", profile);
    await onDevice(profile, useSongs);
  }
  if (!options.use) {
    const profile = join(profiles, "new");
    await onDevice(profile, fetchSongs);
    await recordStart("start while songs arrive", profile);
  }
} finally {
  await stopServer(server);
  rmSync(profiles, { recursive: true, force: true });
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
