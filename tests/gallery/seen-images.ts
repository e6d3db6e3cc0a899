import type { Page } from "playwright-core";

/** Waits for the images that are to be seen, at most 3 s: those out of sight never load. */
export async function waitForSeenImages(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return image.checkVisibility() && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    });
    const late = new Promise((resolve) => setTimeout(resolve, 3_000));
    return Promise.race([late, Promise.all(seen.map((image) => image.decode().catch(() => {})))]);
  });
}
