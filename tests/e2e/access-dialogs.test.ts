/** What axe finds in the dialogs, menus, panels and states that a plain visit does not show (specification 20.3, 20.20). */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findViolations } from "../support/axe.ts";
import { menuOpened } from "../support/browser.ts";
import { hintOnline, saved } from "../support/phone.ts";
import { createPerson } from "../support/person.ts";
import { artist, openScreen, openVisit, signInByForm, type Visit } from "../support/visit.ts";

const wide = { width: 1440, height: 900 };
// What fails is failed by routes, which a worker's requests do not pass.
const options = { viewport: wide, serviceWorkers: "block", reducedMotion: "reduce" } as const;

let visit: Visit;
/** The artist's at first, then a visitor's. */
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  visit = await openVisit(options);
  ({ context, page } = visit);
  await page.goto(`${visit.server.url}/login`);
  await signInByForm(page, artist);
});
afterAll(() => visit?.close());

const violations = (where: string) => findViolations(page, where, { targets: true });
const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().press("Enter");
const dialog = (name: string) => page.getByRole("dialog", { name });
const player = () => page.getByRole("region", { name: "Player" });
const focused = () => page.evaluate(() => document.activeElement?.textContent);

async function choose(button: string, entry: string): Promise<void> {
  await press(button);
  await menuOpened(page);
  await page.getByRole("menuitem", { name: entry, exact: true }).press("Enter");
}

const open = (path: string, heading: string) => openScreen(page, visit.server.url + path, heading);

// 20.25
test("the search's results, the queue and the player's menu", async () => {
  await page.getByRole("searchbox").fill("er");
  await page.getByRole("option").first().waitFor();
  await page.getByRole("searchbox").press("ArrowDown");
  expect(await violations("results below the search box")).toEqual([]);
  await page.getByRole("searchbox").press("Escape");
  await page.getByRole("searchbox").press("Enter");
  const main = page.getByRole("main");
  await main.getByRole("heading", { level: 1, name: "Search" }).waitFor();
  await page.getByRole("searchbox").fill("");
  await main.getByRole("button", { name: "er", exact: true }).press("Enter");
  await main.getByRole("list", { name: "Songs" }).waitFor();
  await expect.poll(focused).toBe("Search");
  await open("/home-page", "New songs");
  await page
    .getByRole("region", { name: "Most listened" })
    .getByRole("button", { name: /^Play / })
    .first()
    .press("Enter");
  await player().getByRole("button", { name: "Pause" }).waitFor();
  for (const name of ["Sleep timer", "Speed and sound"]) {
    await player().getByRole("button", { name }).press("Enter");
    await page.getByRole("menu", { name }).waitFor();
    expect(await violations(`menu "${name}" of the player`)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "hidden" });
  }
  await player().getByRole("button", { name: "Queue", exact: true }).press("Enter");
  await page.getByRole("list", { name: "Up next" }).waitFor();
  expect(await violations("queue")).toEqual([]);
  await press("Clear the queue");
  await expect.poll(focused).toBe("Queue");
  await press("Undo");
  await press("Close the queue");
});

test("the player of a phone", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations("home on a phone")).toEqual([]);
  await press("Open full view");
  await dialog("Now playing").waitFor();
  expect(await violations("full player on a phone")).toEqual([]);
  for (const name of ["Sleep timer", "Speed and sound"]) {
    await dialog("Now playing").getByRole("button", { name }).press("Enter");
    await page.getByRole("menu", { name }).waitFor();
    expect(await violations(`menu "${name}" of the full player`)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "hidden" });
  }
  await page.setViewportSize({ width: 740, height: 360 });
  expect(await violations("full player on a phone on its side")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize(wide);
});

