/** The places of things at every width, with the names that people give (specification 20.11, 20.12). */
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../server/demo/library.json" with { type: "json" };
import { type AppProcess, startApp } from "../support/app-process.ts";
import { waitUntilStill } from "../support/axe.ts";
import { dialogsLeft, launchBrowser, watchFaults } from "../support/browser.ts";

/** A word that no line breaks, HTML, and text from right to left between pictures. */
const names = [`${"Wonderful".repeat(4)}Long`, "<b>Bold</b><img src=x onerror=alert(1)>", "🎺 שיר על הים 🎶"];
/** What a registration asks for, by label. */
const complete = {
  Name: "Ada",
  Surname: "Byron",
  Email: "ada@layout.test",
  Password: "Upstroke4ever!",
  "Confirm password": "Upstroke4ever!",
};
const artist = library.accounts.find((account) => account.artist);

let server: AppProcess;
let browser: Browser;
let page: Page;
let faults: string[];
/** The screen of the playlist with the longest word. */
let playlist: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startApp(), launchBrowser()]);
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  faults = watchFaults(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const resize = (width: number, height = 800) => page.setViewportSize({ width, height });
const box = async (locator: ReturnType<Page["locator"]>) => {
  await locator.waitFor();
  return (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
};
/** What stands beyond the right edge, but for what scrolls sideways by itself: the page clips it, so that it never moves. */
const beyond = () =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll("main :is(h1, h2, p, a, button, input, li, img)")]
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1 && !scrolls(one))
      .map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`);
  });

// 3.4.1, 20.6
test("a form keeps no room for errors that are not there", async () => {
  await resize(360);
  await page.goto(`${server.url}/register`);
  const form = page.locator("form");
  const name = form.getByLabel("Name", { exact: true });
  await form.getByRole("button", { name: "Register", exact: true }).waitFor();
  const before = await box(form);
  // Until the form has its script, it says nothing.
  const blurred = async () => {
    await name.fill("A");
    await name.blur();
    return form.getByText(/too short/i).isVisible();
  };
  await expect.poll(blurred).toBe(true);
  expect((await box(form)).height).toBeGreaterThan(before.height + 15);
});

test("a closed Register says what is missing, and moves nothing once it opens", async () => {
  await resize(390);
  // What another test has typed stays in the tab.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${server.url}/register`);
  const register = page.getByRole("button", { name: "Register", exact: true });
  const told = page.getByText("Fill in all fields");
  await told.waitFor();
  expect(await register.isDisabled()).toBe(true);
  const describer = await register.getAttribute("aria-describedby");
  expect(await told.getAttribute("id")).toBe(describer);
  const form = page.locator("form");
  const said = page.locator(`[id="${describer}"]`);
  await form.getByLabel("Name", { exact: true }).fill("A");
  await expect
    .poll(() => said.textContent())
    .toBe("Still needed: Name, Surname, Email, Password, Confirm password, and the privacy policy.");
  for (const [label, text] of Object.entries(complete)) await form.getByLabel(label, { exact: true }).fill(text);
  await expect.poll(() => said.textContent()).toBe("Still needed: the privacy policy.");
  const { y } = await box(register);
  await form.getByRole("checkbox", { name: /privacy/i }).check();
  await expect.poll(() => register.isEnabled()).toBe(true);
  await said.waitFor({ state: "hidden" });
  expect(await register.getAttribute("aria-describedby")).toBe(null);
  expect((await box(register)).y).toBe(y);
});

test("a visitor's form stands beside covers on wide screens, alone on phones (specification 3.3.6)", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await resize(390);
  // Its load event waits for the pictures of its styles.
  await page.goto(`${server.url}/login`);
  await page.getByRole("button", { name: "Login", exact: true }).waitFor();
  expect(asked).not.toContain("/icons/covers.svg");
  await resize(1440, 900);
  await expect.poll(() => asked).toContain("/icons/covers.svg");
  await page.getByLabel("Email").fill(artist?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(artist?.password ?? "");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
});

