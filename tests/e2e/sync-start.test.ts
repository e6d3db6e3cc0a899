/** Starts of the app on a device or a line that is not as it should be (specification 17.2-17.7, 17.43). */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Device, expireToken, heart, hintOnline, isLiked, openDevice, saved } from "../support/phone.ts";
import { seen } from "../support/fault-proxy.ts";
import { openFixture, type Fixture, songTitles } from "../support/fixture.ts";

let scene: Fixture;
/** The tab from before, which shows the home screen. */
let page: Page;
/** A song for each test that nobody has touched before; the last test takes the first one's again, and leaves it alone. */
let titles: string[];
let title: string;
let before: number;

const like = /^PATCH \/api\/songs\/like\//;
const likes = async () => (await scene.person.likes()).length - before;

beforeAll(async () => {
  scene = await openFixture();
  page = scene.device.page;
  titles = await songTitles(page);
});
afterAll(() => scene?.close());

beforeEach(async () => {
  title = titles.shift() ?? "";
  titles.push(title);
  before = (await scene.person.likes()).length;
  scene.line.requests.length = 0;
});
afterEach(async () => {
  scene.line.heal();
  scene.line.set("open");
  for (const tab of scene.device.context.pages()) if (tab !== page) await tab.close();
  await page.goto(`${scene.line.url}/home-page`);
  await heart(page, title).waitFor();
  // Home has fewer songs than there are tests: the next one of this song finds it as it was.
  if ((await likes()) > 0) {
    await expect.poll(() => isLiked(page, title)).toBe(true);
    await heart(page, title).click();
    await expect.poll(likes, { timeout: 10_000 }).toBe(0);
  }
  expect(scene.device.faults).toEqual([]);
});

async function open(): Promise<Page> {
  const tab = await scene.device.tab("/home-page");
  // Sooner than any call is given up that hangs.
  await heart(tab, title).waitFor({ timeout: 8_000 });
  return tab;
}

const json = { "content-type": "application/json" };
test.each([
  ["429", { status: 429, body: '{"status":429,"code":"too-many-requests"}', headers: json }],
  ["503", { status: 503, body: '{"status":503,"code":"unavailable"}', headers: json }],
  ["a page", { status: 200, body: "<!doctype html><title>Hotel</title>" }],
  ["{}", { status: 200, body: "{}", headers: json }],
])("a provider that answers %s at the start signs nobody out", async (_, fate) => {
  // The answer to what went before is here: else two changes wait.
  await saved(page);
  // Without the app, which would write its own copy of the token over the expired one.
  await page.goto(`${scene.line.url}/healthz`);
  await expireToken(page);
  scene.line.mishap({ request: /securetoken|accounts:lookup/, fate });
  const tab = await open();
  await expect.poll(() => seen(scene.line, /securetoken/).length, { timeout: 10_000 }).toBeGreaterThan(0);
  await heart(tab, title).click();
  await tab.getByText("1 change waiting").waitFor();
  expect(await tab.evaluate(() => localStorage.getItem("user"))).toContain(scene.person.uid);
  expect(seen(scene.line, like)).toEqual([]);
  scene.line.heal();
  await saved(tab);
  await expect.poll(likes, { timeout: 10_000 }).toBe(1);
});

// 2.16
test.each([
  ["hang", "is good"],
  ["portal", "is good"],
  ["cut", "is good"],
  ["portal", "has run out"],
] as const)("a line that is %s, while the token %s: open at once", async (state, token) => {
  await saved(page);
  if (token === "has run out") {
    // As above: without the app.
    await page.goto(`${scene.line.url}/healthz`);
    await expireToken(page);
  }
  scene.line.set(state);
  const tab = await open();
  await heart(tab, title).click();
  await expect.poll(() => isLiked(tab, title)).toBe(true);
  await hintOnline(tab);
  await tab.getByTitle("Offline · 1 change waiting").waitFor({ timeout: 20_000 });
  expect(await likes()).toBe(0);
  scene.line.set("open");
  await saved(tab);
  await expect.poll(likes, { timeout: 10_000 }).toBe(1);
  expect(await tab.getByText("hotel").count()).toBe(0);
});

