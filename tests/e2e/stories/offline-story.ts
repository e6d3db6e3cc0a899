/**
 * What a person keeps and does without a network, in an engine without Background Sync: the page itself sends it
 * (specification 2.17-2.20, 5.15, 17.8, 17.14, 17.19, 17.29). In Chromium the tests of these parts tell more of each.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadPartBytes } from "../../../contract/media.ts";
import { longSound } from "../../support/audio-files.ts";
import { everythingStored } from "../../support/everything-stored.ts";
import { type EnginePage, until } from "../../support/engines/page.ts";
import type { Target } from "../../support/engines/target.ts";
import { seen } from "../../support/fault-proxy.ts";
import { createPerson, type Person, signIn } from "../../support/person.ts";
import {
  advances,
  button,
  controlled,
  dialogsLeft,
  field,
  heading,
  heart,
  login,
  playButton,
  text,
  titles,
  type VisitOverLine,
} from "./visit.ts";

const soon = { timeout: 20_000 };
/** The songs of the playlist "Knees up". */
const [liked, first, likedOffline, second] = [
  "Checkerboard Sunday",
  "Late for the Ferry",
  "Brass in the Rain",
  "Broken Umbrella",
] as const;
const song = "Quiet Harbour";

const dialog = (name: string): Target => ({ role: "dialog", name });
const within = (target: Target, around: Target): Target => ({ ...target, within: around });
const loginHeading = heading("Log in");
const offline: Target = { role: "text", starts: "Offline" };

