import Dexie from "dexie";
import { expect, test, vi } from "vitest";
import { databaseName, openDatabase, uidOf } from "./database.ts";

test("a tab of an older version makes way for an upgrade, and hears of it", async () => {
  const old = openDatabase("ada");
  await old.outbox.count();
  old.onOutdated = vi.fn<() => void>();
  const upgraded = new Dexie(databaseName("ada"));
  upgraded.version(3).stores({ extra: "id" });
  await upgraded.open();
  expect(old.onOutdated).toHaveBeenCalledTimes(1);
  await expect(old.outbox.count()).rejects.toThrow("closed");
  await upgraded.delete();
});

test("a database that was deleted by another tab is not made again", async () => {
  const here = openDatabase("ada");
  await here.outbox.count();
  await Dexie.delete(databaseName("ada"));
  await expect(here.queries.count()).rejects.toThrow("closed");
  expect(await Dexie.exists(databaseName("ada"))).toBe(false);
});

test("accounts are told by their databases, other databases are nobody's", () => {
  expect(uidOf(databaseName("a-b"))).toBe("a-b");
  expect(uidOf("offbeat-device")).toBeUndefined();
});
