import { expect, test } from "vitest";
import { createTransactions } from "./transactions.ts";

const connection = { query: async () => [] };

test("what runs inside of a transaction is known while others begin and end", async () => {
  const { outside, run } = createTransactions();
  const isInside = () =>
    outside(async () => false).catch((error: Error) => /through the transaction/.test(error.message));
  let endOther = () => {};
  const other = new Promise<void>((resolve) => (endOther = resolve));
  const seen: boolean[] = [];
  const first = run(connection, async () => {
    seen.push(await isInside());
    await other;
    seen.push(await isInside());
  });
  await run(connection, async () => void seen.push(await isInside()));
  expect(await isInside()).toBe(false);
  endOther();
  await first;
  await run(connection, async () => void seen.push(await isInside()));
  expect(seen).toEqual([true, true, true, true]);
  expect(await isInside()).toBe(false);
});
