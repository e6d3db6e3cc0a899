/** Every route against every kind of caller. A route of the contract without a row fails (specification 21.6). */
import { createHmac, generateKeyPairSync } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import * as songs from "../../contract/songs.ts";
import * as statistics from "../../contract/statistics.ts";
import * as users from "../../contract/users.ts";
import { describeKey } from "../../server/identity/keys.ts";
import { issueIdToken } from "../../server/identity/tokens.ts";
import { basePaths } from "../../server/http/router.ts";
import {
  createTestServer,
  uploadReply,
  type TestServer,
  type TestUser,
} from "../support/server.ts";

const contract: Record<string, unknown> = { ...songs, ...users, ...statistics };

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" &&
  value !== null &&
  "reply" in value &&
  "path" in value &&
  "method" in value;

const endpoints = Object.entries(contract).flatMap(([name, value]) =>
  isEndpoint(value) ? [[name, value] as const] : [],
);

interface World {
  owner: TestUser;
  other: TestUser;
  /** A token without a profile. */
  stranger: TestUser;
  publicSong: string;
  privateSong: string;
}

type CallOf = (world: World) => { path: string; body?: unknown };

interface Row {
  /** What `owner` asks; the caller of the other columns asks the same. */
  ask: CallOf;
  owner: number;
  other: number;
  /** Without a profile. */
  stranger: number;
  /** The same call on the private song, for the owner and for somebody else. */
  private?: { ask: CallOf; owner: number; other: number };
  /** Anybody may call it, with any token or none. */
  open?: true;
}

const like =
  (verb: string, song: "publicSong" | "privateSong"): CallOf =>
  (world) => ({
    path: `/songs/${verb}/${world[song]}`,
    body: {},
  });

const rows: Record<string, Row> = {
  createUser: {
    ask: () => ({ path: "/users", body: { firstName: "Ada", lastName: "Lovelace", artist: true } }),
    owner: 200,
    other: 200,
    stranger: 201,
  },
  loginUser: {
    ask: ({ owner }) => ({
      path: "/users/login",
      body: { user: { firstName: "A", lastName: "B", email: "x", uid: owner.uid } },
    }),
    owner: 200,
    other: 403,
    stranger: 403,
  },
  getUser: {
    ask: ({ owner }) => ({ path: `/users/${owner.uid}` }),
    owner: 200,
    other: 200,
    stranger: 403,
  },
  favouriteSongs: {
    ask: ({ owner }) => ({ path: `/users/myFavoriteSongs/${owner.uid}` }),
    owner: 200,
    other: 403,
    stranger: 403,
  },
  favouriteSongIds: {
    ask: ({ owner }) => ({ path: `/users/myFavoriteSongs/${owner.uid}?fields=ids` }),
    owner: 200,
    other: 403,
    stranger: 403,
  },
  createSong: {
    // An upload that does not exist: past every check on the caller.
    ask: () => ({
      path: "/songs",
      body: {
        song: { title: "Slow Tide", artist: "Ada", genre: "Ska" },
        metadata: uploadReply("A".repeat(22)),
        image: null,
      },
    }),
    owner: 409,
    other: 409,
    stranger: 403,
  },
  songsByIds: {
    ask: ({ publicSong }) => ({ path: `/songs?ids=${publicSong}` }),
    owner: 200,
    other: 200,
    stranger: 403,
  },
  publicSongs: {
    ask: () => ({ path: "/songs/public-songs" }),
    owner: 200,
    other: 200,
    stranger: 403,
  },
  songsOfUser: {
    ask: ({ owner }) => ({ path: `/songs/mysongs/${owner.uid}` }),
    owner: 200,
    other: 200,
    stranger: 403,
  },
  songIdsOfUser: {
    ask: ({ owner }) => ({ path: `/songs/mysongs/${owner.uid}?fields=ids` }),
    owner: 200,
    other: 200,
    stranger: 403,
  },
  likeSong: {
    ask: like("like", "publicSong"),
    owner: 200,
    other: 200,
    stranger: 403,
    private: { ask: like("like", "privateSong"), owner: 200, other: 404 },
  },
  cancelLikeSong: {
    ask: like("cancel-like", "publicSong"),
    owner: 200,
    other: 200,
    stranger: 403,
    private: { ask: like("cancel-like", "privateSong"), owner: 200, other: 200 },
  },
  newSongs: {
    ask: () => ({ path: "/new-songs" }),
    owner: 200,
    other: 200,
    stranger: 200,
    open: true,
  },
  registerSong: {
    ask: ({ owner, privateSong }) => ({
      path: "/song",
      body: { songData: { _id: privateSong, owner: owner.uid, genre: "Ska" } },
    }),
    owner: 204,
    other: 204,
    stranger: 204,
    open: true,
  },
};

