/** What there is to see: all screens of the contract, and what opens on them. */
import type { Page } from "playwright-core";
import { memberPaths, visitorPaths } from "../../contract/screens.ts";
import type { Texts } from "../../src/texts/texts.ts";

export type Content = "songs" | "own" | "sound" | "parts" | "names";

export interface Screen {
  name: string;
  path: string;
  isForVisitors?: boolean;
  /** Not on phones. */
  isWide?: boolean;
  /**
   * States that lack one of these have no such screen: any songs, songs and playlists of one's own, sound, scripts that
   * come late, names that a form would save.
   */
  needs?: readonly Content[];
  /** Its place depends on the size: it is opened anew for each. */
  isPlaced?: boolean;
  /** Before the screen asks for anything. */
  prepare?: (page: Page) => Promise<void>;
  /** Opens what is to be seen, when the screen is there. */
  open?: (page: Page, texts: Texts) => Promise<void>;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

const openSongMenu = (page: Page) => page.locator("main [data-control=menu]").first().click();

const choose = (page: Page, item: string) =>
  page
    .getByRole("menuitem", { name: item, exact: true })
    .or(page.getByRole("menuitemcheckbox", { name: item, exact: true }))
    .click();

async function chooseFromSongMenu(page: Page, item: string): Promise<void> {
  await openSongMenu(page);
  await choose(page, item);
}

/** Hearts and menus come when all of the songs are known, at once but for those on the device; in some states never. */
async function waitForHearts(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const songs = [...document.querySelectorAll("main li:has([data-control=play])")];
        return songs.length > 0 && songs.every((song) => song.querySelector("[aria-pressed]"));
      },
      undefined,
      { timeout: 3_000 },
    )
    .catch(() => {});
}

const playFirst = (page: Page) => page.locator("main [data-control=play]").first().click();

async function openFullPlayer(page: Page, texts: Texts): Promise<void> {
  await playFirst(page);
  await press(page, texts.player.open);
}

