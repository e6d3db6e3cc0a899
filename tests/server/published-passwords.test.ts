/** The demo accounts' public passwords outside a local demo (specification 16.19). */
import { beforeAll, afterAll, beforeEach, expect, test } from "vitest";
import { goodPassword, type IdentityApp, startIdentity } from "./identity-app.ts";

const account = { email: "demo@offbeat.example", password: "Published!1demo" };
const demo = { isOn: true, accounts: [account] as never[] }; // the rest of an account is not read here
let server: IdentityApp;
beforeAll(async () => {
  server = await startIdentity({}, { demo });
  await server.accounts("signUp", account);
});
afterAll(() => server.close());
beforeEach(() => {
  demo.isOn = false;
});

test.each(["", "\u0000", "\u0000\u0000\u0000"])(
  "a published password opens nothing, with %j behind it",
  async (more) => {
    const password = account.password + more;
    const { status, body } = await server.accounts("signInWithPassword", { ...account, password });
    expect([status, Object.keys(body)]).toEqual([400, ["error"]]);
  },
);

test("nor does one through a tunnel to a server in demo mode", async () => {
  demo.isOn = true;
  const call = (password: string) =>
    server.call("POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=offbeat", null, {
      body: JSON.stringify({ ...account, password }),
      headers: { "content-type": "application/json", host: "abc.ngrok.app", "x-forwarded-for": "203.0.113.9" },
    });
  expect([(await call(account.password)).status, (await call(`${account.password}\0`)).status]).toEqual([400, 400]);
});

test("nor does that of a demo account that has another email by now", async () => {
  demo.isOn = true;
  const email = "mine@offbeat.example";
  const { body } = await server.accounts("signUp", { ...account, email: "second@offbeat.example" });
  expect((await server.accounts("update", { idToken: body["idToken"], email })).status).toBe(200);
  demo.isOn = false;
  expect((await server.accounts("signInWithPassword", { ...account, email })).status).toBe(400);
});

test("nobody chooses one, as it would never let them in", async () => {
  const refused = await server.accounts("signUp", { email: "ada@offbeat.example", password: account.password });
  expect(refused.body["error"]).toMatchObject({ message: expect.stringMatching(/^WEAK_PASSWORD/) });
  const { body } = await server.accounts("signUp", { email: "ada@offbeat.example", password: goodPassword });
  const change = { idToken: body["idToken"], password: account.password };
  expect((await server.accounts("update", change)).status).toBe(400);
  const withNul = await server.accounts("signUp", { email: "bo@offbeat.example", password: `${goodPassword}\0` });
  expect(withNul.status).toBe(400);
});
