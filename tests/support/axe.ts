/** What axe finds on a page, best practices included. */
import axe from "axe-core";
import type { Page } from "playwright-core";

type Scheme = "dark" | "light";

/**
 * Looks at the page once nothing moves any more. Each line names the place, the rule and the element, with what axe has
 * measured: colours and their contrast, for example.
 */
export async function findViolations(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ["light", "dark"] as const) found.push(...(await findIn(page, scheme, where)));
  return found;
}

/** All rules in the light, and in the dark those that colours decide. */
async function findIn(page: Page, scheme: Scheme, where: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme });
  await settle(page);
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (only) => {
      // The line above put it there.
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(only ? { runOnly: only } : {});
      return violations.map(({ id, nodes }) => ({
        id,
        places: nodes.map(({ target, html, any, all, none }) => ({
          target: String(target),
          html: html.slice(0, 240),
          why: [...any, ...all, ...none].map(({ message, data }) => `${message} ${JSON.stringify(data ?? "")}`),
        })),
      }));
    },
    scheme === "dark" ? ["color-contrast"] : undefined,
  );
  return violations.flatMap(({ id, places }) =>
    places.map(({ target, html, why }) => `${where}, ${scheme}: ${id}\n  ${target}\n  ${html}\n  ${why.join("\n  ")}`),
  );
}

/** The app has taken the document over, has what it shows, and nothing is on its way. */
async function settle(page: Page): Promise<void> {
  await page.locator("#root").waitFor();
  await page.waitForFunction(() => {
    const isMoving = document
      .getAnimations()
      .some((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity);
    return !isMoving && document.querySelector("main h1, dialog[open]") && !document.querySelector("[aria-busy=true]");
  });
}
