/**
 * What the tests need beside Node: a browser, ffmpeg, and PostgreSQL. Looked for, else installed where the machine allows
 * it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { findPostgres } from "./postgres-programs.mjs";

const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const browserApps = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of a Chromium: `CHROMIUM_PATH`, the system's, or Playwright's own; undefined when there is none. */
export function findBrowser() {
  const set = process.env.CHROMIUM_PATH;
  if (set !== undefined) return set;
  const candidates = [...browserNames.map(inPath), ...browserApps, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

export const findFfmpeg = () => inPath("ffmpeg");

/** Finds or installs both. Exits with a sentence that says what to do when one cannot be had. */
export function ensurePrograms() {
  const missing = [...(findBrowser() ? [] : ["chromium"]), ...(findFfmpeg() ? [] : ["ffmpeg"])];
  if (missing.length > 0) installDebian(missing);
  if (!findBrowser())
    spawnSync(process.execPath, [playwrightCli(), "install", "chromium"], { stdio: "inherit" });
  if (!findBrowser())
    stop("No browser for the tests: install Chromium, or set CHROMIUM_PATH to one, and try again.");
  if (!findFfmpeg()) stop("No ffmpeg for the tests' audio files: install it and try again.");
}

/** Whether the server's suites can run on a PostgreSQL too: a given one, one that is here, or one installed now. */
export function ensurePostgres() {
  if (process.env.TEST_DATABASE_URL || findPostgres()) return true;
  const config = "/etc/postgresql-common/createcluster.conf";
  if (canInstall() && !existsSync(config)) {
    // Only the programs are wanted: Debian's package would make a cluster and start it.
    mkdirSync("/etc/postgresql-common", { recursive: true });
    writeFileSync(config, "create_main_cluster = false\n");
    installDebian(["postgresql"]);
  }
  return findPostgres() !== undefined;
}

const canInstall = () => inPath("apt-get") !== undefined && process.getuid?.() === 0;

/** Debian's packages, where there is apt and the right to use it. */
function installDebian(packages) {
  if (!canInstall()) return;
  console.log(`Installing ${packages.join(" and ")} for the tests…`);
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  const keep = ["-o", "Dpkg::Options::=--force-confold"];
  const install = ["install", "-y", "-qq", "--no-install-recommends", ...keep, ...packages];
  spawnSync("apt-get", install, options);
}

const playwrightCli = () =>
  new URL("../../node_modules/playwright-core/cli.js", import.meta.url).pathname;

const inPath = (name) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

function stop(sentence) {
  console.error(sentence);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
