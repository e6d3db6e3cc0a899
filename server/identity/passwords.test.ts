import { expect, test } from "vitest";
import { createPasswords, type Passwords } from "./passwords.ts";

const checkWith =
  ({ inTurn }: Passwords) =>
  (password: string, stored: string | null) =>
    inTurn((check) => check(password, stored));

test("a hash names its cost, and is checked by that after the cost has changed", async () => {
  const stored = await createPasswords(4).hash("Correct!1horse");
  expect(stored).toMatch(/^scrypt\$4\$8\$3\$/);
  const check = checkWith(createPasswords(5));
  expect(await check("Correct!1horse", stored)).toBe(true);
  expect(await check("Wrong!1horse", stored)).toBe(false);
  expect(await check("Correct!1horse", null)).toBe(false);
});

test.each([
  ["now", 13],
  ["before its cost was raised", 11],
])("a password of nobody takes as long to check as a wrong one that was stored %s", async (_, cost) => {
  const check = checkWith(createPasswords(13));
  const stored = await createPasswords(cost).hash("Correct!1horse");
  // The shortest of five: other load on the machine only makes runs longer.
  const timeOf = async (of: string | null) => {
    const times: number[] = [];
    for (let n = 0; n < 5; n++) {
      const began = performance.now();
      await check("Wrong!1horse", of);
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  const [nobody, somebody] = [await timeOf(null), await timeOf(stored)];
  expect(nobody).toBeGreaterThan(somebody / 2);
  expect(somebody).toBeGreaterThan(nobody / 2);
});

// 9.11
test("nor is an older hash told by its place in the queue, however many wait", async () => {
  const passwords = createPasswords(11);
  const check = checkWith(passwords);
  const [now, older] = [await passwords.hash("Correct!1horse"), await createPasswords(8).hash("Correct!1horse")];
  const order: string[] = [];
  const ask = (who: string, stored: string | null) => check("Wrong!1horse", stored).then(() => order.push(who));
  const others = (count: number) => Array.from({ length: count }, () => ask("other", now));
  await Promise.all([...others(8), ask("nobody", null), ask("older", older), ...others(24)]);
  // It would stand behind all others if each of its steps waited.
  expect(order.indexOf("older") - order.indexOf("nobody")).toBeLessThan(12);
});
