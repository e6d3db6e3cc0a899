import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { forgetOldSignIns } from "../../server/identity/account-rows.ts";
import { weakPassword } from "../../contract/rules/validation.ts";
import { createPasswords } from "../../server/identity/passwords.ts";
import { goodPassword, startIdentity, type IdentityApp } from "./identity-app.ts";
import { queryAs } from "../support/database.ts";

let app: IdentityApp;
beforeAll(async () => {
  app = await startIdentity();
});
afterAll(() => app.close());

let count = 0;
/** A new account from an address of its own, so that limits of one test do not reach another. */
async function register() {
  const email = `Person${++count}@Example.org`;
  const reply = await app.accounts(
    "signUp",
    { email, password: goodPassword, returnSecureToken: true },
    `10.0.0.${count}`,
  );
  expect(reply.status).toBe(200);
  return {
    email: email.toLowerCase(),
    uid: String(reply.body["localId"]),
    idToken: String(reply.body["idToken"]),
    refreshToken: String(reply.body["refreshToken"]),
  };
}

const signIn = (email: string, password: string, address?: string) =>
  app.accounts("signInWithPassword", { email, password, returnSecureToken: true }, address);

const refusal = (code: number, message: string) => ({ error: { code, message } });

describe("registration", () => {
  test("answers what the package reads, and tokens that verify", async () => {
    const person = await register();
    const claims = await app.identity.verifier.verify(person.idToken);
    expect(claims).toEqual({
      uid: person.uid,
      email: person.email,
      authTime: Math.floor(app.clock.now / 1000),
      issuedAt: Math.floor(app.clock.now / 1000),
      session: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const payload = JSON.parse(Buffer.from(person.idToken.split(".")[1] ?? "", "base64url").toString());
    expect(payload).toMatchObject({
      sub: person.uid,
      email: person.email,
      email_verified: false,
      firebase: { sign_in_provider: "password" },
    });
    expect(payload.exp - payload.iat).toBe(3600);
    expect(person.uid.length).toBeLessThanOrEqual(128);
  });

  test("refuses taken, missing and broken values with the package's codes", async () => {
    const { email } = await register();
    const signUp = async (body: object) => (await app.accounts("signUp", body, "10.9.0.1")).body;
    expect(await signUp({ email: email.toUpperCase(), password: goodPassword })).toEqual(refusal(400, "EMAIL_EXISTS"));
    expect(await signUp({ email: "x@example.org", password: "short" })).toEqual(
      refusal(400, `WEAK_PASSWORD : ${weakPassword}`),
    );
    expect(await signUp({ email: "nobody", password: goodPassword })).toEqual(refusal(400, "INVALID_EMAIL"));
    expect(await signUp({ email: "x@example.org" })).toEqual(refusal(400, "MISSING_PASSWORD"));
    expect(await signUp({})).toEqual(refusal(400, "MISSING_EMAIL"));
    expect(await signUp({ idToken: "x", email: "x@example.org", password: goodPassword })).toEqual(
      refusal(400, "OPERATION_NOT_ALLOWED"),
    );
  });

  test("keeps no password and no refresh token readable", async () => {
    const person = await register();
    const [account] = await queryAs<{ password_hash: string }>(app.db, "select * from accounts where uid = $1", [
      person.uid,
    ]);
    expect(account?.password_hash).toMatch(/^scrypt\$4\$8\$3\$/);
    const rows = await queryAs<{ hash: string }>(app.db, "select * from refresh_tokens where uid = $1", [person.uid]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(person.refreshToken);
  });
});

describe("signing in", () => {
  test("takes the right password only, whatever the case of the email", async () => {
    const { email, uid } = await register();
    expect((await signIn(` ${email.toUpperCase()} `, goodPassword)).body["localId"]).toBe(uid);
    expect((await signIn(email, `${goodPassword}x`)).status).toBe(400);
  });

  // 8.6
  test("takes none that only has the hash of the right one", async () => {
    const email = `hash-${crypto.randomUUID()}@example.org`;
    const password = `${goodPassword}\ufffd`;
    expect((await app.accounts("signUp", { email, password }, "10.9.0.2")).status).toBe(200);
    for (const other of [`${goodPassword}\udc00`, `${password}\0`])
      expect((await signIn(email, other)).body).toEqual(refusal(400, "INVALID_LOGIN_CREDENTIALS"));
    expect((await signIn(email, password)).status).toBe(200);
  });

  // 9.11
  test("answers unknown emails and wrong passwords alike, after the same work", async () => {
    const { email } = await register();
    const { inTurn } = app.identity.passwords;
    const checked = vi.fn<() => void>();
    const spied = vi.spyOn(app.identity.passwords, "inTurn").mockImplementation((work) =>
      inTurn((check) =>
        work((...given) => {
          checked();
          return check(...given);
        }),
      ),
    );
    onTestFinished(() => spied.mockRestore());
    const wrong = await signIn(email, "Wrong!1password", "10.8.0.1");
    const unknown = await signIn("stranger@example.org", "Wrong!1password", "10.8.0.1");
    expect(unknown.body).toEqual(refusal(400, "INVALID_LOGIN_CREDENTIALS"));
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.status).toBe(unknown.status);
    expect(checked).toHaveBeenCalledTimes(2);
  });

  // 16.10
  test("stores a password anew whose hash is from before another cost, and ends no sign-in by that", async () => {
    const { email, uid, idToken } = await register();
    const old = await createPasswords(3).hash(goodPassword);
    await app.db.query("update accounts set password_hash = $2 where uid = $1", [uid, old]);
    expect((await signIn(email, "Wrong!1horse")).status).toBe(400);
    const hashOf = async () => (await app.db.query("select password_hash from accounts where uid = $1", [uid]))[0];
    expect(await hashOf()).toEqual({ password_hash: old });
    expect((await signIn(email, goodPassword)).status).toBe(200);
    await vi.waitFor(async () =>
      expect(await hashOf()).toEqual({ password_hash: expect.stringMatching(/^scrypt\$4\$8\$3\$/) }),
    );
    expect((await signIn(email, goodPassword)).status).toBe(200);
    expect((await app.accounts("lookup", { idToken })).status).toBe(200);
  });

  // 16.10
  test("a right password signs in while another sign-in stores it anew", async () => {
    const { email, uid } = await register();
    const old = await createPasswords(3).hash(goodPassword);
    await app.db.query("update accounts set password_hash = $2 where uid = $1", [uid, old]);
    const { passwords } = app.identity;
    const { inTurn } = passwords;
    const spied = vi.spyOn(passwords, "inTurn").mockImplementationOnce(async (work) => {
      const account = await inTurn(work);
      expect((await signIn(email, goodPassword)).status).toBe(200);
      await app.identity.background.settled(5_000);
      return account;
    });
    onTestFinished(() => spied.mockRestore());
    expect((await signIn(email, goodPassword)).status).toBe(200);
  });

  test("a lookup describes the account", async () => {
    const person = await register();
    const { status, body } = await app.accounts("lookup", { idToken: person.idToken });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      users: [
        {
          localId: person.uid,
          email: person.email,
          emailVerified: false,
          providerUserInfo: [{ providerId: "password", rawId: person.email }],
          createdAt: String(app.clock.now),
          lastLoginAt: String(app.clock.now),
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain("scrypt");
  });

  test("a refresh is answered although its time cannot be stored", async () => {
    const { body } = await app.accounts("signUp", { email: "r@example.org", password: goodPassword }, "10.2.0.1");
    const { db } = app;
    const query = db.query.bind(db);
    const spied = vi.spyOn(db, "query").mockImplementation(async (text, params) => {
      if (text.startsWith("update refresh_tokens")) throw Object.assign(new Error("disk full"), { code: "53100" });
      return query(text, params);
    });
    onTestFinished(() => spied.mockRestore());
    expect((await app.refresh(String(body["refreshToken"]))).status).toBe(200);
  });

  test("a refresh token is good again and again and keeps the time of the sign-in", async () => {
    const person = await register();
    app.clock.now += 3_700_000;
    for (const _ of [1, 2]) {
      const { status, body } = await app.refresh(person.refreshToken);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        refresh_token: person.refreshToken,
        expires_in: "3600",
        user_id: person.uid,
      });
      const claims = await app.identity.verifier.verify(String(body["access_token"]));
      expect(claims.authTime).toBe(Math.floor((app.clock.now - 3_700_000) / 1000));
    }
  });

  test("keeps the newest hundred sign-ins of an account", async () => {
    const person = await register();
    for (let n = 0; n < 120; n++) {
      await app.db.query("insert into refresh_tokens (hash, uid, auth_time, created_at) values ($1, $2, 1, $3)", [
        `old-${person.uid}-${n}`,
        person.uid,
        n,
      ]);
    }
    await signIn(person.email, goodPassword);
    const rows = await app.db.query("select hash from refresh_tokens where uid = $1", [person.uid]);
    expect(rows).toHaveLength(100);
    expect((await app.refresh(person.refreshToken)).status).toBe(200);
  });

  // 16.9
  test("keeps one that is in use, however many come after it", async () => {
    const person = await register();
    for (let n = 0; n < 100; n++) {
      app.clock.now += 1_000;
      await signIn(person.email, goodPassword);
      expect([n, (await app.refresh(person.refreshToken)).status]).toEqual([n, 200]);
    }
  });

  test("keeps the one just made where the clock was set back", async () => {
    const { email } = await register();
    for (let n = 0; n < 100; n++) expect((await signIn(email, goodPassword)).status).toBe(200);
    app.clock.now -= 3_600_000;
    onTestFinished(() => void (app.clock.now += 3_600_000));
    const { body } = await signIn(email, goodPassword);
    expect((await app.refresh(String(body["refreshToken"]))).status).toBe(200);
  });
});

describe("sessions end", () => {
  test("everywhere else at once when the password changes", async () => {
    const person = await register();
    const other = (await signIn(person.email, goodPassword)).body;
    await app.identity.verifier.verify(String(other["idToken"]));
    const password = "Another!1horse";
    const changed = await app.accounts("update", {
      idToken: person.idToken,
      password,
      returnSecureToken: true,
    });
    expect(changed.status).toBe(200);
    const ended = refusal(400, "TOKEN_EXPIRED");
    expect((await app.accounts("lookup", { idToken: other["idToken"] })).body).toEqual(ended);
    expect((await app.accounts("lookup", { idToken: person.idToken })).body).toEqual(ended);
    await expect(app.identity.verifier.verify(String(other["idToken"]))).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect((await app.refresh(String(other["refreshToken"]))).body).toEqual(refusal(400, "TOKEN_EXPIRED"));
    expect((await app.accounts("lookup", { idToken: changed.body["idToken"] })).status).toBe(200);
    expect((await app.refresh(String(changed.body["refreshToken"]))).status).toBe(200);
    expect((await signIn(person.email, goodPassword)).status).toBe(400);
    expect((await signIn(person.email, password)).status).toBe(200);
  });

  test("a sign-in that checked the old password while it was changed does not survive", async () => {
    const person = await register();
    const [late, changed] = await Promise.all([
      signIn(person.email, goodPassword),
      app.accounts("update", { idToken: person.idToken, password: "Another!1horse" }),
    ]);
    expect(changed.status).toBe(200);
    if (late.status === 200) {
      expect((await app.accounts("lookup", { idToken: late.body["idToken"] })).body).toEqual(
        refusal(400, "TOKEN_EXPIRED"),
      );
      expect((await app.refresh(String(late.body["refreshToken"]))).status).toBe(400);
    } else {
      expect(late.body).toEqual(refusal(400, "INVALID_LOGIN_CREDENTIALS"));
    }
  });

  test("with the account", async () => {
    const person = await register();
    expect((await app.accounts("delete", { idToken: person.idToken })).status).toBe(200);
    expect((await app.accounts("lookup", { idToken: person.idToken })).body).toEqual(refusal(400, "USER_NOT_FOUND"));
    // 2.37: for a year its devices hear that it is gone; of a token that was never known nothing is claimed.
    const refreshed = async (token: string) => (await app.refresh(token)).body;
    expect(await refreshed(person.refreshToken)).toEqual(refusal(400, "USER_NOT_FOUND"));
    expect(await refreshed("never-known")).toEqual(refusal(400, "TOKEN_EXPIRED"));
    await expect(app.identity.verifier.verify(person.idToken)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect((await signIn(person.email, goodPassword)).status).toBe(400);
    const year = 365 * 24 * 3_600_000;
    await forgetOldSignIns(app.db, app.clock.now + year);
    expect(await refreshed(person.refreshToken)).toEqual(refusal(400, "USER_NOT_FOUND"));
    await forgetOldSignIns(app.db, app.clock.now + year + 1);
    expect(await refreshed(person.refreshToken)).toEqual(refusal(400, "TOKEN_EXPIRED"));
  });

  test("when the account is disabled, as soon as another process' change is seen", async () => {
    const person = await register();
    await app.identity.verifier.verify(person.idToken);
    await app.db.query("update accounts set disabled = true where uid = $1", [person.uid]);
    app.clock.now += 6_000;
    expect((await app.accounts("lookup", { idToken: person.idToken })).body).toEqual(refusal(400, "USER_DISABLED"));
    expect((await app.refresh(person.refreshToken)).body).toEqual(refusal(400, "USER_DISABLED"));
    expect((await signIn(person.email, goodPassword)).body).toEqual(refusal(400, "USER_DISABLED"));
  });

  test("a change needs a sign-in of the last five minutes and a strong password", async () => {
    const person = await register();
    const weak = await app.accounts("update", { idToken: person.idToken, password: "weak" });
    expect(weak.body).toEqual(refusal(400, `WEAK_PASSWORD : ${weakPassword}`));
    app.clock.now += 301_000;
    for (const operation of ["update", "delete"]) {
      const { body } = await app.accounts(operation, {
        idToken: person.idToken,
        password: "Another!1horse",
      });
      expect(body).toEqual(refusal(400, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"));
    }
  });
});

test("what is not offered says so, and the key set is public", async () => {
  const person = await register();
  for (const operation of ["sendOobCode", "signInWithIdp", "createAuthUri", "", "signUp/x"]) {
    const { status, body } = await app.accounts(operation, {});
    expect([status, body]).toEqual([400, refusal(400, "OPERATION_NOT_ALLOWED")]);
  }
  const { body } = await app.accounts("update", {
    idToken: person.idToken,
    displayName: "Ada",
  });
  expect(body).toEqual(refusal(400, "OPERATION_NOT_ALLOWED"));
  const keys = (await app.app.inject("/identity/jwks.json")).json();
  expect(keys.keys).toHaveLength(1);
  expect(Object.keys(keys.keys[0]).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
});
