/** What readers set in their system or browser: colours of their own, larger text, wider spacing (specification 20.12, 20.14). */
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { visitorPaths } from "../../contract/screens.ts";
import { findViolations, waitUntilStill } from "../support/axe.ts";
import { dialogsLeft, menuOpened } from "../support/browser.ts";
import { createPerson } from "../support/person.ts";
import { findUnreadable } from "../support/readable.ts";
import {
  artist,
  memberScreens,
  openScreen,
  openVisit,
  playerOf,
  playFirst,
  signInByForm,
  type Visit,
} from "../support/visit.ts";

let visit: Visit;
let page: Page;

const sheet = () => page.getByRole("dialog", { name: "Now playing" });
const player = () => playerOf(page);

async function open(path: string): Promise<void> {
  await openScreen(page, visit.server.url + path);
  await waitUntilStill(page);
}

describe("colours of the reader's own", () => {
  beforeAll(async () => {
    visit = await openVisit({ viewport: { width: 1440, height: 900 } });
    ({ page } = visit);
    await page.goto(`${visit.server.url}/login`);
    await signInByForm(page, artist);
    await page.emulateMedia({ forcedColors: "active" });
  });
  afterAll(() => visit?.close());

  test("axe finds nothing on the main screens", async () => {
    const found: string[] = [];
    for (const path of ["/home-page", "/mysongs", "/profile", "/storage", "/playlists"]) {
      await open(path);
      found.push(...(await findViolations(page, path)));
    }
    expect(found).toEqual([]);
  });

  /** A picture of it, without the focus and the pointer. */
  async function look(one: Locator): Promise<string> {
    await one.evaluate((element: HTMLElement) => element.blur());
    await page.mouse.move(0, 0);
    await waitUntilStill(page);
    return (await one.screenshot({ animations: "disabled" })).toString("base64");
  }
  /** Whether it looks otherwise after the change, and alike as long as there is none. */
  async function shows(one: Locator, change: () => Promise<unknown>): Promise<boolean> {
    const [before, again] = [await look(one), await look(one)];
    if (again !== before) throw new Error(`${String(one)} never looks alike`);
    await change();
    return (await look(one)) !== before;
  }
  async function toggle(one: Locator): Promise<void> {
    const was = await one.getAttribute("aria-pressed");
    await one.press("Enter");
    await expect.poll(() => one.getAttribute("aria-pressed")).not.toBe(was);
  }

  test("show what is on, liked, and how far a song is", async () => {
    await open("/mysongs");
    await playFirst(page);
    const pause = player().getByRole("button", { name: "Pause" });
    await pause.press("Enter");
    const shuffle = player().getByRole("button", { name: "Shuffle" });
    expect(await shows(shuffle, () => toggle(shuffle))).toBe(true);
    const repeat = player().getByRole("button", { name: "Repeat", exact: true });
    await repeat.press("Enter");
    // From one song to none: its sign loses the figure. To all of them: nothing but the dot.
    await repeat.press("Enter");
    expect(await shows(repeat, () => repeat.press("Enter"))).toBe(true);
    const heart = player().getByRole("button", { name: /^Like / });
    expect(await shows(heart, () => toggle(heart))).toBe(true);
    const progress = player().getByRole("slider", { name: "Progress" });
    await progress.fill("0");
    expect(await shows(progress, () => progress.fill("20"))).toBe(true);
    const row = page.getByRole("main").getByRole("listitem").nth(1);
    const playRow = async () => {
      await row.getByRole("button", { name: /^Play / }).press("Enter");
      await pause.press("Enter");
    };
    expect(await shows(row, playRow)).toBe(true);
  });

  test("show which tab and which entry is chosen, and what has the focus", async () => {
    await open("/profile");
    const tab = page.getByRole("tab").nth(1);
    expect(await shows(tab, () => tab.press("Enter"))).toBe(true);
    const menu = page.getByRole("button", { name: "Account menu" });
    await menu.press("Enter");
    await menuOpened(page);
    const entry = page.getByRole("menuitem").nth(1);
    const before = (await entry.screenshot()).toString("base64");
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await entry.screenshot()).toString("base64")).not.toBe(before);
    await page.keyboard.press("Escape");
  });
});

/** Spacing that a page has to bear (WCAG 1.4.12). */
const spaceWidely = () => {
  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets.push(styles);
};

/** In px. */
const usualSizes = [
  [360, 740],
  [1280, 800],
] as const;
const texts = [
  {
    kind: "twice as large",
    args: ["--blink-settings=defaultFontSize=32"],
    style: { fontSize: "32px" },
    sizes: [[320, 640] as const, ...usualSizes],
  },
  { kind: "that is spaced widely", prepare: spaceWidely, style: { letterSpacing: "1.92px" }, sizes: usualSizes },
];

