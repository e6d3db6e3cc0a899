import { expect, test, vi } from "vitest";
import { createAccountHolder } from "./account-holder.ts";
import type { Account } from "../sync/account-session.ts";

function createWorld() {
  const ended: string[] = [];
  const make = (uid: string) =>
    ({
      uid,
      stop: () => ended.push(`stop ${uid}`),
      db: { close: () => ended.push(`close ${uid}`) },
    }) as unknown as Account; // the holder uses these parts only
  return { ended, make };
}

test("an account that could not be opened is opened at the next call", async () => {
  const { make } = createWorld();
  const open = vi.fn<(uid: string) => Promise<Account>>(async (uid) => make(uid));
  open.mockRejectedValueOnce(new Error("chunk"));
  const holder = createAccountHolder(open);
  await expect(holder.open("ada")).rejects.toThrow("chunk");
  expect((await holder.open("ada")).uid).toBe("ada");
  expect(holder.now()?.uid).toBe("ada");
});

test("two callers get the same account, and another account ends the one before", async () => {
  const { ended, make } = createWorld();
  const holder = createAccountHolder(async (uid) => make(uid));
  const [one, two] = await Promise.all([holder.open("ada"), holder.open("ada")]);
  expect(one).toBe(two);
  await holder.open("eve");
  expect(ended).toEqual(["stop ada", "close ada"]);
});

test("closed while it opens, it does not run", async () => {
  const { ended, make } = createWorld();
  const holder = createAccountHolder(async (uid) => make(uid));
  const opening = holder.open("ada");
  holder.close();
  await expect(opening).rejects.toThrow("closed");
  expect(ended).toEqual(["stop ada", "close ada"]);
  expect(holder.now()).toBeUndefined();
});
