/** A phone under a finger (specification 20.12). */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntilStill } from "../support/axe.ts";
import { artist, memberScreens, openScreen, openVisit, signInByForm, type Visit } from "../support/visit.ts";

let visit: Visit;
let page: Page;

beforeAll(async () => {
  visit = await openVisit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  ({ page } = visit);
});
afterAll(() => visit?.close());

/**
 * What is smaller under a finger than 44 px. Asks the page where presses arrive: room around a small button counts, and
 * the row that a button covers. Links inside of a sentence are as high as its lines (WCAG 2.5.5, inline).
 */
const smallTargets = () =>
  page.evaluate(async () => {
    /** Half of 44 px, less one for edges between pixels. */
    const reach = 21;
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>("a, button, input, select, textarea, summary")) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (one.closest("p, [inert]") !== null && one.tagName === "A") continue;
      one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = one.getBoundingClientRect();
      // Only screen readers see it; a skip link shows with the focus.
      if (width <= 1 || height <= 1 || top + height <= 0) continue;
      const label = one.closest("label");
      const hits = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (one.contains(hit) || label?.contains(hit) === true);
      };
      const [x, y] = [left + width / 2, top + height / 2];
      // Under a bar that is fixed, or in a strip, beyond its edge.
      if (!hits(x, y)) continue;
      const name = `${one.tagName} ${one.getAttribute("aria-label") ?? (label ?? one).textContent.trim().slice(0, 40)}`;
      if (height < 2 * reach && !(hits(x, y - reach) && hits(x, y + reach)))
        found.push(`${name}: ${Math.round(height)} px high`);
      if (width < 2 * reach && !(label ?? (hits(x - reach, y) && hits(x + reach, y))))
        found.push(`${name}: ${Math.round(width)} px wide`);
    }
    return [...new Set(found)];
  });

async function open(path: string): Promise<void> {
  await openScreen(page, visit.server.url + path);
  await waitUntilStill(page);
}

/** Plays the first own song, and opens it large; on a phone that is turned to this size, if any. */
async function openFullPlayer(turned?: { width: number; height: number }): Promise<Locator> {
  await open("/mysongs");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  if (turned !== undefined) await page.setViewportSize(turned);
  await page.getByRole("button", { name: "Open full view" }).click();
  const sheet = page.getByRole("dialog", { name: "Now playing" });
  await sheet.getByRole("slider", { name: "Progress" }).waitFor();
  await waitUntilStill(page);
  return sheet;
}

async function smallOn(path: string): Promise<string[]> {
  await open(path);
  return (await smallTargets()).map((target) => `${path}: ${target}`);
}

test("what a visitor can press is 44 px high and wide", async () => {
  const found: string[] = [];
  for (const path of ["/register", "/login"]) found.push(...(await smallOn(path)));
  await signInByForm(page, artist);
  expect(found).toEqual([]);
});

test("what a member can press is 44 px high and wide", async () => {
  const paths = [...(await memberScreens(page, visit.server.url)), "/search?q=a"];
  const found: string[] = [];
  for (const path of paths) found.push(...(await smallOn(path)));
  expect(found).toEqual([]);
});

// 3.2.6
test("a finger finds the player's sheet with all it needs, and no volume slider, which phones have keys for", async () => {
  const sheet = await openFullPlayer();
  expect(await page.getByRole("slider", { name: "Volume" }).count()).toBe(0);
  // 6.31
  for (const word of ["Timer", "Speed", "Queue"]) expect(await sheet.getByText(word, { exact: true }).count()).toBe(1);
  const heading = sheet.getByRole("heading", { name: "Up next" });
  const top = async () => (await heading.boundingBox())?.y ?? 0;
  expect(await top()).toBeGreaterThan(600);
  await sheet.getByRole("button", { name: "Queue", exact: true }).click();
  // However short it is.
  await expect.poll(top).toBeLessThan(100);
  expect(await top()).toBeGreaterThan(48);
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await sheet.getByRole("button", { name: /^Back to the cover/ }).click();
  await expect.poll(top).toBeGreaterThan(600);
  await sheet.getByRole("button", { name: /^Back to the cover/ }).waitFor({ state: "detached" });
  expect(await smallTargets()).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
});

// 6.31
test("the queue of a phone on its side has the song and its button above it", async () => {
  const sheet = await openFullPlayer({ width: 844, height: 390 });
  const heading = sheet.getByRole("heading", { name: "Up next" });
  const top = async () => (await heading.boundingBox())?.y ?? 0;
  await sheet.getByRole("button", { name: "Queue", exact: true }).click();
  await expect.poll(top).toBeLessThan(100);
  expect(await top()).toBeGreaterThan(48);
  const back = sheet.getByRole("button", { name: /^Back to the cover/ });
  const button = await back.locator("xpath=preceding-sibling::*").first().boundingBox();
  expect(button?.y).toBeGreaterThanOrEqual(0);
  expect(await smallTargets()).toEqual([]);
  await back.click();
  await back.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
});

// 6.31
test("a finger finds the artist of somebody else's song in the sheet, and gets to them", async () => {
  await open("/home-page");
  await page.getByRole("main").getByRole("button", { name: "Play Paper Orchard" }).first().click();
  await page.getByRole("button", { name: "Open full view" }).click();
  const sheet = page.getByRole("dialog", { name: "Now playing" });
  const artist = sheet.getByRole("button", { name: "Odalie Wrenfield", exact: true });
  await artist.waitFor();
  await waitUntilStill(page);
  expect(await smallTargets()).toEqual([]);
  await artist.click();
  await page.getByRole("heading", { level: 1, name: "Odalie Wrenfield" }).waitFor();
  expect(await sheet.isVisible()).toBe(false);
});

// 9.1
test("a toast does not lie over an open menu, and is there again when that closes", async () => {
  await open("/mysongs");
  const main = page.getByRole("main");
  await main
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  await page.getByRole("button", { name: "Open full view" }).waitFor();
  const more = main.getByRole("button", { name: /^More for / }).first();
  await more.click();
  await page.getByRole("menuitem", { name: "Add to queue" }).click();
  const toasts = page.getByRole("status", { name: "Notifications" });
  const opacity = () => toasts.evaluate((element) => getComputedStyle(element).opacity);
  await toasts.getByText(/^Added .* to the queue$/).waitFor();
  expect(await opacity()).toBe("1");
  await more.click();
  await page.getByRole("menu").waitFor();
  expect(await opacity()).toBe("0");
  await page.keyboard.press("Escape");
  await expect.poll(opacity).toBe("1");
});
