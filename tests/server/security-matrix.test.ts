/** Every route against every kind of caller. A route of the contract without a row fails (specification 21.6). */
import { createHmac, generateKeyPairSync } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeStreamPath } from "../../contract/change-stream.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import * as media from "../../contract/media.ts";
import * as playlists from "../../contract/playlists.ts";
import * as search from "../../contract/search.ts";
import * as songs from "../../contract/songs.ts";
import * as statistics from "../../contract/statistics.ts";
import * as users from "../../contract/users.ts";
import { describeKey } from "../../server/identity/signing-keys.ts";
import { operations } from "../../server/identity/operations.ts";
import { issueIdToken } from "../../server/identity/tokens.ts";
import { basePaths } from "../../server/http/router.ts";
import { createTestServer, uploadReply, type TestServer, type TestUser } from "../support/server.ts";

const contract: Record<string, unknown> = {
  ...songs,
  ...media,
  ...playlists,
  ...search,
  ...users,
  ...statistics,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "reply" in value && "path" in value && "method" in value;

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
  publicPlaylist: string;
  privatePlaylist: string;
}

interface Ask {
  path: string;
  body?: unknown;
}
type CallOf = (world: World) => Ask | Promise<Ask>;

interface Row {
  /** What `owner` asks; the caller of the other columns asks the same. */
  ask: CallOf;
  owner: number;
  other: number;
  /** Without a profile. */
  stranger: number;
  /** The same call on an item of the owner that is private and new, for somebody else and then for the owner. */
  private?: {
    item: "song" | "playlist";
    ask: (id: string, world: World) => Ask;
    owner: number;
    other: number;
  };
  /** Anybody may call it, with any token or none. */
  open?: true;
}

