/** When the background sends (specification 17.28); what it sends is in `outbox-drainer.test.ts`. */
import { expect, test, vi } from "vitest";
import { writeActiveAccount } from "../src/db/active-account.ts";
import { openDatabase } from "../src/db/database.ts";
import { createDrainer, type Drainer } from "../src/sync/outbox-drainer.ts";
import { runBackgroundSync } from "./background-sync.ts";

vi.mock(import("../src/sync/outbox-drainer.ts"));
vi.stubGlobal("self", { location: { origin: "https://offbeat.example" } });
vi.stubGlobal("navigator", {});

test("an account is sent for, unless a sign-out overtakes the look at its database", async () => {
  const drainer: Drainer = { drain: async () => "idle", nextDueIn: async () => undefined, stop() {} };
  vi.mocked(createDrainer).mockReturnValue(drainer);
  const db = openDatabase("ada");
  await db.open();
  await writeActiveAccount("ada");
  await runBackgroundSync();
  expect(createDrainer).toHaveBeenCalledOnce();
  const run = runBackgroundSync();
  // The page clears the record first, and finds nothing that it would have to stop.
  await writeActiveAccount(null);
  await run;
  expect(createDrainer).toHaveBeenCalledOnce();
  await db.delete();
});
