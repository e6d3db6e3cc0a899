/** What axe finds on a page, best practices included. */
import axe from "axe-core";
import type { Page } from "playwright-core";

type Scheme = "dark" | "light";

/**
 * Checks the page once nothing moves any more. Each line names the place, the rule and the element, with what axe has
 * measured: colours and their contrast, for example.
 * @param options `targets`: the sizes of what can be pressed, too
 */
export async function findViolations(page: Page, where: string, { targets = false } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ["light", "dark"] as const) found.push(...(await findIn(page, scheme, where, targets)));
  return found;
}

/** All rules in the light, and in the dark those that colours decide. */
async function findIn(page: Page, scheme: Scheme, where: string, targets: boolean): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme });
  await waitUntilStill(page);
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ({ only, targets }) => {
      // The line above put it there.
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      // Of WCAG 2.2, and not among those that axe runs unasked.
      const rules = { "target-size": { enabled: targets } };
      const { violations } = await axe.run(only ? { runOnly: only } : { rules });
      const placeOf = (target: unknown) => document.querySelector(String(target))?.closest("main, dialog");
      // The page scrolls from under its bars. Axe knows that of those that are fixed, and ours are sticky.
      const isUnderBar = ({ target, any }: (typeof violations)[number]["nodes"][number]) =>
        any.some(
          ({ data, relatedNodes }) =>
            data?.messageKey === "partiallyObscured" &&
            relatedNodes?.every((other) => placeOf(other.target) !== placeOf(target)),
        );
      const open = violations.map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => !isUnderBar(node)) }));
      return open.map(({ id, nodes }) => ({
        id,
        places: nodes.map(({ target, html, any, all, none }) => ({
          target: String(target),
          html: html.slice(0, 240),
          why: [...any, ...all, ...none].map(({ message, data }) => `${message} ${JSON.stringify(data ?? "")}`),
        })),
      }));
    },
    { only: scheme === "dark" ? ["color-contrast"] : undefined, targets },
  );
  return violations.flatMap(({ id, places }) =>
    places.map(({ target, html, why }) => `${where}, ${scheme}: ${id}\n  ${target}\n  ${html}\n  ${why.join("\n  ")}`),
  );
}

/** The app has taken the document over, has what it shows, and nothing is on its way. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.locator("#root").waitFor();
  await page.waitForFunction(() => {
    const isMoving = document
      .getAnimations()
      .some((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity);
    return !isMoving && document.querySelector("main h1, dialog[open]") && !document.querySelector("[aria-busy=true]");
  });
}
