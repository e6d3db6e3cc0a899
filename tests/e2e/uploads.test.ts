/**
 * Songs that are uploaded without a network, over a line that breaks, after they have changed, and from other apps
 * (specification 3.17.3, 4.9, 17.29).
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadPartBytes } from "../../contract/media.ts";
import { longSound } from "../support/audio-files.ts";
import { dialogsLeft } from "../support/browser.ts";
import { type Fixture, openFixture } from "../support/fixture.ts";
import { seen } from "../support/fault-proxy.ts";
import { hintOnline } from "../support/phone.ts";
import { pressLogout } from "../support/visit.ts";

let scene: Fixture;
let page: Page;
beforeAll(async () => {
  scene = await openFixture();
  ({ page } = scene.device);
});
afterAll(() => scene?.close());

const dialog = () => page.getByRole("dialog", { name: "Upload Song" });
const ownSongs = () =>
  page.getByRole("list", { name: "My Uploaded Songs" }).getByRole("button", { name: /^More for / });
const files = [
  { name: "Small Song.wav", mimeType: "audio/wav", buffer: longSound(400_000) },
  { name: "Large Song.wav", mimeType: "audio/wav", buffer: longSound(2 * uploadPartBytes + 1_000_000) },
];
const part = (index: number) => new RegExp(`content-range: bytes ${index * uploadPartBytes}-`, "i");

// 3.2.4, 3.7.4
test("two files that are chosen without a network wait on the device, also over a reload", async () => {
  const { line } = scene;
  await page.goto(`${line.url}/mysongs`);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  line.set("cut");
  await dialog().getByLabel("Audio file").setInputFiles(files);
  await dialog().getByLabel("Genre for all songs").selectOption("Jazz");
  for (const title of ["Small Song", "Large Song"]) {
    const row = dialog().getByRole("listitem").filter({ hasText: title });
    await row.getByRole("button", { expanded: false }).click();
    await row.getByLabel("Artist").fill("Somebody");
  }
  await dialog().getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByText("2 songs wait on this device").waitFor();
  await dialog().waitFor({ state: "hidden" });
  await dialogsLeft(page);
  await page.reload();
  await page.getByRole("status").getByRole("link", { name: "2 changes waiting" }).click();
  const list = page.getByRole("list", { name: "Uploads" });
  await expect
    .poll(() => list.getByRole("listitem").allTextContents())
    .toEqual([expect.stringContaining("Upload Small Song"), expect.stringContaining("Upload Large Song")]);
  expect(seen(line, /^POST \/api\/songs/)).toEqual([]);
});

test("both arrive once, also when the line breaks within the large one and the answer to its save is lost", async () => {
  const { line } = scene;
  line.mishap({ request: part(1), times: 1, fate: "lose" });
  line.mishap({ request: /^POST \/api\/songs HTTP/, times: 1, fate: "lose" });
  line.set("open");
  await hintOnline(page);
  await page.getByRole("main").getByText("All changes saved").waitFor({ timeout: 40_000 });
  await page.getByRole("link", { name: "Music", exact: true }).first().click();
  await expect.poll(() => ownSongs().count()).toBe(2);
  const keys = new Set(seen(line, /^POST \/api\/songs$/).map(({ key }) => key));
  expect(keys.size).toBe(2);
});

/** As the system hands files to the installed app: a form that is posted. */
async function share(name: string): Promise<void> {
  // The screen it leads to may have the address, and the form, of the one that is left.
  const opened = page.waitForEvent("load");
  await page.evaluate(
    ([title, bytes]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/share-target" });
      const input = Object.assign(document.createElement("input"), { type: "file", name: "audio" });
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], `${title}.wav`, { type: "audio/wav" }));
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [name, [...longSound(4_000)]] as const,
  );
  await opened;
}

// 4.9: an editor of tags writes to the file while the dialog is open.
test("a file that has changed since it was chosen is asked for again, and nothing else that was filled in", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offbeat-changed-"));
  const path = join(folder, "Changed Song.wav");
  await writeFile(path, longSound(300_000));
  await page.goto(`${scene.line.url}/mysongs`);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const chosen = dialog().getByLabel("Audio file");
  await chosen.setInputFiles(path);
  await expect.poll(() => dialog().getByLabel("Title").inputValue()).toBe("Changed Song");
  await dialog().getByLabel("Artist").fill("Somebody");
  await dialog().getByLabel("Genre").selectOption("Jazz");
  await writeFile(path, longSound(350_000));
  await dialog().getByRole("button", { name: "Upload", exact: true }).click();
  await dialog().getByText("This file was changed or moved after it was chosen. Choose it again").waitFor();
  await chosen.setInputFiles(path);
  await expect.poll(() => dialog().getByText("Choose it again").count()).toBe(0);
  await dialog().getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByText("Successfully Uploaded").waitFor();
  await expect.poll(() => ownSongs().count()).toBe(3);
  await rm(folder, { recursive: true });
});

