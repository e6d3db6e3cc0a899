/** What a person runs into on the way: files that are no music, and "back" on a phone (specification 4, 9, 20). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { audioBytes, pretenders } from "../support/audio-files.ts";
import { dialogsLeft, launchBrowser, openProfile } from "../support/browser.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";

let server: AppProcess;
let profile: string;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  server = await startApp();
  profile = await mkdtemp(join(tmpdir(), "offbeat-profile-"));
  ({ context, page, faults } = await openProfile(profile));
  await page.goto(`${server.url}/login`);
  const artist = library.accounts.find((account) => account.artist);
  await page.getByLabel("Email").fill(artist?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(artist?.password ?? "");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
});
afterAll(async () => {
  await context.close();
  await server.remove();
  await rm(profile, { recursive: true, force: true });
});

/** Leaves the dialog open, as it is after the answer. */
async function upload(buffer: Buffer): Promise<void> {
  // A reload before leaves the entry of the dialog that it closed.
  await dialogsLeft(page);
  await page.goto(`${server.url}/mysongs`);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Song" });
  await dialog.getByLabel("Audio file").setInputFiles({ name: "song.mp3", mimeType: "audio/mpeg", buffer });
  await dialog.getByLabel("Title").fill("My great song");
  await dialog.getByLabel("Artist").fill("Somebody");
  await dialog.getByLabel("Genre").selectOption("Jazz");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
}

test("a file that this browser does not play is told before it is sent, and sent if it has to be", async () => {
  await upload(pretenders.text.bytes);
  const dialog = page.getByRole("dialog", { name: "Upload Song" });
  await dialog.getByText("This browser can't play this file").waitFor();
  expect(await dialog.getByText("This is no sound file").count()).toBe(0);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("This is no sound file").waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("My great song");
  await page.reload();
});

test.each([
  ["a video named .mp3", () => audioBytes("mp4Video"), "video"],
  ["an empty file", () => pretenders.empty.bytes, "is empty"],
])("%s is refused with its reason, and what was typed stays", async (_, bytes, reason) => {
  await upload(bytes());
  const dialog = page.getByRole("dialog", { name: "Upload Song" });
  await dialog.getByText(reason).waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("My great song");
  expect(await dialog.getByLabel("Genre").inputValue()).toBe("Jazz");
  await page.reload();
  expect(await page.getByRole("button", { name: "Play My great song" }).count()).toBe(0);
});

test("typing replaces what the tags filled in under the caret, and never what was typed", async () => {
  await dialogsLeft(page);
  await page.goto(`${server.url}/mysongs`);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Song" });
  const title = dialog.getByLabel("Title");
  const choose = async (name = "song.mp3") =>
    dialog.getByLabel("Audio file").setInputFiles({
      name,
      mimeType: "audio/mpeg",
      buffer: pretenders.text.bytes,
    });
  await choose("first.mp3");
  await expect.poll(() => title.inputValue()).toBe("first");
  await title.focus();
  await choose();
  await expect.poll(() => title.inputValue()).toBe("song");
  await page.keyboard.type("My great");
  expect(await title.inputValue()).toBe("My great");
  await choose();
  await dialog.getByText("Reading the file").waitFor({ state: "hidden" });
  await page.keyboard.type(" song");
  expect(await title.inputValue()).toBe("My great song");
  await page.reload();
});

test("back closes the full player on a phone, and the page only after it", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await dialogsLeft(page);
  await page.goto(`${server.url}/home-page`);
  await page.getByRole("link", { name: "Favourites" }).click();
  await page.waitForURL("**/favorites");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.waitForURL("**/home-page");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  await page.getByRole("region", { name: "Player" }).getByRole("button").first().click();
  const sheet = page.getByRole("dialog", { name: "Now playing" });
  await sheet.waitFor();
  await page.evaluate(() => history.back());
  await sheet.waitFor({ state: "hidden" });
  // The router takes the step back again.
  await page.waitForURL("**/home-page");
  await page.evaluate(() => history.back());
  await page.waitForURL("**/favorites");
  expect(await sheet.isVisible()).toBe(false);
});

test("back closes the upload dialog, which keeps what was typed, and the page only after it", async () => {
  await page.goto(`${server.url}/home-page`);
  await page.getByRole("link", { name: "Music", exact: true }).click();
  await page.waitForURL("**/mysongs");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Song" });
  const file = { name: "song.mp3", mimeType: "audio/mpeg", buffer: pretenders.text.bytes };
  await dialog.getByLabel("Audio file").setInputFiles(file);
  await dialog.getByLabel("Title").fill("My great song");
  await page.evaluate(() => history.back());
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL("**/mysongs");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("My great song");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await dialogsLeft(page);
  await page.evaluate(() => history.back());
  await page.waitForURL("**/home-page");
});

// 3.2.7
test("a dialog that a reload closes leaves no entry in the history", async () => {
  await page.goto(`${server.url}/my-playlists`);
  const button = page.getByRole("button", { name: "New Playlist" });
  const dialog = page.getByRole("dialog", { name: "New Playlist" });
  const open = async () => {
    await button.click();
    await dialog.waitFor();
    await page.waitForFunction(() => "dialog" in ((history.state as object | null) ?? {}));
  };
  await open();
  await page.reload();
  await button.waitFor();
  await dialogsLeft(page);
  await open();
  await page.evaluate(() => history.back());
  await dialog.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/my-playlists");
  await page.evaluate(() => history.back());
  await page.waitForURL("**/home-page");
});

// 3.1.2, 3.2.6
test("an address without a screen leaves members their player, and visitors a way home", async () => {
  await page.goto(`${server.url}/some/old-link`);
  await page.getByRole("link", { name: "Go home" }).click();
  await page.waitForURL("**/home-page");
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  const player = page.getByRole("region", { name: "Player" });
  await player.getByRole("button", { name: "Pause" }).waitFor();
  await page.evaluate(() => history.back());
  await page.getByRole("heading", { level: 1, name: "This page isn't here" }).waitFor();
  await player.getByRole("button", { name: "Pause" }).click();
  await player.getByRole("button", { name: "Play" }).waitFor();
  const visitor = await launchBrowser();
  const other = await visitor.newPage();
  await other.goto(`${server.url}/some/old-link`);
  await other.getByRole("heading", { level: 1, name: "This page isn't here" }).waitFor();
  await other.getByRole("link", { name: "Go home" }).click();
  await other.waitForURL("**/login");
  expect(await other.getByRole("link", { name: "Register" }).count()).toBe(1);
  await visitor.close();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(faults).toEqual([]);
});
