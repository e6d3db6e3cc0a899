/** The device's record of the active account, which several tabs write (specification 17.46). */
import { expect, test } from "vitest";
import { forgetActiveAccount, readActiveAccount, storageTakesWrites, writeActiveAccount } from "./active-account.ts";

test("a look at the storage does not undo what another tab records meanwhile", async () => {
  await writeActiveAccount("ada");
  const looked = storageTakesWrites();
  await writeActiveAccount("eve");
  expect(await looked).toBe(true);
  expect(await readActiveAccount()).toBe("eve");
});

test("whoever leaves takes their own name out, and nobody else's", async () => {
  await writeActiveAccount("eve");
  await forgetActiveAccount("ada");
  expect(await readActiveAccount()).toBe("eve");
  await forgetActiveAccount("eve");
  expect(await readActiveAccount()).toBeNull();
});