test.each([1970, 2040])("a device that believes to be in %i", async (year) => {
  const tab = await scene.device.context.newPage();
  await tab.addInitScript((of) => {
    const Real = Date;
    const shift = Real.UTC(of, 0, 2) - Real.now();
    globalThis.Date = class extends Real {
      constructor(...given: ConstructorParameters<typeof Real> | []) {
        super(...(given.length === 0 ? ([Real.now() + shift] as never) : given));
      }
      static override now = () => Real.now() + shift;
    } as DateConstructor; // called without `new` by nobody here
  }, year);
  await tab.goto(`${scene.line.url}/home-page`);
  await heart(tab, title).click();
  await expect.poll(likes, { timeout: 10_000 }).toBe(1);
  // The answer is here, too: else it is cut, and the one change that waits is still the like.
  await saved(tab);
  scene.line.set("cut");
  await heart(tab, title).click();
  await tab.getByText("1 change waiting").waitFor();
  await tab.close();
  // The clock is set right.
  scene.line.requests.length = 0;
  scene.line.set("open");
  const right = await open();
  await saved(right);
  await expect.poll(likes, { timeout: 10_000 }).toBe(0);
  expect(await isLiked(right, title)).toBe(false);
});

test("an upgrade by another tab: this one makes way, comes again, and has everything", async () => {
  const tab = await open();
  await heart(tab, title).click();
  await expect.poll(() => isLiked(tab, title)).toBe(true);
  await saved(tab);
  const reloaded = tab.waitForEvent("load");
  // A newer version of the app, of which this one knows nothing.
  const newer = await scene.device.tab("/healthz");
  // It is opened once every connection is closed. One that ends its last transaction may delay it for a moment.
  await newer.evaluate(async (uid) => {
    const opening = indexedDB.open(`offbeat-account-${uid}`, 500);
    opening.onupgradeneeded = () => opening.result.createObjectStore("later");
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    });
    opening.result.close();
  }, scene.person.uid);
  await reloaded;
  await expect.poll(() => isLiked(tab, title)).toBe(true);
  await heart(tab, title).click();
  await saved(tab);
  await expect.poll(likes, { timeout: 10_000 }).toBe(0);
});

test("a storage that fails: nobody is signed out, it is said, and the next start has everything", async () => {
  const tab = await scene.device.context.newPage();
  await tab.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Internal error opening backing store", "UnknownError");
    };
  });
  await tab.goto(`${scene.line.url}/favorites`);
  await tab.getByText("This device's storage does not answer").waitFor();
  // By then the provider has said that it found nobody.
  await tab.getByText("Couldn't load").first().waitFor({ timeout: 30_000 });
  expect(new URL(tab.url()).pathname).toBe("/favorites");
  expect(await tab.evaluate(() => localStorage.getItem("user"))).toContain(scene.person.uid);
  expect(await tab.getByText("All changes saved").count()).toBe(0);
  await tab.close();
  const next = await open();
  await heart(next, title).click();
  await saved(next);
  await expect.poll(likes, { timeout: 10_000 }).toBe(1);
});

test("a storage that hangs: it is said, and all is there when it answers", async () => {
  await page.goto("about:blank");
  const other = await scene.device.tab("/healthz");
  await other.evaluate(holdDatabase, `offbeat-account-${scene.person.uid}`);
  const tab = await scene.device.tab("/home-page");
  await tab.getByText("This device's storage does not answer").waitFor();
  expect(await tab.getByText("All changes saved").count()).toBe(0);
  await other.evaluate(() => window.dispatchEvent(new Event("release")));
  await heart(tab, title).click();
  await saved(tab);
  await expect.poll(likes, { timeout: 10_000 }).toBe(1);
  expect(await tab.getByText("This device's storage does not answer").count()).toBe(0);
});

