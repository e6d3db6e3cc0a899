/**
 * The main job, as a person does it: register, sign in, like, upload, play; close everything, lose the network, open
 * again and go on; come back and find it all on the server (specification 2, 4, 6, 17).
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import library from "../../../server/demo/library.json" with { type: "json" };
import { audioFile } from "../../support/audio-files.ts";
import { signIn } from "../../support/person.ts";
import { lookAtScreens } from "./screens.ts";
import {
  advances,
  button,
  field,
  heading,
  go,
  heart,
  playButton,
  position,
  seek,
  songRow,
  text,
  titles,
  type Visit,
} from "./visit.ts";

const person = {
  name: "Nina",
  surname: "Simon",
  email: "nina@example.org",
  password: "Feeling#Good1",
};
const uploaded = { title: "Quiet Morning", artist: "The Testers", album: "Proofs" };

/** Not the column beside it, which lists songs of a genre. */
const favourites = { role: "list", name: "My Favorite Songs" };
/** Whatever is looked at again and again; milliseconds. */
const soon = { timeout: 20_000 };
const player = { role: "region", name: "Player" };

/** How the network goes away and comes back. */
export interface Outage {
  cut(visit: Visit): Promise<void>;
  mend(visit: Visit): Promise<void>;
  /** Whether a browser that is opened anew has to be told again. */
  endsWithBrowser: boolean;
}

export const serverStops: Outage = {
  cut: async ({ server }) => void (await server.stop()),
  mend: ({ server }) => server.start(),
  endsWithBrowser: false,
};

export const deviceIsOffline: Outage = {
  cut: async ({ page }) => page.setOffline?.(true),
  mend: async ({ page }) => page.setOffline?.(false),
  endsWithBrowser: true,
};

