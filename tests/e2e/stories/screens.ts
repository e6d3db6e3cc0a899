/** A look at every screen that needs no address of something. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Visit } from "./visit.ts";

/** Of people who are signed in; the others are part of the main story. */
const paths = [
  ...readFileSync("src/routes/tree.tsx", "utf8").matchAll(/getParentRoute: \(\) => member,\s*path: "([^"$]+)"/g),
].map(([, path = ""]) => path);

export function lookAtScreens(visit: Visit): void {
  test("every screen shows its heading", async () => {
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      // As a link of the page does it: nothing is loaded anew.
      await visit.page.evaluate((to) => history.pushState(null, "", to), path);
      await expect.poll(() => visit.page.evaluate(headingOf, path), { timeout: 20_000 }).not.toBe("");
    }
  });
}

/** Once the screen of that path is there and names the document. Runs in the page. */
function headingOf(path: string): string {
  const heading = document.querySelector<HTMLElement>("main h1")?.innerText ?? "";
  const isNamed = heading !== "" && document.title.startsWith(heading);
  return isNamed && location.pathname === path ? heading : "";
}