export function offlineStory(visit: VisitOverLine): void {
  let person: Person;
  let folder: string;
  beforeAll(async () => {
    person = await createPerson(visit.server.url);
    folder = await mkdtemp(join(tmpdir(), "offbeat-files-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function enter(choice: string): Promise<void> {
    const { page, url } = visit;
    await page.goto(`${url}/login`);
    await page.set({ role: "combobox", name: "Keep me signed in" }, choice);
    await login(page, person);
    await controlled(page);
  }

  /** Once the page knows that it is offline nothing moves any more under a press. */
  async function openOffline(path: string): Promise<void> {
    await dialogsLeft(visit.page);
    await visit.page.goto(visit.url + path);
    await visit.page.waitFor(offline);
  }

  async function signOut(): Promise<void> {
    const { page } = visit;
    await page.click(button("Account menu"));
    await page.click({ role: "menuitem", name: "Logout" });
    await page.waitFor(loginHeading);
  }

  async function expectNothingLeft(): Promise<void> {
    await visit.page.waitFor(loginHeading);
    // By name alone: opening a database that is being deleted would make it anew.
    const volatile = () =>
      visit.page.evaluate(async () => {
        const names = (await indexedDB.databases()).map(({ name = "" }) => name);
        return names.filter((name) => name.startsWith("offbeat-volatile-"));
      }, null);
    await expect.poll(volatile, soon).toEqual([]);
    const { texts, ...left } = await visit.page.evaluate(everythingStored, null);
    for (const canary of [liked, person.email, person.uid, "Quill"])
      expect(texts.filter((one) => one.includes(canary))).toEqual([]);
    expect(left).toEqual({ caches: [], accounts: [], records: [] });
  }

  // 17.49
  test("a first visit asks again for styles that failed", async () => {
    const { page, line, url } = visit;
    line.mishap({ request: /^GET \/static\/assets\/deferred-/, times: 1, fate: { status: 503 } });
    await page.goto(`${url}/login`);
    const media = () =>
      page.evaluate(
        () => Array.from(document.querySelectorAll<HTMLLinkElement>("link[data-deferred]"), (link) => link.media),
        null,
      );
    await expect.poll(media, soon).toEqual(["not all", "all"]);
  });

  test("a playlist is kept beside the favourites", async () => {
    const { page, url } = visit;
    await enter("On this device");
    // In no browser has an empty page one.
    expect(await page.evaluate(() => "SyncManager" in window, null), "only the page can send").toBe(false);
    await page.goto(`${url}/playlists`);
    await page.click({ role: "link", name: "Knees up" });
    await page.waitFor(heading("Knees up"));
    await page.click(heart(liked));
    await page.click(button("Keep on this device"));
    await page.waitFor(text("All on this device"));
    await expect.poll(async () => (await person.likes()).length, soon).toBe(1);
  });

  test("without a network it opens and plays, and is found whole", async () => {
    const { page, line } = visit;
    line.set("cut");
    await page.reload();
    await page.waitFor(offline);
    await page.waitFor(text("All on this device"));
    await page.click(playButton(first));
    await advances(page);
    await page.click(button("Pause", { role: "region", name: "Player" }));
    await page.click(heart(likedOffline));
    await expect.poll(async () => (await page.read(heart(likedOffline), "aria-pressed"))[0], soon).toBe("true");
    await page.evaluate(makeOld, null);
    await openOffline("/storage");
    // It comes with what was heard last, and may lay itself over what is pressed.
    await page.waitFor(button("Play", { role: "region", name: "Player" }));
    await page.click(button("Check now"));
    await page.waitFor(text("All 4 songs are complete"));
  });

  test("a playlist is made, filled, ordered and renamed without a network", async () => {
    const { page } = visit;
    await openOffline("/my-playlists");
    await page.click(button("New Playlist"));
    const form = dialog("New Playlist");
    await page.type(within(field("Title"), form), "Shore");
    await page.type(within(field("Description"), form), "By the sea");
    await page.click(button("Create", form));
    await page.click({ role: "link", name: "Shore" });
    await page.waitFor(heading("Shore"));

    await choose(page, "Shore", "Add Song");
    const picker = dialog("Add Song to Shore");
    for (const title of [first, second]) {
      await page.click(button(`Add ${title}`, picker));
      await expect.poll(() => page.count(button(`Add ${title}`, picker)), soon).toBe(0);
    }
    await page.click(button("Done", picker));
    const list: Target = { role: "list", name: "Songs of this playlist" };
    await expect.poll(() => titles(page, list), soon).toEqual([first, second]);
    await choose(page, first, "Move down", list);
    await expect.poll(() => titles(page, list), soon).toEqual([second, first]);

    await choose(page, "Shore", "Edit Playlist");
    const edit = dialog("Change Playlist information");
    await page.type(within(field("Title"), edit), "Coast");
    await page.click(button("Save", edit));
    await page.waitFor(heading("Coast"));
    await expect.poll(() => page.count(edit), soon).toBe(0);
    await dialogsLeft(page);
    await page.reload();
    await page.waitFor(offline);
    await page.waitFor(heading("Coast"));
    await expect.poll(() => titles(page, list), soon).toEqual([second, first]);
    // All of it is in this device's changes, and can be changed on.
    await choose(page, second, "Move down", list);
    await expect.poll(() => titles(page, list), soon).toEqual([first, second]);
    await choose(page, first, "Move down", list);
    await expect.poll(() => titles(page, list), soon).toEqual([second, first]);
  });

  test("a song in several parts waits on the device, also over a reload", async () => {
    const { page, line } = visit;
    const path = join(folder, `${song}.wav`);
    await writeFile(path, longSound(uploadPartBytes + 1_000_000));
    await openOffline("/mysongs");
    await page.click(button("Upload", { role: "main" }));
    const form = dialog("Upload Song");
    await page.upload({ role: "file", name: "Audio file", within: form }, [path]);
    await expect.poll(() => page.value(within(field("Title"), form)), soon).toBe(song);
    await page.type(within(field("Artist"), form), "Somebody");
    await page.set({ role: "combobox", name: "Genre", within: form }, "Jazz");
    await page.click(button("Upload", form));
    const waits = text("1 song waits on this device, and uploads by itself");
    if (!visit.engine.knowsSounds) await pressAgainIfRefused(page, waits, form);
    await page.waitFor(waits);
    await openOffline("/changes");
    await page.waitFor(text(`Upload ${song}`, { role: "list", name: "Uploads" }));
    expect(seen(line, /^POST \/api\/songs/)).toEqual([]);
  });

  test("the next start sends all of it, each once, over a line that loses answers", async () => {
    const { line, server, url } = visit;
    line.requests.length = 0;
    const secondPart = new RegExp(`content-range: bytes ${uploadPartBytes}-`, "i");
    for (const request of [/^POST \/api\/playlists /, /^POST \/api\/songs /, secondPart])
      line.mishap({ request, fate: "lose", times: 1 });
    await visit.comeBack(async () => line.set("open"));
    const { page } = visit;
    await expect.poll(async () => (await person.likes()).length, { timeout: 40_000 }).toBe(2);
    await page.goto(`${url}/changes`);
    await expect.poll(() => isSaved(page), { timeout: 100_000, interval: 500 }).toBe(true);
    const creations = seen(line, /^POST \/api\/playlists$/);
    expect(creations.length, "its answer was lost").toBeGreaterThan(1);
    expect(new Set(creations.map(({ key }) => key)).size).toBe(1);
    expect(new Set(seen(line, /^POST \/api\/songs$/).map(({ key }) => key)).size).toBe(1);
    const account = await signIn(server.url, person);
    expect(await account.playlists()).toEqual([{ title: "Coast", songs: [second, first] }]);
    expect((await account.likedTitles()).toSorted()).toEqual([likedOffline, liked].toSorted());
    await page.goto(`${url}/mysongs`);
    await expect.poll(() => titles(page, { role: "list", name: "My Uploaded Songs" }), soon).toEqual([song]);
    // Its waits alone may take longer than a test usually may.
  }, 180_000);

  test("a sign-in until the browser closes: nothing of it stands outside the tab, and nothing is left", async () => {
    await signOut();
    await enter("Until the browser closes");
    const { page } = visit;
    await page.reload();
    await page.click(button("Account menu"));
    await page.click({ role: "menuitem", name: "Favorite" });
    await page.waitFor(text("2 songs"));
    const users = () => [localStorage.getItem("user"), sessionStorage.getItem("user")].map((user) => user !== null);
    expect(await page.evaluate(users, null)).toEqual([false, true]);
    const { caches, accounts, records } = await page.evaluate(everythingStored, null);
    expect({ caches, accounts, records: records.length }).toEqual({ caches: [], accounts: [], records: 1 });
    if (visit.engine.keepsProfile) await visit.comeBack();
    // Its tab cannot be closed without the device.
    else await signOut();
    await expectNothingLeft();
  });

  test("a sign-in until the page closes: a reload is a visitor's", async () => {
    await enter("Until this page closes");
    await visit.page.waitFor(button("Account menu"));
    await visit.page.reload();
    await expectNothingLeft();
    expect(await visit.page.count(button("Account menu"))).toBe(0);
  });

  // Before the worker goes: workbox-window may then ask WebKit for one that is installing, and throws as there is none.
  test("nothing went wrong in the page meanwhile", async () => {
    expect(await visit.faults()).toEqual([]);
  });

  test("a worker that the operator takes out of action goes, and stays away (specification 17.59)", async () => {
    const { page, server, url } = visit;
    const hasWorker = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration !== undefined || navigator.serviceWorker.controller !== null;
      }, null);
    expect(await hasWorker()).toBe(true);
    await server.stop();
    await server.start({ WORKER: "off" });
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update(), null);
    // A page of before keeps its controller; the next one registers the worker once, and leaves it at that.
    const isRegistered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined, null);
    await expect.poll(isRegistered, soon).toBe(false);
    await page.goto(`${url}/login`);
    await page.waitFor(loginHeading);
    await expect.poll(hasWorker, soon).toBe(false);
    const shells = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.includes("precache")), null);
    await expect.poll(shells, soon).toEqual([]);
  });
}

