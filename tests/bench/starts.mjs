/**
 * How long starts take: the server on an existing library (to its first answer, with memory), and the page without a
 * network (to a list of favourites), medians of five (specification 21).
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ensureBuilt, root } from "../../scripts/setup.mjs";
import { findBrowser } from "../support/programs.mjs";
import { listed, memoryOf, startServer, stopServer } from "./server-process.mjs";

const port = 4890;
const url = `http://localhost:${port}`;
const rounds = 5;
const library = JSON.parse(readFileSync(join(root, "server/demo/library.json"), "utf8"));
const listener = library.accounts.find((account) => !account.artist);

const open = (profile) =>
  chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });

const songs = 12;

/** Likes songs of the home screen, and waits until all of them lie on the device. */
async function fillDevice(profile) {
  const context = await open(profile);
  const [page] = context.pages();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(listener.email);
  await page.getByLabel("Password", { exact: true }).fill(listener.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  const hearts = page.getByRole("main").getByRole("button", { name: /^Like / });
  // A song may stand on several shelves, and the demo's listener likes some already.
  const named = (pressed) =>
    hearts.evaluateAll(
      (all, wanted) => [
        ...new Set(all.filter(({ ariaPressed }) => ariaPressed === wanted).map((one) => one.ariaLabel)),
      ],
      String(pressed),
    );
  while ((await named(true)).length + (await named(false)).length < songs) await page.waitForTimeout(50);
  for (const name of (await named(false)).slice(0, songs - (await named(true)).length))
    await page.getByRole("button", { name, exact: true }).first().click();
  await page.goto(`${url}/favorites`);
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "On this device" });
  await rows.nth(songs - 1).waitFor({ timeout: 120_000 });
  await context.close();
}

/** Milliseconds from the navigation to the first paint and to the list, in a browser just started. */
async function openOffline(profile) {
  const context = await open(profile);
  const [page] = context.pages();
  await page.goto(`${url}/favorites`, { waitUntil: "commit" });
  await page
    .getByRole("button", { name: /^Play / })
    .nth(songs - 1)
    .waitFor();
  const times = await page.evaluate(() => ({
    list: performance.now(),
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  }));
  await context.close();
  return times;
}

await ensureBuilt();
const data = mkdtempSync(join(tmpdir(), "offbeat-bench-"));
const profile = mkdtempSync(join(tmpdir(), "offbeat-bench-profile-"));
let running;
const start = async () => (running = await startServer(port, { DATA_DIR: data, DEMO: "1" }));
try {
  const seeded = readdirSync(join(root, "dist")).find((name) => name.startsWith("seeded-"));
  if (seeded) cpSync(join(root, "dist", seeded), data, { recursive: true });
  const first = await start();
  if (!seeded) console.log(`first start of the server: ${Math.round(first.took)} ms`);
  await fillDevice(profile);
  await stopServer(first);

  const starts = [];
  let memory;
  for (let round = 0; round < rounds; round += 1) {
    const server = await start();
    starts.push(server.took);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    memory = memoryOf(server);
    await stopServer(server);
  }
  console.log(`server, existing library, to its first answer: ${listed(starts, "ms")}; idle ${memory} MB`);

  const opened = [];
  for (let round = 0; round < rounds; round += 1) opened.push(await openOffline(profile));
  console.log(
    `page without a network, first paint: ${listed(
      opened.map((one) => one.paint),
      "ms",
    )}`,
  );
  console.log(
    `page without a network, ${songs} favourites listed: ${listed(
      opened.map((one) => one.list),
      "ms",
    )}`,
  );
} finally {
  running?.child.kill();
  rmSync(data, { recursive: true, force: true });
  rmSync(profile, { recursive: true, force: true });
}