describe("a script that hangs at a first visit: it is said, and the screen comes with it", () => {
  let device: Device;
  beforeEach(async () => {
    device = await openDevice(scene.line.url);
  });
  afterEach(async () => {
    expect(device.faults).toEqual([]);
    await device.remove();
  });

  /** Returns a function that lets it come. */
  function hang(request: RegExp): () => void {
    let come = () => {};
    scene.line.mishap({ request, until: new Promise<void>((resolve) => (come = resolve)) });
    return come;
  }

  test("the first script", async () => {
    const come = hang(/static\/js\/entry-/);
    await device.page.goto(`${scene.line.url}/login`, { waitUntil: "commit" });
    const told = device.page.getByText("Offbeat has not started yet");
    await told.waitFor();
    come();
    await device.page.getByLabel("Email").waitFor();
    await expect.poll(() => told.count()).toBe(0);
  });

  // 3.2.2
  test("the script of a screen", async () => {
    const come = hang(/static\/js\/playlists-/);
    await device.page.setViewportSize({ width: 390, height: 844 });
    await device.enter(scene.person);
    await device.page.getByRole("link", { name: "Playlists", exact: true }).click();
    const told = device.page.getByText("This takes longer than usual");
    await told.waitFor();
    come();
    await device.page.getByRole("heading", { level: 1, name: "Playlists" }).waitFor();
    expect(await told.count()).toBe(0);
  });
});

test("rows that make no sense: the app starts, and keeps what it cannot read of changes", async () => {
  // The app of this tab would still store what it has loaded.
  await page.goto(`${scene.line.url}/healthz`);
  await page.evaluate(writeNonsense, scene.person.uid);
  const tab = await open();
  await heart(tab, title).click();
  await expect.poll(likes, { timeout: 10_000 }).toBe(1);
  expect(await tab.evaluate(readUnknown, scene.person.uid)).toEqual(["teleport"]);
  await tab.getByText("2 changes waiting").waitFor();
});

test("the list was never had: what was done here is shown, and that there may be more", async () => {
  // The app of this tab would still store what it has loaded.
  await page.goto(`${scene.line.url}/healthz`);
  await page.evaluate(forgetFavourites, scene.person.uid);
  const list = /^GET \/api\/users\/myFavoriteSongs/;
  scene.line.mishap({ request: list, fate: { status: 503, body: "{}", headers: json } });
  const tab = await open();
  await heart(tab, title).click();
  await expect.poll(() => isLiked(tab, title)).toBe(true);
  await tab.getByRole("button", { name: "Account menu" }).click();
  await tab.getByRole("menuitem", { name: "Favorite" }).click();
  await tab.getByRole("heading", { name: "My Favorite Songs" }).waitFor();
  await tab.getByRole("button", { name: `Play ${title}`, exact: true }).waitFor();
  const missing = tab.getByText("Some songs are missing here");
  await missing.waitFor({ timeout: 20_000 });
  expect(await tab.getByText(/^\d+ songs?$/).count(), "nobody knows how many there are").toBe(0);
  scene.line.heal();
  await tab.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await missing.waitFor({ state: "hidden" });
  await saved(tab);
});

/** Home's list with rows: the covers of its shelves do not say where a song is. */
const rows = (tab: Page) => tab.getByRole("region", { name: "Most listened" });
const rowOf = (tab: Page, song: string) =>
  rows(tab)
    .getByRole("listitem")
    .filter({ has: tab.getByRole("button", { name: `Play ${song}`, exact: true }) })
    .first();
const tap = (tab: Page, song: string) =>
  rows(tab)
    .getByRole("button", { name: `Play ${song}`, exact: true })
    .first()
    .click();
/** Songs on the screen that are not on the device. */
const notHere = async (tab: Page): Promise<string[]> => {
  const away = rows(tab)
    .getByRole("listitem")
    .filter({ has: tab.getByRole("button", { name: /^Play / }) })
    .filter({ hasNot: tab.getByText("On this device", { exact: true }) });
  await away.nth(1).waitFor();
  const names = await away
    .getByRole("button", { name: /^Play / })
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  return [...new Set(names.map((name) => (name ?? "").replace("Play ", "")))];
};
/** Seconds; waits until the song really plays on. */
async function playsOn(tab: Page): Promise<number> {
  const slider = tab.getByRole("slider", { name: "Progress" }).filter({ visible: true });
  const position = async () => Number(await slider.inputValue());
  const begun = await position();
  await expect.poll(position, { timeout: 15_000 }).toBeGreaterThan(begun);
  return position();
}