test("the questions about private songs", async () => {
  await open("/mysongs", "My Uploaded Songs");
  await choose("More for Slow Tide", "Edit");
  await dialog("Edit Song").getByLabel("Visibility").selectOption("Private");
  await dialog("Edit Song").getByRole("button", { name: "Save" }).press("Enter");
  await dialog("Make this song private?").waitFor();
  expect(await violations("a song becomes private")).toEqual([]);
  await press("Make private");
  await dialog("Edit Song").waitFor({ state: "hidden" });
  await open("/my-playlists", "My Playlists");
  await press("New Playlist");
  await dialog("New Playlist").getByLabel("Title").fill("Quiet");
  await dialog("New Playlist").getByLabel("Description").fill("Mine alone");
  await press("Create");
  await page.getByRole("link", { name: "Quiet" }).press("Enter");
  // The list that is left has a menu of the same name.
  await page.getByRole("heading", { level: 1, name: "Quiet" }).waitFor();
  await choose("More for Quiet", "Add Song");
  await page.getByRole("searchbox", { name: "Find songs to add" }).fill("Slow Tide");
  await press("Add Slow Tide");
  await page.getByText("1 song", { exact: true }).first().waitFor();
  await press("Done");
  // The form waits a few seconds for what the server says of it: not for the changes before it, too.
  await saved(page);
  await choose("More for Quiet", "Edit Playlist");
  const form = dialog("Change Playlist information");
  await form.getByLabel("Visibility").selectOption("Public");
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await form.getByText("Private songs in this playlist:").waitFor();
  expect(await violations("a playlist with private songs becomes public")).toEqual([]);
  await form.getByRole("button", { name: "Cancel" }).press("Enter");
});

test("changes that wait, the question at the sign-out, and what was refused", async () => {
  const likes = "**/api/songs/*like/**";
  let isRefused = false;
  const refusal = JSON.stringify({ status: 409, title: "Nobody may like this today", code: "not-today" });
  await context.route(likes, (route) =>
    isRefused ? route.fulfill({ status: 409, body: refusal, contentType: "application/problem+json" }) : route.abort(),
  );
  await open("/home-page", "New songs");
  await page
    .getByRole("region", { name: "New songs" })
    .getByRole("button", { name: /^Like / })
    .first()
    .press("Enter");
  const waiting = page.getByRole("status").getByRole("link", { name: "1 change waiting" });
  await waiting.waitFor();
  await choose("Account menu", "Logout");
  await dialog("Log out with unsent changes?").waitFor();
  expect(await violations("unsent changes")).toEqual([]);
  await press("Cancel");
  await waiting.press("Enter");
  await page.getByRole("list", { name: "Waiting changes" }).waitFor();
  expect(await violations("a change that waits")).toEqual([]);
  isRefused = true;
  await hintOnline(page);
  await page.getByText("Nobody may like this today").waitFor();
  expect(await violations("a refused change and its toast")).toEqual([]);
  await press(/^Discard: /);
  await page.getByRole("main").getByText("All changes saved").waitFor();
  await context.unroute(likes);
});

test("songs that are not ready for the flight, and an account to delete", async () => {
  await open("/storage", "Storage");
  await press("Check now");
  await page.getByRole("list", { name: "Songs that are not ready" }).waitFor();
  expect(await violations("storage")).toEqual([]);
  await open("/profile", "Profile");
  await press("Delete account");
  await dialog("Delete your account?").waitFor();
  expect(await violations("delete account")).toEqual([]);
});

// 20.25
test("a visitor's dialogs, a newcomer's home that could not be loaded, and a list without songs", async () => {
  context = await visit.browser.newContext(options);
  page = await context.newPage();
  await open("/register/artist", "Create your artist account");
  expect(await violations("registration of an artist")).toEqual([]);
  await press("Read the privacy policy");
  await dialog("Privacy policy").waitFor();
  expect(await violations("privacy policy")).toEqual([]);
  await page.goto(`${visit.server.url}/login`);
  await press("Forgot your password");
  await page.getByRole("button", { name: "Recover password" }).waitFor();
  expect(await violations("recovery")).toEqual([]);
  await press("Go back");

  const lists = /\/(statistics|api\/(songs|playlists))\//;
  await context.route(lists, (route) => route.fulfill({ status: 500, body: "{}" }));
  await signInByForm(page, await createPerson(visit.server.url));
  const top = page.getByRole("region", { name: "Offbeat" });
  await top.getByRole("button", { name: "Retry" }).waitFor();
  expect(await violations("home that could not be loaded")).toEqual([]);
  await context.unroute(lists);
  await top.getByRole("button", { name: "Retry" }).press("Enter");
  await page.getByRole("region", { name: "Start here" }).waitFor();
  await expect.poll(focused).toBe("Home");
  await open("/favorites", "My Favorite Songs");
  await page.getByText("No favourites yet").waitFor();
  expect(await violations("no favourites")).toEqual([]);
});
