/** A Firebase project as the provider: its tokens against a key server that rotates, hangs, lies and goes away. */
import { createSecretKey } from "node:crypto";
import type { ServerResponse } from "node:http";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApp, type App } from "../../server/app.ts";
import { createFirebaseVerifier } from "../../server/identity/firebase.ts";
import { createGoogleKeys } from "../../server/identity/google-keys.ts";
import type { SigningKeys } from "../../server/identity/signing-keys.ts";
import type { IdentityVerifier } from "../../server/identity/verifier.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { makeSigningKeys, startKeyServer, type KeyServer } from "../support/key-server.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

const project = "demo-site";
const config = { apiKey: "k", authDomain: `${project}.firebaseapp.com`, projectId: project };
const [first, second, stranger] = [makeSigningKeys(), makeSigningKeys(), makeSigningKeys()];
const start = Date.UTC(2026, 10, 21);
const hour = 3_600_000;

let keyServer: KeyServer;
let now: number;
let verifier: IdentityVerifier;
beforeEach(async () => {
  now = start;
  keyServer = await startKeyServer(first);
  verifier = createFirebaseVerifier(
    project,
    () => now,
    createGoogleKeys(keyServer.url, () => now),
  );
});
afterEach(() => keyServer.close());

const claimsOf = (at: number) => ({
  iss: `https://securetoken.google.com/${project}`,
  aud: project,
  sub: "person",
  email: "ada@example.org",
  iat: at / 1000,
  exp: at / 1000 + 3600,
  auth_time: at / 1000,
});
const sign = (change: object = {}, key = first, header: object = {}) =>
  // Some claims and headers are wrong on purpose.
  new SignJWT({ ...claimsOf(now), ...change } as never)
    .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
    .sign(key.privateKey);

/** 200, or the status of the refusal. */
const statusOf = async (token: string) =>
  verifier.verify(token).then(
    () => 200,
    (error: { status?: number }) => error.status,
  );

describe("keys", () => {
  test("are fetched once and kept as long as the answer allows", async () => {
    keyServer.maxAge(600);
    await Promise.all([1, 2, 3].map(async () => verifier.verify(await sign())));
    expect(keyServer.asked()).toBe(1);
    now += 599_000;
    expect(await statusOf(await sign())).toBe(200);
    expect(keyServer.asked()).toBe(1);
    now += 1_000;
    expect(await statusOf(await sign())).toBe(200);
    await expect.poll(keyServer.asked, { timeout: 10_000 }).toBe(2);
  });

  test("rotate: a new one is looked up at once, a withdrawn one ends with the next fetch", async () => {
    expect(await statusOf(await sign())).toBe(200);
    keyServer.publish(second);
    now += 31_000;
    expect(await statusOf(await sign({}, second))).toBe(200);
    expect(keyServer.asked()).toBe(2);
    expect(await statusOf(await sign())).toBe(401);
  });

  test("that are new are looked up after the clock was set back, too", async () => {
    expect(await statusOf(await sign())).toBe(200);
    keyServer.publish(second);
    now -= hour;
    expect(await statusOf(await sign({}, second))).toBe(200);
  });

  test("that nobody knows are not looked up more than twice a minute", async () => {
    expect(await statusOf(await sign())).toBe(200);
    for (let n = 0; n < 20; n++) {
      expect(await statusOf(await sign({}, stranger, { kid: `k${n}` }))).toBe(401);
      now += 1_000;
    }
    expect(keyServer.asked()).toBe(1);
    now += 30_000;
    for (let n = 0; n < 5; n++) expect(await statusOf(await sign({}, stranger))).toBe(401);
    expect(keyServer.asked()).toBe(2);
  });
});

const outages: [string, (response: ServerResponse) => void][] = [
  ["answers 500", (response) => response.writeHead(500).end("{}")],
  ["answers HTML", (response) => response.writeHead(200).end("<title>Sign in to the wifi</title>")],
  ["answers {}", (response) => response.writeHead(200).end("{}")],
  ["answers no keys", (response) => response.writeHead(200).end('{"keys":[]}')],
  ["redirects", (response) => response.writeHead(302, { location: "/elsewhere" }).end()],
  ["hangs up", (response) => response.destroy()],
];

