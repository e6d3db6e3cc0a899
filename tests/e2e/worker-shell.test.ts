/** The shell, covers and updates in a real browser (specification 17.4, 17.16 and updates). */
import { expect, it } from "vitest";
import { serverPaths } from "../../contract/config.ts";
import { makeWav } from "../support/sounds.ts";
import { files, keep, openTab, play, playsOn, rows, uid, until, visitEach, want } from "../support/worker-visit.ts";

const short = makeWav(20);
const routes = [
  "/",
  "/login",
  "/home-page",
  "/favorites",
  "/playlist/abc",
  "/playlist-user/a-b",
  "/search?q=x",
  "/no/such",
];

const { site, at, newContext } = visitEach();

it("opens every route without a network", async () => {
  await at.context.setOffline(true);
  for (const route of routes) {
    await at.page.goto(site.origin + route);
    expect([route, await at.page.title()]).toEqual([route, "Shell"]);
    await at.page.waitForFunction(() => "probe" in window);
  }
});

// 17.61
it("keeps nothing of a captive portal that it meets while it is installed", async () => {
  let answer = () => {};
  const context = await newContext();
  const page = await context.newPage();
  site.holdWorker(new Promise<void>((resolve) => (answer = resolve)));
  await page.goto(site.origin);
  await page.waitForFunction(() => "probe" in window);
  site.paths.length = 0;
  site.setPortal(true);
  answer();
  await until(async () => site.paths.includes("/index.html"), "the installation");
  site.setPortal(false);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto(`${site.origin}/favorites`);
  expect(await page.title()).toBe("Shell");
  await page.waitForFunction(() => "probe" in window);
  await context.close();
});

it("never answers for the server", async () => {
  await at.context.setOffline(true);
  for (const path of serverPaths) {
    await expect(at.page.goto(site.origin + path)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  }
});

it("stores no answer of the API and no configuration", async () => {
  await at.page.evaluate(() => Promise.all(["/api/songs", "/config.json"].map((path) => fetch(path))));
  const urls = await at.page.evaluate(async () => {
    const lists = (await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url),
    );
    return (await Promise.all(lists)).flat();
  });
  expect(urls.filter((url) => /\/api\/|config\.json/.test(url))).toEqual([]);
  expect(urls.some((url) => url.includes("/index.html"))).toBe(true);
});

it("shows seen covers offline, in any width that is there, and those of liked songs", async () => {
  const show = (url: string) => at.page.evaluate((address) => window.probe.showImage(address), url);
  await show("/media/cover1?w=96");
  await keep(at.page, [{ ...site.media.add(1, short), songImage: "/media/cover2" }]);
  await until(async () => (await files(at.page)).length === 3, "both covers");
  await at.context.setOffline(true);
  expect(await show("/media/cover1?w=96")).toBe(1);
  expect(await show("/media/cover1?w=640")).toBe(1);
  expect(await show("/media/cover2?w=320")).toBe(1);
  await expect(show("/media/cover3")).rejects.toThrow(/EncodingError/);

  // The liked song's cover goes with it, the other stays.
  await want(at.page, []);
  expect(await files(at.page)).toMatchObject([{ cache: `offbeat-covers-${uid}`, path: "/media/cover1?w=96" }]);
});

it("asks the network once for a cover", async () => {
  for (let time = 0; time < 3; time++) {
    await at.page.evaluate(() => window.probe.showImage("/media/cover9"));
    await until(async () => (await files(at.page)).length === 1, "the cover");
  }
  expect(site.paths.filter((path) => path === "/media/cover9")).toHaveLength(1);
});

