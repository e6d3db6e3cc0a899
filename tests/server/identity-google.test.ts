/** Demo Google, and what of demo mode is there for a browser on this machine only. */
import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLocalRequest } from "../../server/identity/is-local-request.ts";
import { goodPassword, startIdentity, type IdentityApp } from "./identity-app.ts";

const published = { email: "listener@demo.offbeat.test", password: "Listen2offbeat!" };
const robin = { givenName: "Robin", familyName: "Marsh", email: "Robin.Marsh@gmail.example" };
const local = { host: "localhost:3000", origin: "http://localhost:3000" };

let app: IdentityApp;
let off: IdentityApp;
beforeAll(async () => {
  app = await startIdentity({}, { demo: { isOn: true, accounts: [published] } });
  off = await startIdentity({}, { demo: { isOn: false, accounts: [published] } });
});
afterAll(async () => {
  await app.close();
  await off.close();
});

const accounts = async (operation: string, body: object, headers: Record<string, string> = local, server = app) => {
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=offbeat`;
  const { status, body: answer } = await server.call("POST", url, null, { body, headers });
  return { status, body: answer };
};
const choose = async (person: object, headers: Record<string, string> = local) =>
  app.call("POST", "/identity/google", null, { body: person, headers });
const assertionOf = async (person: object = robin): Promise<string> => (await choose(person)).body.assertion;
const postBody = (assertion: string) => `&id_token=${assertion}&providerId=google.com`;
const signIn = (assertion: string, more: object = {}, headers?: Record<string, string>) =>
  accounts("signInWithIdp", { postBody: postBody(assertion), ...more }, headers);
const refusal = (message: string) => ({
  status: 400,
  body: { error: { code: 400, message } },
});

describe("a demo Google account", () => {
  test("signs in, is new once, and comes with its names", async () => {
    const first = await signIn(await assertionOf());
    expect(first).toMatchObject({
      status: 200,
      body: { providerId: "google.com", isNewUser: true, email: "robin.marsh@gmail.example" },
    });
    expect(JSON.parse(first.body.rawUserInfo)).toEqual({
      given_name: "Robin",
      family_name: "Marsh",
      name: "Robin Marsh",
      email: "robin.marsh@gmail.example",
    });
    const second = await signIn(await assertionOf());
    expect(second.body).toMatchObject({ isNewUser: false, localId: first.body.localId });
    const { body } = await accounts("lookup", { idToken: second.body.idToken });
    expect(body.users[0].providerUserInfo).toMatchObject([
      { providerId: "google.com", rawId: "robin.marsh@gmail.example" },
    ]);
    const payload = JSON.parse(Buffer.from(second.body.idToken.split(".")[1], "base64url").toString());
    expect(payload).toMatchObject({ email_verified: false });
    expect(payload.firebase.sign_in_provider).toBe("google.com");
  });

  test("is made once by many sign-ins at the same time", async () => {
    const person = { ...robin, email: "many@gmail.example" };
    const assertions = await Promise.all([1, 2, 3, 4].map(() => assertionOf(person)));
    const answers = await Promise.all(assertions.map((one) => signIn(one)));
    expect(new Set(answers.map(({ body }) => body.localId)).size).toBe(1);
    expect(answers.filter(({ body }) => body.isNewUser)).toHaveLength(1);
  });

  test("never reaches an account with a password", async () => {
    const email = "victim@example.org";
    const victim = (await accounts("signUp", { email, password: goodPassword })).body;
    const before = await app.db.query("select * from accounts where email = $1", [email]);
    for (const more of [{}, { autoCreate: false }]) {
      const answer = await signIn(await assertionOf({ ...robin, email: email.toUpperCase() }), more);
      expect(answer).toEqual({
        status: 200,
        body: {
          needConfirmation: true,
          email,
          providerId: "google.com",
          verifiedProvider: ["password"],
        },
      });
    }
    // Nor by linking, with the owner's own token.
    const linked = await signIn(await assertionOf({ ...robin, email }), {
      idToken: victim.idToken,
    });
    expect(linked).toEqual(refusal("OPERATION_NOT_ALLOWED"));
    expect(await app.db.query("select * from accounts where email = $1", [email])).toEqual(before);
    expect((await accounts("lookup", { idToken: victim.idToken })).status).toBe(200);
  });

  test("that does not exist is not made by a reauthentication", async () => {
    const person = { ...robin, email: "nobody@gmail.example" };
    expect(await signIn(await assertionOf(person), { autoCreate: false })).toEqual(refusal("EMAIL_NOT_FOUND"));
  });
});

describe("an assertion", () => {
  test("is good once", async () => {
    const assertion = await assertionOf();
    const answers = await Promise.all([signIn(assertion), signIn(assertion)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await signIn(assertion)).toEqual(refusal("INVALID_IDP_RESPONSE"));
  });

  test("is good for a minute", async () => {
    const [early, late] = [await assertionOf(), await assertionOf()];
    app.clock.now += 59_000;
    expect((await signIn(early)).status).toBe(200);
    app.clock.now += 1_000;
    expect(await signIn(late)).toEqual(refusal("INVALID_IDP_RESPONSE"));
    expect(await signIn(early)).toEqual(refusal("INVALID_IDP_RESPONSE"));
  });

  test("of any other key, audience or kind is none", async () => {
    const seconds = Math.floor(app.clock.now / 1000);
    const forged = (key: Uint8Array) =>
      new SignJWT({ ...robin, jti: "x" })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer("offbeat-demo-google")
        .setAudience("offbeat-demo-google-sign-in")
        .setExpirationTime(seconds + 60)
        .sign(key);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(
      JSON.stringify({ ...robin, jti: "x", exp: seconds + 60 }),
    ).toString("base64url")}.`;
    const { body } = await signIn(await assertionOf());
    for (const wrong of [
      await forged(new Uint8Array(randomBytes(32))),
      await forged(new TextEncoder().encode(JSON.stringify(app.identity.keys.jwks.keys[0]))),
      unsigned,
      body.idToken,
      "",
      "a.b.c",
    ]) {
      expect(await signIn(wrong)).toEqual(refusal("INVALID_IDP_RESPONSE"));
    }
    const assertion = await assertionOf();
    expect((await accounts("lookup", { idToken: assertion })).body.error.message).toBe("INVALID_ID_TOKEN");
    expect((await app.call("GET", "/api/users/x", assertion)).status).toBe(401);
  });

  test("wants a whole person", async () => {
    for (const person of [
      {},
      { ...robin, email: "nobody" },
      { ...robin, givenName: " " },
      { ...robin, familyName: "x".repeat(51) },
    ]) {
      const { status, body } = await choose(person);
      expect([status, body.code]).toEqual([422, "invalid-request"]);
    }
  });

  test("is made at most sixty times in a quarter of an hour by one address", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 70; n++) {
      const headers = { ...local };
      const reply = await app.call("POST", "/identity/google", null, {
        body: robin,
        headers,
        address: "127.0.0.9",
      });
      statuses.push(reply.status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("the popup", () => {
  test("has a strict policy of its own, and its script in a file", async () => {
    const page = await app.call("GET", "/identity/google", null, { headers: local });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Choose a demo Google account");
    expect(page.text).not.toMatch(/<script>|<style>| on\w+=| style=/);
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    expect(page.headers["cache-control"]).toBe("no-store");
    for (const [path, type] of [
      ["/identity/google.js", "text/javascript"],
      ["/identity/google.css", "text/css"],
    ] as const) {
      const file = await app.call("GET", path, null, { headers: local });
      expect([file.status, file.headers["content-type"]]).toEqual([200, `${type}; charset=utf-8`]);
    }
  });
});

const beyond: [string, Record<string, string>][] = [
  ["another host", { host: "music.example.org" }],
  ["a host that looks like ours", { host: "localhost.evil.example:3000" }],
  ["an address of the network", { host: "192.168.0.7:3000" }],
  ["a page of another site", { ...local, origin: "https://evil.example" }],
  ["a page without an origin", { ...local, origin: "null" }],
  ["Forwarded", { ...local, forwarded: "for=127.0.0.1;host=localhost" }],
  ["X-Forwarded-Host", { ...local, "x-forwarded-host": "localhost" }],
  ["X-Forwarded-For", { ...local, "x-forwarded-for": "127.0.0.1" }],
  ["X-Forwarded-Proto", { ...local, "x-forwarded-proto": "http" }],
  ["X-Real-IP", { ...local, "x-real-ip": "127.0.0.1" }],
  ["Via", { ...local, via: "1.1 localhost" }],
  ["a tunnel", { ...local, "cf-connecting-ip": "127.0.0.1" }],
  ["X-Scheme", { ...local, "x-scheme": "https" }],
];

test.each([
  "x-remote-ip",
  "x-remote-addr",
  "x-vercel-id",
  "x-request-id",
  "x-amzn-trace-id",
  "x-appengine-country",
  "x-nf-request-id",
  "x-github-request-id",
  "x-cluster-client-ip",
  "client-ip",
  "true-client-ip",
  "incap-client-ip",
  "wl-proxy-client-ip",
  "cdn-loop",
  "cf-ray",
  "cloudfront-viewer-address",
  "fastly-client-ip",
  "fly-client-ip",
  "rndr-id",
  "do-connecting-ip",
  "akamai-origin-hop",
  "tailscale-user-login",
  "surrogate-capability",
  "proxy-connection",
  "forwarded-for",
])("a request with %s was handed on by somebody", (name) => {
  expect(isLocalRequest({ ...local, [name]: "1" })).toBe(false);
});

describe.each(beyond)("a request with %s", (_, headers) => {
  test("finds no demo: no Google, no page, no demo account", async () => {
    expect((await app.call("GET", "/config.json", null, { headers })).body.identity.google).toBe("off");
    for (const path of ["/identity/google", "/identity/google.js", "/identity/google.css"])
      expect((await app.call("GET", path, null, { headers })).status).toBe(404);
    expect((await choose(robin, headers)).status).toBe(404);
    expect(await signIn(await assertionOf(), {}, headers)).toEqual(refusal("OPERATION_NOT_ALLOWED"));
    expect(await accounts("signInWithPassword", published, headers)).toEqual(refusal("OPERATION_NOT_ALLOWED"));
  });
});

test("a browser on this machine finds it, whatever its client adds", async () => {
  for (const headers of [
    local,
    { host: "127.0.0.1:3000" },
    { host: "[::1]:3000", origin: "http://[::1]:3000" },
    { ...local, "x-client-version": "Chrome/JsCore/12.0.0/FirebaseCore-web" },
    { ...local, "x-firebase-gmpid": "1", "sec-fetch-site": "same-origin", dnt: "1", te: "x" },
  ]) {
    expect((await app.call("GET", "/config.json", null, { headers })).body.identity).toEqual({
      kind: "embedded",
      google: "demo",
    });
    expect(isLocalRequest(headers)).toBe(true);
  }
});

test("outside demo mode there is no Google, and the published passwords open nothing", async () => {
  await accounts("signUp", published, local, off);
  expect((await off.call("GET", "/config.json", null, { headers: local })).body.identity).toEqual({
    kind: "embedded",
    google: "off",
  });
  expect((await off.call("GET", "/identity/google", null, { headers: local })).status).toBe(404);
  const given = { postBody: postBody(await assertionOf()) };
  for (const [operation, body] of [
    ["signInWithIdp", given],
    ["signInWithPassword", published],
    ["signInWithPassword", { ...published, email: published.email.toUpperCase() }],
  ] as const) {
    expect(await accounts(operation, body, local, off)).toEqual(refusal("OPERATION_NOT_ALLOWED"));
  }
  // Its owner, who has changed the password, is anybody.
  await accounts("signUp", published, local);
  expect((await accounts("signInWithPassword", published)).status).toBe(200);
  const own = { ...published, password: goodPassword };
  expect((await accounts("signInWithPassword", own, local, off)).body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
});
