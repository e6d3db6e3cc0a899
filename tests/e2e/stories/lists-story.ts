/**
 * An artist sorts songs and playlists by mouse and keyboard, fills a playlist, reads along, looks somebody up and follows
 * them (specification 3.8, 3.11, 3.13, 3.14, 7).
 */
import { expect, test } from "vitest";
import library from "../../../server/demo/library.json" with { type: "json" };
import { catalogue as texts } from "../../../src/texts/en.ts";
import { audioFile } from "../../support/audio-files.ts";
import type { Key } from "../../support/engines/page.ts";
import type { Target } from "../../support/engines/target.ts";
import { storedPlayer } from "../../support/stored-player.ts";
import { button, dialogsLeft, field, login, playButton, position, text, titles, type Visit } from "./visit.ts";

const soon = { timeout: 20_000 };
const artist = library.accounts.find((account) => account.artist);
const somebody = library.artists.find(({ email }) => email !== artist?.email);
const ownSongs = library.songs.filter(({ artist: by }) => by === `${artist?.firstName} ${artist?.lastName}`).length;
const theirName = `${somebody?.firstName} ${somebody?.lastName}`;
const rowHeight = 56;
const player: Target = { role: "region", name: "Player" };
const songsOf = (name: string): Target => ({ role: "list", name });
const handle = (title: string) => button(`Reorder ${title}`);