let it: TestServer;
let world: World;
let badTokens: Record<string, string>;
beforeAll(async () => {
  it = await createTestServer();
  const owner = await it.user({ artist: true });
  world = {
    owner,
    other: await it.user(),
    stranger: await it.user({ profile: false }),
    publicSong: (await it.song(owner))._id,
    privateSong: (await it.song(owner, { private: true }))._id,
  };
  badTokens = await forge();
});
afterAll(() => it.close());

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Tokens for `owner` that are wrong in one way each. */
async function forge(): Promise<Record<string, string>> {
  const { identity, clock } = it;
  const seconds = Math.floor(clock.now / 1000);
  const subject = {
    ...world.owner,
    emailVerified: false,
    authTime: seconds,
    provider: "password",
  } as const;
  const other = describeKey(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);
  const claims = {
    iss: identity.issuer,
    aud: identity.audience,
    sub: world.owner.uid,
    iat: seconds,
    exp: seconds + 3600,
    auth_time: seconds,
  };
  const header = { typ: "JWT", kid: identity.keys.kid };
  const [head = "", payload = "", signature = ""] = world.owner.token.split(".");
  const asHmac = `${base64({ ...header, alg: "HS256" })}.${base64(claims)}`;
  const hmac = (key: string) => createHmac("sha256", key).update(asHmac).digest("base64url");
  const publicPem = identity.keys.jwks.keys[0] ? JSON.stringify(identity.keys.jwks.keys[0]) : "";
  return {
    empty: "",
    malformed: "not.a-token",
    "alg none": `${base64({ ...header, alg: "none" })}.${base64(claims)}.`,
    "HS256 with the public key": `${asHmac}.${hmac(publicPem)}`,
    "HS256 with nothing": `${asHmac}.${hmac("")}`,
    "altered claims": `${head}.${base64({ ...claims, sub: world.other.uid })}.${signature}`,
    "no signature": `${head}.${payload}.`,
    expired: await issueIdToken({ ...identity, now: () => clock.now - 3_601_000 }, subject),
    "wrong audience": await issueIdToken({ ...identity, audience: "somebody" }, subject),
    "wrong issuer": await issueIdToken({ ...identity, issuer: "somebody" }, subject),
    "other key": await issueIdToken(
      { ...identity, keys: { ...other, kid: identity.keys.kid } },
      subject,
    ),
    "unknown key id": await issueIdToken(
      { ...identity, keys: { ...identity.keys, kid: "unknown" } },
      subject,
    ),
    "empty subject": await issueIdToken(identity, { ...subject, uid: "" }),
    "no account": await issueIdToken(identity, { ...subject, uid: "nobody" }),
    "ended session": await issueIdToken(identity, { ...subject, authTime: seconds - 1 }),
  };
}

test("every endpoint of the contract is served and has a row, and nothing else is served", () => {
  const names = endpoints.map(([name]) => name).sort();
  expect(Object.keys(rows).sort()).toEqual(names);
  const signature = (endpoint: Endpoint) => `${endpoint.base} ${endpoint.method} ${endpoint.path}`;
  const served = it.bound.map(({ endpoint }) => signature(endpoint)).sort();
  expect(served).toEqual(endpoints.map(([, endpoint]) => signature(endpoint)).sort());
  const open = it.bound.filter(({ token }) => !token).map(({ endpoint }) => endpoint.base);
  expect(new Set(open)).toEqual(new Set(["statistics"]));
});

const cases = endpoints.flatMap(([name, endpoint]) => {
  const row = rows[name];
  return row ? [{ name, endpoint, row }] : [];
});

describe.each(cases)("$name", ({ name, endpoint, row }) => {
  const call = (user: TestUser | string | null, ask: CallOf = row.ask) => {
    const { path, body } = ask(world);
    return it.call(endpoint.method, basePaths[endpoint.base] + path, user, { body });
  };

  test("refuses every bad token alike", async () => {
    const expected = row.open ? row.owner : 401;
    expect([name, (await call(null)).status]).toEqual([name, expected]);
    for (const [kind, token] of Object.entries(badTokens)) {
      const reply = await call(token);
      expect([kind, reply.status]).toEqual([kind, expected]);
      if (!row.open) expect(reply.body.code).toBe("unauthenticated");
    }
  });

  test("answers owner, other and a caller without a profile as its row says", async () => {
    expect((await call(world.stranger)).status).toBe(row.stranger);
    const reply = await call(world.owner);
    expect(reply.status).toBe(row.owner);
    // Every answer of a success is what the contract says.
    if (reply.status < 300) expect(() => v.parse(endpoint.reply, reply.body)).not.toThrow();
    expect((await call(world.other)).status).toBe(row.other);
    if (row.stranger === 201)
      await it.db.query("delete from users where uid = $1", [world.stranger.uid]);
  });

  test("keeps private items of others out of sight", async () => {
    if (!row.private) {
      const { text } = await call(world.other);
      expect(text).not.toContain(world.privateSong);
      return;
    }
    const { ask, owner, other } = row.private;
    expect((await call(world.owner, ask)).status).toBe(owner);
    const hidden = await call(world.other, ask);
    expect(hidden.status).toBe(other);
    const absent = "00000000-0000-7000-8000-000000000000";
    const nothing = await call(world.other, (all) => ask({ ...all, privateSong: absent }));
    // The same bytes as for an id that does not exist, but for the id that was asked for.
    expect(hidden.text.replaceAll(world.privateSong, absent)).toBe(nothing.text);
  });

  test("refuses a userId that is not the caller's", async () => {
    const { path, body } = row.ask(world);
    if (!("entries" in endpoint.body) || !("userId" in (endpoint.body.entries as object))) return;
    const options = { body: { ...(body as object), userId: world.other.uid } };
    const reply = await it.call(
      endpoint.method,
      basePaths[endpoint.base] + path,
      world.owner,
      options,
    );
    expect([reply.status, reply.body.code]).toEqual([403, "not-yourself"]);
  });
});

test("another user's profile shows no email", async () => {
  const reply = await it.call("GET", `/api/users/${world.owner.uid}`, world.other);
  expect(reply.body.data.firstName).toBe("Ada");
  expect(reply.text).not.toContain("@");
  expect((await it.call("GET", `/api/users/${world.owner.uid}`, world.owner)).body.data.email).toBe(
    world.owner.email,
  );
});
