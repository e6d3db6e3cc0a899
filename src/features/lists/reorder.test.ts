import Dexie from "dexie";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { Operation } from "../../../contract/outbox-operations.ts";
import { orderSaveMs } from "../../../contract/rules/limits.ts";
import type { Api } from "../../api/api-client.ts";
import { databaseName, openDatabase } from "../../db/database.ts";
import { enqueue } from "../../db/outbox-enqueue.ts";
import { type OutboxView, readOutbox } from "../../db/outbox-table.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { namesOf } from "../../sync/change-labels.ts";
import { listKey } from "../../sync/query-keys.ts";
import { createDrainer } from "../../sync/outbox-drainer.ts";
import { shownIds } from "./id-list.ts";
import { moveTo, notePlace } from "./reorder.ts";

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

describe("what comes back by Undo (specification 20.18)", () => {
  const [a, b, c, d] = ["a", "b", "c", "d"].map((digit) => `01890a5d-ac96-774b-bcce-b302099a80${digit}0`) as [
    string,
    string,
    string,
    string,
  ]; // as many as there are digits

  /** A device whose unlikes the server confirms at once. */
  function openDevice() {
    const db = openDatabase("ada");
    onTestFinished(() => db.close());
    const queryClient = new QueryClient();
    let view: OutboxView = { rows: [], unreadable: [] };
    const account = {
      uid: "ada",
      db,
      outbox: { get: () => view },
      change: (...[operation, snapshot, heard]: Parameters<Account["change"]>) =>
        enqueue(db, operation, snapshot, undefined, heard),
    } as unknown as Account; // all that is used of it
    const heard = () => queryClient.getQueryData<VersionedResult<string[]>>(listKey("favourites", "ada"));
    const answer = (value: string[]) =>
      queryClient.setQueryData(listKey("favourites", "ada"), { value, begun: 0, seen: 0 });
    answer([a, b, c, d]);
    return {
      answer,
      shown: async () => shownIds("favourites", heard(), await readOutbox(db)),
      kinds: async () => (await readOutbox(db)).rows.map(({ operation }) => operation.kind),
      async unlike(id: string) {
        view = await readOutbox(db);
        const putBack = notePlace({ queryClient }, account, "favourites", id);
        answer((heard()?.value ?? []).filter((one) => one !== id));
        return async () => {
          await account.change({ kind: "like", songId: id, liked: true });
          await putBack();
        };
      },
    };
  }

  test.each([a, b, c, d])("stands where it stood: %s", async (id) => {
    const { unlike, shown } = openDevice();
    const undo = await unlike(id);
    await undo();
    expect(await shown()).toEqual([a, b, c, d]);
  });

  test.each([
    [
      [b, c],
      [0, 1],
    ],
    [
      [b, c],
      [1, 0],
    ],
    [
      [c, b],
      [0, 1],
    ],
    [
      [c, b, a, d],
      [0, 3, 1, 2],
    ],
  ])("so do several, whichever leave and come back first: %j %j", async (leaving, turns) => {
    const { unlike, shown } = openDevice();
    const undos: (() => Promise<void>)[] = [];
    for (const id of leaving) undos.push(await unlike(id));
    for (const turn of turns) await undos[turn]?.();
    expect(await shown()).toEqual([a, b, c, d]);
  });

  test("stands before the next one where those after it have left, too, or the list has other songs by now", async () => {
    const { unlike, answer, shown } = openDevice();
    const undo = await unlike(b);
    const other = a.replace("80a0", "80e0");
    answer([other, a, d]);
    await undo();
    expect(await shown()).toEqual([other, a, b, d]);
  });

  test("has no place if it was in no list", async () => {
    const { unlike, answer, kinds } = openDevice();
    answer([a, b]);
    const undo = await unlike(d);
    await undo();
    expect(await kinds()).toEqual(["like"]);
  });
});
