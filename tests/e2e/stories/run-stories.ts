/** Runs the stories in one engine, with one browser for each. */
import { mkdir, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe } from "vitest";
import type { Engine } from "../../support/engines/engines.ts";
import { listsStory } from "./lists-story.ts";
import { type Outage, mainStory } from "./main-story.ts";
import { offlineStory } from "./offline-story.ts";
import { otherOriginStory } from "./other-origin-story.ts";
import { type Visit, visitIn, visitOverLine, visitOverOrigins } from "./visit.ts";

/** The main story. @param how the network goes away */
export const runStory = (engine: Engine, how: string, outage: Outage) =>
  runIn(engine, `while ${how}`, visitIn, (visit) => mainStory(visit, outage));

export const runLists = (engine: Engine) => runIn(engine, "own lists", visitIn, listsStory);

/** What is kept and done without a network. */
export const runOffline = (engine: Engine) => runIn(engine, "over a line", visitOverLine, offlineStory);

/** What is kept from another origin plays without a network. */
export const runOtherOrigin = (engine: Engine) =>
  runIn(engine, "API and media elsewhere", visitOverOrigins, otherOriginStory);

function runIn<V extends Visit>(
  engine: Engine,
  title: string,
  open: (engine: Engine) => V,
  defineTests: (visit: V) => void,
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
    defineTests(visit);
  });
}
