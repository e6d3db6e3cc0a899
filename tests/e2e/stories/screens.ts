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
    let last = "";
    for (const path of paths) {
      // As a link of the page does it: nothing is loaded anew.
      await visit.page.evaluate((to) => history.pushState(null, "", to), path);
      let heading = "";
      const next = async () => (heading = await visit.page.evaluate(nextHeading, { path, last }));
      await expect.poll(next, { timeout: 20_000 }).not.toBe("");
      last = heading;
    }
  });
}

/** The heading, once it is no longer that of the screen before. The title names what plays. Runs in the page. */
function nextHeading({ path, last }: { path: string; last: string }): string {
  const heading = document.querySelector<HTMLElement>("main h1")?.textContent ?? "";
  return location.pathname === path && heading !== last ? heading : "";
}
