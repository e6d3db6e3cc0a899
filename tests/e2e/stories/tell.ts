/** Tells the stories in one engine, with one browser for all of them. */
import { mkdir, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe } from "vitest";
import type { Engine } from "../../support/engines/engines.ts";
import { tellListsStory } from "./lists-story.ts";
import { type Outage, tellMainStory } from "./main-story.ts";
import { type Visit, visitIn } from "./visit.ts";

/** The main story, once for each way in which the network goes away. */
export const tellStories = (engine: Engine, outages: Record<string, Outage>) =>
  tellIn(
    engine,
    Object.fromEntries(
      Object.entries(outages).map(([how, outage]) => [`while ${how}`, (visit: Visit) => tellMainStory(visit, outage)]),
    ),
  );

export const tellLists = (engine: Engine) => tellIn(engine, { "own lists": tellListsStory });

function tellIn(engine: Engine, stories: Record<string, (visit: Visit) => void>): void {
  const absence = engine.absence();
  const title = absence === undefined ? "" : ` (skipped: ${absence})`;
  describe.skipIf(absence !== undefined).each(Object.entries(stories))(`in ${engine.name}, %s${title}`, (_, tell) => {
    const visit = visitIn(engine);
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
