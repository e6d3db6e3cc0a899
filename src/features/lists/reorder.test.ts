import Dexie from "dexie";
import { afterEach, expect, test } from "vitest";
import type { Operation } from "../../../contract/outbox-operations.ts";
import { orderSaveMs } from "../../../contract/rules/limits.ts";
import type { Api } from "../../api/api-client.ts";
import { databaseName, openDatabase } from "../../db/database.ts";
import { enqueue } from "../../db/outbox-enqueue.ts";
import { readOutbox } from "../../db/outbox-table.ts";
import type { Account } from "../../sync/account-session.ts";
import { namesOf } from "../../sync/change-labels.ts";
import { createDrainer } from "../../sync/outbox-drainer.ts";
import { moveTo } from "./reorder.ts";

afterEach(() => Dexie.delete(databaseName("ada")));

async function changesOf(shown: string[], id: string, place: number): Promise<Operation[]> {
  const changes: Operation[] = [];
  const change = async (operation: Operation) => void changes.push(operation);
  const account = { change } as Partial<Account> as Account; // nothing else is used
  await moveTo(account, { list: "favourites", shown, heard: undefined }, id, place);
  return changes;
}

test.each<[string, number, string[]]>([
  ["c", 0, ["c", "a", "b"]],
  ["a", 1, ["b", "a", "c"]],
  ["a", 9, ["b", "c", "a"]],
  ["b", -1, ["b", "a", "c"]],
])("%s dropped on %i", async (id, place, orderedList) => {
  expect(await changesOf(["a", "b", "c"], id, place)).toEqual([
    { kind: "order", list: "favourites", orderedList, base: ["a", "b", "c"], moved: [id] },
  ]);
});

test("the new order of a playlist knows its title", async () => {
  const names: unknown[] = [];
  const change = async (_: Operation, snapshot: unknown) => void names.push(namesOf({ snapshot }));
  const account = { change } as Partial<Account> as Account; // nothing else is used
  const both = { shown: ["a", "b"], heard: undefined };
  await moveTo(account, { list: "playlist:1", ...both }, "b", 0, "Shore");
  await moveTo(account, { list: "favourites", ...both }, "b", 0);
  expect(names).toEqual([{ playlistTitle: "Shore" }, {}]);
});

// 7.2
test("a drop where it was, or of what has left the list, changes nothing", async () => {
  expect(await changesOf(["a", "b"], "a", 0)).toEqual([]);
  expect(await changesOf(["a", "b"], "x", 0)).toEqual([]);
});
// 7.3

test.each([0, 50, 2_900])("a page that dies %i ms after a drop loses nothing", async (ms) => {
  const [a, b] = ["a", "b"].map((digit) => `01890a5d-ac96-774b-bcce-b302099a80${digit}0`) as [string, string]; // as many as there are digits
  let now = 1_700_000_000_000;
  const dying = openDatabase("ada");
  const change = (operation: Operation) => enqueue(dying, operation, undefined, now);
  const account = { change } as Partial<Account> as Account; // nothing else is used
  await moveTo(account, { list: "favourites", shown: [a, b], heard: undefined }, b, 0);
  // All that it held in memory goes with it.
  dying.close({ disableAutoOpen: true });
  now += ms;

  const db = openDatabase("ada");
  const bodies: unknown[] = [];
  const call = async (_: unknown, { body }: { body: unknown }) => {
    bodies.push(body);
    return { data: { orderedList: [b, a] } };
  };
  const drainer = createDrainer({
    db,
    api: { call: call as unknown as Api["call"] }, // answers as the drainer reads them
    lock: (_, work) => work(),
    now: () => now,
    random: () => 0.5,
    onTouched: async () => {},
  });
  await drainer.drain();
  expect(bodies, "more drops may follow").toEqual([]);
  expect(await drainer.nextDueIn()).toBe(orderSaveMs - ms);
  now += orderSaveMs;
  await drainer.drain();
  expect(bodies).toEqual([{ orderedList: [b, a], base: [a, b], moved: [b] }]);
  expect((await readOutbox(db)).rows.map((row) => row.state)).toEqual(["acked"]);
  db.close();
});