export const screens: readonly Screen[] = [
  ...visitorPaths.map((path) => ({ name: nameOf(path), path, isForVisitors: true })),
  {
    name: "recovery",
    path: "/login",
    isForVisitors: true,
    open: (page, texts) => press(page, texts.recovery.forgot),
  },
  ...memberPaths.map((path) => ({ name: nameOf(path), path, ...(path === "/search" && { open: waitForHearts }) })),
  { name: "results", path: "/search?q=a", open: waitForHearts },
  { name: "not-found", path: "/nowhere" },
  {
    name: "account-menu",
    path: "/home-page",
    needs: ["parts"],
    open: (page, texts) => press(page, texts.frame.accountMenu),
  },
  { name: "song-menu", path: "/home-page", isPlaced: true, needs: ["songs", "parts"], open: openSongMenu },
  {
    name: "edit-song",
    path: "/mysongs",
    needs: ["own", "parts"],
    open: (page, texts) => chooseFromSongMenu(page, texts.songMenu.edit),
  },
  {
    name: "edit-song-image",
    path: "/mysongs",
    needs: ["own", "parts", "names"],
    async open(page, texts) {
      // It stays on its way.
      await page.route(/\/media\//, (route) => (route.request().method() === "GET" ? route.continue() : undefined));
      await chooseFromSongMenu(page, texts.songMenu.edit);
      const dialog = page.getByRole("dialog");
      await dialog.locator("input[type=file]").setInputFiles("public/icons/icon-512.png");
      await press(page, texts.editSong.save);
      await dialog.getByRole("progressbar").waitFor();
    },
  },
  {
    name: "delete-song",
    path: "/mysongs",
    needs: ["own", "parts"],
    open: (page, texts) => chooseFromSongMenu(page, texts.songMenu.delete),
  },
  {
    name: "add-song",
    path: "/home-page",
    needs: ["songs", "parts"],
    open: (page, texts) => chooseFromSongMenu(page, texts.songMenu.addSong),
  },
  {
    name: "add-songs-to-playlist",
    path: "/my-playlists",
    needs: ["own", "parts"],
    async open(page, texts) {
      await page.locator("main a[href^='/playlist/']").first().click();
      await page.locator("main header [aria-haspopup=menu]").first().click();
      await choose(page, texts.playlists.addSong);
    },
  },
  {
    name: "sign-out-question",
    path: "/home-page",
    needs: ["songs", "parts"],
    async open(page, texts) {
      // A change that does not reach the server.
      await page.route(/\/songs\/(cancel-)?like\//, (route) => route.abort());
      await chooseFromSongMenu(page, texts.songMenu.favorite);
      await page.keyboard.press("Escape");
      await press(page, texts.frame.accountMenu);
      await choose(page, texts.frame.logout);
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "upload", path: "/mysongs", open: (page, texts) => press(page, texts.uploads.upload) },
  { name: "new-playlist", path: "/my-playlists", open: (page, texts) => press(page, texts.playlistForm.newTitle) },
  { name: "playing", path: "/home-page", needs: ["songs", "sound"], open: playFirst },
  {
    name: "shortcuts",
    isWide: true,
    path: "/home-page",
    needs: ["songs", "sound"],
    async open(page, texts) {
      await playFirst(page);
      // Whoever hears the key comes with the bar.
      await page.getByRole("button", { name: texts.player.open }).first().waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: texts.player.shortcutsTitle }).waitFor();
    },
  },
  {
    name: "queue",
    isWide: true,
    path: "/home-page",
    needs: ["songs", "sound"],
    async open(page, texts) {
      await playFirst(page);
      await press(page, texts.player.queue);
    },
  },
  {
    name: "queue-as-public-playlist",
    path: "/home-page",
    needs: ["songs", "sound"],
    async open(page, texts) {
      await openFullPlayer(page, texts);
      await press(page, texts.player.saveQueue);
      await page.getByRole("combobox", { name: texts.playlistForm.visibility }).selectOption(texts.playlists.public);
    },
  },
  {
    name: "full-player",
    path: "/home-page",
    needs: ["songs", "sound"],
    open: openFullPlayer,
  },
  {
    name: "full-player-queue",
    path: "/home-page",
    needs: ["songs", "sound"],
    async open(page, texts) {
      await openFullPlayer(page, texts);
      await page.getByRole("dialog").getByRole("listitem").nth(4).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "player-menu",
    path: "/home-page",
    needs: ["songs", "sound"],
    async open(page, texts) {
      await openFullPlayer(page, texts);
      await page.getByRole("dialog").locator("[aria-haspopup=menu]").first().click();
    },
  },
  {
    name: "lyrics",
    // Its songs are asked for at each visit; those of home are stored, without words.
    path: "/search?q=a",
    needs: ["songs", "sound"],
    prepare: giveLyrics,
    async open(page, texts) {
      await waitForHearts(page);
      // The first song may play from the screens before, as it was known to them.
      await page.locator("main [data-control=play]").nth(1).click();
      await press(page, texts.player.open);
      await press(page, texts.player.lyrics);
    },
  },
  {
    name: "privacy-policy",
    path: "/register",
    isForVisitors: true,
    needs: ["parts"],
    async open(page, texts) {
      await press(page, texts.auth.readPrivacy);
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "delete-account", path: "/profile", open: (page, texts) => press(page, texts.profile.deleteAccount) },
  ...(["edit", "delete"] as const).map((entry) => ({
    name: `${entry}-playlist`,
    path: "/my-playlists",
    needs: ["own", "parts"] as const,
    async open(page: Page, texts: Texts) {
      await page.locator("main a[href^='/playlist/']").first().click();
      await page.locator("main header [aria-haspopup=menu]").first().click();
      await choose(page, texts.playlists[entry]);
    },
  })),
  {
    // Last: what was refused stays on the device.
    name: "refused-changes",
    path: "/home-page",
    needs: ["songs", "parts"],
    async open(page, texts) {
      await page.route(/\/songs\/(cancel-)?like\//, (route) =>
        route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          body: JSON.stringify({ status: 409, title: "Nobody may like this today", code: "not-today" }),
        }),
      );
      await chooseFromSongMenu(page, texts.songMenu.favorite);
      await press(page, texts.frame.show);
      await page.getByText("Nobody may like this today").waitFor();
    },
  },
];

const words = [
  "Slow tide, take me home",
  "Past the harbour lights",
  "",
  "Leave the rain and the late ferry",
  "To the other side",
];

/** The demo's songs have no words. */
async function giveLyrics(page: Page): Promise<void> {
  await page.route(/\/api\/songs\/[^/]+\/lyrics/, (route) =>
    route.fulfill({ json: { data: { lines: words.map((text, index) => ({ at: index * 3, text })) } } }),
  );
  await page.route(/\/api\/songs\?/, async (route) => {
    const { "if-none-match": _known, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const body = await response.text();
    await route.fulfill({ response, body: body.replaceAll('"hasLyrics":false', '"hasLyrics":true') });
  });
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll("/", "-");
}