describe.each(texts)("text $kind can be read and reached:", ({ args, prepare, style, sizes }) => {
  beforeAll(async () => {
    // A worker's news would lie over the page.
    visit = await openVisit({ serviceWorkers: "block" }, args);
    if (prepare) await visit.context.addInitScript(prepare);
    ({ page } = visit);
  });
  afterAll(() => visit?.close());

  const found: string[] = [];
  async function read(where: string, at: readonly (readonly [number, number])[] = usualSizes): Promise<void> {
    for (const [width, height] of at) {
      await page.setViewportSize({ width, height });
      // What renders otherwise at another width does so a frame later.
      for (let frame = 0; frame < 3; frame += 1)
        await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      await waitUntilStill(page);
      const place = `${where}, ${width} px`;
      found.push(
        ...(await findUnreadable(page)).map((one) => `${place}: ${one}`),
        ...(await findViolations(page, place)),
      );
    }
  }
  async function readScreens(paths: readonly string[]): Promise<string[]> {
    for (const path of paths) {
      await open(path);
      await read(path, sizes);
    }
    return found.splice(0);
  }
  async function leave(): Promise<void> {
    await page.keyboard.press("Escape");
    await page.locator("dialog[open], [role=menu]").waitFor({ state: "hidden" });
    await dialogsLeft(page);
  }
  async function readMenu(name: string | RegExp): Promise<void> {
    await page.getByRole("button", { name }).first().press("Enter");
    await menuOpened(page);
    await read(`menu ${name}`);
  }

  test("screens of visitors", async () => {
    expect(await readScreens(visitorPaths)).toEqual([]);
    expect(await page.evaluate(() => ({ ...getComputedStyle(document.body) }))).toMatchObject(style);
    await page.goto(`${visit.server.url}/login`);
    await signInByForm(page, artist);
  });

  test("screens of members", async () => {
    const paths = [...(await memberScreens(page, visit.server.url)), "/search?q=a"];
    expect(await readScreens(paths)).toEqual([]);
  });

  test("menus and dialogs", async () => {
    await open("/mysongs");
    await readMenu("Account menu");
    await leave();
    for (const [index, entry] of ["Edit", "Delete", "Add Song"].entries()) {
      const more = /^More for /;
      if (index === 0) await readMenu(more);
      else await page.getByRole("button", { name: more }).first().press("Enter");
      await page.getByRole("menuitem", { name: entry, exact: true }).press("Enter");
      await page.getByRole("dialog").waitFor();
      await read(entry);
      await leave();
    }
    await page.getByRole("button", { name: "Upload", exact: true }).press("Enter");
    const upload = page.getByRole("dialog", { name: "Upload Song" });
    await upload.waitFor();
    await read("upload");
    const files = ["one.mp3", "two.mp3"].map((name) => ({
      name,
      mimeType: "audio/mpeg",
      buffer: Buffer.from("Words"),
    }));
    await upload.getByLabel("Audio file").setInputFiles(files);
    await upload
      .getByText(/can't play/)
      .filter({ visible: true })
      .nth(1)
      .waitFor();
    await read("files that cannot be uploaded");
    await leave();
    await open("/my-playlists");
    await page.getByRole("button", { name: "New Playlist" }).first().press("Enter");
    await page.getByRole("dialog", { name: "New Playlist" }).waitFor();
    await read("new playlist");
    await leave();
    expect(found.splice(0)).toEqual([]);
  });

  test("the player", async () => {
    await open("/mysongs");
    await playFirst(page);
    await player().waitFor();
    await read("bar of the player");
    await player().getByRole("button", { name: "Open full view" }).press("Enter");
    await sheet().waitFor();
    await read("full player");
    await leave();
    expect(found.splice(0)).toEqual([]);
  });

  async function visitAnew(options: BrowserContextOptions = {}): Promise<void> {
    const context = await visit.browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...options });
    if (prepare) await context.addInitScript(prepare);
    page = await context.newPage();
  }

  test("screens of visitors in German, whose words are long", async () => {
    await visitAnew({ locale: "de-DE" });
    expect(await readScreens(visitorPaths)).toEqual([]);
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    // This browser has no dictionary of its own that would show it.
    expect(await page.locator("h1").evaluate((heading) => getComputedStyle(heading).hyphens)).toBe("auto");
  });

  test("the full player of a phone in German, whose words are long", async () => {
    await visitAnew({ locale: "de-DE", hasTouch: true, isMobile: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${visit.server.url}/login`);
    await page.getByLabel("E-Mail").fill(artist.email);
    await page.getByLabel("Passwort", { exact: true }).fill(artist.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/home-page");
    await open("/mysongs");
    await page
      .getByRole("main")
      .getByRole("listitem")
      .getByRole("button", { name: / abspielen$/ })
      .first()
      .press("Enter");
    await page.getByRole("button", { name: "Große Ansicht öffnen" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Läuft gerade" });
    await dialog.getByRole("button", { name: "Warteschlange", exact: true }).waitFor();
    expect(await dialog.getByText(/^(Timer|Tempo|Warte)/).count(), "the words of the buttons").toBe(3);
    await read("full player", [[390, 844]]);
    expect(found.splice(0)).toEqual([]);
  });

  test("home of somebody who likes nothing yet", async () => {
    const newcomer = await createPerson(visit.server.url);
    await visitAnew();
    await page.goto(`${visit.server.url}/login`);
    await signInByForm(page, newcomer);
    await page.getByRole("button", { name: "Not now" }).waitFor();
    await read("home", sizes);
    expect(found.splice(0)).toEqual([]);
  });
});
