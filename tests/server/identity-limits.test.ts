import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DatabaseUnavailable } from "../../server/db/unavailable.ts";
import { goodPassword, type IdentityApp, startIdentity } from "./identity-app.ts";

let server: IdentityApp;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());

let count = 0;
const register = async () => {
  const email = `limited-${++count}@example.org`;
  expect((await server.accounts("signUp", { email, password: goodPassword }, `10.1.${count}.1`)).status).toBe(200);
  return email;
};
const signIn = (email: string, password: string, address: string) =>
  server.accounts("signInWithPassword", { email, password }, address);
const wrong = "Wrong!1password";
const tooMany = { error: { code: 429, message: "TOO_MANY_ATTEMPTS_TRY_LATER" } };

test("ten wrong passwords from one address; the owner elsewhere still gets in; time heals", async () => {
  const email = await register();
  for (let n = 0; n < 10; n++) expect((await signIn(email, wrong, "10.2.0.1")).status).toBe(400);
  const refused = await signIn(email, goodPassword, "10.2.0.1");
  expect([refused.status, refused.body]).toEqual([429, tooMany]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await signIn(email, goodPassword, "10.2.0.2")).status).toBe(200);
  server.clock.now += 90_000;
  expect((await signIn(email, goodPassword, "10.2.0.1")).status).toBe(200);
});

test("many at once do not slip through", async () => {
  const email = await register();
  const replies = await Promise.all(Array.from({ length: 30 }, () => signIn(email, wrong, "10.3.0.1")));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
});

test("right passwords are never counted", async () => {
  const email = await register();
  for (let n = 0; n < 120; n++) expect((await signIn(email, goodPassword, "10.4.0.1")).status).toBe(200);
});

test("nor are they while they wait: sixty sign in at once behind one address", async () => {
  const emails: string[] = [];
  for (let n = 0; n < 60; n++) emails.push(await register());
  const replies = await Promise.all(emails.map((email) => signIn(email, goodPassword, "10.7.0.1")));
  expect(replies.map(({ status }) => status)).toEqual(Array(60).fill(200));
});

test("at once one address tries no more accounts, and what it refuses counts for none of them", async () => {
  const email = await register();
  const tries = Array.from({ length: 80 }, (_, n) => signIn(`none-${n}@example.org`, wrong, "10.8.0.1"));
  const late = Array.from({ length: 10 }, () => signIn(email, wrong, "10.8.0.1"));
  const statuses = (await Promise.all([...tries, ...late])).map(({ status }) => status);
  expect(statuses).toEqual([...Array(50).fill(400), ...Array(40).fill(429)]);
  server.clock.now += 90_000;
  expect((await signIn(email, goodPassword, "10.8.0.1")).status).toBe(200);
});

test("one address cannot try many accounts, unknown ones count alike", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 60; n++) statuses.push((await signIn(`nobody-${n}@example.org`, wrong, "10.5.0.1")).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(50);
  expect(statuses.at(-1)).toBe(429);
});

test("many addresses cannot try one account", async () => {
  const email = await register();
  let tried = 0;
  for (let n = 0; n < 130; n++) tried += (await signIn(email, wrong, `10.6.${n}.1`)).status === 400 ? 1 : 0;
  expect(tried).toBe(100);
});

test("twenty new accounts an hour from one /64", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++) {
    const email = `mass-${n}@example.org`;
    statuses.push((await server.accounts("signUp", { email, password: goodPassword }, `2001:db8:1:2::${n}`)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test("a clock that is set back refuses nobody", async () => {
  const signUp = () =>
    server.accounts("signUp", { email: `back-${++count}@example.org`, password: goodPassword }, "10.10.0.1");
  expect((await signUp()).status).toBe(200);
  server.clock.now -= 7_200_000;
  onTestFinished(() => void (server.clock.now += 7_200_000));
  expect((await signUp()).status).toBe(200);
});

const resetCode = (oobCode: string, address: string) => server.accounts("resetPassword", { oobCode }, address);

test("what the server could not answer is no failed sign-in, and no wrong code", async () => {
  const email = await register();
  const { query } = server.db;
  server.db.query = () => Promise.reject(new DatabaseUnavailable(2, undefined));
  const during: number[] = [];
  try {
    for (let n = 0; n < 10; n++) during.push((await signIn(email, goodPassword, "10.9.0.1")).status);
    for (let n = 0; n < 50; n++) during.push((await resetCode("unknown", "10.9.0.1")).status);
  } finally {
    server.db.query = query;
  }
  expect(new Set(during)).toEqual(new Set([503]));
  expect((await signIn(email, goodPassword, "10.9.0.1")).status).toBe(200);
  expect((await resetCode("unknown", "10.9.0.1")).status).toBe(400);
});
