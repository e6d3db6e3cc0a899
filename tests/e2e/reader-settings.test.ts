/** What readers set in their system or browser: colours of their own (specification 20.14). */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntilStill } from "../support/axe.ts";
import { menuOpened } from "../support/browser.ts";
import { artist, openScreen, openVisit, signInByForm, type Visit } from "../support/visit.ts";

let visit: Visit;
let page: Page;

const player = () => page.getByRole("region", { name: "Player" });
const playFirst = () =>
  page
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .press("Enter");

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
    await playFirst();
    const pause = player().getByRole("button", { name: "Pause" });
    await pause.press("Enter");
    const shuffle = player().getByRole("button", { name: "Shuffle" });
    expect(await shows(shuffle, () => toggle(shuffle))).toBe(true);
    const repeat = player().getByRole("button", { name: /^Repeat: / });
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
