import Dexie from "dexie";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Api } from "../api/api-client.ts";
import { openDatabase } from "../db/database.ts";
import { enqueue } from "../db/outbox-enqueue.ts";
import { readOutbox, unsentIn } from "../db/outbox-table.ts";
import { createDrainer } from "./outbox-drainer.ts";

const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
let count = 0;

/** As the server is: each key is done once, and answered again from memory. */
function createServer(lag: () => number) {
  const done = new Set<string>();
  const effects: boolean[] = [];
  const call = async ({ path }: { path: string }, { key }: { key: string }) => {
    await new Promise((resolve) => setTimeout(resolve, lag()));
    if (!done.has(key)) {
      done.add(key);
      effects.push(path === "/songs/like/{id}");
    }
    await new Promise((resolve) => setTimeout(resolve, lag()));
  };
  return { effects, api: { call } as unknown as Api }; // the drainer reads no answer's body
}

test("without locks, tabs that send at once do what was wanted in its order, each intent once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ liked: fc.boolean(), tab: fc.nat(1), pause: fc.nat(6) }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.infiniteStream(fc.nat(8)),
      async (intents, lags) => {
        const db = openDatabase(`unguarded-${(count += 1)}`);
        const { effects, api } = createServer(() => lags.next().value ?? 0);
        const tabs = [0, 1].map(() =>
          createDrainer({
            db,
            api,
            lock: (_, work) => work(),
            now: Date.now,
            random: () => 0,
            onTouched: async () => {},
            onGone: () => {},
          }),
        );
        for (const { liked, tab, pause } of intents) {
          await enqueue(db, { kind: "like", songId, liked });
          void tabs[tab]?.drain();
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
        await Promise.all(tabs.map((tab) => tab.drain()));
        expect(unsentIn(await readOutbox(db))).toBe(0);
        const wanted = intents.map(({ liked }) => liked);
        expect(effects.at(-1)).toBe(wanted.at(-1));
        // Each at most once and none before an earlier one; those that were replaced before they were sent are left out.
        let at = 0;
        for (const effect of effects) at = wanted.indexOf(effect, at) + 1 || Infinity;
        expect(at).toBeLessThanOrEqual(wanted.length);
        db.close();
        await Dexie.delete(db.name);
      },
    ),
    { numRuns: 40 },
  );
}, 30_000);
