import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { describeKey, openKeys } from "../../server/identity/signing-keys.ts";
import { createLimiter } from "../../server/identity/attempt-limits.ts";
import { clientNetwork } from "../../server/identity/client-network.ts";
import { createVerifier, type Standing } from "../../server/identity/verifier.ts";
import { openMediaKey } from "../../server/start/media-key.ts";
import { StartError } from "../../server/lib/start-error.ts";

const makeKeys = () => describeKey(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);
const keys = makeKeys();
const nowMs = Date.UTC(2026, 10, 21);
const nowSeconds = nowMs / 1000;
const open: Standing = { validSince: 0, keptSession: null, disabled: false };
let standing: Standing | undefined = open;

const verifier = createVerifier({
  issuer: "offbeat",
  audience: "offbeat",
  getKey: createLocalJWKSet(keys.jwks),
  now: () => nowMs,
  standing: async () => standing,
});

interface Claims {
  iss?: string;
  aud?: string;
  sub?: unknown;
  iat?: number;
  exp?: number;
  auth_time?: unknown;
}

const good: Claims = {
  iss: "offbeat",
  aud: "offbeat",
  sub: "u1",
  iat: nowSeconds - 10,
  exp: nowSeconds + 3590,
  auth_time: nowSeconds - 10,
};

const sign = (claims: Claims, header: object = {}, key = keys) =>
  // The header is wrong on purpose in some cases.
  new SignJWT({ ...good, ...claims } as never)
    .setProtectedHeader({ alg: "RS256", kid: keys.kid, ...header })
    .sign(key.privateKey);

describe("a token", () => {
  test("that is good says who it speaks for", async () => {
    expect(await verifier.verify(await sign({}))).toEqual({
      uid: "u1",
      email: "",
      authTime: nowSeconds - 10,
      issuedAt: nowSeconds - 10,
    });
    // Refreshed later, and of a sign-in that began in the second after a change.
    expect(await verifier.verify(await sign({ iat: nowSeconds }))).toMatchObject({
      issuedAt: nowSeconds,
    });
    expect(await verifier.verify(await sign({ auth_time: nowSeconds + 1 }))).toMatchObject({
      issuedAt: nowSeconds + 1,
    });
  });

  const hs256 = () =>
    new SignJWT({ ...good } as never)
      .setProtectedHeader({ alg: "HS256", kid: keys.kid })
      .sign(new TextEncoder().encode(JSON.stringify(keys.jwks.keys[0])));
  test.each<[string, () => Promise<string> | string]>([
    ["is no token", () => "nonsense"],
    ["is empty", () => ""],
    ["is unsigned", () => new UnsecuredJWT({ ...good } as never).encode()],
    ["is signed by HS256 with the public key", hs256],
    ["is signed by another key", () => sign({}, {}, makeKeys())],
    ["names an unknown kid", () => sign({}, { kid: "other" })],
    ["names no kid", () => sign({}, { kid: undefined })],
    ["has an empty kid", () => sign({}, { kid: "" })],
    ["is of another issuer", () => sign({ iss: "https://securetoken.google.com/offbeat" })],
    ["is for another audience", () => sign({ aud: "elsewhere" })],
    ["is past its hour", () => sign({ exp: nowSeconds - 1 })],
    ["never expires", () => sign({ exp: undefined } as never)],
    ["has an empty sub", () => sign({ sub: "" })],
    ["has no sub", () => sign({ sub: undefined })],
    ["has a sub of 129 characters", () => sign({ sub: "x".repeat(129) })],
    ["has a sub that is a number", () => sign({ sub: 7 })],
    ["has no auth_time", () => sign({ auth_time: undefined })],
    ["has an auth_time that is text", () => sign({ auth_time: "now" })],
    ["asks for a critical extension", () => sign({}, { crit: ["b64"], b64: false }).catch(() => "a.b.c")],
  ])("that %s is refused", async (_, make) => {
    await expect(verifier.verify(await make())).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("of 128 characters of sub is good", async () => {
    expect((await verifier.verify(await sign({ sub: "x".repeat(128) }))).uid).toHaveLength(128);
  });

  test("is held against its account at every call", async () => {
    const token = await sign({});
    for (const [present, reason] of [
      [undefined, "no-account"],
      [{ ...open, validSince: nowSeconds - 9 }, "ended"],
      [{ ...open, validSince: nowSeconds - 9, keptSession: "another" }, "ended"],
      [{ ...open, disabled: true }, "disabled"],
    ] as const) {
      standing = present;
      await expect(verifier.check(token)).rejects.toMatchObject({ reason });
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: "unauthenticated" });
    }
    standing = { ...open, validSince: nowSeconds - 10 };
    await verifier.verify(token);
  });
});

