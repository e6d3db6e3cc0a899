/** Chromium, by Playwright. */
import type { ElementHandle } from "playwright-core";
import { openProfile } from "../browser.ts";
import { drive, type EnginePage } from "./page.ts";

/** @param profile folder of what the browser keeps */
export async function openChromium(profile: string): Promise<EnginePage> {
  const { context, page, faults } = await openProfile(profile);
  return drive<ElementHandle>({
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (script) => page.evaluate(script),
    element: async (script) => (await page.evaluateHandle(script)).asElement(),
    // A click that is given up while a busy page takes it would be made twice.
    click: (element) => element.click({ timeout: 10_000 }),
    type: (element, text) => element.fill(text, { timeout: 2_000 }),
    press: (key) => page.keyboard.press(key),
    async mouse(action, x, y) {
      if (action === "move") await page.mouse.move(x, y);
      else await page.mouse[action]();
    },
    upload: (element, files) => element.setInputFiles(files),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    setOffline: (isOffline) => context.setOffline(isOffline),
    faults: async () => faults,
    close: () => context.close(),
  });
}