const newSong = async ({ owner }: World) => (await server.song(owner))._id;
const newPlaylist = async ({ owner }: World) => (await server.playlist(owner))._id;
/** Of nothing. */
const absent = "00000000-0000-7000-8000-000000000000";
/** What everybody with a profile may ask. */
const anybody = { owner: 200, other: 200, stranger: 403 } as const;
/** What is for the owner only and names them in the path. */
const self = { owner: 200, other: 403, stranger: 403 } as const;
const open = { stranger: 204, owner: 204, other: 204, open: true } as const;
const list = (path: string): Row => ({ ask: () => ({ path }), ...anybody });
const ownList = (path: string): Row => ({
  ask: ({ owner }) => ({ path: path.replace("{uid}", owner.uid) }),
  ...self,
});
const order = { orderedList: [] };

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
  announceUpload: { ask: () => ({ path: "/uploads", body: { kind: "video" } }), ...anybody },
  songsByIds: {
    ask: ({ publicSong }) => ({ path: `/songs?ids=${publicSong}` }),
    owner: 200,
    other: 200,
    stranger: 403,
  },
  songLyrics: {
    ask: ({ publicSong }) => ({ path: `/songs/${publicSong}/lyrics` }),
    owner: 200,
    other: 200,
    stranger: 403,
    private: { item: "song", ask: (id) => ({ path: `/songs/${id}/lyrics` }), owner: 200, other: 404 },
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
    ask: ({ publicSong }) => ({ path: `/songs/like/${publicSong}`, body: {} }),
    owner: 200,
    other: 200,
    stranger: 403,
    private: {
      item: "song",
      ask: (id) => ({ path: `/songs/like/${id}`, body: {} }),
      owner: 200,
      other: 404,
    },
  },
  cancelLikeSong: {
    ask: ({ publicSong }) => ({ path: `/songs/cancel-like/${publicSong}`, body: {} }),
    owner: 200,
    other: 200,
    stranger: 403,
    private: {
      item: "song",
      ask: (id) => ({ path: `/songs/cancel-like/${id}`, body: {} }),
      owner: 200,
      other: 200,
    },
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
    ...open,
  },
  artists: list("/users/artists"),
  editUser: {
    ask: ({ owner }) => ({ path: `/users/${owner.uid}`, body: {} }),
    ...self,
  },
  deleteUser: {
    // Past every check on the caller: of a sign-in that is too old, as `it.clock` has moved.
    ask: ({ owner }) => ({ path: `/users/${owner.uid}`, body: {} }),
    owner: 403,
    other: 403,
    stranger: 403,
  },
  updateEmail: {
    ask: ({ owner }) => ({
      path: `/users/update-email/${owner.uid}`,
      body: { newEmail: owner.email },
    }),
    ...self,
  },
  followingIds: ownList("/users/following/{uid}?fields=ids"),
  followUser: {
    ask: ({ other }) => ({ path: `/users/follow/${other.uid}`, body: {} }),
    owner: 200,
    other: 409,
    stranger: 403,
  },
  cancelFollowUser: {
    ask: ({ other }) => ({ path: `/users/cancel-follow/${other.uid}`, body: {} }),
    owner: 200,
    other: 409,
    stranger: 403,
  },
  editSong: {
    ask: ({ publicSong }) => ({ path: `/songs/${publicSong}`, body: { songData: {} } }),
    ...self,
    private: {
      item: "song",
      ask: (id) => ({ path: `/songs/${id}`, body: { songData: {} } }),
      owner: 200,
      other: 404,
    },
  },
  putDeleteSong: {
    ask: async (all) => ({ path: `/songs/${await newSong(all)}`, body: {} }),
    owner: 204,
    other: 403,
    stranger: 403,
    private: {
      item: "song",
      ask: (id) => ({ path: `/songs/${id}`, body: {} }),
      owner: 204,
      other: 404,
    },
  },
  deleteSong: {
    ask: async (all) => ({ path: `/songs/${await newSong(all)}` }),
    owner: 204,
    other: 403,
    stranger: 403,
    private: { item: "song", ask: (id) => ({ path: `/songs/${id}` }), owner: 204, other: 404 },
  },
  songPlayed: {
    ask: ({ publicSong }) => ({ path: `/songs/played/${publicSong}`, body: {} }),
    owner: 204,
    other: 204,
    stranger: 403,
    private: {
      item: "song",
      ask: (id) => ({ path: `/songs/played/${id}`, body: {} }),
      owner: 204,
      other: 404,
    },
  },
  allSongs: list("/songs/all/"),
  accessibleSongs: ownList("/songs/accessible-songs/{uid}"),
  likedMost: list("/songs/liked-most"),
  orderSongs: {
    ask: ({ owner }) => ({ path: `/songs/order/${owner.uid}`, body: order }),
    ...self,
  },
  orderFavourites: {
    ask: ({ owner }) => ({ path: `/songs/order-favorite/${owner.uid}`, body: order }),
    ...self,
  },
  createPlaylist: {
    ask: () => ({
      path: "/playlists",
      body: { playlist: { title: "Shore", description: "By the sea", private: true } },
    }),
    owner: 201,
    other: 201,
    stranger: 403,
  },
  getPlaylist: {
    ask: ({ publicPlaylist }) => ({ path: `/playlists/${publicPlaylist}` }),
    ...anybody,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/${id}` }),
      owner: 200,
      other: 404,
    },
  },
  getPlaylistDetail: {
    ask: ({ publicPlaylist }) => ({ path: `/playlists/playlist/${publicPlaylist}` }),
    ...anybody,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/playlist/${id}` }),
      owner: 200,
      other: 404,
    },
  },
  playlistSongIds: {
    ask: ({ publicPlaylist }) => ({ path: `/playlists/playlist/${publicPlaylist}?fields=ids` }),
    ...anybody,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/playlist/${id}?fields=ids` }),
      owner: 200,
      other: 404,
    },
  },
  editPlaylist: {
    ask: ({ publicPlaylist }) => ({
      path: `/playlists/${publicPlaylist}`,
      body: { playlist: {} },
    }),
    ...self,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/${id}`, body: { playlist: {} } }),
      owner: 200,
      other: 404,
    },
  },
  putDeletePlaylist: {
    ask: async (all) => ({ path: `/playlists/${await newPlaylist(all)}`, body: {} }),
    owner: 204,
    other: 403,
    stranger: 403,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/${id}`, body: {} }),
      owner: 204,
      other: 404,
    },
  },
  deletePlaylist: {
    ask: async (all) => ({ path: `/playlists/${await newPlaylist(all)}` }),
    owner: 204,
    other: 403,
    stranger: 403,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/${id}` }),
      owner: 204,
      other: 404,
    },
  },
  playlistsOfUser: {
    ask: ({ owner }) => ({ path: `/playlists/my-lists/${owner.uid}` }),
    ...anybody,
  },
  playlistIdsOfUser: {
    ask: ({ owner }) => ({ path: `/playlists/my-lists/${owner.uid}?fields=ids` }),
    ...anybody,
  },
  followedPlaylists: ownList("/playlists/my-favorite-lists/{uid}"),
  followedPlaylistIds: ownList("/playlists/my-favorite-lists/{uid}?fields=ids"),
  publicPlaylists: ownList("/playlists/public/{uid}"),
  allPlaylists: list("/playlists/all/"),
  addSongToPlaylist: {
    ask: async (all) => ({
      path: `/playlists/add/${await newSong(all)}`,
      body: { playlistId: all.publicPlaylist },
    }),
    ...self,
    private: {
      item: "playlist",
      ask: (id, { publicSong }) => ({
        path: `/playlists/add/${publicSong}`,
        body: { playlistId: id },
      }),
      owner: 200,
      other: 404,
    },
  },
  removeSongFromPlaylist: {
    ask: ({ publicPlaylist, publicSong }) => ({
      path: `/playlists/songs/${publicPlaylist}`,
      body: { songId: publicSong },
    }),
    ...self,
    private: {
      item: "playlist",
      ask: (id, { publicSong }) => ({
        path: `/playlists/songs/${id}`,
        body: { songId: publicSong },
      }),
      owner: 200,
      other: 404,
    },
  },
  followPlaylist: {
    ask: ({ publicPlaylist }) => ({ path: `/playlists/follow/${publicPlaylist}`, body: {} }),
    owner: 409,
    other: 200,
    stranger: 403,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/follow/${id}`, body: {} }),
      owner: 409,
      other: 404,
    },
  },
  cancelFollowPlaylist: {
    ask: ({ publicPlaylist }) => ({
      path: `/playlists/cancel-follow/${publicPlaylist}`,
      body: {},
    }),
    owner: 409,
    other: 200,
    stranger: 403,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/cancel-follow/${id}`, body: {} }),
      owner: 409,
      other: 404,
    },
  },
  orderPlaylists: {
    ask: ({ owner }) => ({ path: `/playlists/order/${owner.uid}`, body: order }),
    ...self,
  },
  orderPlaylistSongs: {
    ask: ({ publicPlaylist }) => ({
      path: `/playlists/order-songs/${publicPlaylist}`,
      body: order,
    }),
    ...self,
    private: {
      item: "playlist",
      ask: (id) => ({ path: `/playlists/order-songs/${id}`, body: order }),
      owner: 200,
      other: 404,
    },
  },
  topPlaylists: {
    ask: ({ publicSong, privateSong }) => ({
      path: "/playlists/top/",
      body: { songList: [publicSong, privateSong] },
    }),
    ...anybody,
  },
  sortedPlaylists: list("/playlists/sort-playlists"),
  search: list("/search?q=s"),
  searchIndex: list("/search/index"),
  popularSongs: {
    ask: () => ({ path: "/popular-songs" }),
    ...open,
    owner: 200,
    other: 200,
    stranger: 200,
  },
  songsOfGenre: {
    ask: () => ({ path: "/song-genre/", body: { genre: "Ska" } }),
    ...open,
    owner: 200,
    other: 200,
    stranger: 200,
  },
  countPlay: {
    ask: ({ privateSong }) => ({ path: `/song-played/${privateSong}` }),
    ...open,
  },
  unregisterSong: {
    ask: ({ publicSong }) => ({ path: `/delete-song/${publicSong}` }),
    ...open,
  },
  updateGenres: {
    ask: () => ({ path: "/update_genres/" }),
    ...open,
    owner: 200,
    other: 200,
    stranger: 200,
  },
};