/** An entry of the menu of a song or a playlist. */
async function choose(page: EnginePage, name: string, entry: string, list: Target = { role: "main" }): Promise<void> {
  await page.click(button(`More for ${name}`, list));
  await page.click({ role: "menuitem", name: entry });
}

/** Where an engine calls good files unplayable, the form offers to send them by a second press. */
async function pressAgainIfRefused(page: EnginePage, done: Target, form: Target): Promise<void> {
  const refused: Target = { role: "text", starts: "This browser can't play this file", within: form };
  const isRefused = async () => (await page.count(refused)) > 0;
  await until(async () => (await page.count(done)) > 0 || (await isRefused()), "the form to take the file");
  if (await isRefused()) await page.click(button("Upload", form));
}

/** Asked again and again, with what a browser says when it believes to be back online: the app tries at once. */
async function isSaved(page: EnginePage): Promise<boolean> {
  await page.evaluate(() => void dispatchEvent(new Event("online")), null);
  return (await page.count(text("All changes saved", { role: "main" }))) > 0;
}

/** What the device has heard is a day old: it is asked for again, in vain. Runs in the page. */
async function makeOld(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  const opening = indexedDB.open(names.find((name) => name.startsWith("offbeat-account")) ?? "");
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  const transaction = opening.result.transaction("queries", "readwrite");
  const cursors = transaction.objectStore("queries").openCursor();
  cursors.addEventListener("success", () => {
    const cursor = cursors.result;
    if (cursor === null) return;
    const row = cursor.value as { query: { state: { dataUpdatedAt: number } } };
    row.query.state.dataUpdatedAt -= 24 * 3_600_000;
    cursor.update(row);
    cursor.continue();
  });
  await new Promise((resolve) => transaction.addEventListener("complete", resolve));
  opening.result.close();
}
