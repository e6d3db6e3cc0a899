/** Whatever is hidden, shown, liked, followed and deleted in any order: nobody meets another's private thing anywhere. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { genres } from "../../contract/rules/genres.ts";
import { IdsOnly } from "../../contract/common-schemas.ts";
import { basePaths } from "../../server/http/router.ts";
import { isFull } from "../support/repetitions.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
let users: TestUser[];
let songs: string[];
let playlists: string[];
beforeAll(async () => {
  server = await createTestServer({ env: { RATE_FACTOR: "1000" } });
}, 60_000);
afterAll(() => server.close());

/** Three artists with three songs and two playlists each. */
async function makeWorld() {
  users = [];
  songs = [];
  playlists = [];
  for (let n = 0; n < 3; n++) {
    const user = await server.user({ artist: true });
    users.push(user);
    for (let i = 0; i < 3; i++) songs.push((await server.song(user, { private: i === 0, title: `Title ${i}` }))._id);
    for (let i = 0; i < 2; i++)
      playlists.push((await server.playlist(user, { private: i === 0, title: `Title ${i}` }))._id);
  }
}

const ownerOf = (list: string[], n: number) => users[Math.floor(n / (list.length / 3))];

/** What is hidden from everybody but its owner, as the database has it. */
async function hidden(): Promise<{ id: string; owner: string }[]> {
  return [
    ...(await queryAs<{ id: string; owner: string }>(server.db, "select id, owner from songs where private")),
    ...(await queryAs<{ id: string; owner: string }>(server.db, "select id, owner from playlists where private")),
  ];
}

/** Every reading call of the server, with every id in every place where one fits. */
function readings(viewer: TestUser): { method: "GET" | "PUT"; url: string; body?: unknown }[] {
  const uids = users.map(({ uid }) => uid);
  const gets = server.bound
    .filter(({ endpoint }) => endpoint.method === "GET")
    .flatMap(({ endpoint }) => {
      const base = basePaths[endpoint.base] + endpoint.path;
      const ids = !base.includes("{id}") ? [""] : /playlists\/(\{id\}|playlist)/.test(base) ? playlists : uids;
      const query = endpoint.query === IdsOnly ? "?fields=ids" : "";
      return ids.map((id) => base.replace("{id}", id) + query);
    });
  return [
    ...new Set([
      ...gets,
      `/api/songs?ids=${songs.join(",")}`,
      "/api/search?q=title",
      "/api/songs/all/?limit=2",
      "/api/playlists/all/?limit=2",
      `/api/songs/mysongs/${users[0]?.uid}?limit=1`,
      `/api/songs/accessible-songs/${viewer.uid}`,
    ]),
  ]
    .map((url): ReturnType<typeof readings>[number] => ({ method: "GET", url }))
    .concat([
      { method: "PUT", url: "/api/playlists/top/", body: { songList: songs } },
      ...genres.map((genre) => ({
        method: "PUT" as const,
        url: "/statistics/song-genre/",
        body: { genre },
      })),
    ]);
}

/** Returns answers with the content of their cursors spelled out. */
const spelled = (text: string) =>
  text.replace(/"next":"([\w-]+)"/, (_, next: string) => Buffer.from(next, "base64url").toString());

/** Of each playlist that the viewer sees, how many songs it shows them. */
async function countVisibleSongs(viewer: TestUser): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const id of playlists) {
    const { body } = await server.call("GET", `/api/playlists/playlist/${id}?limit=500`, viewer);
    if (body?.data) counts.set(id, body.data.songs.length);
  }
  return counts;
}

async function expectNothingHidden(): Promise<void> {
  const secret = await hidden();
  for (const viewer of users) {
    const visibleSongs = await countVisibleSongs(viewer);
    const others = secret.filter(({ owner }) => owner !== viewer.uid).map(({ id }) => id);
    for (const { method, url, body } of readings(viewer)) {
      const reply = await server.call(method, url, viewer, { body });
      expect([url, reply.status < 500]).toEqual([url, true]);
      const shown = spelled(reply.text);
      expect([url, others.filter((id) => shown.includes(id))]).toEqual([url, []]);
      // Statistics are for everybody: not even the owner's own are there.
      if (url.startsWith("/statistics"))
        expect([url, secret.filter(({ id }) => shown.includes(id))]).toEqual([url, []]);
      for (const found of Array.isArray(reply.body?.data) ? reply.body.data : [])
        // Those of an earlier world are not asked about.
        if (visibleSongs.has(found?._id)) expect([url, found.songCount]).toEqual([url, visibleSongs.get(found._id)]);
    }
  }
}

const n = fc.nat({ max: 8 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("song"), n, hide: fc.boolean() }),
  fc.record({ kind: fc.constant("playlist"), n, hide: fc.boolean() }),
  fc.record({ kind: fc.constantFrom("like", "play", "follow"), n, by: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant("add"), n, to: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constantFrom("delete song", "delete playlist"), n }),
);

/** Calls that the rules refuse are part of it. */
async function take(action: Record<string, unknown> & { kind: string; n: number }): Promise<void> {
  const { kind, n, hide, by, to } = action;
  const song = songs[n % songs.length] ?? "";
  const list = playlists[n % playlists.length] ?? "";
  const songOwner = ownerOf(songs, n % songs.length) ?? null;
  const listOwner = ownerOf(playlists, n % playlists.length) ?? null;
  const someone = users[Number(by ?? 0)] ?? null;
  const call = (path: string, user: TestUser | null, body: unknown = {}) =>
    server.call("PATCH", `/api${path}`, user, { body });
  if (kind === "song") await call(`/songs/${song}`, songOwner, { songData: { private: hide }, confirmed: true });
  if (kind === "playlist") await call(`/playlists/${list}`, listOwner, { playlist: { private: hide } });
  if (kind === "like") await call(`/songs/like/${song}`, someone);
  if (kind === "play") await call(`/songs/played/${song}`, someone);
  if (kind === "follow") await call(`/playlists/follow/${list}`, someone);
  if (kind === "add") {
    const target = Number(to) % playlists.length;
    const owner = ownerOf(playlists, target) ?? null;
    await call(`/playlists/add/${song}`, owner, { playlistId: playlists[target] });
  }
  if (kind === "delete song") await server.call("DELETE", `/api/songs/${song}`, songOwner);
  if (kind === "delete playlist") await server.call("DELETE", `/api/playlists/${list}`, listOwner);
}

test(
  "random moves between public and private never show one person's to another",
  {
    timeout: 120_000,
  },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        await makeWorld();
        for (const action of steps) await take(action);
        await expectNothingHidden();
      }),
      isFull ? { numRuns: 40 } : { numRuns: 3, seed: 1 },
    );
    expect((await hidden()).length).toBeGreaterThan(0);
  },
);
