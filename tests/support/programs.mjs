/**
 * What the tests need beside Node: browsers, ffmpeg, and PostgreSQL. Looked for, else installed where the machine allows
 * it.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
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
  return [...browserNames.map(findProgram), ...browserApps, playwrightBrowser()].find(
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

export const findFfmpeg = () => findProgram("ffmpeg");

const firefoxApps = [
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
];

/** Path of a stock Firefox: `FIREFOX_PATH` (`none`: as if there were none), or the system's. */
export function findFirefox() {
  const set = process.env.FIREFOX_PATH;
  if (set !== undefined) return existsSync(set) ? set : undefined;
  return [findProgram("firefox-esr"), findProgram("firefox"), ...firefoxApps].find((path) => path && existsSync(path));
}

/** WebKitGTK's driver (`WEBKIT_DRIVER_PATH`, `none`: as if there were none), its small browser, and a display in memory. */
export function findWebKit() {
  const driver = process.env.WEBKIT_DRIVER_PATH ?? findProgram("WebKitWebDriver");
  const browser = miniBrowsers().find(existsSync);
  const display = findProgram("Xvfb");
  return driver && existsSync(driver) && browser && display ? { driver, browser, display } : undefined;
}

/** A part of the library, in a folder that each distribution names in its own way. */
function miniBrowsers() {
  const folders = ["/usr/libexec", "/usr/lib64", "/usr/lib", ...foldersIn("/usr/lib")];
  return folders.map((folder) => join(folder, "webkit2gtk-4.1", "MiniBrowser"));
}

const foldersIn = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(path, name))
    : [];

/**
 * Begins to install from Debian what is missing, where that is allowed: beside our own packages and the build, which do
 * not need it. Resolves when it is over, with or without success.
 */
export function installMissing() {
  const missing = [
    ...(findBrowser() ? [] : ["chromium"]),
    ...(findFfmpeg() ? [] : ["ffmpeg"]),
    ...(hasPostgres() ? [] : ["postgresql"]),
    ...missingEngines(),
  ];
  const asRoot = waysToRoot();
  if (missing.length === 0 || asRoot === undefined) return Promise.resolve();
  console.log(`Installing ${missing.join(", ")} for the tests…`);
  const [program, ...rest] = [...asRoot, "sh", "-c", installScript, "sh", ...missing];
  // In one process of its own, as what goes on meanwhile blocks this one.
  const child = spawn(program, rest, { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve) => child.once("close", resolve).once("error", resolve));
}

/**
 * One by one, as a package may not be to be had. Of PostgreSQL only the programs are wanted: its package would make a
 * cluster and start it.
 */
const installScript = `
  export DEBIAN_FRONTEND=noninteractive
  case " $* " in *" postgresql "*)
    conf=/etc/postgresql-common/createcluster.conf
    [ -e $conf ] || { mkdir -p \${conf%/*} && echo "create_main_cluster = false" > $conf; } ;;
  esac
  apt-get update -qq
  for package; do
    apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "$package"
  done`;

/** What comes before a command so that it may install; undefined where nothing may. */
function waysToRoot() {
  if (findProgram("apt-get") === undefined) return undefined;
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram("sudo");
  const isAllowed = sudo && spawnSync(sudo, ["-n", "true"]).status === 0;
  return isAllowed ? [sudo, "-n"] : undefined;
}

/** Packages of the other engines; none where somebody says which to take. */
function missingEngines() {
  const sound = findProgram("pulseaudio") ? [] : ["pulseaudio"];
  const firefox = findFirefox() || process.env.FIREFOX_PATH ? [] : ["firefox-esr"];
  const webkit =
    findWebKit() || process.env.WEBKIT_DRIVER_PATH
      ? []
      : ["webkit2gtk-driver", "xvfb", "gstreamer1.0-plugins-good", "gstreamer1.0-libav"];
  return [...firefox, ...webkit, ...(firefox.length + webkit.length > 0 ? sound : [])];
}

/** Exits with a sentence that says what to do where a browser or ffmpeg is still missing. */
export function requirePrograms() {
  if (!findBrowser()) spawnSync(process.execPath, [playwrightCli(), "install", "chromium"], { stdio: "inherit" });
  if (!findBrowser()) stop("No browser for the tests: install Chromium, or set CHROMIUM_PATH to one, and try again.");
  if (!findFfmpeg()) stop("No ffmpeg for the tests' audio files: install it and try again.");
  if (!findFirefox()) console.log("No Firefox: its stories are skipped. Install it, or set FIREFOX_PATH.");
  if (!findWebKit()) console.log("No WebKit: its stories are skipped. Install webkit2gtk-driver and xvfb.");
}

/** Whether the server's suites can run on a PostgreSQL too: a given one, or one that is here. */
export const hasPostgres = () => Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== undefined;

const playwrightCli = () => new URL("../../node_modules/playwright-core/cli.js", import.meta.url).pathname;

export const findProgram = (name) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

function stop(sentence) {
  console.error(sentence);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
