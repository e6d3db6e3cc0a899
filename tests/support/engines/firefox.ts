/** The stock Firefox, by Puppeteer over WebDriver BiDi. */
import { type ElementHandle, launch } from "puppeteer-core";
import { findFirefox } from "../programs.mjs";
import { drive, type EnginePage } from "./page.ts";
import { startSoundOutput } from "./sound-output.ts";

const preferences = {
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
};

/**
 * Calls that fail are no fault of the page; Firefox logs those that go through a worker, and pictures whose line is cut
 * while they come, in whose place the app shows its own.
 */
const brokenLoads = ["Error: Failed to load", "Error: Image corrupt or truncated."];

/** @param profile folder of what the browser keeps */
export async function openFirefox(profile: string, startSound = startSoundOutput): Promise<EnginePage> {
  const sound = await startSound();
  const browser = await launch({
    browser: "firefox",
    executablePath: findFirefox() ?? "firefox",
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: preferences,
    env: { ...process.env, ...sound.environment },
  });
  // The tab of the start never has the focus: it takes keys, but no button is pressed by them.
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => {
    const text = String(error);
    if (!brokenLoads.some((start) => text.startsWith(start))) faults.push(text);
  });
  await page.evaluateOnNewDocument(() => {
    const log = console.error;
    // The driver hands over an error that is logged as "undefined".
    const textOf = (value: unknown): unknown =>
      value instanceof Error ? `${String(value)}\n${value.stack ?? ""}\nCause: ${String(textOf(value.cause))}` : value;
    // A page that is being left gives up its scripts, and what it logs of that goes with it.
    console.error = (...values: unknown[]) => void setTimeout(log, 500, ...values.map(textOf));
  });
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return drive<ElementHandle>({
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (script) => page.evaluate(script),
    element: async (script) => (await page.evaluateHandle(script)).asElement() as ElementHandle | null, // an element or null by our own scripts
    click: (element) => element.click(),
    async type(element, text) {
      await element.click({ count: 3 });
      await page.keyboard.press("Backspace");
      await element.type(text);
    },
    press: (key) => page.keyboard.press(key === "Space" ? " " : key),
    async mouse(action, x, y) {
      if (action === "move") await page.mouse.move(x, y);
      else await page.mouse[action]();
    },
    upload: (element, files) => (element as ElementHandle<HTMLInputElement>).uploadFile(...files), // a field for files
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    faults: async () => faults,
    async close() {
      await browser.close();
      await sound.stop();
    },
  });
}