const filledTitle = () => dialog().getByLabel("Title").inputValue();

test("a file that another app shares fills the dialog, also of the page after one that the system has ended", async () => {
  await share("Shared Song");
  await page.waitForURL("**/mysongs");
  await expect.poll(filledTitle).toBe("Shared Song");
  await page.reload();
  await expect.poll(filledTitle).toBe("Shared Song");
  await dialog().getByRole("button", { name: "Cancel" }).click();
});

/** Files that the system opens with the app: this document gets them once it asks, and no later one. */
async function openWith(name: string): Promise<void> {
  await page.evaluate((title) => sessionStorage.setItem("test.launch", title), name);
}
/** Chromium has it in installed apps only. */
const stubLaunchQueue = () =>
  page.addInitScript(
    (bytes) => {
      type Consumer = (params: { files: { name: string; getFile(): Promise<File> }[] }) => void;
      /** One by the name of Gone cannot be read. */
      const handleOf = (title: string) => ({
        name: `${title}.wav`,
        async getFile() {
          if (title === "Gone") throw new DOMException("It is not there", "NotFoundError");
          return new File([new Uint8Array(bytes)], `${title}.wav`, { type: "audio/wav" });
        },
      });
      const consumers: Consumer[] = [];
      const launched: string[] = [];
      const hand = () => {
        for (const consume of consumers)
          for (const titles of launched.splice(0)) consume({ files: titles.split(", ").map(handleOf) });
      };
      const setConsumer = (consume: Consumer) => (consumers.splice(0, 1, consume), hand());
      Object.defineProperty(globalThis, "launchQueue", { configurable: true, value: { setConsumer } });
      addEventListener("test-launch", (event) => {
        launched.push(String((event as CustomEvent).detail)); // as this test sends it
        hand();
      });
      const title = sessionStorage.getItem("test.launch");
      sessionStorage.removeItem("test.launch");
      if (title !== null) launched.push(title);
    },
    [...longSound(4_000)],
  );

test("files that the app is opened with fill the dialog, also where it is open", async () => {
  await stubLaunchQueue();
  await openWith("Opened Song");
  await page.goto(`${scene.line.url}/share-target`);
  await page.waitForURL("**/mysongs");
  await expect.poll(filledTitle).toBe("Opened Song");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await dialog().waitFor({ state: "hidden" });
  await page.evaluate(() => dispatchEvent(new CustomEvent("test-launch", { detail: "Another Song" })));
  await expect.poll(filledTitle).toBe("Another Song");
  // A page that ends takes none along.
  await expect.poll(handedOver).toBe(1);
  await page.reload();
  await expect.poll(filledTitle).toBe("Another Song");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await expect.poll(handedOver).toBe(0);
});

test("one that cannot be read is named, and holds up no other", async () => {
  await page.evaluate(() => dispatchEvent(new CustomEvent("test-launch", { detail: "Gone, Third Song" })));
  await expect.poll(filledTitle).toBe("Third Song");
  await dialog().getByText("Couldn't be opened: Gone.wav. Choose again here.").waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await dialog().waitFor({ state: "hidden" });
  await page.evaluate(() => dispatchEvent(new CustomEvent("test-launch", { detail: "Gone" })));
  await dialog().getByText("Couldn't be opened: Gone.wav. Choose again here.").waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();
});

/** How many files the device keeps for the dialog. */
const handedOver = () => page.evaluate(async () => (await (await caches.open("offbeat-shared")).keys()).length);

async function signIn(): Promise<void> {
  const { person } = scene;
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/mysongs");
}

async function signOut(): Promise<void> {
  await pressLogout(page);
  await page.waitForURL("**/login");
}

test("who is signed out signs in first and loses nothing", async () => {
  const { device, line } = scene;
  await signOut();
  await share("Patient Song");
  await page.waitForURL("**/login");
  await signIn();
  await expect.poll(filledTitle).toBe("Patient Song");
  await dialog().getByRole("button", { name: "Cancel" }).click();

  await signOut();
  await openWith("Opened Before");
  await page.goto(`${line.url}/share-target`);
  await page.waitForURL("**/login");
  await expect.poll(handedOver).toBe(1);
  await page.reload();
  await signIn();
  await expect.poll(filledTitle).toBe("Opened Before");
  await dialog().getByRole("button", { name: "Cancel" }).click();

  await signOut();
  await page.goto(`${line.url}/share-target?lost=1`);
  await page.waitForURL("**/login");
  await signIn();
  await dialog().getByText("The shared files did not arrive").waitFor();
  expect(device.faults).toEqual([]);
});
