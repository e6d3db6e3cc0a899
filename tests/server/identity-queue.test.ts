/** The places in line for hashing passwords (specification 16.10, 16.29). */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { goodPassword, type IdentityApp, startIdentity } from "./identity-app.ts";

let app: IdentityApp;
let slow: IdentityApp;
beforeAll(async () => {
  app = await startIdentity();
  slow = await startIdentity({ PASSWORD_COST: "12" });
});
afterAll(async () => {
  await app.close();
  await slow.close();
});

// 16.10, 16.29
test("one address with 23 accounts does not keep the others from signing in", async () => {
  const emails = Array.from({ length: 24 }, (_, n) => `queue-${n}@example.org`);
  for (const [n, email] of emails.entries())
    expect((await slow.accounts("signUp", { email, password: goodPassword }, `10.20.${n}.1`)).status).toBe(200);
  const own = emails.slice(0, 23);
  const flood = Array.from({ length: 230 }, (_, n) =>
    slow.accounts("signInWithPassword", { email: own[n % 23], password: goodPassword }, "10.21.0.1"),
  );
  const other = await slow.accounts("signInWithPassword", { email: emails[23], password: goodPassword }, "10.22.0.1");
  await Promise.all(flood);
  expect(other.status).toBe(200);
}, 60_000);

test("nor does one address with a wrong password for many emails", async () => {
  const email = "queue-20@example.org";
  const flood = Array.from({ length: 210 }, (_, n) =>
    slow.accounts("signInWithPassword", { email: `nobody-${n}@example.org`, password: goodPassword }, "10.23.0.1"),
  );
  const other = await slow.accounts("signInWithPassword", { email, password: goodPassword }, "10.24.0.1");
  await Promise.all(flood);
  expect(other.status).toBe(200);
}, 60_000);

test("no sign-in waits for the database of those before it", async () => {
  const { db } = app;
  const query = db.query.bind(db);
  const spied = vi.spyOn(db, "query").mockImplementation(async (text, params) => {
    if (text.includes("from accounts where email")) {
      await new Promise((done) => setTimeout(done, 300));
    }
    return query(text, params);
  });
  onTestFinished(() => spied.mockRestore());
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      app.accounts("signInWithPassword", { email: `n${n}@example.org`, password: goodPassword }, `10.1.${n}.1`),
    ),
  );
  const ms = performance.now() - started;
  expect(ms).toBeLessThan(1_500);
});