let server: TestServer;
let world: World;
let badTokens: Record<string, string>;
beforeAll(async () => {
  server = await createTestServer();
  const owner = await server.user({ artist: true });
  world = {
    owner,
    other: await server.user(),
    stranger: await server.user({ profile: false }),
    publicSong: (await server.song(owner))._id,
    privateSong: (await server.song(owner, { private: true }))._id,
    publicPlaylist: "",
    privatePlaylist: "",
  };
  const { publicSong, privateSong } = world;
  world.publicPlaylist = (await server.playlist(owner, { songs: [publicSong] }))._id;
  world.privatePlaylist = (await server.playlist(owner, { private: true, songs: [privateSong] }))._id;
  badTokens = await forge();
  // The sign-ins are no longer fresh.
  server.clock.now += 6 * 60_000;
});
afterAll(() => server.close());

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Tokens for `owner` that are wrong in one way each. */
async function forge(): Promise<Record<string, string>> {
  const { identity, clock } = server;
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
    "other key": await issueIdToken({ ...identity, keys: { ...other, kid: identity.keys.kid } }, subject),
    "unknown key id": await issueIdToken({ ...identity, keys: { ...identity.keys, kid: "unknown" } }, subject),
    "empty subject": await issueIdToken(identity, { ...subject, uid: "" }),
    "no account": await issueIdToken(identity, { ...subject, uid: "nobody" }),
    "ended session": await issueIdToken(identity, { ...subject, authTime: seconds - 1 }),
  };
}

