/** The embedded provider where the machine's clock is set back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { findByEmail } from "../../server/identity/account-rows.ts";
import { findCode, makeCode } from "../../server/identity/mail-codes.ts";
import { goodPassword, type IdentityApp, startIdentity } from "./identity-app.ts";

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentity();
});
afterAll(() => app.close());

// 16.8: an ID token is valid for an hour.
test("an ID token ends after an hour also where the account was changed before the clock was set back", async () => {
  const email = "ahead@example.org";
  await app.accounts("signUp", { email, password: goodPassword }, "10.25.0.1");
  const day = 24 * 3_600_000;
  app.clock.now += day;
  const again = await app.accounts("signInWithPassword", { email, password: goodPassword }, "10.25.0.1");
  const password = "Another!1horse";
  expect((await app.accounts("update", { idToken: again.body["idToken"], password }, "10.25.0.1")).status).toBe(200);
  app.clock.now -= day;
  const { body: signedIn } = await app.accounts("signInWithPassword", { email, password }, "10.25.0.1");
  const token = String(signedIn["idToken"]);
  app.clock.now += 2 * 3_600_000;
  expect((await app.call("GET", "/api/users/me", token)).status).toBe(401);
});

// 16.9: the hundred of before the clock was set back were not used for longer than the one just made.
test("of two sign-ins after the clock was set back the second does not end the first", async () => {
  const email = "two@example.org";
  expect((await app.accounts("signUp", { email, password: goodPassword }, "10.3.0.1")).status).toBe(200);
  const signIn = async () => {
    const { status, body } = await app.accounts("signInWithPassword", { email, password: goodPassword });
    expect(status).toBe(200);
    return String(body["refreshToken"]);
  };
  for (let n = 0; n < 100; n++) await signIn();
  app.clock.now -= 60_000;
  const first = await signIn();
  expect((await app.refresh(first)).status).toBe(200);
  app.clock.now += 1_000;
  await signIn();
  expect((await app.refresh(first)).status).toBe(200);
});

// "an impatient person may use any of the last mails"
test("of two mails after the clock was set back the first one still works", async () => {
  const email = "codes@example.org";
  expect((await app.accounts("signUp", { email, password: goodPassword }, "10.3.0.1")).status).toBe(200);
  const account = await findByEmail(app.db, email);
  if (account === undefined) throw new Error("No account");
  const parts = { db: app.db, now: () => app.clock.now };
  const ask = () => makeCode(parts, account, { kind: "PASSWORD_RESET", newEmail: null, session: null });
  for (let n = 0; n < 5; n++) await ask();
  app.clock.now -= 60_000;
  const first = await ask();
  await ask();
  expect((await findCode(parts, first ?? "")).account.email).toBe(email);
});