test("names of every kind are text, wherever they stand", async () => {
  await resize(1440, 900);
  await page.goto(`${server.url}/my-playlists`);
  for (const name of names) {
    await page.getByRole("button", { name: "New Playlist" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Playlist" });
    await dialog.getByLabel("Title").fill(name);
    await dialog.getByLabel("Description").fill(name);
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("link", { name, exact: true }).first().waitFor();
  }
  await page.getByRole("link", { name: names[0] ?? "", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: names[0] ?? "" }).waitFor();
  playlist = page.url();
  expect(await page.locator("main b").count()).toBe(0);
});

// 20.20
test("nothing stands beyond the edge, from 320 px on (specification 20.12)", async () => {
  const paths = ["/home-page", "/my-playlists", "/playlists", "/favorites", "/mysongs", "/profile", "/search?q=a"];
  for (const url of [playlist, ...paths.map((path) => server.url + path)]) {
    await page.goto(url);
    // Not the frame, which has nothing that could stand out.
    await waitUntilStill(page);
    for (const width of [320, 768, 1440]) {
      await resize(width);
      await expect.poll(async () => [url, width, ...(await beyond())]).toEqual([url, width]);
    }
  }
});

test("the way to one's own page is a target also where a scroll bar narrows a narrow page (specification 20.12)", async () => {
  await resize(308);
  await page.goto(`${server.url}/home-page`);
  expect((await box(page.locator("header a[href^='/playlist-user/']"))).width).toBeGreaterThanOrEqual(44);
});

test("a shelf at its start shows a card that joins before the first", async () => {
  await resize(390);
  await page.goto(`${server.url}/home-page`);
  const songs = page.getByRole("list", { name: "New songs" });
  await songs.getByRole("listitem").nth(4).waitFor();
  const places = await songs.evaluate(async (list) => {
    const join = async () => {
      list.prepend(list.children[1]?.cloneNode(true) ?? "");
      await new Promise((resolve) => setTimeout(resolve, 200));
      return list.scrollLeft;
    };
    const atStart = await join();
    list.scrollTo({ left: 320, behavior: "instant" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [atStart, list.scrollLeft < (await join())];
  });
  expect(places, "one that was scrolled stays with its cards").toEqual([0, true]);
});

test("phones have tabs below, wide screens a right column and columns in rows (specification 20.11, 3.15.7)", async () => {
  await page.goto(`${server.url}/mysongs`);
  const list = page.getByRole("list", { name: "My Uploaded Songs" });
  const column = page.getByRole("heading", { name: "Top 3 Ska songs" });
  const tabs = page.getByRole("navigation", { name: "Screens" });
  const row = list.getByRole("listitem").filter({ hasText: "Late for the Ferry" });

  await resize(1440, 900);
  expect((await box(column)).x).toBeGreaterThan((await box(list)).x + (await box(list)).width);
  expect(await tabs.isVisible()).toBe(false);
  await row.getByText("Harbour Street Parade").waitFor();
  await resize(800);
  await expect.poll(async () => (await box(column)).y > (await box(list)).y + (await box(list)).height).toBe(true);
  await resize(390);
  await tabs.waitFor();
  expect(await tabs.getByRole("link").allInnerTexts()).toEqual(["Home", "Search", "Favourites", "Playlists", "Music"]);
  await row.getByText("Harbour Street Parade").waitFor({ state: "hidden" });
  expect((await box(row)).height).toBeGreaterThanOrEqual(56);
});

/** In the page: the least room between two words in a line, of those below the round buttons of a head; in px. */
const roomBetweenWords = () => {
  const words = [...document.querySelectorAll("main header button > span > :last-child")].filter(
    (word) => getComputedStyle(word).position === "absolute",
  );
  const places = words.map((word) => {
    const range = document.createRange();
    range.selectNodeContents(word);
    return range.getBoundingClientRect();
  });
  const rooms = places.slice(1).flatMap(({ left, top }, index) => {
    const { [index]: before } = places;
    return before?.top === top ? left - before.right : [];
  });
  return Math.min(...rooms);
};

/** In the page: the least room between the words of the bar's links and what follows them, in px. */
const roomBehindLinks = () => {
  const bar = document.querySelector("nav:has(a[href='/mysongs'])");
  const lefts = [...(bar?.querySelectorAll("a, button, input, [role=status]") ?? [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 1)
    .map(({ left }) => left);
  const links = bar?.querySelectorAll("a:is([href='/favorites'], [href='/playlists'], [href='/mysongs'])") ?? [];
  const ends = [...links].map((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return [link.getBoundingClientRect().left, range.getBoundingClientRect().right] as const;
  });
  return Math.min(...ends.flatMap(([start, end]) => lefts.filter((left) => left > start).map((left) => left - end)));
};

test("the words of the bar's links keep clear of what follows, wherever there are links (specification 20.11)", async () => {
  for (const language of ["en", "de"]) {
    await page.evaluate((name) => localStorage.setItem("offbeat.language", name), language);
    await page.goto(`${server.url}/favorites`);
    await page.getByRole("link", { name: language === "en" ? "Music" : "Musik" }).waitFor();
    for (const width of [641, 660, 680, 700, 768, 820, 900, 1_024, 1_440]) {
      await resize(width, 375);
      expect(await page.evaluate(roomBehindLinks), `${language}, ${width} px`).toBeGreaterThanOrEqual(0);
    }
  }
  await page.evaluate(() => localStorage.removeItem("offbeat.language"));
});

test("on a phone the buttons of a head are one row, and still have their names (specification 20.11)", async () => {
  // A phone of 360 px, whose scroll bar takes no room.
  await resize(375, 740);
  const buttons = page.locator("main header :is(button, a[href='/profile'])");
  const rows = async () => {
    const boxes = await Promise.all((await buttons.all()).map(box));
    return new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size;
  };
  const head = async (path: string, names: readonly string[]) => {
    await page.goto(new URL(path, server.url).href);
    for (const name of names) {
      const button = page.getByRole("button", { name, exact: true });
      await buttons.and(button.or(page.getByRole("link", { name, exact: true }))).waitFor();
    }
    await waitUntilStill(page);
    expect([path, await rows(), await buttons.count()]).toEqual([path, 1, names.length]);
  };
  await head("/favorites", ["Play", "Shuffle"]);
  await head("/mysongs", ["Play", "Shuffle", "Upload"]);
  await page.goto(`${server.url}/search?q=After the last tram`);
  const others = await page.getByRole("link", { name: "After the last tram" }).first().getAttribute("href");
  await head(others ?? "", ["Play", "Shuffle", "Following", "Keep on this device", "More for After the last tram"]);
  // Longer words.
  await page.evaluate(() => localStorage.setItem("offbeat.language", "de"));
  await head(others ?? "", ["Abspielen", "Zufällig", "Folge ich", "Hier behalten", "Mehr zu After the last tram"]);
  for (const width of [320, 335, 360, 375, 390, 414, 432]) {
    await resize(width, 740);
    expect(await page.evaluate(roomBetweenWords), `${width} px`).toBeGreaterThan(3);
  }
  await resize(375, 740);
  await head("/mysongs", ["Abspielen", "Zufällig", "Hochladen"]);
  const own = await page.getByRole("link", { name: "Rosco Tangerine" }).first().getAttribute("href");
  await head(own ?? "", ["Abspielen", "Zufällig", "Bearbeiten"]);
  await page.evaluate(() => localStorage.removeItem("offbeat.language"));
});

test("on a phone a song's mark stands before its artist, and the title ends at the heart", async () => {
  await resize(375, 740);
  await page.goto(`${server.url}/favorites`);
  const row = page.getByRole("list", { name: "My Favorite Songs" }).getByRole("listitem").first();
  const title = await box(row.locator("[dir=auto]").first());
  const mark = await box(row.locator("[data-mark]"));
  const heart = await box(row.getByRole("button", { name: /^Like / }));
  expect([mark.x, mark.y >= title.y + title.height - 1]).toEqual([title.x, true]);
  expect(title.x + title.width).toBeCloseTo(heart.x, 0);
  expect((await box(row)).height).toBe(56);
});

test("a title that reads from the right and is cut ends in dots that are seen", async () => {
  await resize(375, 740);
  const title = page.getByRole("main").locator("section p[dir=auto]").first();
  /** From the left edge to the last line that is seen, where the dots stand. */
  const roomForDots = () =>
    title.evaluate((paragraph) => {
      paragraph.textContent = "שיר ארוך מאוד על הים, הרוח והלילה";
      const box = paragraph.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const lines = [...range.getClientRects()].filter(({ bottom }) => bottom <= box.bottom + 2);
      return [paragraph.scrollHeight > box.height + 4, (lines.at(-1)?.left ?? 0) - box.left > 8];
    });
  await page.goto(`${server.url}/home-page`);
  await title.waitFor();
  await waitUntilStill(page);
  expect(await roomForDots()).toEqual([true, true]);
});

/** The controls of the open dialog that the toast covers, and the edges of both. */
const covered = () =>
  page.evaluate(() => {
    const dialog = document.querySelector("dialog[open]");
    const toasts = dialog?.querySelector("[role=status][popover]");
    const toast = toasts?.querySelector("[role=group]")?.getBoundingClientRect();
    const { top = 0, bottom = 0 } = dialog?.getBoundingClientRect() ?? {};
    const hidden = [...(dialog?.querySelectorAll("button, input, select, textarea, a") ?? [])].filter((control) => {
      if (toast === undefined || toasts?.contains(control)) return false;
      const { left, top: upper, right, bottom: lower } = control.getBoundingClientRect();
      return left < toast.right && right > toast.left && upper < toast.bottom && lower > toast.top;
    });
    return { hidden: hidden.map((one) => one.ariaLabel ?? one.textContent), top, bottom, toastTop: toast?.top };
  });

async function addSong(): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: `More for ${names[0]}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Add Song", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Add / }).first().click();
  await page.getByRole("dialog").getByText("Song successfully added to playlist!").first().waitFor();
  await waitUntilStill(page);
}

async function closeDialog(): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await dialogsLeft(page);
}

test("a toast covers no control of an open dialog, nor does a phone's keyboard (specification 9.1)", async () => {
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [740, 360],
    [1024, 640],
    [1440, 900],
  ] as const) {
    await resize(width, height);
    await page.goto(playlist);
    await addSong();
    expect({ width, ...(await covered()) }).toMatchObject({ width, hidden: [], toastTop: expect.any(Number) });
    await closeDialog();
  }
  await resize(360, 740);
  await page.goto(playlist);
  // As a browser does it for a keyboard of 220 px, below a page that it has moved up by 100.
  await page.evaluate(() => {
    const seen = Object.assign(new EventTarget(), { offsetTop: 100, height: 420, scale: 1 });
    Object.defineProperty(window, "visualViewport", { configurable: true, value: seen });
  });
  await addSong();
  const { hidden, top, bottom, toastTop } = await covered();
  expect([hidden, top >= 100, bottom <= 520, (toastTop ?? 0) > 100]).toEqual([[], true, true, true]);
  await closeDialog();
});

test("a toast leaves the bar with its search and the way back in reach (specification 9.1)", async () => {
  for (const width of [360, 820, 1440]) {
    await resize(width);
    await page.goto(playlist);
    await addSong();
    await closeDialog();
    const toast = await box(page.locator("[role=status][popover] [role=group]").first());
    const bar = await box(page.getByRole("banner"));
    expect({ width, below: toast.y >= bar.y + bar.height }).toEqual({ width, below: true });
  }
});

test("in a dialog's title a name is cut, never what the dialog does (specification 20.12)", async () => {
  await page.evaluate(() => localStorage.setItem("offbeat.language", "de"));
  await resize(320, 640);
  await page.goto(playlist);
  await page
    .getByRole("main")
    .getByRole("button", { name: `Mehr zu ${names[0]}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Song hinzufügen", exact: true }).click();
  const title = page.getByRole("dialog").getByRole("heading", { name: `Song zu ${names[0]} hinzufügen` });
  const isWhole = await title.evaluate((heading) => {
    const verb = document.createRange();
    verb.selectNodeContents(heading);
    verb.collapse(false);
    if (heading.lastChild !== null) verb.setStart(heading.lastChild, (heading.lastChild.textContent ?? "").length - 4);
    return verb.getBoundingClientRect().bottom <= heading.getBoundingClientRect().bottom;
  });
  expect(isWhole).toBe(true);
  expect(await title.locator("bdi").evaluate((name) => getComputedStyle(name).hyphens)).toBe("manual");
  await page.keyboard.press("Escape");
  await dialogsLeft(page);
  await page.evaluate(() => localStorage.removeItem("offbeat.language"));
});

/** Whether the words of a title are cut off, where it stands as text. */
const isCut = (title: string) =>
  page
    .getByText(title, { exact: true })
    .evaluateAll((all) =>
      all
        .filter((one) => one.matches("li div") && one.getClientRects().length > 0)
        .map(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight + 8,
        ),
    );

// 3.10.3
test("playlists whose titles begin alike are told apart on a phone", async () => {
  const title = "Songs for the long way home in November, part 2";
  // A phone of 360 px, whose scroll bar takes no room.
  await resize(375, 740);
  await page.goto(`${server.url}/my-playlists`);
  await page.getByRole("button", { name: "New Playlist" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Playlist" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Description").fill(title);
  await dialog.getByLabel("Visibility").selectOption("public");
  await dialog.getByRole("button", { name: "Create" }).click();
  const row = page.getByRole("listitem").filter({ hasText: title });
  await row.first().waitFor();
  expect([await isCut(title), (await box(row)).height]).toEqual([[false], 56]);
  await page.goto(`${server.url}/playlists`);
  await row.first().waitFor();
  expect(await isCut(title)).toEqual([false]);
  await page.goto(`${server.url}/favorites`);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^More for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Add Song", exact: true }).click();
  await page.getByRole("dialog").getByRole("listitem").filter({ hasText: title }).waitFor();
  expect(await isCut(title)).toEqual([false]);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await dialogsLeft(page);
});

/** The colours of the lowest pixels of the window. */
async function coloursBelow(): Promise<Set<number>> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const png = await page.screenshot({ clip: { x: 0, y: height - 4, width, height: 4 } });
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return new Set(Array.from({ length: data.length / 3 }, (_, pixel) => data.readUIntBE(3 * pixel, 3)));
}

test("no line stands at the bottom where nothing plays (specification 20.11)", async () => {
  await resize(1440, 1600);
  await page.goto(`${server.url}/storage`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(async () => (await coloursBelow()).size).toBe(1);
});

// 3.16.6
test("songs to upload stand under their fields, not beside them", async () => {
  await resize(390);
  await page.goto(`${server.url}/mysongs`);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Song" });
  const files = ["a.mp3", "b.mp3"].map((name) => ({ name, mimeType: "audio/mpeg", buffer: Buffer.from("no sound") }));
  await dialog.getByLabel("Audio file").setInputFiles(files);
  const field = await box(dialog.getByLabel("Genre for all songs"));
  const row = await box(dialog.getByRole("listitem").first());
  expect([row.x, row.x + row.width]).toEqual([field.x, field.x + field.width]);
  await page.reload();
  // The entry of the dialog that the reload closed.
  await dialogsLeft(page);
});

test("/search has one field to read at every width (specification 3.8.5)", async () => {
  for (const width of [390, 700, 820, 1000, 1440]) {
    await resize(width, 900);
    await page.goto(`${server.url}/search?q=Odalie`);
    const field = page.getByRole("searchbox");
    await field.waitFor();
    expect(await field.inputValue()).toBe("Odalie");
    expect((await box(field)).width, `${width} px`).toBeGreaterThan(240);
  }
});

test("on /artist the search opens on hover and on focus (specification 3.7.2)", async () => {
  await resize(1440, 900);
  await page.goto(`${server.url}/artist`);
  const field = page.getByRole("searchbox");
  await field.waitFor();
  const width = async () => (await box(field)).width;
  const folded = await width();
  await field.hover();
  await expect.poll(width).toBeGreaterThan(3 * folded);
  await page.mouse.move(700, 600);
  await expect.poll(width).toBe(folded);
  await field.focus();
  await expect.poll(width).toBeGreaterThan(3 * folded);
  expect(faults).toEqual([]);
});

test("a press of Follow moves nothing on a phone (specification 3.14.4)", async () => {
  await resize(390);
  await page.goto(`${server.url}/search?q=Odalie`);
  await page.getByRole("link", { name: "Odalie Wrenfield" }).click();
  const follow = page.getByRole("button", { name: /^FOLLOW(ING)?$/ });
  const below = page.getByRole("heading", { name: "Playlists" });
  const places = async () => [await box(follow), await box(below)];
  const before = await places();
  const name = await follow.textContent();
  await follow.click();
  await expect.poll(() => follow.textContent()).not.toBe(name);
  expect(await places()).toEqual(before);
});

test("the note from when a person's page is stands on the head's colour (specification 20.17)", async () => {
  const note = page.getByText(/^As of /);
  // Whoever has no photo: its colour is known at once.
  await page.locator("[data-tint]").waitFor();
  await page.context().setOffline(true);
  await note.waitFor();
  const isSeen = () =>
    note.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + Math.min(20, width / 2), y + height / 2));
    });
  await expect.poll(isSeen).toBe(true);
  await page.context().setOffline(false);
  await note.waitFor({ state: "hidden" });
});

test("a person's photo fills its round frame (specification 20.20)", async () => {
  const avatar = page.locator("[data-tint] [aria-hidden]").first();
  await avatar.evaluate((one) => {
    const photo = new Image(144, 144);
    photo.src = "/icons/icon-192.png";
    one.replaceChildren(photo);
    return photo.decode();
  });
  const [{ height, width }, frame] = [await box(avatar), await box(avatar.locator(".."))];
  expect([width, height]).toEqual([144, 144]);
  expect(frame).toMatchObject({ width, height });
});

test("a page that was scrolled stays where it is when a card leaves its list (specification 20.24)", async () => {
  await resize(390, 480);
  await page.goto(`${server.url}/home-page`);
  const songs = page.getByRole("list", { name: "Ready offline" });
  const heart = songs.getByRole("button", { name: /^Like / }).first();
  await heart.waitFor();
  const name = (await heart.getAttribute("aria-label")) ?? "";
  // Before the press that loads what moves the cards.
  await heart.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(100);
  await page.keyboard.press("Shift");
  const scripts = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name: url }) => url));
  await expect.poll(scripts).toContainEqual(expect.stringMatching(/\/auto-animate/));
  // It learns where the cards are.
  await page.waitForTimeout(1_000);
  await heart.click();
  await expect.poll(() => songs.getByRole("button", { name, exact: true }).count()).toBe(0);
  await waitUntilStill(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});

test("the note from when a screen is comes and goes without moving anything (specification 20.17)", async () => {
  for (const width of [390, 1440]) {
    await resize(width, 900);
    // A new entry of the history begins at the top: one that was scrolled goes back to its place as its lists grow.
    await page.goto(`${server.url}/changes`);
    await page.goto(`${server.url}/home-page`);
    await page
      .getByRole("button", { name: /^Like / })
      .filter({ visible: true })
      .first()
      .waitFor();
    // Else it was opened offline, and begins with what is on the device (specification 3.5.7).
    await page.waitForFunction(() => {
      const calls = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      // One that was given up has an entry, too.
      return calls.some(({ name, responseStatus }) => name.includes("/api/") && responseStatus === 200);
    });
    const below = page.getByRole("heading", { name: "You may like" });
    const note = page.getByText(/^As of /);
    const before = await box(below);
    await page.context().setOffline(true);
    await note.waitFor();
    expect(await box(below)).toEqual(before);
    await page.context().setOffline(false);
    await note.waitFor({ state: "hidden" });
    expect(await box(below)).toEqual(before);
  }
});
