/** Tells the stories in one engine, with one browser for all of them. */
import { mkdir, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe } from "vitest";
import type { Engine } from "../../support/engines/engines.ts";
import { type Outage, tellMainStory } from "./main-story.ts";
import { visitIn } from "./visit.ts";

export function tellStories(engine: Engine, outages: Record<string, Outage>): void {
  const absence = engine.absence();
  const title = absence === undefined ? "" : ` (skipped: ${absence})`;
  describe.skipIf(absence !== undefined).each(Object.entries(outages))(
    `in ${engine.name}, while %s${title}`,
    (_, outage) => {
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
      tellMainStory(visit, outage);
    },
  );
}