test("a stored song that went bad plays from the network, and is whole on the device again", async () => {
  const tab = await open();
  // Only rows say where a song is; covers do not.
  [title = ""] = await notHere(tab);
  if (!(await isLiked(tab, title))) await heart(tab, title).click();
  await rowOf(tab, title).getByText("On this device", { exact: true }).waitFor();
  const spoilt = await tab.evaluate(spoilSongs, scene.person.uid);
  expect(spoilt).toBeGreaterThan(0);
  await tap(tab, title);
  await tab.getByRole("region", { name: "Player" }).getByText(title, { exact: true }).waitFor();
  await playsOn(tab);
  expect(await rowOf(tab, title).getByText("damaged").count()).toBe(0);
  expect(
    await tab.getByRole("region", { name: "Player" }).getByText(title, { exact: true }).isVisible(),
    "it was not passed over",
  ).toBe(true);
  // The one that plays; others of earlier tests wait for their turn.
  await expect.poll(() => tab.evaluate(countSpoilt, scene.person.uid), { timeout: 15_000 }).toBe(spoilt - 1);
  await rowOf(tab, title).getByText("On this device", { exact: true }).waitFor();
});

test("what cannot play now says why, goes on with the network, or leaves the music alone", async () => {
  const tab = await open();
  const [first = "", other = ""] = await notHere(tab);
  const player = tab.getByRole("region", { name: "Player" });
  // A line that hangs is not known to be away yet.
  scene.line.set("hang");
  await tap(tab, first);
  // A second's doubt, and a probe that hangs for five.
  await player.getByText("Waiting for the network").waitFor({ timeout: 15_000 });
  scene.line.set("open");
  await hintOnline(tab);
  const heard = await playsOn(tab);
  expect(await player.getByText("Waiting for the network").count()).toBe(0);
  // Now it is known.
  scene.line.set("cut");
  await hintOnline(tab);
  await tab.getByTitle(/^Offline/).waitFor();
  await tap(tab, other);
  await rowOf(tab, other).getByText("Needs a network").waitFor();
  expect(await playsOn(tab)).toBeGreaterThan(heard);
  expect(await tab.getByText("Something went wrong").count()).toBe(0);
  scene.line.set("open");
  await hintOnline(tab);
  await rowOf(tab, other).getByText("Needs a network").waitFor({ state: "hidden" });
});

/** Other bytes in place of each stored song, under its headers. Returns how many. */
async function spoilSongs(uid: string): Promise<number> {
  const cache = await caches.open(`offbeat-audio-${uid}`);
  let spoilt = 0;
  for (const key of await cache.keys()) {
    const file = await cache.match(key);
    if (!file?.headers.get("content-type")?.startsWith("audio/")) continue;
    const { byteLength } = await file.clone().arrayBuffer();
    await cache.put(key, new Response(new Uint8Array(byteLength), { headers: file.headers }));
    spoilt += 1;
  }
  return spoilt;
}

/** How many stored songs are still as `spoilSongs` left them. */
async function countSpoilt(uid: string): Promise<number> {
  const cache = await caches.open(`offbeat-audio-${uid}`);
  const files = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  const bodies = await Promise.all(files.map((file) => file?.arrayBuffer()));
  return bodies.filter((body) => body && new Uint8Array(body).every((byte) => byte === 0)).length;
}

/** As on a device where the list was not loaded yet. */
async function forgetFavourites(uid: string): Promise<void> {
  const opening = indexedDB.open(`offbeat-account-${uid}`);
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  const writing = db.transaction(["queries", "outbox"], "readwrite");
  writing.objectStore("queries").delete(`q-["favourites","${uid}"]`);
  // What was confirmed shows on top of any answer.
  writing.objectStore("outbox").clear();
  await new Promise((resolve) => (writing.oncomplete = resolve));
  db.close();
}

