/**
 * The main job, as a person does it: register, sign in, like, upload, play; close everything, lose the network, open
 * again and go on; come back and find it all on the server (specification 2, 4, 6, 17).
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audioFile } from "../support/audio-files.ts";
import { openProfile } from "../support/browser.ts";
import { type Offbeat, startOffbeat } from "../support/offbeat.ts";

const person = {
  name: "Nina",
  surname: "Simon",
  email: "nina@example.org",
  password: "Feeling#Good1",
};
const uploaded = { title: "Quiet Morning", artist: "The Testers", album: "Proofs" };

/** How the network goes away and comes back. */
const outages = {
  "the server is stopped": {
    cut: (server: Offbeat) => server.stop().then(() => {}),
    mend: (server: Offbeat) => server.start(),
  },
  "the device is offline": {
    cut: (_: Offbeat, context: BrowserContext) => context.setOffline(true),
    mend: (_: Offbeat, context: BrowserContext) => context.setOffline(false),
  },
};

describe.each(Object.entries(outages))("while %s", (_, outage) => {
  let server: Offbeat;
  let profile: string;
  let context: BrowserContext;
  let page: Page;
  let liked: string[];
  const visits: string[][] = [];

  const open = async () => {
    const opened = await openProfile(profile);
    ({ context, page } = opened);
    visits.push(opened.faults);
  };

  beforeAll(async () => {
    server = await startOffbeat();
    profile = await mkdtemp(join(tmpdir(), "offbeat-profile-"));
    await open();
  });
  afterAll(async () => {
    await context.close();
    await server.remove();
    await rm(profile, { recursive: true, force: true });
  });

  /** Rows of songs on the screen. */
  const rows = () =>
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: /^Play / }) });
  const row = (title: string) =>
    rows().filter({ has: page.getByRole("button", { name: `Play ${title}`, exact: true }) });
  const titles = () =>
    rows()
      .getByRole("button", { name: /^Play / })
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")?.replace("Play ", "")));
  const count = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const go = async (path: "/favorites" | "/mysongs" | "/home-page") => {
    if (path === "/home-page")
      await page.getByRole("link", { name: "Home", exact: true }).first().click();
    else {
      await page.getByRole("button", { name: "Account menu" }).click();
      const name = path === "/favorites" ? "Favorite" : "My Music";
      await page.getByRole("menuitem", { name, exact: true }).click();
    }
    await page.waitForURL(`**${path}`);
  };
  const position = async () =>
    Number(
      await page.getByRole("slider", { name: "Progress" }).filter({ visible: true }).inputValue(),
    );
  const advances = async () => {
    const before = await position();
    await expect.poll(position, { timeout: 10_000 }).toBeGreaterThan(before);
  };

  test("a visitor registers as an artist and signs in", async () => {
    await page.goto(server.url);
    await page.getByRole("link", { name: "Register", exact: true }).click();
    await page.getByRole("link", { name: "Are you an artist? Register here" }).click();
    // The address changes before the form does.
    await page
      .getByRole("link", { name: "Are you an artist? Register here" })
      .waitFor({ state: "hidden" });
    const button = page.getByRole("button", { name: "Register" });
    await page.getByLabel("Name", { exact: true }).fill(person.name);
    await page.getByLabel("Surname").fill(person.surname);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByLabel("Confirm password").fill(person.password);
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel("I accept the privacy policy").check();
    await button.click();
    await page.getByText("You are successfully registered!").waitFor();
    await page.waitForURL("**/login*");
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    const password = page.getByLabel("Password", { exact: true });
    await expect
      .poll(() => password.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type("Wrong#Pass1");
    await page.keyboard.press("Enter");
    await page.getByText("Wrong Email or Password").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.waitForURL("**/home-page");
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "null")).toEqual(
      {
        firstName: person.name,
        lastName: person.surname,
        email: person.email,
        uid: expect.any(String) as string,
      },
    );
  });

  test("three liked songs come to the device", async () => {
    const hearts = page.getByRole("button", { name: /^Like / });
    await hearts.nth(2).waitFor();
    liked = [];
    for (let index = 0; index < 3; index += 1) {
      const name = (await hearts.nth(index).getAttribute("aria-label")) ?? "";
      liked.unshift(name.replace("Like ", ""));
      await hearts.nth(index).click();
      await expect.poll(() => hearts.nth(index).getAttribute("aria-pressed")).toBe("true");
    }
    await go("/favorites");
    await count("3 songs");
    for (const title of liked)
      await row(title).getByText("On this device").waitFor({ timeout: 20_000 });
  });

  test("an upload is filled in from its tags, listed and played on through other screens", async () => {
    await go("/mysongs");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Upload Song" });
    await dialog.getByLabel("Audio file").setInputFiles(await audioFile("tagged"));
    await expect.poll(() => dialog.getByLabel("Title").inputValue()).toBe(uploaded.title);
    expect(await dialog.getByLabel("Artist").inputValue()).toBe(uploaded.artist);
    expect(await dialog.getByLabel("Album").inputValue()).toBe(uploaded.album);
    await dialog.getByLabel("Cover image").setInputFiles("server/demo/library/slow-tide.jpg");
    await dialog.getByLabel("Genre").selectOption("Ska");
    await dialog.getByLabel("Visibility").selectOption({ label: "Public" });
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByText("Successfully Uploaded").waitFor();
    await row(uploaded.title).waitFor();
    await page.getByRole("button", { name: `Play ${uploaded.title}` }).click();
    await advances();
    await go("/home-page");
    await advances();
    await go("/favorites");
    await advances();
  });

  test("liked without a network just before closing, opened again without one", async () => {
    await go("/mysongs");
    await outage.cut(server, context);
    await page
      .getByRole("button", { name: `Like ${uploaded.title}` })
      .first()
      .click();
    await go("/favorites");
    await count("4 songs");
    await context.close();
    await open();
    if (outage === outages["the device is offline"]) await outage.cut(server, context);
    await page.goto(`${server.url}/`);
    await page.waitForURL("**/home-page");
    await go("/favorites");
    await count("4 songs");
    await expect.poll(titles).toEqual([uploaded.title, ...liked]);
  });

  test("covers are there, songs play and seek from the device", async () => {
    const covers = rows().locator("img");
    await expect
      .poll(() =>
        covers.evaluateAll((images) =>
          images.map((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
      )
      .toEqual([true, true, true, true]);
    for (const title of liked) {
      await page.getByRole("button", { name: `Play ${title}` }).click();
      await advances();
      const progress = page.getByRole("slider", { name: "Progress" }).filter({ visible: true });
      const end = Number(await progress.getAttribute("max"));
      await progress.fill(String(Math.floor(end * 0.9)));
      await advances();
      expect(await position()).toBeGreaterThan(end * 0.85);
    }
    expect(await page.getByText("Something went wrong").count()).toBe(0);
    // The one that plays stays on the device, whatever its heart says.
    await page
      .getByRole("region", { name: "Player" })
      .getByRole("button", { name: "Pause" })
      .click();
  });

  test("unliked without a network: the server knows and the file goes when it is back", async () => {
    const [first = ""] = liked;
    await page
      .getByRole("button", { name: `Like ${first}` })
      .filter({ visible: true })
      .first()
      .click();
    await count("3 songs");
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
      });
    const before = await kept();
    expect(before.length, "a mistaken tap can be taken back").toBeGreaterThanOrEqual(3);
    await outage.mend(server, context);
    // The uploaded song comes, the unliked one goes.
    const here = row(uploaded.title).getByText("On this device", { exact: true });
    await here.waitFor({ timeout: 40_000 });
    await page.getByText("All changes saved").waitFor();
    const change = async () => {
      const after = await kept();
      return { after: after.length, gone: before.filter((path) => !after.includes(path)).length };
    };
    await expect.poll(change, { timeout: 20_000 }).toEqual({ after: 3, gone: 1 });
  });

  test("another device shows the same", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "offbeat-profile-"));
    const other = await openProfile(elsewhere);
    try {
      await other.page.goto(`${server.url}/login`);
      await other.page.getByLabel("Email").fill(person.email);
      await other.page.getByLabel("Password", { exact: true }).fill(person.password);
      await other.page.getByRole("button", { name: "Login", exact: true }).click();
      await other.page.waitForURL("**/home-page");
      await other.page.goto(`${server.url}/favorites`);
      await other.page.getByText("3 songs", { exact: true }).waitFor();
      const hearts = other.page
        .getByRole("main")
        .getByRole("listitem")
        .getByRole("button", { name: /^Like / });
      const names = () =>
        hearts.evaluateAll((all) =>
          all.map((one) => one.getAttribute("aria-label")?.replace("Like ", "")),
        );
      await expect.poll(names).toEqual([uploaded.title, ...liked.slice(1)]);
    } finally {
      await other.context.close();
      await rm(elsewhere, { recursive: true, force: true });
    }
  });

  test("a sign-out leaves nothing of the account on the device", async () => {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.getByText("You are successfully logged out").waitFor();
    await page.waitForURL("**/login*");
    const left = await page.evaluate(async () => ({
      user: localStorage.getItem("user"),
      databases: (await indexedDB.databases())
        .map((one) => one.name)
        .filter((name) => name?.startsWith("offbeat-account")),
      caches: (await caches.keys()).filter((name) => /^offbeat-(audio|parts|covers)-/.test(name)),
    }));
    expect(left).toEqual({ user: null, databases: [], caches: [] });
  });

  test("nothing went wrong in the page meanwhile", () => {
    expect(visits.flat()).toEqual([]);
  });
});
