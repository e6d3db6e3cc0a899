/**
 * A browser that plays and changes things while its line, its tabs and its worker fail at random: no change is lost,
 * refused or done twice; gaps in the music and memory are counted (specification 21.11). `FAULTS_MINUTES` says for how
 * long, `FAULTS_SEED` repeats the choices of a run.
 */
import { randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "../../server/seed/random.ts";
import { type Fixture, openFixture, songTitles } from "../support/fixture.ts";
import { seen } from "../support/fault-proxy.ts";
import { notePages, type PageNotes } from "../support/page-notes.ts";
import { signIn } from "../support/person.ts";
import { heart, hintOnline, isLiked } from "../support/phone.ts";
import { isFull } from "../support/repetitions.ts";

const minutes = Number(process.env["FAULTS_MINUTES"] ?? (isFull ? 10 : 0));
const seed = Number(process.env["FAULTS_SEED"] ?? randomInt(1_000_000));
const random = createRandom(seed);
/** For one thing to show on a busy machine; milliseconds. */
const patienceMs = 60_000;
const patient = { timeout: patienceMs, interval: 250 };

let scene: Fixture;
let notes: PageNotes;
let page: Page;
let titles: string[];
/** What the screen showed last of each song. */
const liked = new Map<string, boolean>();
/** The songs of the own playlists, in order, by title. */
const playlists = new Map<string, string[]>();
let created = 0;
/** The favourites after the last reorder, without those that were pressed since: in this order among one another. */
let ordered: readonly string[] = [];
let reorders = 0;
let adds = 0;
/** Of each tab at its end: how long it lived, and what its heap held; seconds and megabytes. */
const memory: { lived: number; heap: number }[] = [];
let openedAt = 0;
const counts = new Map<string, number>();

beforeAll(async () => {
  if (minutes === 0) return;
  scene = await openFixture();
  // The browser ends with its last page.
  await scene.device.context.newPage();
  notes = await notePages(scene.device.context);
  ({ page } = scene.device);
  page.setDefaultTimeout(patienceMs);
  titles = await songTitles(page);
  for (const title of titles) liked.set(title, false);
}, 180_000);
afterAll(() => scene?.close());

const home = () => `${scene.line.url}/home-page`;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function showHome(): Promise<void> {
  await page.goto(home());
  await songTitles(page);
  openedAt = performance.now();
  // Goes on with what it played, or begins.
  const resume = page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Play", exact: true });
  await ((await resume.isVisible()) ? resume.click() : play());
}

async function play(): Promise<void> {
  const newest = page.getByRole("region", { name: "New songs" });
  const title = random.pick(titles);
  await newest
    .getByRole("button", { name: new RegExp(`^(Play|Pause) ${title}$`) })
    .first()
    .click();
}

/** The heap is read before the page goes. */
async function noteMemory(): Promise<void> {
  const cdp = await scene.device.context.newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  await cdp.detach();
  memory.push({ lived: (performance.now() - openedAt) / 1000, heap: usedSize / 1e6 });
}

async function crash(): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const cdp = await scene.device.context.newCDPSession(page);
  // Never answered: who should.
  void cdp.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
  page = await scene.device.context.newPage();
  page.setDefaultTimeout(patienceMs);
  await showHome();
}

async function press(on: Page, title: string): Promise<void> {
  const wanted = !(await isLiked(on, title));
  await heart(on, title).click();
  // What the screen shows is stored.
  await expect.poll(() => isLiked(on, title), patient).toBe(wanted);
  setLiked(title, wanted);
}

function setLiked(title: string, isNow: boolean): void {
  if (liked.get(title) !== isNow) ordered = ordered.filter((one) => one !== title);
  liked.set(title, isNow);
}

/** The screen of an entry of the account, from the device. */
async function leaveFor(path: string): Promise<void> {
  await noteMemory();
  await page.goto(scene.line.url + path);
}