test("every endpoint of the contract is served and has a row, and nothing else is served", () => {
  const names = endpoints.map(([name]) => name).sort();
  expect(Object.keys(rows).sort()).toEqual(names);
  const signature = (endpoint: Endpoint) => `${endpoint.base} ${endpoint.method} ${endpoint.path}`;
  const served = server.bound.map(({ endpoint }) => signature(endpoint)).sort();
  expect(served).toEqual(endpoints.map(([, endpoint]) => signature(endpoint)).sort());
  const open = server.bound.filter(({ token }) => !token).map(({ endpoint }) => endpoint.base);
  expect(new Set(open)).toEqual(new Set(["statistics"]));
});

const cases = endpoints.flatMap(([name, endpoint]) => {
  const row = rows[name];
  return row ? [{ name, endpoint, row }] : [];
});

describe.each(cases)("$name", ({ name, endpoint, row }) => {
  const call = async (user: TestUser | string | null, ask: CallOf = row.ask) => {
    const { path, body } = await ask(world);
    return server.call(endpoint.method, basePaths[endpoint.base] + path, user, { body });
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
    if (row.stranger === 201) await server.db.query("delete from users where uid = $1", [world.stranger.uid]);
  });

  test("keeps private items of others out of sight", async () => {
    if (!row.private) {
      const { text } = await call(world.other);
      expect(text).not.toContain(world.privateSong);
      expect(text).not.toContain(world.privatePlaylist);
      return;
    }
    const { item, ask, owner, other } = row.private;
    const { _id: id } = await server[item](world.owner, { private: true });
    const hidden = await call(world.other, (all) => ask(id, all));
    expect(hidden.status).toBe(other);
    const nothing = await call(world.other, (all) => ask(absent, all));
    // The same bytes as for an id that does not exist, but for the id that was asked for.
    expect(hidden.text.replaceAll(id, absent)).toBe(nothing.text);
    expect((await call(world.owner, (all) => ask(id, all))).status).toBe(owner);
  });

  test("refuses a userId that is not the caller's", async () => {
    const { path, body } = await row.ask(world);
    if (!("entries" in endpoint.body) || !("userId" in (endpoint.body.entries as object))) return;
    const options = { body: { ...(body as object), userId: world.other.uid } };
    const reply = await server.call(endpoint.method, basePaths[endpoint.base] + path, world.owner, options);
    expect([reply.status, reply.body.code]).toEqual([403, "not-yourself"]);
  });
});

test("a playlist's id from a device takes nothing of others, and tells only that it is used up", async () => {
  const playlist = { title: "Mine", description: "By the sea", private: false };
  const make = (user: TestUser, id: string) =>
    server.call("POST", "/api/playlists", user, { body: { id, playlist, owner: user.uid } });
  const { other, owner } = world;
  const gone = (await server.playlist(owner, { private: true }))._id;
  await server.call("DELETE", `/api/playlists/${gone}`, owner, { body: {} });
  const used = [world.publicPlaylist, world.privatePlaylist, world.publicSong, world.privateSong, gone];
  const refused = await Promise.all(used.map((id) => make(other, id)));
  expect(refused.map(({ status }) => status)).toEqual(used.map(() => 409));
  // The same bytes for all of them.
  expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
  expect((await make(owner, world.privatePlaylist)).body.data).toMatchObject({ owner: owner.uid, title: "Shore" });
  const mine = server.deps.newId();
  expect((await make(other, mine)).body.data).toMatchObject({ _id: mine, owner: other.uid });
});