export function listsStory(visit: Visit): void {
  const show = async (path: string) => {
    await dialogsLeft(visit.page);
    await visit.page.evaluate((to) => history.pushState(null, "", to), path);
  };
  const orderOf = (list: Target) => () => titles(visit.page, list);
  const pressAll = async (...keys: Key[]) => {
    for (const key of keys) await visit.page.press(key);
  };
  const move = async (title: string, key: Key) => {
    await visit.page.focus(handle(title));
    await pressAll("Space", key, "Space");
  };
  const saved = () => visit.page.waitFor(text("All changes saved"));

  test("own songs are moved by mouse and by keyboard (specification 7.4, 20.7)", async () => {
    const { page, server } = visit;
    await page.goto(server.url);
    await login(page, { email: artist?.email ?? "", password: artist?.password ?? "" });
    await show("/mysongs");
    const own = songsOf("My Uploaded Songs");
    await expect.poll(() => orderOf(own)().then(({ length }) => length), soon).toBe(ownSongs);
    const [first = "", second = "", third = "", ...rest] = await orderOf(own)();
    await page.drag(handle(first), 2 * rowHeight);
    await expect.poll(orderOf(own), soon).toEqual([second, third, first, ...rest]);
    await page.waitFor(text(`Moved to 3 of ${rest.length + 3}`));
    await move(second, "ArrowDown");
    await expect.poll(orderOf(own), soon).toEqual([third, second, first, ...rest]);
    await page.waitFor(text(`Moved to 2 of ${rest.length + 3}`));
    await saved();
    await page.reload();
    await expect.poll(orderOf(own), soon).toEqual([third, second, first, ...rest]);
  });

  test("what was begun before a reload is there again (specification 6.25)", async () => {
    const { page } = visit;
    const own = await orderOf(songsOf("My Uploaded Songs"))();
    for (const song of own.slice(0, 3)) {
      const before = await page.evaluate(storedPlayer, null);
      await page.click(playButton(song));
      // Not every browser takes a write of a page that goes: the place alone is kept elsewhere meanwhile.
      await expect.poll(() => page.evaluate(storedPlayer, null), soon).not.toEqual(before);
      // WebKitGTK now and then never begins to load a file: the player opens it anew after 30 s (specification 6.19).
      await expect.poll(() => position(page), { timeout: 50_000 }).toBeGreaterThanOrEqual(2);
      await page.reload();
      await page.waitFor(button("Play", player));
      await expect.poll(() => page.count(text(song, player)), soon).toBeGreaterThan(0);
      expect(await position(page)).toBeGreaterThanOrEqual(2);
    }
  }, 180_000);

  test("the installed app's shortcut plays on at once (specification 6.25)", async () => {
    const { page, server } = visit;
    const [, , song = ""] = await orderOf(songsOf("My Uploaded Songs"))();
    await page.goto(`${server.url}/home-page?resume=1`);
    await page.waitFor(text(song, player));
    const before = await position(page);
    const blocked = async () => (await page.read(button("Play", player), "title")).includes(texts.player.blocked);
    const playsOn = async () => {
      // WebKit waits for a press, and the button says why.
      if (await blocked()) await page.click(button("Play", player));
      return position(page);
    };
    await expect.poll(playsOn, soon).toBeGreaterThan(before);
    expect(await page.evaluate(() => location.search, null), "else a reload would play, too").toBe("");
    await page.click(button("Pause", player));
    await show("/mysongs");
  });

  test("the words of a song show while it plays", async () => {
    const { page } = visit;
    await page.click(button("Upload"));
    const dialog = { role: "dialog", name: "Upload Song" };
    await page.upload({ role: "file", name: "Audio file", within: dialog }, [await audioFile("longWords")]);
    await page.type(field("Title"), "Long Words");
    await page.type(field("Artist"), "The Testers");
    await page.set({ role: "combobox", name: "Genre", within: dialog }, "Folk");
    await page.click(button("Upload", dialog));
    await page.waitFor(text("Successfully Uploaded"));
    await page.click(playButton("Long Words"));
    await page.click(button("Open full view", player));
    const full = { role: "dialog", name: "Now playing" };
    await page.click(button("Lyrics", full));
    await expect.poll(() => page.count(text("Slow tide", full)), soon).toBe(1);
    await page.press("Escape");
    await page.click(button("Pause", player));
  });

  test("own playlists are moved, and one is filled and sorted (specification 3.11.5, 5.6)", async () => {
    const { page } = visit;
    await show("/my-playlists");
    const own = songsOf("Made by me");
    await page.waitFor(own);
    const cards = () => page.read({ role: "button", starts: "Reorder ", within: own }, "aria-label");
    await expect.poll(() => cards().then(({ length }) => length), soon).toBeGreaterThan(1);
    const [first = "", second = "", ...rest] = await cards();
    await move(first.replace("Reorder ", ""), "ArrowRight");
    await expect.poll(cards, soon).toEqual([second, first, ...rest]);
    await saved();

    const playlist = second.replace("Reorder ", "");
    await page.click({ role: "link", name: playlist, within: own });
    await page.waitFor({ role: "heading", name: playlist });
    await page.click(button(`More for ${playlist}`));
    await page.click({ role: "menuitem", name: "Add Song" });
    const dialog = { role: "dialog", name: `Add Song to ${playlist}` };
    const add = { role: "button", starts: "Add ", within: dialog };
    await page.waitFor(add);
    const [label = ""] = await page.read(add, "aria-label");
    await page.click(button(label, dialog));
    await page.waitFor(text("Song successfully added to playlist!"));
    await page.click(button("Done", dialog));
    const songs = songsOf("Songs of this playlist");
    const added = label.replace("Add ", "");
    await expect.poll(async () => (await orderOf(songs)()).at(-1), soon).toBe(added);
    const [one = "", other = "", ...others] = await orderOf(songs)();
    await page.drag(handle(one), rowHeight);
    await expect.poll(orderOf(songs), soon).toEqual([other, one, ...others]);
    await saved();
  });

  test("another language leaves the page where it was, with what was typed (specification 20.21)", async () => {
    const { page } = visit;
    /** Returns where the page stood. */
    const speak = async (menu: string, entry: string) => {
      await page.click(button(menu));
      await page.waitFor({ role: "menuitemradio", name: entry });
      // No mouse: on its way it would scroll.
      return page.evaluate((name) => {
        const entries = document.querySelectorAll<HTMLElement>("[role=menuitemradio]");
        [...entries].find(({ textContent }) => textContent === name)?.click();
        return Math.round(scrollY);
      }, entry);
    };
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "", null);
    const scrolled = () => page.evaluate(() => Math.round(scrollY), null);
    await show("/home-page");
    await page.waitFor({ role: "heading", name: "Home" });
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight > 2 * innerHeight, null), soon).toBe(true);
    /** Of the shelf that is longest. */
    const shelf = () =>
      page.evaluate(() => {
        const shelves = [...document.querySelectorAll("main [role=list]")];
        const [longest] = shelves.sort((a, b) => b.scrollWidth - b.clientWidth - (a.scrollWidth - a.clientWidth));
        return Math.round(longest?.scrollLeft ?? 0);
      }, null);
    await page.evaluate(() => {
      scrollTo(0, 300);
      for (const list of document.querySelectorAll("main [role=list]")) list.scrollLeft = 200;
    }, null);
    const stood = await shelf();
    expect(stood).toBeGreaterThan(50);
    const before = await speak("Account menu", "Deutsch");
    expect(before).toBeGreaterThan(200);
    await expect.poll(focused, soon).toBe("Kontomenü");
    await expect.poll(scrolled, soon).toBe(before);
    await expect.poll(shelf, soon).toBe(stood);

    await show("/profile");
    await page.click(button("E-Mail ändern"));
    await page.type(field("Neue E-Mail"), "new@example.org");
    await page.type(field("Nachname"), "Tangerine");
    expect(await page.value(field("Nachname"))).toBe("Tangerine");
    await speak("Kontomenü", "English");
    await expect.poll(focused, soon).toBe("Account menu");
    expect(await page.value(field("Surname"))).toBe("Tangerine");
    expect(await page.value(field("New email"))).toBe("new@example.org");
    await page.click(button("Cancel"));
  });

  test("Tab closes a menu and goes on behind its button (specification 20.4)", async () => {
    const { page } = visit;
    const menu = { role: "menu", name: "Account menu" };
    const standsBehind = () =>
      page.evaluate(() => {
        const button = document.getElementById("account-menu");
        const focused = document.activeElement;
        if (button === null || focused === null || focused.closest("[role=menu]") !== null) return false;
        return (
          (button.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
          focused.checkVisibility()
        );
      }, null);
    await page.focus(button("Account menu"));
    await page.press("ArrowDown");
    await page.waitFor(menu);
    await expect.poll(() => page.evaluate(() => document.activeElement?.role, null), soon).toBe("menuitem");
    await page.press("ArrowDown");
    await page.press("Tab");
    await expect.poll(() => page.count(menu), soon).toBe(0);
    expect(await standsBehind()).toBe(true);
  });

  test("the queue opens beside the page, over none of its buttons (specification 6.28)", async () => {
    const { page } = visit;
    const queue = { role: "region", name: "Queue" };
    const isBeside = () =>
      page.evaluate(() => {
        const panel = document.querySelector("section[aria-label=Queue]")?.getBoundingClientRect();
        const rights = [...document.querySelectorAll("main button")].map((one) => one.getBoundingClientRect().right);
        return panel !== undefined && Math.max(...rights) <= panel.left;
      }, null);
    await page.resize(1280, 720);
    await show("/mysongs");
    await page.waitFor(songsOf("My Uploaded Songs"));
    await page.click(button("Queue", player));
    await page.waitFor(queue);
    expect(await isBeside()).toBe(true);
    await page.press("Escape");
    await expect.poll(() => page.count(queue), soon).toBe(0);
  });

  test("Back on a phone closes a menu, then the player under it, then leaves the page (specification 3.2.7)", async () => {
    const { page } = visit;
    const back = () => page.evaluate(() => history.back(), null);
    const path = () => page.evaluate(() => location.pathname, null);
    const full = { role: "dialog", name: "Now playing" };
    const menu = { role: "menu", name: "Speed and sound" };
    const entry = () => page.evaluate(() => (history.state as { dialog?: string } | null)?.dialog, null);
    await page.resize(390, 844);
    await show("/search");
    await show("/mysongs");
    await page.click(button("Account menu"));
    await expect.poll(entry, soon).toBeDefined();
    expect(await page.count({ role: "menu", name: "Account menu" })).toBe(1);
    await back();
    await expect.poll(() => page.count({ role: "menu", name: "Account menu" }), soon).toBe(0);
    await page.click(button("Open full view", player));
    await page.waitFor(full);
    await expect.poll(entry, soon).toBeDefined();
    const ofPlayer = await entry();
    await page.click({ role: "button", starts: "Speed and sound", within: full });
    await page.waitFor({ role: "menuitemradio", name: "Normal" });
    await expect.poll(entry, soon).not.toBe(ofPlayer);
    await back();
    await expect.poll(() => page.count(menu), soon).toBe(0);
    expect(await page.count(full)).toBe(1);
    // An entry that is chosen leaves nothing behind for the next Back.
    await page.click({ role: "button", starts: "Speed and sound", within: full });
    await page.click({ role: "menuitemradio", name: "Normal" });
    await expect.poll(() => page.count(menu), soon).toBe(0);
    await expect.poll(entry, soon).toBe(ofPlayer);
    await back();
    await expect.poll(() => page.count(full), soon).toBe(0);
    expect(await path()).toBe("/mysongs");
    await dialogsLeft(page);
    await back();
    await page.waitForPath("/search");
    await page.resize(1280, 720);
  });

  test("somebody is found, followed and unfollowed, and the profile is saved (specification 3.8.5, 3.14.4, 3.6.2)", async () => {
    const { page } = visit;
    await show("/search");
    await page.type({ role: "searchbox", name: "Artists, songs or albums" }, theirName.slice(0, 5));
    await page.click({ role: "link", name: theirName, within: { role: "main" } });
    await page.waitFor({ role: "heading", name: theirName });
    const follow = async () => (await page.count(button("FOLLOWING"))) > 0;
    await page.waitFor({ role: "button", starts: "FOLLOW" });
    const before = await follow();
    for (const isFollowing of [!before, before]) {
      await page.click({ role: "button", starts: "FOLLOW" });
      await expect.poll(follow, soon).toBe(isFollowing);
      await saved();
    }
    await show("/profile");
    await page.type(field("Surname"), "Clementine");
    await page.click(button("Save"));
    await page.waitFor(text("Your profile has been successfully updated"));
    expect(await visit.faults()).toEqual([]);
  });
}
