/**
 * Lighthouse for a phone: login, home and favourites of a returning member, beside a bare React form. Medians of three.
 * Exits with 1 when a figure is missed. `REPORTS=folder` keeps what it wrote.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ensureBuilt } from "../../scripts/setup.mjs";
import { findBrowser } from "../support/programs.mjs";
import { serveBareForm, signInToPage } from "./pages.mjs";
import { listed, median, startServer, stopServer } from "./server-process.mjs";

/** By npx, and why: docs/decisions/2026-11-24-lighthouse-by-npx.md. */
const lighthouse = "lighthouse@12.8.2";
const port = 4895;
const debugPort = 4896;
const url = `http://localhost:${port}`;
const rounds = Number(process.env.ROUNDS ?? 3);
const categories = ["performance", "accessibility", "best-practices"];
/** The largest paint as a multiple of the bare form's. */
const limits = {
  login: { paint: 1 },
  home: { paint: 1.3 },
  favourites: {},
};

/** @param keep what the browser stores of the page stays: somebody who comes back */
async function audit(name, address, keep, file) {
  const flags = [
    `--port=${debugPort}`,
    `--only-categories=${categories.join(",")}`,
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    ...(keep ? ["--disable-storage-reset"] : []),
  ];
  // Now and then it misses the beginning of the navigation and asks to be run again.
  for (let tries = 3; !(await runLighthouse([address, ...flags])); tries -= 1)
    if (tries === 1) throw new Error(`Lighthouse did not end on ${name}`);
  const { categories: found, audits } = JSON.parse(readFileSync(file, "utf8"));
  const failed = categories
    .filter((one) => one !== "performance")
    .flatMap((one) => found[one].auditRefs.map(({ id }) => audits[id]))
    .filter(({ score }) => score !== null && score < 1);
  return {
    scores: categories.map((one) => Math.round(found[one].score * 100)),
    paint: audits["largest-contentful-paint"].numericValue,
    blocked: audits["total-blocking-time"].numericValue,
    moved: audits["cumulative-layout-shift"].numericValue,
    failed: failed.map(({ id, title }) => `${id}: ${title}`),
  };
}

async function runLighthouse(args) {
  const child = spawn("npx", ["--yes", lighthouse, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  return (await new Promise((resolve) => child.once("exit", resolve))) === 0;
}

await ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "offbeat-lighthouse-"));
const reports = process.env.REPORTS ?? folder;
mkdirSync(reports, { recursive: true });
const server = await startServer(port, { DATA_DIR: join(folder, "data"), DEMO: "1", PUBLIC_URL: url });
const floor = await serveBareForm(mkdtempSync(join(folder, "floor-")));
const context = await chromium.launchPersistentContext(join(folder, "profile"), {
  executablePath: findBrowser(),
  args: ["--no-sandbox", `--remote-debugging-port=${debugPort}`],
});

try {
  const page = await context.newPage();
  const seen = { floor: [], login: [], home: [], favourites: [] };
  const look = async (name, address, keep) =>
    seen[name].push(await audit(name, address, keep, join(reports, `${name}-${seen[name].length}.json`)));
  for (let round = 0; round < rounds; round += 1) {
    await look("floor", floor.address, false);
    await look("login", `${url}/login`, false);
  }
  await signInToPage(page, url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Else the first round would look at a home whose songs have never been on the device.
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .waitFor();
  await page.goto("about:blank");
  for (let round = 0; round < rounds; round += 1) {
    await look("home", `${url}/home-page`, true);
    await look("favourites", `${url}/favorites`, true);
  }
  const base = median(seen.floor.map(({ paint }) => paint));
  const missed = [];
  for (const [name, found] of Object.entries(seen)) {
    const of = (read) => found.map(read);
    const scores = categories.map((_, index) => median(of((one) => one.scores[index])));
    const paint = median(of((one) => one.paint)) / base;
    const moved = median(of((one) => one.moved));
    console.log(`${name}: ${categories.map((one, index) => `${one} ${scores[index]}`).join(", ")}`);
    console.log(
      `  largest paint ${listed(
        of((one) => one.paint),
        "ms",
      )}, ${paint.toFixed(2)} x the floor`,
    );
    console.log(
      `  blocked ${listed(
        of((one) => one.blocked),
        "ms",
      )}, moved ${listed(
        of((one) => one.moved),
        "",
        3,
      )}`,
    );
    for (const failure of new Set(found.flatMap(({ failed }) => failed))) console.log(`  ${failure}`);
    const limit = limits[name];
    if (limit === undefined) continue;
    if (scores[0] < 98 || scores[1] < 100 || scores[2] < 100 || moved > 0) missed.push(name);
    if (limit.paint !== undefined && paint > limit.paint) missed.push(`${name}'s largest paint`);
  }
  if (missed.length > 0) {
    console.log(`Missed: ${missed.join(", ")}`);
    process.exitCode = 1;
  }
} finally {
  await context.close();
  floor.server.close();
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}
