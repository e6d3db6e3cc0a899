import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

test("a hash names its cost, and is checked by that after the cost has changed", async () => {
  const stored = await createPasswords(4).hash("Correct!1horse");
  expect(stored).toMatch(/^scrypt\$4\$8\$3\$/);
  const later = createPasswords(5);
  expect(await later.check("Correct!1horse", stored)).toBe(true);
  expect(await later.check("Wrong!1horse", stored)).toBe(false);
  expect(await later.check("Correct!1horse", null)).toBe(false);
});
