/** Tells the stories in one engine, with one browser for each. */
import { mkdir, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe } from "vitest";
import type { Engine } from "../../support/engines/engines.ts";
import { tellListsStory } from "./lists-story.ts";
import { type Outage, tellMainStory } from "./main-story.ts";
import { tellOfflineStory } from "./offline-story.ts";
import { tellOtherOriginStory } from "./other-origin-story.ts";
import { type Visit, visitIn, visitOverLine, visitOverOrigins } from "./visit.ts";

/** The main story. @param how the network goes away */
export const tellStory = (engine: Engine, how: string, outage: Outage) =>
  tellIn(engine, `while ${how}`, visitIn, (visit) => tellMainStory(visit, outage));

export const tellLists = (engine: Engine) => tellIn(engine, "own lists", visitIn, tellListsStory);

/** What is kept and done without a network. */
export const tellOffline = (engine: Engine) => tellIn(engine, "over a line", visitOverLine, tellOfflineStory);

/** What is kept from another origin plays without a network. */
export const tellOtherOrigin = (engine: Engine) =>
  tellIn(engine, "API and media elsewhere", visitOverOrigins, tellOtherOriginStory);

function tellIn<V extends Visit>(
  engine: Engine,
  title: string,
  open: (engine: Engine) => V,
  tell: (visit: V) => void,
): void {
  const absence = engine.absence();
  const skipped = absence === undefined ? "" : ` (skipped: ${absence})`;
  describe.skipIf(absence !== undefined)(`in ${engine.name}, ${title}${skipped}`, () => {
    const visit = open(engine);
    let hasFailed = false;
    beforeEach(({ skip }) => {
      if (hasFailed) skip("The story failed before.");
    });
    afterEach(async ({ task }) => {
      if (hasFailed || task.result?.state !== "fail") return;
      hasFailed = true;
      await mkdir("test-results", { recursive: true });
      await writeFile(`test-results/${engine.name}.png`, await visit.page.screenshot());
    });
    tell(visit);
  });
}
