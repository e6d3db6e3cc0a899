/** Codes that go by mail: a new password, a confirmed address, a new address. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Queryable } from "../../server/db/database.ts";
import { weakPassword } from "../../contract/rules/validation.ts";
import { makeResetLink } from "../../server/identity/reset-link.ts";
import { goodPassword, startIdentity, type IdentityApp } from "./identity-app.ts";

let app: IdentityApp;
let mailed: IdentityApp;
beforeAll(async () => {
  app = await startIdentity();
  mailed = await startIdentity({}, { mailer: { reaches: "mailbox" } });
});
afterAll(async () => {
  await app.close();
  await mailed.close();
});

let count = 0;
/** A new account, from an address of its own: limits of one test do not reach another. */
async function register(server = app) {
  const email = `recover${++count}@example.org`;
  const address = `10.20.${count}.1`;
  const { body } = await server.accounts("signUp", { email, password: goodPassword }, address);
  return {
    email,
    address,
    uid: String(body["localId"]),
    idToken: String(body["idToken"]),
    refreshToken: String(body["refreshToken"]),
  };
}

const refusal = (message: string, code = 400) => ({ error: { code, message } });
const signIn = (email: string, password: string, server = app) =>
  server.accounts("signInWithPassword", { email, password }, `10.21.${count}.1`);

/** The code of the last mail to this address. */
async function codeFor(to: string, server = app) {
  await server.identity.background.settled(5_000);
  const link = server.mails.findLast((mail) => mail.to === to)?.link;
  if (link === undefined) throw new Error(`No mail with a link to ${to}`);
  const url = new URL(link);
  expect(url.origin + url.pathname).toBe("http://localhost:3000/auth/action");
  return { mode: url.searchParams.get("mode"), oobCode: url.searchParams.get("oobCode") ?? "" };
}

const subjectsTo = async (to: string, server = app) => {
  await server.identity.background.settled(5_000);
  return server.mails.filter((mail) => mail.to === to).map((mail) => mail.subject);
};

const askReset = (email: string, address: string, server = app) =>
  server.accounts("sendOobCode", { requestType: "PASSWORD_RESET", email }, address);

