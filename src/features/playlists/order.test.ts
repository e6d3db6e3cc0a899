import { expect, test } from "vitest";
import type { Operation } from "../../../contract/outbox.ts";
import type { Account } from "../../sync/account.ts";
import { namesOf } from "../../sync/names.ts";
import { moveTo } from "./order.ts";

async function changesOf(shown: string[], id: string, place: number): Promise<Operation[]> {
  const changes: Operation[] = [];
  const change = async (operation: Operation) => void changes.push(operation);
  const account = { change } as Partial<Account> as Account; // nothing else is used
  await moveTo(account, "favourites", shown, id, place);
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
  await moveTo(account, "playlist:1", ["a", "b"], "b", 0, "Shore");
  await moveTo(account, "favourites", ["a", "b"], "b", 0);
  expect(names).toEqual([{ playlistTitle: "Shore" }, {}]);
});

test("a drop where it was, or of what has left the list, changes nothing", async () => {
  expect(await changesOf(["a", "b"], "a", 0)).toEqual([]);
  expect(await changesOf(["a", "b"], "x", 0)).toEqual([]);
});