describe("the change stream", () => {
  const ask = (user: TestUser | string | null, query = "?page=a") =>
    server.call("GET", `/api${changeStreamPath}${query}`, user);

  test("refuses every bad token alike", async () => {
    for (const token of [null, ...Object.values(badTokens)]) {
      const reply = await ask(token);
      expect([token, reply.status, reply.body.code]).toEqual([token, 401, "unauthenticated"]);
    }
  });

  test("wants a profile, and the name of a page that is no text of any kind", async () => {
    expect((await ask(world.stranger)).status).toBe(403);
    for (const query of ["", "?page=", "?page=a%0Ab", `?page=${"a".repeat(65)}`, "?page=a&page=b"])
      expect([query, (await ask(world.owner, query)).status]).toEqual([query, 422]);
  });
});

test("another user's profile shows no email", async () => {
  const reply = await server.call("GET", `/api/users/${world.owner.uid}`, world.other);
  expect(reply.body.data.firstName).toBe("Ada");
  expect(reply.text).not.toContain("@");
  expect((await server.call("GET", `/api/users/${world.owner.uid}`, world.owner)).body.data.email).toBe(
    world.owner.email,
  );
});

/** What the embedded provider is asked, and what it answers without demo mode to a token that is not fresh. */
interface IdentityRow {
  body: (world: World) => object;
  /** Whether a token in the body decides. */
  token: boolean;
  /** The provider's code for the caller's own token; undefined is a success. */
  other: string | undefined;
}

const password = "Correct!1horse";
const tooOld = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN";
const guess = (world: World) => ({ email: world.owner.email, password });
/** Anything of the owner's that a caller might slip in. */
const meant = ({ owner }: World) => ({ localId: owner.uid, uid: owner.uid, targetProjectId: "x" });

const identityRows: Record<string, IdentityRow> = {
  signUp: { body: guess, token: false, other: "OPERATION_NOT_ALLOWED" },
  signInWithPassword: { body: guess, token: false, other: "INVALID_LOGIN_CREDENTIALS" },
  signInWithIdp: {
    body: () => ({ postBody: "id_token=a.b.c&providerId=google.com" }),
    token: false,
    other: "OPERATION_NOT_ALLOWED",
  },
  lookup: { body: meant, token: true, other: undefined },
  update: { body: (world) => ({ ...meant(world), password }), token: true, other: tooOld },
  delete: { body: meant, token: true, other: tooOld },
  sendOobCode: {
    body: (world) => ({
      ...meant(world),
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      newEmail: "taken-over@example.org",
    }),
    token: true,
    other: tooOld,
  },
  resetPassword: {
    body: () => ({ oobCode: "x".repeat(43), newPassword: password }),
    token: false,
    other: "INVALID_OOB_CODE",
  },
};

test("every operation of the embedded provider has a row", () => {
  expect(Object.keys(identityRows).sort()).toEqual(Object.keys(operations).sort());
});

describe.each(Object.entries(identityRows))("accounts:%s", (name, row) => {
  const call = (idToken: string | undefined) =>
    server.call("POST", `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=x`, null, {
      body: { ...row.body(world), ...(idToken === undefined ? {} : { idToken }) },
      address: "10.40.0.1",
    });
  const accounts = () => server.db.query("select uid, email, password_hash, valid_since from accounts order by uid");

  test("does nothing by a bad token or none, and says so finally but for one past its hour", async () => {
    const before = await accounts();
    // Where no token decides, one shows it.
    const tokens = Object.entries(badTokens).slice(0, row.token ? undefined : 1);
    for (const [kind, token] of [["none", undefined], ...tokens] as const) {
      const { status, body } = await call(token);
      if (name === "lookup" && kind === "expired") {
        expect([kind, status, "error" in body]).toEqual([kind, 401, false]);
        continue;
      }
      expect([kind, status]).toEqual([kind, 400]);
      const wanted = row.token ? /TOKEN|USER_NOT_FOUND/ : /^[A-Z_]+$/;
      expect(body.error.message).toMatch(wanted);
    }
    expect(await accounts()).toEqual(before);
  });

  test("acts for the token's own account, whatever the body names", async () => {
    const before = await accounts();
    const { body } = await call(world.other.token);
    expect(body.error?.message).toBe(row.other);
    if (row.other === undefined) expect(body.users[0].localId).toBe(world.other.uid);
    expect(await accounts()).toEqual(before);
    expect(server.mails).toEqual([]);
  });
});
