/** An artist edits, hides, uploads again and deletes songs, and somebody else sees what becomes of them (specification 3.15, 4.13-4.20). */
import type { Browser, Page, Route } from "playwright-core";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { audioBytes } from "../support/audio-files.ts";
import { launchBrowser, watchFaults } from "../support/browser.ts";
import { type AppProcess, startApp } from "../support/app-process.ts";
import { createPerson } from "../support/person.ts";

let server: AppProcess;
let browser: Browser;
let owner: Page;
let other: Page;
let faults: string[];
/** The owner's card, as others see it. */
let card: string;

async function enter({ email, password }: { email: string; password: string }): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  return page;
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startApp(), launchBrowser()]);
  const artist = library.accounts.find((account) => account.artist);
  if (artist === undefined) throw new Error("The demo library has no artist");
  owner = await enter(artist);
  faults = watchFaults(owner);
  other = await enter(await createPerson(server.url));
  const user = await owner.evaluate(() => localStorage.getItem("user"));
  card = `${server.url}/playlist-user/${v.parse(v.object({ uid: v.string() }), JSON.parse(user ?? "")).uid}`;
  await owner.goto(`${server.url}/mysongs`);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const more = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: `More for ${title}`, exact: true })
    .first();

async function choose(page: Page, title: string, entry: string): Promise<void> {
  await more(page, title).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

const edit = async (title: string) => {
  await choose(owner, title, "Edit");
  return owner.getByRole("dialog", { name: "Edit Song" });
};

const titles = async (): Promise<string[]> => {
  const rows = owner.getByRole("list", { name: "My Uploaded Songs" }).getByRole("button", { name: /^More for / });
  return rows.evaluateAll((all) => all.map((row) => (row.getAttribute("aria-label") ?? "").replace("More for ", "")));
};

/** The titles of the owner's songs, once all rows are there. */
async function allTitles(): Promise<string[]> {
  const count = owner
    .getByRole("main")
    .getByText(/^\d+ songs$/)
    .first();
  await expect.poll(async () => (await titles()).length).toBe(parseInt(await count.innerText()));
  return titles();
}

// 3.16.8
test("an edit on its way looks in all its fields as if it took nothing, also under the pointer", async () => {
  const [first = ""] = await allTitles();
  const dialog = await edit(first);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  const hold = (route: Route) => isAnswered.then(() => route.continue());
  await owner.route("**/api/songs/*", hold);
  await dialog.getByLabel("Title").fill("Sunday, Held");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => dialog.getByLabel("Title").getAttribute("readonly")).toBe("");
  const image = dialog.getByLabel("Cover image").locator("..");
  const { x, y, width, height } = (await image.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await owner.mouse.move(x + width / 2, y + height / 2);
  const look = (one: typeof image) =>
    one.evaluate((element) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(element);
      return `${backgroundColor} ${borderTopColor}`;
    });
  await expect.poll(async () => (await look(image)) === (await look(dialog.getByLabel("Title")))).toBe(true);
  answer();
  await dialog.waitFor({ state: "hidden" });
  await owner.unroute("**/api/songs/*", hold);
});

test("an edit is shown at once, also where the song plays, and to others", async () => {
  const [first = "", ...rest] = await allTitles();
  const playing = await owner.context().newPage();
  await playing.goto(owner.url());
  await playing
    .getByRole("button", { name: `Play ${first}`, exact: true })
    .first()
    .click();
  const player = playing.getByRole("region", { name: "Player" });
  await player.getByRole("button", { name: "Pause" }).waitFor();
  const dialog = await edit(first);
  await dialog.getByLabel("Title").fill("Sunday, Edited");
  await dialog.getByLabel("Cover image").setInputFiles("server/demo/library/slow-tide.jpg");
  await dialog.getByRole("button", { name: "Save" }).dblclick();
  await owner.getByText("Successfully Edited").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(titles).toEqual(["Sunday, Edited", ...rest]);
  // 6.36, 6.27
  await player.getByText("Sunday, Edited").first().waitFor();
  await expect.poll(() => playing.title()).toContain("Sunday, Edited");
  expect(await player.getByRole("button", { name: "Pause" }).count()).toBe(1);
  await owner.getByRole("status").filter({ hasText: "Sunday, Edited" }).first().waitFor();
  await playing.close();
  await other.goto(card);
  await more(other, "Sunday, Edited").click();
  await other.getByRole("menuitem", { name: "Add Song" }).waitFor();
  expect(await other.getByRole("menuitem", { name: "Edit" }).count()).toBe(0);
  await other.keyboard.press("Escape");
});

