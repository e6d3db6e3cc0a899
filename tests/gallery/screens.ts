/** What there is to see: all screens of the contract, and what opens on them. */
import type { Page } from "playwright-core";
import { memberPaths, visitorPaths } from "../../contract/screens.ts";
import type { Texts } from "../../src/texts/texts.ts";

export interface Screen {
  name: string;
  path: string;
  isForVisitors?: boolean;
  /** Opens what is to be seen, when the screen is there. */
  open?: (page: Page, texts: Texts) => Promise<void>;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

const playFirst = (page: Page) => page.locator("main [data-control=play]").first().click();

export const screens: readonly Screen[] = [
  ...visitorPaths.map((path) => ({ name: nameOf(path), path, isForVisitors: true })),
  {
    name: "recovery",
    path: "/login",
    isForVisitors: true,
    open: (page, texts) => press(page, texts.recovery.forgot),
  },
  ...memberPaths.map((path) => ({ name: nameOf(path), path })),
  { name: "results", path: "/search?q=a" },
  { name: "not-found", path: "/nowhere" },
  { name: "account-menu", path: "/home-page", open: (page, texts) => press(page, texts.frame.accountMenu) },
  { name: "upload", path: "/mysongs", open: (page, texts) => press(page, texts.uploads.upload) },
  { name: "new-playlist", path: "/my-playlists", open: (page, texts) => press(page, texts.playlistForm.newTitle) },
  { name: "playing", path: "/home-page", open: playFirst },
  {
    name: "queue",
    path: "/home-page",
    async open(page, texts) {
      await playFirst(page);
      await press(page, texts.player.queue);
    },
  },
  {
    name: "full-player",
    path: "/home-page",
    async open(page, texts) {
      await playFirst(page);
      await press(page, texts.player.open);
    },
  },
];

function nameOf(path: string): string {
  return path.slice(1).replaceAll("/", "-");
}