// 17.40, 17.50
test("a new version waits for the music, and what says so can be put away", async () => {
  const script = await (await fetch(`${scene.server.url}/main.js`)).text();
  const headers = { "content-type": "text/javascript" };
  const newer = { status: 200, body: `${script}\n// newer`, headers };
  const tab = await open();
  await tab
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  const pause = tab.getByRole("region", { name: "Player" }).getByRole("button", { name: "Pause" });
  await pause.waitFor();
  scene.line.mishap({ request: /^GET \/main\.js/, fate: newer });
  await tab.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
  await tab.getByRole("button", { name: "Update", exact: true }).click();
  const sentence = tab.getByText("Offbeat updates as soon as the music pauses");
  await sentence.waitFor();
  await tab.getByRole("button", { name: "Hide", exact: true }).click();
  await sentence.waitFor({ state: "hidden" });
  expect(await pause.isVisible()).toBe(true);
  const reloaded = tab.waitForEvent("load");
  await pause.click();
  await reloaded;
});

// 17.52
test("every script and style is on the device under its own address, where a page of this version finds it later", async () => {
  const worker = await (await fetch(`${scene.server.url}/main.js`)).text();
  const addresses = [...worker.matchAll(/"(static\/[^"]+)"/g)].map(([, file]) => `/${file}`);
  expect(addresses.length).toBeGreaterThan(50);
  const missing = await page.evaluate(async (all) => {
    const found = await Promise.all(all.map((address) => caches.match(address)));
    return all.filter((_, at) => found[at] === undefined);
  }, addresses);
  expect(missing).toEqual([]);
});

/** As an upgrade by another program that takes long; given up at the event "release", without a trace. */
function holdDatabase(name: string): Promise<void> {
  return new Promise((held, failed) => {
    const opening = indexedDB.open(name, 1_000);
    opening.onerror = () => failed(new Error("The database could not be held"));
    opening.onupgradeneeded = () => {
      const upgrade = opening.transaction;
      if (upgrade === null) return;
      // A transaction lasts as long as something is asked of it.
      const ask = () => {
        upgrade.objectStore("counters").count().onsuccess = ask;
      };
      ask();
      window.addEventListener("release", () => upgrade.abort());
      opening.onerror = (event) => event.preventDefault();
      held();
    };
  });
}

/** Rows of other versions, or of a disk that fails, in every table. */
async function writeNonsense(uid: string): Promise<void> {
  const opening = indexedDB.open(`offbeat-account-${uid}`);
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error("The database could not be opened"));
  });
  const tables = ["outbox", "queries", "downloads", "counters"];
  const writing = db.transaction(tables, "readwrite");
  writing.objectStore("outbox").add({
    id: "x",
    uid,
    target: "x",
    operation: { kind: "teleport" },
    version: 1,
    state: "waiting",
    attempts: 0,
    notBefore: 0,
  });
  writing.objectStore("outbox").add({ id: "y" });
  writing.objectStore("queries").put({ key: `q-["favourites","${uid}"]`, query: 5 });
  writing.objectStore("queries").put({ key: `q-["newest","${uid}"]` });
  writing.objectStore("downloads").put({ songId: "nothing" });
  writing.objectStore("counters").put({ name: "strange", value: "x" });
  await new Promise((resolve) => (writing.oncomplete = resolve));
  db.close();
}

/** Kinds of changes that no version knows, as they lie in the outbox. */
async function readUnknown(uid: string): Promise<string[]> {
  const opening = indexedDB.open(`offbeat-account-${uid}`);
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const reading = opening.result.transaction("outbox").objectStore("outbox").getAll();
  await new Promise((resolve) => (reading.onsuccess = resolve));
  opening.result.close();
  const rows = reading.result as { operation?: { kind: string } }[]; // as the test wrote them
  return rows.flatMap(({ operation }) => (operation?.kind === "teleport" ? [operation.kind] : []));
}