it("keeps nothing for a page that is signed out", async () => {
  await at.page.evaluate(() => window.probe.bridge.setAccount(null));
  await at.page.evaluate(() => window.probe.showImage("/media/cover1"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await files(at.page)).toEqual([]);
});

// 17.52
it("has the scripts of a page's own version until the last such page is gone", async () => {
  // As text: the test runner would put its own import in place of the browser's.
  const open = (page: typeof at.page, version: string) =>
    page.evaluate(`import("/static/js/lazy-${version}.js").then((lazy) => lazy.version)`);
  const kept = () =>
    at.page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.includes("precache-v2")) ?? "";
      const keys = await (await caches.open(name)).keys();
      return keys.flatMap(({ url }) => /lazy-(\d+)\.js/.exec(url)?.[1] ?? []);
    });
  const state = () => at.page.evaluate(() => window.probe.updates.get());
  const other = await openTab(at.context, site);
  const update = async (version: string) => {
    site.setVersion(version);
    await at.page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    await until(async () => (await state()).waiting, "the new version");
  };

  await update("2");
  expect(await open(at.page, "1"), "while the new version waits").toBe("1");
  await at.page.evaluate(() => window.probe.updates.accept());
  await until(async () => (await state()).replaced, "the new version");
  expect(await open(other, "1"), "when it serves a page of the old one").toBe("1");

  await at.page.reload();
  await at.page.waitForFunction(() => "probe" in window);
  expect(await open(at.page, "2")).toBe("2");
  expect((await kept()).sort(), "another page needs it").toEqual(["1", "2"]);
  await other.close();
  await at.page.reload();
  await at.page.waitForFunction(() => "probe" in window);
  await until(async () => (await kept()).join() === "2", "the old script to go");
});

// 17.40, 17.41
it("updates only when asked, while the song plays on, in both tabs", async () => {
  const song = site.media.add(1, short, { playerRate: 1_500_000 });
  const other = await openTab(at.context, site);
  await play(at.page, song.url);
  const state = (page: typeof other) => page.evaluate(() => window.probe.updates.get());

  site.setVersion("2");
  await at.page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
  await until(async () => (await state(at.page)).waiting && (await state(other)).waiting, "both tabs to know");
  await playsOn(at.page);
  expect(await state(at.page)).toEqual({ arrived: 1, waiting: true, replaced: false, accepted: false, dismissed: -1 });

  // An app that stays open meets more of them, each to be offered in its turn.
  for (const version of ["3", "4"]) {
    const { arrived } = await state(other);
    site.setVersion(version);
    await at.page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    await until(
      async () => (await state(at.page)).arrived === arrived + 1 && (await state(other)).arrived === arrived + 1,
      `both tabs to know of version ${version}`,
    );
  }

  // Begun anew: it may have come to its end meanwhile. A longer one keeps the worker, which goes once its answers are read.
  await play(at.page, song.url);
  await other.evaluate(() => window.probe.updates.accept());
  await until(async () => (await state(at.page)).replaced && (await state(other)).replaced, "the new version");
  await playsOn(at.page);
  await at.page.evaluate(() => window.probe.seek(15));
  await playsOn(at.page);
  // The new worker was told whose page it is.
  await keep(at.page, [song]);
});

it("is taken out of action by the operator: pages come from the server, nothing of the user's goes (specification 17.59)", async () => {
  const song = site.media.add(1, short);
  await keep(at.page, [song]);
  const before = await files(at.page);
  site.retireWorker();
  await at.page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
  const isRegistered = () =>
    at.page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await until(async () => !(await isRegistered()), "the worker to go");
  // A page of before still has it, and does without; the next one registers it once, and leaves it at that.
  await at.page.reload();
  await at.page.waitForFunction(() => "probe" in window && navigator.serviceWorker.controller === null);
  await until(async () => !(await isRegistered()), "it to stay away");
  expect(await files(at.page)).toEqual(before);
  expect(await rows(at.page)).toMatchObject([{ state: "ready" }]);

  // A release that works.
  site.setVersion("2");
  await at.page.reload();
  await at.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await at.page.evaluate((id) => window.probe.signIn(id), uid);
  await keep(at.page, [song]);
  expect(await files(at.page)).toEqual(before);
  expect(site.media.requestsOf(1)).toHaveLength(1);
});