describe("a reset of the password", () => {
  test("goes by a mailed code, once, and ends every sign-in", async () => {
    const person = await register();
    const other = (await signIn(person.email, goodPassword)).body;
    const asked = await askReset(` ${person.email.toUpperCase()}`, person.address);
    expect([asked.status, asked.body]).toEqual([200, { email: person.email }]);
    const { mode, oobCode } = await codeFor(person.email);
    expect(mode).toBe("resetPassword");
    expect(Buffer.from(oobCode, "base64url")).toHaveLength(32);

    const check = () => app.accounts("resetPassword", { oobCode }, person.address);
    expect((await check()).body).toEqual({ email: person.email, requestType: "PASSWORD_RESET" });
    const weak = await app.accounts("resetPassword", { oobCode, newPassword: "weak" });
    expect(weak.body).toEqual(refusal(`WEAK_PASSWORD : ${weakPassword}`));
    const newPassword = "Another!1horse";
    const reset = () => app.accounts("resetPassword", { oobCode, newPassword }, person.address);
    const both = await Promise.all([reset(), reset()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await reset()).body).toEqual(refusal("INVALID_OOB_CODE"));
    expect((await check()).body).toEqual(refusal("INVALID_OOB_CODE"));

    for (const { idToken, refreshToken } of [person, other]) {
      expect((await app.accounts("lookup", { idToken })).body).toEqual(refusal("TOKEN_EXPIRED"));
      expect((await app.refresh(String(refreshToken))).body).toEqual(refusal("TOKEN_EXPIRED"));
    }
    expect((await signIn(person.email, goodPassword)).status).toBe(400);
    const { body } = await signIn(person.email, newPassword);
    const lookup = await app.accounts("lookup", { idToken: body["idToken"] });
    expect(lookup.body).toMatchObject({ users: [{ emailVerified: true }] });
    expect(await subjectsTo(person.email)).toEqual([
      "Reset your Offbeat password",
      "Your Offbeat password was changed",
    ]);
  });

  // 9.11
  test("buys one hash of a password, however often its code is sent at once", async () => {
    const { email, address } = await register();
    await askReset(email, address);
    const { oobCode } = await codeFor(email);
    const hash = vi.spyOn(app.identity.passwords, "hash");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.accounts("resetPassword", { oobCode, newPassword: "Another!1horse" }, "10.98.0.1"),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(hash).toHaveBeenCalledTimes(1);
    hash.mockRestore();
  });

  test("keeps no code readable", async () => {
    const person = await register();
    await askReset(person.email, person.address);
    const { oobCode } = await codeFor(person.email);
    const rows = await app.db.query("select * from codes where uid = $1", [person.uid]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(oobCode);
  });

  test("expires after an hour, and says so", async () => {
    const person = await register();
    await askReset(person.email, person.address);
    const { oobCode } = await codeFor(person.email);
    app.clock.now += 3_599_000;
    expect((await app.accounts("resetPassword", { oobCode })).status).toBe(200);
    app.clock.now += 1_000;
    for (const newPassword of [undefined, "Another!1horse"]) {
      expect((await app.accounts("resetPassword", { oobCode, newPassword })).body).toEqual(refusal("EXPIRED_OOB_CODE"));
    }
  });

  // 2.23, 9.11
  test("goes by the last mail also after the clock was set back", async () => {
    const { email } = await register();
    for (let n = 0; n < 5; n++) expect((await askReset(email, `10.22.${n}.1`)).status).toBe(200);
    await codeFor(email);
    app.clock.now -= 60_000;
    onTestFinished(() => void (app.clock.now += 60_000));
    await askReset(email, "10.22.5.1");
    const { oobCode } = await codeFor(email);
    expect((await app.accounts("resetPassword", { oobCode })).body).toMatchObject({ email });
  });

  test("is asked for alike by those who have an account and those who have none", async () => {
    const { email, address } = await register();
    const stranger = `stranger-${email}`;
    const answers = [await askReset(email, address), await askReset(stranger, address)];
    for (const answer of answers) delete answer.headers["date"];
    const [known, unknown] = answers.map(({ status, body, headers }) => ({
      status,
      body: JSON.stringify(body).replace(stranger, email),
      headers: { ...headers, "content-length": "" },
    }));
    expect(unknown).toEqual(known);
    expect(await subjectsTo(stranger)).toEqual([]);
  });

  test("costs the same whoever has the address: the same statements, whatever comes after the answer", async () => {
    const [known, disabled, google] = [await register(), await register(), await register()];
    await app.db.query("update accounts set disabled = true where uid = $1", [disabled.uid]);
    await app.db.query("update accounts set password_hash = null where uid = $1", [google.uid]);
    const { db } = app.deps;
    const statements: string[] = [];
    const heard = (queryable: Queryable): Queryable => ({
      query(sql, params) {
        statements.push(sql);
        return queryable.query(sql, params);
      },
      invalidate: (data) => queryable.invalidate(data),
    });
    app.deps.db = {
      ...db,
      ...heard(db),
      transaction: (work) => db.transaction((tx) => work(heard(tx))),
    };
    const costOf = async (email: string) => {
      statements.length = 0;
      await askReset(email, "10.22.0.1");
      await app.identity.background.settled(5_000);
      return [...statements];
    };
    const cost = await costOf(known.email);
    expect(cost.join()).toContain("insert into codes");
    for (const email of [disabled.email, google.email, "nobody@example.org"]) expect(await costOf(email)).toEqual(cost);
    app.deps.db = db;
    expect(await subjectsTo("nobody@example.org")).toEqual([]);
    expect(await subjectsTo(disabled.email)).toEqual([]);
    expect(await subjectsTo(google.email)).toEqual(["Your Offbeat account has no password"]);
  });

  test("waits for no mail: neither a slow server nor one that fails shows in the answer", async () => {
    const person = await register(mailed);
    let send = () => {};
    const held = new Promise<void>((resolve) => (send = resolve));
    const calls: string[] = [];
    mailed.identity.mailer.send = async ({ to }) => {
      calls.push(to);
      await held;
      throw new Error(`550 no such user ${to}`);
    };
    expect((await askReset(person.email, person.address, mailed)).status).toBe(200);
    await expect.poll(() => calls, { timeout: 10_000 }).toEqual([person.email]);
    send();
    await mailed.identity.background.settled(5_000);
    mailed.identity.mailer.send = async (mail) => void mailed.mails.push(mail);
  });

  test("for an account without a password, tells its owner how to sign in", async () => {
    const person = await app.user({ profile: false });
    await askReset(person.email, "10.22.0.1");
    expect(await subjectsTo(person.email)).toEqual(["Your Offbeat account has no password"]);
    expect(await makeResetLink(app.deps, person.email)).toBeUndefined();
  });

  test("can be had by those who run the site", async () => {
    const person = await register();
    const link = await makeResetLink(app.deps, person.email.toUpperCase());
    const oobCode = new URL(String(link)).searchParams.get("oobCode");
    const { status } = await app.accounts("resetPassword", {
      oobCode,
      newPassword: "Third!1horse",
    });
    expect(status).toBe(200);
    expect(await makeResetLink(app.deps, "nobody@example.org")).toBeUndefined();
  });

  test("is limited by mailbox and by address, known or not", async () => {
    for (const email of [(await register()).email, "unknown@example.org"]) {
      const statuses: number[] = [];
      for (let n = 0; n < 7; n++) statuses.push((await askReset(email, "10.23.0.1")).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    }
    const refused = await askReset("unknown@example.org", "10.23.0.1");
    expect(refused.body).toEqual(refusal("TOO_MANY_ATTEMPTS_TRY_LATER", 429));
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    let sent = 0;
    for (let n = 0; n < 40; n++) sent += (await askReset(`many-${n}@example.org`, "10.23.0.2")).status === 200 ? 1 : 0;
    expect(sent).toBe(30);
    for (let n = 0; n < 30; n++) await askReset("bombed@example.org", `10.24.${n}.1`);
    expect((await askReset("bombed@example.org", "10.25.0.1")).status).toBe(429);
  });

  test("codes cannot be guessed by the thousand", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 55; n++) {
      const operation = n % 2 === 0 ? "resetPassword" : "update";
      statuses.push((await app.accounts(operation, { oobCode: `guess-${n}` }, "10.26.0.1")).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("a change of email", () => {
  test("is made at once where no mailbox can be asked; the caller goes on, others end", async () => {
    const person = await register();
    const other = (await signIn(person.email, goodPassword)).body;
    await askReset(person.email, person.address);
    const { oobCode } = await codeFor(person.email);
    const email = `New-${person.email}`;
    const { status, body } = await app.accounts("update", { idToken: person.idToken, email });
    expect([status, body["email"]]).toEqual([200, email.toLowerCase()]);
    const claims = await app.identity.verifier.verify(String(body["idToken"]));
    expect([claims.uid, claims.email]).toEqual([person.uid, email.toLowerCase()]);
    expect((await app.refresh(String(body["refreshToken"]))).status).toBe(200);
    for (const { idToken } of [person, other])
      expect((await app.accounts("lookup", { idToken })).body).toEqual(refusal("TOKEN_EXPIRED"));
    // The old mailbox has no power over the account any more, but is told.
    expect((await app.accounts("resetPassword", { oobCode })).body).toEqual(refusal("INVALID_OOB_CODE"));
    expect((await subjectsTo(person.email)).at(-1)).toBe("The email address of your Offbeat account was changed");
    expect((await signIn(person.email, goodPassword)).status).toBe(400);
    expect((await signIn(email, goodPassword)).status).toBe(200);
  });

  test("is refused for a taken email, an old sign-in, and where a mailbox can be asked", async () => {
    const [one, two] = [await register(), await register()];
    for (const [operation, member] of [
      ["update", "email"],
      ["sendOobCode", "newEmail"],
    ] as const) {
      const body = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken: one.idToken };
      const taken = await app.accounts(operation, { ...body, [member]: two.email });
      expect([operation, taken.body]).toEqual([operation, refusal("EMAIL_EXISTS")]);
    }
    const third = await register(mailed);
    const direct = { idToken: third.idToken, email: "direct@example.org" };
    expect((await mailed.accounts("update", direct)).body).toEqual(
      refusal("OPERATION_NOT_ALLOWED : Please verify the new email before changing email"),
    );
    app.clock.now += 301_000;
    for (const operation of ["update", "sendOobCode"]) {
      const { body } = await app.accounts(operation, {
        requestType: "VERIFY_AND_CHANGE_EMAIL",
        idToken: one.idToken,
        email: "x@example.org",
        newEmail: "x@example.org",
      });
      expect(body).toEqual(refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"));
    }
  });

  test("by a mail to the new address: who asked stays signed in, all others end", async () => {
    const person = await register(mailed);
    const other = (await signIn(person.email, goodPassword, mailed)).body;
    const newEmail = `mailed-${person.email}`;
    const asked = await mailed.accounts("sendOobCode", {
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      idToken: person.idToken,
      newEmail,
    });
    expect([asked.status, asked.body]).toEqual([200, { email: person.email }]);
    const { mode, oobCode } = await codeFor(newEmail, mailed);
    expect(mode).toBe("verifyAndChangeEmail");
    expect((await mailed.accounts("resetPassword", { oobCode })).body).toEqual({
      email: person.email,
      newEmail,
      requestType: "VERIFY_AND_CHANGE_EMAIL",
    });
    // Not a code that sets passwords.
    const wrong = { oobCode, newPassword: "Another!1horse" };
    expect((await mailed.accounts("resetPassword", wrong)).body).toEqual(refusal("INVALID_OOB_CODE"));
    const { status, body } = await mailed.accounts("update", { oobCode });
    expect([status, body["email"], body["emailVerified"]]).toEqual([200, newEmail, true]);
    expect((await mailed.accounts("update", { oobCode })).body).toEqual(refusal("INVALID_OOB_CODE"));

    expect((await mailed.accounts("lookup", { idToken: person.idToken })).body).toMatchObject({
      users: [{ email: newEmail }],
    });
    const fresh = await mailed.refresh(person.refreshToken);
    const token = String(fresh.body["access_token"]);
    expect((await mailed.identity.verifier.verify(token)).email).toBe(newEmail);
    expect((await mailed.accounts("lookup", { idToken: other["idToken"] })).body).toEqual(refusal("TOKEN_EXPIRED"));
    expect((await mailed.refresh(String(other["refreshToken"]))).status).toBe(400);
    expect((await subjectsTo(person.email, mailed)).at(-1)).toBe(
      "The email address of your Offbeat account was changed",
    );
    // The next change ends that sign-in too, as it is another's then.
    const next = await signIn(newEmail, goodPassword, mailed);
    const password = "Another!1horse";
    const idToken = next.body["idToken"];
    expect((await mailed.accounts("update", { idToken, password })).status).toBe(200);
    expect((await mailed.accounts("lookup", { idToken: token })).body).toEqual(refusal("TOKEN_EXPIRED"));
    expect((await mailed.refresh(person.refreshToken)).status).toBe(400);
  });

  test("the profile takes it over with the fresh token only", async () => {
    const person = await register();
    const { uid } = person;
    const profile = { firstName: "Ada", lastName: "Lovelace", artist: false };
    await app.call("POST", "/api/users", person.idToken, { body: profile });
    const newEmail = `moved-${person.email}`;
    const put = (token: string) => app.call("PUT", `/api/users/update-email/${uid}`, token, { body: { newEmail } });
    expect((await put(person.idToken)).body.code).toBe("email-not-changed");
    const changed = await app.accounts("update", { idToken: person.idToken, email: newEmail });
    expect((await put(person.idToken)).status).toBe(401);
    const { status, body } = await put(String(changed.body["idToken"]));
    expect([status, body.data.email]).toEqual([200, newEmail]);
  });

  test("an older token of the same second does not bring the earlier email back", async () => {
    const { uid, email, idToken, refreshToken } = await register(mailed);
    const newEmail = `second-${email}`;
    const profile = { firstName: "Ada", lastName: "Lovelace", artist: false };
    await mailed.call("POST", "/api/users", idToken, { body: profile });
    await mailed.accounts("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail });
    const { oobCode } = await codeFor(newEmail, mailed);
    mailed.clock.now += 60_000;
    const refreshed = async () => String((await mailed.refresh(refreshToken)).body["id_token"]);
    const older = await refreshed();
    expect((await mailed.accounts("update", { oobCode })).status).toBe(200);
    const put = await mailed.call("PUT", `/api/users/update-email/${uid}`, await refreshed(), { body: { newEmail } });
    expect([put.status, put.body.data.email]).toEqual([200, newEmail]);
    const body = { user: { uid, ...profile, email } };
    const login = await mailed.call("POST", "/api/users/login", older, { body });
    expect([login.status, login.body.data.email]).toEqual([200, newEmail]);
  });

  test("reaches the profile also where the clock was an hour ahead before", async () => {
    const { uid, email, idToken } = await register();
    const profile = { firstName: "Ada", lastName: "Lovelace", artist: false };
    await app.call("POST", "/api/users", idToken, { body: profile });
    app.clock.now += 3_600_000;
    const ahead = await signIn(email, goodPassword);
    const body = { user: { uid, ...profile, email } };
    await app.call("POST", "/api/users/login", String(ahead.body["idToken"]), { body });
    app.clock.now -= 3_590_000;
    const again = await signIn(email, goodPassword);
    const newEmail = `clock-${email}`;
    const changed = await app.accounts("update", { idToken: again.body["idToken"], email: newEmail });
    app.clock.now += 5_000;
    const token = String(changed.body["idToken"]);
    const put = await app.call("PUT", `/api/users/update-email/${uid}`, token, { body: { newEmail } });
    expect([put.status, put.body.data?.email]).toEqual([200, newEmail]);
  });

  test("and of the password are refused to an account without one", async () => {
    const { token } = await app.user({ profile: false });
    for (const change of [{ email: "g@example.org" }, { password: "Another!1horse" }]) {
      const { body } = await app.accounts("update", { idToken: token, ...change });
      expect(body).toEqual(refusal("OPERATION_NOT_ALLOWED"));
    }
    const asked = { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: "g@example.org" };
    expect((await app.accounts("sendOobCode", { ...asked, idToken: token })).body).toEqual(
      refusal("OPERATION_NOT_ALLOWED"),
    );
  });
});

test("an address is confirmed by its mail, which ends nothing", async () => {
  const person = await register();
  const { idToken } = person;
  await app.accounts("sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
  const { mode, oobCode } = await codeFor(person.email);
  expect(mode).toBe("verifyEmail");
  expect((await app.accounts("update", { oobCode })).body).toMatchObject({ emailVerified: true });
  expect((await app.accounts("update", { oobCode })).body).toEqual(refusal("INVALID_OOB_CODE"));
  expect((await app.accounts("lookup", { idToken })).body).toMatchObject({
    users: [{ emailVerified: true }],
  });
  expect((await app.accounts("sendOobCode", { requestType: "EMAIL_SIGNIN" })).body).toEqual(
    refusal("OPERATION_NOT_ALLOWED"),
  );
});

test("where nobody gets mail, a reset is answered alike and a change by mail refused", async () => {
  const silent = await startIdentity({}, { mailer: { reaches: "nobody" } });
  try {
    const person = await register(silent);
    expect((await askReset(person.email, person.address, silent)).status).toBe(200);
    await silent.identity.background.settled(5_000);
    expect(await silent.db.query("select * from codes")).toEqual([]);
    const { body } = await silent.accounts("sendOobCode", {
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      idToken: person.idToken,
      newEmail: "x@example.org",
    });
    expect(body).toEqual(refusal("OPERATION_NOT_ALLOWED"));
  } finally {
    await silent.close();
  }
});

describe("what an ended sign-in had begun", () => {
  const thiefs = "Thiefs!1horse";
  function makeGate() {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open, opened };
  }

  // 2.27, 16.11
  test("a new password that is still being hashed does not undo a reset", async () => {
    const person = await register();
    await askReset(person.email, person.address);
    const { oobCode } = await codeFor(person.email);
    const { passwords } = app.identity;
    const { hash } = passwords;
    const reached = makeGate();
    const held = makeGate();
    passwords.hash = async (text) => {
      if (text === thiefs) {
        reached.open();
        await held.opened;
      }
      return hash(text);
    };
    try {
      const { idToken } = person;
      const update = app.accounts("update", { idToken, password: thiefs, returnSecureToken: true }, "10.99.0.1");
      await reached.opened;
      const reset = await app.accounts("resetPassword", { oobCode, newPassword: "Another!1horse" }, person.address);
      expect(reset.status).toBe(200);
      held.open();
      expect((await update).body).toEqual(refusal("TOKEN_EXPIRED"));
    } finally {
      passwords.hash = hash;
    }
    expect((await signIn(person.email, thiefs)).status).toBe(400);
    expect((await signIn(person.email, "Another!1horse")).status).toBe(200);
  });

  // 2.27
  test("a sign-in that ends while the body of its write is on the way has no effect", async () => {
    const { email, address, uid, idToken } = await register();
    await app.call("POST", "/api/users", idToken, { body: { firstName: "Ada", lastName: "Quill" } });
    const { port } = new URL(await app.app.listen({ port: 0 }));
    const late = connect(Number(port), "127.0.0.1");
    let answer = "";
    late.on("data", (chunk) => (answer += String(chunk)));
    onTestFinished(() => void late.destroy());
    const head = [`DELETE /api/users/${uid} HTTP/1.1`, "Host: x", `Authorization: Bearer ${idToken}`];
    late.write([...head, "Content-Type: application/json", "Content-Length: 2", "", ""].join("\r\n"));
    // Its sign-in is looked at once it is there.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await askReset(email, address);
    const { oobCode } = await codeFor(email);
    expect((await app.accounts("resetPassword", { oobCode, newPassword: "Another!1horse" })).status).toBe(200);
    late.write("{}");
    await expect.poll(() => answer).toMatch(/^HTTP\/1.1 401 /);
    expect(await app.db.query("select uid from users where uid = $1", [uid])).toHaveLength(1);
  });

  /** Holds the next transaction back until it is told to go on. */
  function holdTransaction() {
    const { open, opened } = makeGate();
    const spy = vi.spyOn(app.db, "transaction").mockImplementationOnce(async (work) => {
      await opened;
      return app.db.transaction(work);
    });
    onTestFinished(() => spy.mockRestore());
    return open;
  }

  // 2.27, 16.11
  test("a deletion that was asked for before a reset deletes nothing after it", async () => {
    const person = await register();
    await askReset(person.email, person.address);
    const { oobCode } = await codeFor(person.email);
    const goOn = holdTransaction();
    const held = vi.mocked(app.db.transaction);
    const deletion = app.accounts("delete", { idToken: person.idToken }, "10.99.0.4");
    await expect.poll(() => held.mock.calls.length).toBe(1);
    const reset = await app.accounts("resetPassword", { oobCode, newPassword: "Another!1horse" }, person.address);
    expect(reset.status).toBe(200);
    goOn();
    expect((await deletion).body).toEqual(refusal("TOKEN_EXPIRED"));
    expect((await signIn(person.email, "Another!1horse")).status).toBe(200);
  });

  // 16.24
  test("a mail for a new address that comes after a reset is not sent", async () => {
    const person = await register();
    await askReset(person.email, person.address);
    const { oobCode } = await codeFor(person.email);
    const goOn = holdTransaction();
    const newEmail = `thief${count}@example.org`;
    const { idToken } = person;
    const asked = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail };
    expect((await app.accounts("sendOobCode", asked, "10.99.0.2")).status).toBe(200);
    const reset = await app.accounts("resetPassword", { oobCode, newPassword: "Another!1horse" }, person.address);
    expect(reset.status).toBe(200);
    goOn();
    expect(await subjectsTo(newEmail)).toEqual([]);
    expect(await app.db.query("select * from codes where uid = $1", [person.uid])).toEqual([]);
  });

  test("no mail for a new address where a reset comes between the token and the account", async () => {
    const person = await register();
    await askReset(person.email, person.address);
    const { oobCode } = await codeFor(person.email);
    const reached = makeGate();
    const held = makeGate();
    const query = vi.spyOn(app.db, "query").mockImplementation(async (...asked) => {
      const [text] = asked;
      // Its first look at the account, after the one at the token.
      if (!text.includes("from accounts where uid") || !text.includes("password_hash"))
        return app.db.transaction((tx) => tx.query(...asked));
      query.mockRestore();
      reached.open();
      await held.opened;
      return app.db.query(...asked);
    });
    const asked = {
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      idToken: person.idToken,
      newEmail: `t${count}@example.org`,
    };
    const sent = app.accounts("sendOobCode", asked, "10.99.0.5");
    await reached.opened;
    const reset = await app.accounts("resetPassword", { oobCode, newPassword: "Another!1horse" }, person.address);
    expect(reset.status).toBe(200);
    held.open();
    expect((await sent).body).toEqual(refusal("TOKEN_EXPIRED"));
    expect(await subjectsTo(asked.newEmail)).toEqual([]);
  });

  test("a mail that confirms the address of before confirms no other", async () => {
    const person = await register();
    const goOn = holdTransaction();
    const { idToken } = person;
    await app.accounts("sendOobCode", { requestType: "VERIFY_EMAIL", idToken }, "10.97.0.2");
    const change = { idToken, email: `next${count}@example.org`, returnSecureToken: true };
    expect((await app.accounts("update", change, "10.97.0.3")).status).toBe(200);
    goOn();
    await app.identity.background.settled(5_000);
    expect(app.mails.filter(({ to, link }) => to === person.email && link !== undefined)).toEqual([]);
  });
});