describe.each(outages)("a key server that %s", (_, how) => {
  test("at first is 503, never 401 and never open, and heals by itself", async () => {
    keyServer.fail(how);
    for (const token of [await sign(), await sign({}, stranger, { kid: first.kid })])
      expect(await statusOf(token)).toBe(503);
    expect(keyServer.asked()).toBe(1);
    keyServer.fail(undefined);
    now += 2_000;
    expect(await statusOf(await sign())).toBe(200);
  });

  test("is over with the next token after the clock was set back", async () => {
    keyServer.fail(how);
    expect(await statusOf(await sign())).toBe(503);
    now -= hour;
    keyServer.fail(undefined);
    expect(await statusOf(await sign())).toBe(200);
  });

  test("later leaves the keys at hand working, for a day; a key not among them is 503", async () => {
    keyServer.maxAge(600);
    expect(await statusOf(await sign())).toBe(200);
    keyServer.fail(how);
    for (let n = 0; n < 8; n++) {
      now += 3 * hour;
      expect(await statusOf(await sign())).toBe(200);
      expect(await statusOf(await sign({}, second))).toBe(503);
      expect(await statusOf(await sign({}, stranger, { kid: first.kid }))).toBe(401);
    }
    now += 3 * hour;
    expect(await statusOf(await sign())).toBe(503);
    keyServer.fail(undefined);
    now += 2_000;
    expect(await statusOf(await sign())).toBe(200);
  });
});

describe("a token", () => {
  const hs256 = async (key: SigningKeys) =>
    new SignJWT(claimsOf(now) as never)
      .setProtectedHeader({ alg: "HS256", kid: key.kid })
      .sign(createSecretKey(Buffer.from(JSON.stringify(key.jwks.keys[0]))));
  test.each<[string, () => Promise<string> | string]>([
    ["of another project", () => sign({ aud: "other" })],
    ["of another issuer", () => sign({ iss: "https://securetoken.google.com/other" })],
    ["of the embedded provider", () => sign({ iss: "offbeat", aud: "offbeat" })],
    ["without a sub", () => sign({ sub: "" })],
    ["with a sub of 129 characters", () => sign({ sub: "x".repeat(129) })],
    ["past its hour", () => sign({ exp: now / 1000 - 1 })],
    ["unsigned", () => new UnsecuredJWT(claimsOf(now) as never).encode()],
    ["signed by HS256 with the public key", () => hs256(first)],
    ["signed by another key under a known kid", () => sign({}, stranger, { kid: first.kid })],
    ["without a kid", () => sign({}, first, { kid: undefined })],
  ])("%s is refused", async (_, make) => {
    expect(await statusOf(await sign())).toBe(200);
    expect(await statusOf(await make())).toBe(401);
  });

  test("with a sub of 128 characters is good", async () => {
    expect(await statusOf(await sign({ sub: "x".repeat(128) }))).toBe(200);
  });
});

describe("the server", () => {
  let server: TestServer;
  let app: App;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    now = server.clock.now;
    const { identity: _, ...deps } = server.deps;
    const settings = readSettings({
      DATA_DIR: deps.settings.dataDir,
      FIREBASE_CONFIG: JSON.stringify(config),
    });
    app = await createApp({ ...deps, settings, tokens: verifier });
  });
  afterEach(() => app.fastify.close());

  const post = (url: string, payload: object, token?: string) =>
    app.fastify.inject({
      method: "POST",
      url,
      payload,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });

  test("tells clients of the project and serves no provider of its own", async () => {
    const { identity } = (await app.fastify.inject("/config.json")).json();
    expect(identity).toEqual({ kind: "firebase", config });
    const account = { email: "a@example.org", password: "Correct!1horse" };
    for (const url of [
      "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
      "/securetoken.googleapis.com/v1/token?key=k",
      "/identity/google",
    ])
      expect((await post(url, account)).statusCode).toBe(404);
    for (const url of ["/identity/google", "/identity/jwks.json"])
      expect((await app.fastify.inject(url)).statusCode).toBe(404);
  });

  test("knows people by the project's tokens, and by no other", async () => {
    const token = await sign();
    const profile = { firstName: "Ada", lastName: "Lovelace", artist: false };
    const made = await post("/api/users", profile, token);
    expect([made.statusCode, made.json().data]).toMatchObject([201, { uid: "person", email: "ada@example.org" }]);
    const embedded = await server.user();
    expect((await post("/api/users", profile, embedded.token)).statusCode).toBe(401);
    const put = (newEmail: string, fresh: string) =>
      app.fastify.inject({
        method: "PUT",
        url: "/api/users/update-email/person",
        payload: { newEmail },
        headers: { authorization: `Bearer ${fresh}` },
      });
    expect((await put("new@example.org", token)).json().code).toBe("email-not-changed");
    const fresh = await sign({ email: "new@example.org" });
    expect((await put("new@example.org", fresh)).json().data.email).toBe("new@example.org");
  });

  test("answers 503 with problem details while the keys cannot be had", async () => {
    keyServer.fail((response) => response.destroy());
    const reply = await post("/api/users", {}, await sign());
    expect([reply.statusCode, reply.json().code]).toEqual([503, "unavailable"]);
  });
});
