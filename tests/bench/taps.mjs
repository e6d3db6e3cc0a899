/**
 * From a tap on a song's row to sound, in the whole app with its worker: from the device and from the server, beside a bare
 * element that plays the same address after a tap on a button of the same page, in turns (specification 21.7). Both count
 * from the browser's click to the element's `playing`. Medians of 21 each; `--data folder` as in `favourites.mjs`.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../scripts/setup.mjs";
import { pollMs } from "./empty-shell.mjs";
import { makeDevice, openDevice, prepareFavourites } from "./favourites-library.mjs";
import { median, startServer, stopServer } from "./server-process.mjs";

const port = 4_897;
const url = `http://localhost:${port}`;
const rounds = 21;
/** Not the next song in turn, which the player has prepared. */
const stride = 5;
const quietMs = 700;
const reach = { "/favorites": 1.3, "/home-page": 1.5 };
const { values: options } = parseArgs({ options: { data: { type: "string" } } });

/** In the page: notes when something sounds, and adds the bare element's button. */
function watch() {
  const noted = (window.noted = {});
  const { play } = HTMLMediaElement.prototype;
  addEventListener("click", ({ timeStamp }) => Object.assign(noted, { click: timeStamp, playing: undefined }), true);
  HTMLMediaElement.prototype.play = function () {
    noted.element = this;
    this.addEventListener("playing", () => (noted.playing ??= performance.now()), { once: true });
    return play.call(this);
  };
  addEventListener("DOMContentLoaded", () => {
    const button = document.createElement("button");
    Object.assign(button, { id: "bare", style: "position: fixed; inset: 45% auto auto 0; z-index: 1000" });
    button.textContent = "Bare";
    button.addEventListener("click", () => void new Audio(button.dataset.address).play());
    document.documentElement.append(button);
  });
}

/** Milliseconds from the click to sound, and the address that sounds. */
async function tap(page, button) {
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await page.waitForTimeout(quietMs);
  await button.click();
  await page.waitForFunction(() => window.noted.playing !== undefined, undefined, { polling: pollMs });
  const found = await page.evaluate(() => {
    const { element, playing, click } = window.noted;
    return { ms: playing - click, address: element.currentSrc };
  });
  await page.waitForTimeout(quietMs);
  await page.evaluate(() => window.noted.element.pause());
  await page.waitForTimeout(quietMs);
  return found;
}

async function tapBare(page, address) {
  await page.evaluate((src) => (document.querySelector("#bare").dataset.address = src), address);
  return tap(page, page.locator("#bare"));
}

async function compare(page, path) {
  await page.goto(url + path);
  const rows = page.getByRole("main").getByRole("button", { name: /^(Play|Pause) / });
  await rows.nth(9).waitFor();
  await page.waitForTimeout(3_000);
  const count = await rows.count();
  const found = { app: [], bare: [] };
  // The first tap loads the player.
  const addresses = new Map();
  for (let round = -1; round < rounds; round += 1) {
    const nth = (Math.max(round, 0) * stride) % Math.min(count, 16);
    const known = addresses.get(nth);
    const bareFirst = known !== undefined && round % 2 === 0 ? await tapBare(page, known) : undefined;
    const app = await tap(page, rows.nth(nth));
    addresses.set(nth, app.address);
    const bare = bareFirst ?? (await tapBare(page, app.address));
    if (round < 0) continue;
    found.app.push(app.ms);
    found.bare.push(bare.ms);
  }
  const [app, bare] = [median(found.app), median(found.bare)];
  const isMissed = !(app <= reach[path] * bare);
  console.log(
    `${path}: ${app.toFixed(1)} ms, bare ${bare.toFixed(1)} ms, ${(app / bare).toFixed(2)} x${isMissed ? " MISSED" : ""}`,
  );
  return isMissed;
}

await ensureBuilt();
const folder = options.data ?? mkdtempSync(join(tmpdir(), "offbeat-bench-"));
const [person] = await prepareFavourites(folder, port);
const server = await startServer(port, { DATA_DIR: folder, PUBLIC_URL: url });
try {
  const profile = join(folder, "profile-16");
  if (!existsSync(profile)) await makeDevice(profile, url, person);
  const context = await openDevice(profile);
  const [page] = context.pages();
  await page.addInitScript(watch);
  // The second shows songs that are not on the device.
  const missed = [await compare(page, "/favorites"), await compare(page, "/home-page")];
  await context.close();
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  process.exitCode = missed.includes(true) ? 1 : 0;
} finally {
  await stopServer(server);
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}