// 4.2, 3.14.2
test("a hidden song is gone for others", async () => {
  const dialog = await edit("Sunday, Edited");
  await dialog.getByLabel("Visibility").selectOption("Private");
  await dialog.getByRole("button", { name: "Save" }).click();
  // Public playlists of the demo library hold it.
  const question = owner.getByRole("dialog", { name: "Make this song private?" });
  await question.getByRole("button", { name: "Make private" }).click();
  await dialog.waitFor({ state: "hidden" });
  // A device that has not seen the card before: others may show what they know for half a minute.
  const newcomer = await enter(await createPerson(server.url));
  await newcomer.goto(card);
  await newcomer
    .getByRole("button", { name: /^More for / })
    .first()
    .waitFor();
  expect(await more(newcomer, "Sunday, Edited").count()).toBe(0);
});

test("the same file again is asked about, also when it is dropped while another one is sent", async () => {
  const audio = { name: "one.mp3", mimeType: "audio/mpeg", buffer: Buffer.from(audioBytes("mp3")) };
  await owner.getByRole("button", { name: "Upload", exact: true }).click();
  const dialog = owner.getByRole("dialog", { name: "Upload Song" });
  await dialog.getByLabel("Audio file").setInputFiles(audio);
  await dialog.getByLabel("Title").fill("First Take");
  await dialog.getByLabel("Artist").fill("Rosco");
  await dialog.getByLabel("Genre").selectOption("Ska");
  const bytes = [...audio.buffer];
  const whileSending = async (route: Route) => {
    await owner.evaluate(dropFile, { bytes, name: "second.mp3" });
    await route.continue();
  };
  await owner.route("**/video/upload", whileSending, { times: 1 });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await owner.getByText("Successfully Uploaded").waitFor();
  expect(await dialog.isVisible()).toBe(true);
  expect(new URL(owner.url()).pathname).toBe("/mysongs");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // The lists that are asked for anew after the upload have it: that of the files, with which a file is compared, too.
  await more(owner, "First Take").waitFor();
  await owner.evaluate(dropFile, { bytes, name: "again.mp3" });
  await dialog.getByLabel("Title").fill("Again");
  await dialog.getByLabel("Artist").fill("Rosco");
  await dialog.getByLabel("Genre").selectOption("Ska");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByText("First Take was already uploaded").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("a deleted song is gone, and the focus stands on the next one", async () => {
  const [, title = "", next = ""] = await allTitles();
  await choose(owner, title, "Delete");
  const dialog = owner.getByRole("dialog", { name: "Delete Song" });
  await dialog.getByText("Are you sure you want to delete this song permanently?").waitFor();
  await dialog.getByRole("button", { name: "Confirm" }).dblclick();
  await owner.getByText("Successfully Deleted").waitFor();
  await expect.poll(() => more(owner, title).count()).toBe(0);
  const focused = () => owner.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe(`More for ${next}`);
});

// 6.25, 17.15
test("a song that is deleted while somebody plays it plays on, and does not come back with a reload", async () => {
  await other.goto(card);
  const [, title = ""] = await allTitles();
  await other
    .getByRole("main")
    .getByRole("button", { name: `Play ${title}`, exact: true })
    .first()
    .click();
  const player = other.getByRole("region", { name: "Player" });
  await player.getByRole("button", { name: "Pause" }).waitFor();
  await player.getByText(title).first().waitFor();
  await choose(owner, title, "Delete");
  const dialog = owner.getByRole("dialog", { name: "Delete Song" });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.poll(() => more(owner, title).count()).toBe(0);
  await player.getByText(title).first().waitFor();
  await player.getByRole("button", { name: "Pause" }).waitFor();
  await other.reload();
  await player.getByRole("button", { name: "Play", exact: true }).waitFor();
  await expect.poll(() => player.getByText(title).count()).toBe(0);
});

test("nothing went wrong in the page meanwhile", () => {
  expect(faults).toEqual([]);
});

/** Runs in the page. */
function dropFile({ bytes, name }: { bytes: number[]; name: string }): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: "audio/mpeg" }));
  document
    .querySelector("main")
    ?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
}