export function mainStory(visit: Visit, outage: Outage): void {
  /** Newest first. */
  const liked: string[] = [];

  // 2.7, 2.9, 2.15, 3.1.4, 3.3.3, 3.4.1, 3.4.2, 3.4.3, 9.6
  test("a visitor registers as an artist and signs in", async () => {
    const { page, server } = visit;
    await page.goto(server.url);
    await page.click({ role: "link", name: "Register" });
    await page.click({ role: "link", name: "Are you an artist? Register here" });
    await page.waitForPath("/register/artist");
    // The address comes before the screen, whose form would begin empty.
    await page.waitFor(heading("Create your artist account"));
    await page.type(field("Name"), person.name);
    await page.type(field("Surname"), person.surname);
    await page.type(field("Email"), person.email);
    await page.type(field("Password"), person.password);
    await page.type(field("Confirm password"), person.password);
    expect(await page.evaluate(isRefusing, null)).toBe(true);
    await page.click({ role: "checkbox", name: "I accept the privacy policy" });
    await expect.poll(() => page.evaluate(isRefusing, null), soon).toBe(false);
    await page.click(button("Register"));
    await page.waitFor(text("You are successfully registered!"));
    await page.waitForPath("/login");
    // As above; the form of the registration has fields of these names.
    await page.waitFor(heading("Log in"));
    expect(await page.value(field("Email"))).toBe(person.email);
    await page.type(field("Password"), "Wrong#Pass1");
    await page.press("Enter");
    await page.waitFor(text("Wrong Email or Password"));
    expect(await page.value(field("Email"))).toBe(person.email);
    await page.type(field("Password"), person.password);
    await page.click(button("Login"));
    await page.waitForPath("/home-page");
    const stored = () => page.evaluate(() => localStorage.getItem("user"), null);
    const session = async () => JSON.parse((await stored()) ?? "null") as unknown;
    await expect.poll(session, soon).toEqual({
      firstName: person.name,
      lastName: person.surname,
      email: person.email,
      uid: expect.any(String) as string,
    });
  });

  // 4.5, 4.7, 4.8, 17.1, 3.2.8
  test("three liked songs come to the device", async () => {
    const { page } = visit;
    await expect.poll(() => titles(page).then(({ length }) => length), soon).toBeGreaterThan(2);
    const [first = "", second = "", third = ""] = new Set(await titles(page));
    for (const title of [first, second, third]) {
      await page.click(heart(title));
      await expect.poll(async () => (await page.read(heart(title), "aria-pressed"))[0], soon).toBe("true");
      liked.unshift(title);
    }
    await go(page, "/favorites");
    await page.waitFor(text("3 songs"));
    for (const title of liked) await page.waitFor(text("On this device", songRow(title)));
  });

  // 6.18
  test("a song whose file is broken is passed over, and its row says so", async () => {
    const { page, server } = visit;
    await go(page, "/home-page");
    const list = { role: "list", name: "New songs" };
    const found = async () => (await titles(page, list)).filter((title) => !liked.includes(title)).length;
    await expect.poll(found, soon).toBeGreaterThan(1);
    const order = await titles(page, list);
    const at = order.findIndex((title) => !liked.includes(title));
    const [broken = "", following = ""] = order.slice(at);
    await breakFile(server.dataDir, broken);
    await page.click(button(`Play ${broken}`, list));
    await page.waitFor(text(following, player));
    await advances(page);
    // Not every engine tells what is wrong with it.
    const row = { role: "listitem", has: button(`Play ${broken}`), within: list };
    const isSaid = async () => {
      const reasons = ["This file is damaged and can't play", "Can't play right now"];
      return (
        await Promise.all(reasons.map((reason) => page.count({ role: "text", starts: reason, within: row })))
      ).some((times) => times > 0);
    };
    await expect.poll(isSaid, soon).toBe(true);
  });

  // 3.13.2, 3.16.7
  test("an upload is filled in from its tags, listed and played on through other screens", async () => {
    const { page } = visit;
    await go(page, "/mysongs");
    await page.click(button("Upload"));
    const dialog = { role: "dialog", name: "Upload Song" };
    await page.upload({ role: "file", name: "Audio file", within: dialog }, [await audioFile("tagged")]);
    await expect.poll(() => page.value(field("Title")), soon).toBe(uploaded.title);
    expect(await page.value(field("Artist"))).toBe(uploaded.artist);
    expect(await page.value(field("Album"))).toBe(uploaded.album);
    await page.upload({ role: "file", name: "Cover image", within: dialog }, ["server/demo/library/slow-tide.jpg"]);
    await page.set({ role: "combobox", name: "Genre", within: dialog }, "Ska");
    await page.set({ role: "combobox", name: "Visibility", within: dialog }, "Public");
    await page.click(button("Upload", dialog));
    await page.waitFor(text("Successfully Uploaded"));
    await page.click(playButton(uploaded.title));
    await advances(page);
    await go(page, "/home-page");
    await advances(page);
    await go(page, "/favorites");
    await advances(page);
  });

  lookAtScreens(visit);

  // 17.1, 7.18
  test("liked without a network just before closing, opened again without one", async () => {
    await go(visit.page, "/mysongs");
    await outage.cut(visit);
    await visit.page.click(heart(uploaded.title));
    await go(visit.page, "/favorites");
    await visit.page.waitFor(text("3 of 4 songs on this device"));
    await visit.page.evaluate(writeOnAndOn, null);
    await visit.comeBack(() => (outage.endsWithBrowser ? outage.cut(visit) : Promise.resolve()));
    await visit.page.waitForPath("/home-page");
    await go(visit.page, "/favorites");
    await expect.poll(() => titles(visit.page, favourites), soon).toEqual([uploaded.title, ...liked]);
  });

  test("covers are there, songs play and seek from the device", async () => {
    const { page } = visit;
    const covers = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLImageElement>(`[aria-label="My Favorite Songs"] img`)].map(
            ({ naturalWidth }) => naturalWidth > 0,
          ),
        null,
      );
    await expect.poll(covers, soon).toEqual([true, true, true, true]);
    for (const title of liked) {
      await page.click(playButton(title));
      await advances(page);
      // Not near the end: on a busy machine the next song would have begun before the look.
      const target = await seek(page, 0.5);
      await expect.poll(() => position(page), soon).toBeGreaterThan(target);
    }
  });

  // 6.5, 6.6
  test("previous, next and the end of a song lead to its neighbours", async () => {
    const { page } = visit;
    const [, one = "", other = ""] = liked;
    for (const [name, title] of [
      ["Previous", one],
      ["Next", other],
      ["Previous", one],
    ] as const) {
      await page.click(button(name, player));
      await page.waitFor(text(title, player));
    }
    await advances(page);
    await seek(page, 0.98);
    await page.waitFor(text(other, player));
    await advances(page);
    expect(await page.count(text("Something went wrong! Try again"))).toBe(0);
    // The one that plays stays on the device, whatever its heart says.
    await page.click(button("Pause", player));
  });

  test("unliked without a network: the server knows and the file goes when it is back", async () => {
    const { page, server } = visit;
    const [first = "", ...rest] = liked;
    await page.click(heart(first));
    await expect.poll(() => titles(page, favourites), soon).toEqual([uploaded.title, ...rest]);
    /** Paths of the audio files that lie on the device. */
    const kept = () =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((key) => key.startsWith("offbeat-audio-")) ?? "";
        const cache = await caches.open(name);
        const paths = await Promise.all(
          (await cache.keys()).map(async (request) => {
            const type = (await cache.match(request))?.headers.get("content-type");
            return type?.startsWith("audio/") ? [new URL(request.url).pathname] : [];
          }),
        );
        return paths.flat();
      }, null);
    const before = await kept();
    expect(before.length, "a mistaken tap can be taken back").toBeGreaterThanOrEqual(3);
    await outage.mend(visit);
    // What a browser says when it believes to be back online: the app looks at once instead of in a while.
    await page.evaluate(() => void dispatchEvent(new Event("online")), null);
    // The uploaded song comes, the unliked one goes.
    await page.waitFor(text("On this device", songRow(uploaded.title)));
    await page.waitFor(text("All changes saved"));
    const change = async () => {
      const after = await kept();
      return { after: after.length, gone: before.filter((path) => !after.includes(path)).length };
    };
    await expect.poll(change, soon).toEqual({ after: 3, gone: 1 });
    const account = await signIn(server.url, person);
    expect(await account.likedTitles()).toEqual([uploaded.title, ...rest]);
  });

  // 3.9.3
  test("a sign-out leaves nothing of the account on the device or the screen", async () => {
    const { page } = visit;
    await page.click(heart(liked[1] ?? ""));
    await page.waitFor(button("Undo"));
    await page.waitFor(text("All changes saved"));
    await page.click(button("Account menu"));
    await page.click({ role: "menuitem", name: "Logout" });
    await page.waitFor(text("You are successfully logged out"));
    await page.waitForPath("/login");
    // By itself it would stand for 10 s.
    await expect.poll(() => page.count(button("Undo")), { timeout: 5_000 }).toBe(0);
    const left = await page.evaluate(
      async () => ({
        user: localStorage.getItem("user"),
        databases: (await indexedDB.databases())
          .map((one) => one.name)
          .filter((name) => name?.startsWith("offbeat-account")),
        caches: (await caches.keys()).filter((name) => /^offbeat-(audio|parts|covers)-/.test(name)),
      }),
      null,
    );
    expect(left).toEqual({ user: null, databases: [], caches: [] });
  });

  test("nothing went wrong in the page meanwhile", async () => {
    expect(await visit.faults()).toEqual([]);
  });
}

/** Whether the form of the screen cannot be sent yet. Runs in the page. */
const isRefusing = (): boolean => document.querySelector("form [type=submit]:disabled") !== null;

/** Puts bytes that are no sound in the place of a song of the demo library, on the server. */
async function breakFile(dataDir: string, title: string): Promise<void> {
  const { file = "" } = library.songs.find((song) => song.title === title) ?? {};
  const whole = await readFile(join("server/demo/library", file));
  const folder = join(dataDir, "media");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".audio"));
  for (const path of names.map((name) => join(folder, name)))
    if (whole.equals(await readFile(path))) await writeFile(path, Buffer.alloc(whole.length, 0x11));
}

/** A transaction that is under way when the page is left: WebKit keeps such a page for a return. Runs in the page. */
async function writeOnAndOn(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  const request = indexedDB.open(names.find((name) => name.startsWith("offbeat-account")) ?? "");
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const tables = ["queries", "outbox"];
  const table = request.result.transaction(tables, "readwrite").objectStore("queries");
  const again = () => void (table.count().onsuccess = again);
  again();
}
