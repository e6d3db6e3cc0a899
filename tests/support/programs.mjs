/**
 * What the tests need beside Node: a browser, ffmpeg, and PostgreSQL. Looked for, else installed where the machine allows
 * it.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
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
  return [...browserNames.map(inPath), ...browserApps, playwrightBrowser()].find(
    (path) => path && existsSync(path),
  );
}

/** Before our packages are installed there is none. */
function playwrightBrowser() {
  try {
    return createRequire(import.meta.url)("playwright-core").chromium.executablePath();
  } catch {
    return undefined;
  }
}

export const findFfmpeg = () => inPath("ffmpeg");

/**
 * Begins to install from Debian what is missing, where that is allowed: beside our own packages and the build, which do
 * not need it. Answers when it is over, however it went.
 */
export function installMissing() {
  const missing = [
    ...(findBrowser() ? [] : ["chromium"]),
    ...(findFfmpeg() ? [] : ["ffmpeg"]),
    ...(hasPostgres() ? [] : ["postgresql"]),
  ];
  if (missing.length === 0 || !canInstall()) return Promise.resolve();
  if (missing.includes("postgresql")) keepPostgresStill();
  console.log(`Installing ${missing.join(", ")} for the tests…`);
  // In one process of its own, as what goes on meanwhile blocks this one; one by one, as a package may not be to be had.
  const install =
    "apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold";
  const script = `apt-get update -qq; for package; do ${install} "$package"; done`;
  const child = spawn("sh", ["-c", script, "sh", ...missing], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return new Promise((resolve) => child.once("close", resolve).once("error", resolve));
}

/** Exits with a sentence that says what to do where a browser or ffmpeg is still missing. */
export function requirePrograms() {
  if (!findBrowser())
    spawnSync(process.execPath, [playwrightCli(), "install", "chromium"], { stdio: "inherit" });
  if (!findBrowser())
    stop("No browser for the tests: install Chromium, or set CHROMIUM_PATH to one, and try again.");
  if (!findFfmpeg()) stop("No ffmpeg for the tests' audio files: install it and try again.");
}

/** Whether the server's suites can run on a PostgreSQL too: a given one, or one that is here. */
export const hasPostgres = () =>
  Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== undefined;

/** Only the programs are wanted: Debian's package would make a cluster and start it. */
function keepPostgresStill() {
  const config = "/etc/postgresql-common/createcluster.conf";
  if (existsSync(config)) return;
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync(config, "create_main_cluster = false\n");
}

const canInstall = () => inPath("apt-get") !== undefined && process.getuid?.() === 0;

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
