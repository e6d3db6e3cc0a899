import { expect, test } from "vitest";
import type { Operation } from "../../../contract/outbox.ts";
import type { Account } from "../../sync/account.ts";
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

test("a drop where it was, or of what has left the list, changes nothing", async () => {
  expect(await changesOf(["a", "b"], "a", 0)).toEqual([]);
  expect(await changesOf(["a", "b"], "x", 0)).toEqual([]);
});