describe("a token that was checked a moment ago", () => {
  let at = nowMs;
  let asked = 0;
  const known = createLocalJWKSet(keys.jwks);
  const remembering = () =>
    createVerifier({
      issuer: "offbeat",
      audience: "offbeat",
      getKey: (header, token) => {
        asked += 1;
        return known(header, token);
      },
      now: () => at,
      standing: async () => standing,
    });
  const refused = { code: "unauthenticated" };
  beforeEach(() => {
    at = nowMs;
    asked = 0;
  });

  test("is not checked again for a minute, and is held against its account all the same", async () => {
    const { verify } = remembering();
    const token = await sign({});
    await verify(token);
    await verify(token);
    expect(asked).toBe(1);
    standing = { ...open, disabled: true };
    await expect(verify(token)).rejects.toMatchObject(refused);
    standing = open;
    at += 60_000;
    await verify(token);
    expect(asked).toBe(2);
  });

  test("runs out when it says so", async () => {
    const { verify } = remembering();
    const token = await sign({ exp: nowSeconds + 5 });
    await verify(token);
    at += 5_000;
    await expect(verify(token)).rejects.toMatchObject(refused);
  });

  test("vouches for no other one", async () => {
    const { verify } = remembering();
    const token = await sign({});
    await verify(token);
    await expect(verify(`${token.slice(0, -8)}AAAAAAAA`)).rejects.toMatchObject(refused);
    await expect(verify(await sign({ exp: nowSeconds - 1 }))).rejects.toMatchObject(refused);
  });
});

describe("the key", () => {
  const made: string[] = [];
  afterAll(async () => {
    for (const dir of made) await rm(dir, { recursive: true });
  });

  test("is made once, readable by its owner only, and found again", async () => {
    const dir = await mkdtemp(join(tmpdir(), "offbeat-keys-"));
    made.push(dir);
    const [one, two] = await Promise.all([openKeys(dir), openKeys(dir)]);
    expect(one.kid).toBe(two.kid);
    expect((await openKeys(dir)).kid).toBe(one.kid);
    expect(await readdir(dir)).toEqual(["identity-key.pem"]);
    expect((await stat(join(dir, "identity-key.pem"))).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(one.jwks)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });

  test.each([
    ["identity-key.pem", "nonsense", openKeys],
    [
      "identity-key.pem",
      generateKeyPairSync("ec", {
        namedCurve: "P-256",
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      }).privateKey,
      openKeys,
    ],
    ["media-key", "nonsense", (dir: string) => openMediaKey(join(dir, "media-key"))],
  ])("in %s that is none stops the start with one line", async (name, text, read) => {
    const dir = await mkdtemp(join(tmpdir(), "offbeat-keys-"));
    made.push(dir);
    await writeFile(join(dir, name), text);
    const thrown = await read(dir).then(String, (error: unknown) => error);
    expect(thrown).toBeInstanceOf(StartError);
    expect(String(thrown)).toMatch(new RegExp(`${name} does not hold a key: restore it, or remove`));
    expect(await readFile(join(dir, name), "utf8")).toBe(text);
  });
});

describe("a limit", () => {
  test("lets a burst through, then one each interval, key by key", () => {
    let now = 1_000_000;
    const limiter = createLimiter({ burst: 10, window: 600_000 }, 1, () => now);
    const take = (times: number, key = "a") => Array.from({ length: times }, () => limiter.take(key));
    expect(take(10)).toEqual(Array(10).fill(0));
    expect(take(2)).toEqual([60, 60]);
    expect(limiter.take("b")).toBe(0);
    now += 59_000;
    expect(limiter.take("a")).toBe(1);
    now += 1_000;
    expect(take(2)).toEqual([0, 60]);
    now += 600_000;
    expect(take(11).filter((wait) => wait === 0)).toHaveLength(10);
  });

  test("gives back, and is multiplied by RATE_FACTOR", () => {
    const limiter = createLimiter({ burst: 2, window: 1000 }, 1, () => 0);
    for (let n = 0; n < 50; n++) {
      expect(limiter.take("a")).toBe(0);
      limiter.giveBack("a");
    }
    const wide = createLimiter({ burst: 2, window: 1000 }, 5, () => 0);
    expect(Array.from({ length: 11 }, () => wide.take("a")).filter((wait) => wait === 0)).toHaveLength(10);
    const narrow = createLimiter({ burst: 2, window: 1000 }, 0.1, () => 0);
    expect([narrow.take("a"), narrow.take("a") > 0]).toEqual([0, true]);
  });

  test("neither asks for a wait nor forgets an attempt once the clock was set back", () => {
    let now = 10_000_000;
    const limiter = createLimiter({ burst: 10, window: 600_000 }, 1, () => now);
    limiter.take("a");
    now -= 3_600_000;
    expect(Array.from({ length: 10 }, () => limiter.take("a"))).toEqual([...Array(9).fill(0), 60]);
    now += 60_000;
    expect(limiter.take("a")).toBe(0);
  });

  test("keeps a bounded number of keys", () => {
    const limiter = createLimiter({ burst: 1, window: 1_000_000 }, 1, () => 0);
    for (let n = 0; n < 120_000; n++) limiter.take(`key-${n}`);
    expect(limiter.take("key-119999")).toBeGreaterThan(0);
    expect(limiter.take("key-0")).toBe(0);
  });

  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("counts %s as %s", (ip, network) => {
    expect(clientNetwork(ip)).toBe(network);
  });
});