async function choose(of: string, entry: string): Promise<void> {
  await page
    .getByRole("button", { name: `More for ${of}`, exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/** Of the list in the main part that has this name. */
const titlesIn = async (name: string) => {
  const buttons = page.getByRole("list", { name }).getByRole("button", { name: /^Like / });
  return buttons.evaluateAll((all) => all.map((one) => (one.getAttribute("aria-label") ?? "").replace("Like ", "")));
};
const favourites = "My Favorite Songs";

type Step = readonly [weight: number, name: string, run: () => Promise<void>];

/** By weight, what a step may be. */
const steps: readonly Step[] = [
  [12, "like", () => press(page, random.pick(titles))],
  [
    1,
    "like and crash",
    async () => {
      const title = random.pick(titles);
      await heart(page, title).click();
      await crash();
      setLiked(title, await isLiked(page, title));
    },
  ],
  [2, "play", play],
  [
    1,
    "playlist",
    async () => {
      const title = `Playlist ${(created += 1)}`;
      await leaveFor("/my-playlists");
      await page.getByRole("button", { name: "New Playlist" }).first().click();
      const form = page.getByRole("dialog", { name: "New Playlist" });
      await form.getByLabel("Title").fill(title);
      await form.getByLabel("Description").fill("Made on a bad line");
      await form.getByRole("button", { name: "Create" }).click();
      await page.getByRole("link", { name: title, exact: true }).first().waitFor();
      playlists.set(title, []);
      await showHome();
    },
  ],
  [
    2,
    "add to a playlist",
    async () => {
      const title = random.pick(titles);
      const open = [...playlists].filter(([, songs]) => !songs.includes(title));
      if (open.length === 0) return;
      const [playlist, songs] = random.pick(open);
      await choose(title, "Add Song");
      const dialog = page.getByRole("dialog", { name: "Add Song" });
      await dialog.getByRole("button", { name: `Add to ${playlist}`, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      // What the app says is stored.
      await page.getByText("Song successfully added to playlist!").first().waitFor();
      songs.push(title);
      adds += 1;
    },
  ],
  [
    1,
    "delete a playlist",
    async () => {
      if (playlists.size === 0) return;
      const title = random.pick([...playlists.keys()]);
      await leaveFor("/my-playlists");
      await page.getByRole("link", { name: title, exact: true }).first().click();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await choose(title, "Delete Playlist");
      await page.getByRole("dialog", { name: "Delete Playlist" }).getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Playlist successfully deleted!").first().waitFor();
      playlists.delete(title);
      await showHome();
    },
  ],
  [
    2,
    "reorder favourites",
    async () => {
      const count = [...liked.values()].filter(Boolean).length;
      if (count < 2) return;
      await leaveFor("/favorites");
      await expect.poll(async () => (await titlesIn(favourites)).length, patient).toBe(count);
      const before = await titlesIn(favourites);
      expect(before.filter((title) => ordered.includes(title))).toEqual(ordered);
      const at = random.whole(0, count - 2);
      const moved = before[at] ?? "";
      const after = before.toSpliced(at, 1).toSpliced(at + 1, 0, moved);
      await choose(moved, "Move down");
      await expect.poll(() => titlesIn(favourites), patient).toEqual(after);
      ordered = after;
      reorders += 1;
      await showHome();
    },
  ],
  [
    1,
    "reload",
    async () => {
      await noteMemory();
      await showHome();
    },
  ],
  [1, "crash", crash],
  [
    1,
    "second tab",
    async () => {
      const tab = await scene.device.context.newPage();
      tab.setDefaultTimeout(patienceMs);
      await tab.goto(home());
      await songTitles(tab);
      const title = random.pick(titles);
      await press(tab, title);
      await expect.poll(() => isLiked(page, title), patient).toBe(liked.get(title));
      await tab.close();
    },
  ],
  [
    1,
    "end the worker",
    async () => {
      const cdp = await scene.device.context.newCDPSession(page);
      await cdp.send("ServiceWorker.enable");
      await cdp.send("ServiceWorker.stopAllWorkers");
      await cdp.detach();
    },
  ],
  [8, "line", async () => fail(random.pick(["open", "open", "open", "cut", "hang", "portal", "slow", "lose", "503"]))],
];

function fail(how: string): void {
  const { line } = scene;
  line.heal();
  line.set(how === "cut" || how === "hang" || how === "portal" ? how : "open");
  const request = /^(?!GET \/api\/changes)/;
  if (how === "slow") line.mishap({ request, until: pause(random.whole(500, 4_000)) });
  if (how === "lose") line.mishap({ request: /^(PATCH|POST|PUT|DELETE) \/api\//, fate: "lose", times: 3 });
  if (how === "503") line.mishap({ request: /^(PATCH|POST|PUT|DELETE) \/api\//, fate: { status: 503 }, times: 3 });
  counts.set(how, (counts.get(how) ?? 0) + 1);
}

function pickStep(): Step {
  let left = random.next() * steps.reduce((sum, [weight]) => sum + weight, 0);
  const step = steps.find(([weight]) => (left -= weight) < 0);
  if (step === undefined) throw new Error("There are no steps");
  return step;
}

async function take([, name, run]: Step): Promise<void> {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  await run();
  await pause(random.whole(200, 4_000));
}

async function takeNamed(...names: string[]): Promise<void> {
  for (const name of names) {
    const step = steps.find(([, one]) => one === name);
    if (step === undefined) throw new Error(`There is no step "${name}"`);
    await take(step);
  }
}

/** What a run of a minute might leave out by chance. */
async function takeEachOnce(): Promise<void> {
  for (const title of titles.slice(0, 4)) await press(page, title);
  await takeNamed("line", "playlist", "playlist", "line", "add to a playlist", "line", "reorder favourites");
  await takeNamed("line", "delete a playlist", "second tab", "line", "reload", "crash");
}

/** Each with a fault of its own, and nothing after it that covers it up. */
async function takeLast(): Promise<void> {
  await takeNamed("playlist", "playlist");
  for (const how of ["lose", "503", "cut"]) {
    fail(how);
    await takeNamed("reorder favourites");
  }
  await takeNamed("delete a playlist");
}

/** Rows that the server has not confirmed, by state. In the page. */
function unsent(uid: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`offbeat-account-${uid}`);
    opening.onerror = () => reject(new Error("The account's storage could not be opened"));
    opening.onsuccess = () => {
      const reading = opening.result.transaction("outbox").objectStore("outbox").getAll() as IDBRequest<
        { state: string }[]
      >; // as the app stores them
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result.map(({ state }) => state).filter((state) => state !== "acked"));
      };
    };
  });
}

const read = async () => {
  const known = await signIn(scene.server.url, scene.person);
  return { songs: await known.songs(), playlists: await known.playlists(), favourites: await known.likedTitles() };
};

/** What is wrong with the plays of a song: lost ones, doubled ones. */
function findPlayFaults(song: {
  _id: string;
  title: string;
  duration: number;
  playCount: number;
  was: { playCount: number } | undefined;
}) {
  const sent = new Set(seen(scene.line, new RegExp(`^PATCH /api/songs/played/${song._id}`)).map(({ key }) => key));
  const plays = notes.rows.flatMap(({ id, version, operation }) => {
    const { kind, songId, playedAt } = operation as { kind: string; songId?: string; playedAt?: string }; // as the app queues it
    return kind === "play" && songId === song._id ? { key: `${id}:${version}`, at: Date.parse(playedAt ?? "") } : [];
  });
  const faults = plays.filter(({ key }) => !sent.has(key)).map(({ key }) => `${song.title}: ${key} was never sent`);
  const counted = song.playCount - (song.was?.playCount ?? 0);
  const heard = countedPlays(
    plays.map(({ at }) => at),
    song.duration,
  );
  // Of a tab that crashed not all is known.
  const isRight = plays.length === sent.size ? counted === heard : counted <= sent.size;
  return isRight ? faults : [...faults, `${song.title}: ${counted} plays in place of ${heard}`];
}

/** Plays of a song that count: one too close to the one before does not (specification 13.5). */
function countedPlays(heard: readonly number[], durationSeconds: number): number {
  const half = Math.floor((durationSeconds * 1000) / 2);
  let last = -Infinity;
  return heard.filter((at) => at - last >= half && ((last = at), true)).length;
}

test.runIf(minutes > 0)(
  `${minutes} minutes of faults lose and double nothing (FAULTS_SEED=${seed})`,
  { timeout: (minutes + 8) * 60_000 },
  async () => {
    const before = (await read()).songs;
    await showHome();
    const end = performance.now() + minutes * 60_000;
    await takeEachOnce();
    while (performance.now() < end) await take(pickStep());
    await takeLast();

    fail("open");
    await noteMemory();
    await showHome();
    await expect
      .poll(
        async () => {
          await hintOnline(page);
          return page.evaluate(unsent, scene.person.uid);
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toEqual([]);
    report();

    const shown = await Promise.all(titles.map(async (title) => [title, await isLiked(page, title)]));
    expect(new Map(shown as [string, boolean][])).toEqual(liked); // pairs, as they were made
    const after = await read();
    expect(new Map(after.playlists.map((one) => [one.title, one.songs]))).toEqual(playlists);
    expect(after.playlists, "none is there twice").toHaveLength(playlists.size);
    expect(after.favourites.filter((title) => ordered.includes(title))).toEqual(ordered);
    expect(findRepeated()).toEqual([]);
    const were = new Map(before.map((song) => [song._id, song]));
    const songs = after.songs.map((song) => ({ ...song, was: were.get(song._id) }));
    const touched = songs.filter(({ title }) => liked.has(title));
    expect(new Map(touched.map((song) => [song.title, song.liked]))).toEqual(liked);
    expect(new Map(touched.map(({ title, likes, was }) => [title, likes - (was?.likes ?? 0) === 1]))).toEqual(liked);
    expect(songs.flatMap(findPlayFaults)).toEqual([]);
    expect(sum("played")).toBeGreaterThan(0);
  },
);

/** What was sent more often than it was done: a try that is repeated has the key of the first. */
function findRepeated(): string[] {
  const keysOf = (call: RegExp) => new Set(seen(scene.line, call).map(({ key }) => key)).size;
  const deletion = /^(PUT|DELETE) \/api\/playlists\/(?!top\/)/;
  const deletions = new Set(seen(scene.line, deletion).map(({ what }) => what));
  const done: [what: string, call: RegExp, times: number][] = [
    ...[...deletions].map((what): [string, RegExp, number] => [what, new RegExp(`^${what}$`), 1]),
    ["playlists created", /^POST \/api\/playlists$/, created],
    ["songs added", /^PATCH \/api\/playlists\/add\//, adds],
    ["orders of the favourites", /^PATCH \/api\/songs\/order-favorite\//, reorders],
  ];
  return done.flatMap(([what, call, times]) => {
    const keys = keysOf(call);
    return keys > times ? `${what}: ${keys} in place of ${times}` : [];
  });
}

const sum = (of: "played" | "silent" | "gaps") => [...notes.sounds.values()].reduce((all, one) => all + one[of], 0);

function report(): void {
  const keys = new Set(seen(scene.line, /^(PATCH|POST|PUT|DELETE) \/api\//).map(({ key }) => key));
  const longest = Math.max(0, ...[...notes.sounds.values()].map(({ longestGap }) => longestGap));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.info(
    [
      `Seed ${seed}, ${minutes} minutes. ${[...counts].map(([name, count]) => `${name} ${count}`).join(", ")}`,
      `Operations queued ${notes.rows.length}, sent under ${keys.size} keys`,
      `Music played ${seconds(sum("played"))}, silent ${seconds(sum("silent"))} in ${sum("gaps")} gaps, longest ${seconds(longest)}`,
      `Heap, MB after s: ${memory.map(({ lived, heap }) => `${heap.toFixed(1)}/${lived.toFixed(0)}`).join(" ")}`,
    ].join("\n"),
  );
}
