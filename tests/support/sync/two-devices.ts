/**
 * Two devices before the real server: two people, one of them on both devices; somebody else whose songs and playlists
 * they like and follow, and who may take them away.
 */
import { randomUUID } from "node:crypto";
import { type List, songsOfPlaylist } from "../../../contract/list-names.ts";
import type { Playlist } from "../../../contract/playlists.ts";
import type { Song } from "../../../contract/songs.ts";
import type { TestServer, TestUser } from "../server.ts";
import { type Bug, Device } from "./device.ts";
import { type Effect, effectOf, type Fields, Model, type Play, type Request } from "./model.ts";
import { queryAs } from "../database.ts";

/** What others share: made once, and again where a history has taken something away. */
export interface Others {
  artist: TestUser;
  songs: Song[];
  playlists: Playlist[];
}

const otherSongs = 6;
const otherPlaylists = 2;
const ownThings = 3;

export async function createOthers(server: TestServer): Promise<Others> {
  const others = { artist: await server.user({ artist: true }), songs: [], playlists: [] };
  await replenish(server, others);
  return others;
}

async function replenish(server: TestServer, { artist, songs, playlists }: Others): Promise<void> {
  while (songs.length < otherSongs) songs.push(await server.song(artist));
  while (playlists.length < otherPlaylists) playlists.push(await server.playlist(artist));
}

export interface World {
  server: TestServer;
  others: Others;
  /** By uid; the first is signed in on both devices at the beginning. */
  people: Map<string, Person>;
  devices: [Device, Device];
  clock: { now: number };
  /** Songs and playlists that were taken away. */
  lost: Set<string>;
  /** Lists into which something came past what the server had put off, so that it stands below that. */
  overtaken: Set<string>;
  deliverLate(): Promise<void>;
  /** The artist deletes a song, hides one, or hides a playlist. */
  takeAway(what: "delete-song" | "hide-song" | "hide-playlist", index: number): Promise<void>;
  /** The plays that the server counted. */
  readPlays(uid: string): Promise<Play[]>;
  /** Titles and descriptions of a person's playlists, by id. */
  readPlaylists(uid: string): Promise<Map<string, Fields>>;
  close(): Promise<void>;
}

interface Person {
  user: TestUser;
  model: Model;
  /** The playlist whose songs they change, if they have one. */
  playlist: string | undefined;
}

export async function createWorld(server: TestServer, others: Others, bug?: Bug): Promise<World> {
  await replenish(server, others);
  // The server holds plays within the last 30 days; devices begin well inside.
  const clock = { now: server.clock.now - 20 * 24 * 60 * 60_000 };
  const lost = new Set<string>();
  const overtaken = new Set<string>();
  /** What the server put off, and when. */
  const putOff = new Map<string, Map<string, number>>();
  const late: (() => Promise<unknown>)[] = [];
  const people = new Map<string, Person>();
  for (const hasOwn of [true, false]) {
    const person = await createPerson(server, others, hasOwn);
    people.set(person.user.uid, person);
  }
  const [first] = people.keys();

  const personOf = (token: string | null): Person => {
    for (const person of people.values()) if (token === `Bearer ${person.user.token}`) return person;
    throw new Error("A request without a person");
  };

  /** Hands a request to the server, and tells the model what the server said yes to. */
  async function deliver(request: Request): Promise<Response> {
    if (request.path.startsWith("/statistics/")) return new Response(null, { status: 204 });
    const person = personOf(request.token);
    const effect = effectOf(request);
    const { key } = request;
    const path = bug === "toggle" ? toggled(request.path, person) : request.path;
    // The bug: the server makes an id of its own.
    const { id: _, ...withoutId } = (request.body ?? {}) as { id?: string }; // an object, as all bodies here
    const body = bug === "server-made-id" && effect?.change === "create" ? withoutId : request.body;
    const reply = await server.call(request.method as "GET", `${path}${request.search}`, person.user, {
      ...(body === undefined ? {} : { body }),
      ...(key === null ? {} : { key: bug === "random-key" ? randomUUID() : key }),
    });
    if (effect !== undefined && key !== null && reply.status < 300) {
      person.model.accept(key, effect, server.clock.now);
      const edit = editOfOne(effect);
      if (edit !== undefined) {
        const name = `${person.user.uid} ${edit.list}`;
        // Another sender that tried it in the same moment may still take it for put off.
        if (putOff.get(name)?.get(edit.id) !== clock.now) putOff.get(name)?.delete(edit.id);
        if (edit.change !== "out" && (putOff.get(name)?.size ?? 0) > 0) overtaken.add(name);
      }
    }
    return new Response(reply.status === 204 ? null : reply.text, {
      status: reply.status,
      headers: { "content-type": String(reply.headers["content-type"]) },
    });
  }

  const devices = [0, 1].map(
    () =>
      new Device(first ?? "", listsOf([...people.values()]), {
        clock,
        bug,
        deliver,
        later: (again) => late.push(again),
        onPutOff(request) {
          const effect = effectOf(request);
          const edit = effect && editOfOne(effect);
          if (edit === undefined) return;
          const name = `${personOf(request.token).user.uid} ${edit.list}`;
          putOff.set(name, new Map([...(putOff.get(name) ?? []), [edit.id, clock.now]]));
        },
        statesOf: (uid, list) => people.get(uid)?.model.states.get(list)?.length ?? 0,
        tokenOf: (uid) => people.get(uid)?.user.token ?? "",
      }),
  ) as [Device, Device]; // as many as there are numbers above
  for (const device of devices) await device.open();

  return {
    server,
    others,
    people,
    devices,
    clock,
    lost,
    overtaken,
    async deliverLate() {
      for (const again of late.splice(0)) await again();
    },
    async takeAway(what, index) {
      const from = what === "hide-playlist" ? others.playlists : others.songs;
      const [item] = from.splice(index % from.length, 1);
      if (item === undefined) return;
      lost.add(item._id);
      const reply = await takeAway(server, others.artist, what, item._id);
      if (reply.status >= 300) throw new Error(`${what}: ${reply.status} ${reply.text}`);
      for (const { model } of people.values()) model.lose(item._id, what === "delete-song");
    },
    readPlays: (uid) => readPlays(server, uid),
    async readPlaylists(uid) {
      const rows = await queryAs<Fields & { id: string }>(
        server.db,
        "select id, title, description from playlists where owner = $1",
        [uid],
      );
      return new Map(rows.map(({ id, title, description }) => [id, { title, description }]));
    },
    async close() {
      for (const device of devices) await device.close();
    },
  };
}

/** What an effect does to one id of a list. */
function editOfOne(effect: Effect): (Effect & { change: "first" | "last" | "out" }) | undefined {
  switch (effect.change) {
    case "first":
    case "last":
    case "out":
      return effect;
    case "create":
      return { list: "own-playlists", change: "first", id: effect.id };
    case "delete":
      return { list: "own-playlists", change: "out", id: effect.id };
    default:
      return undefined;
  }
}

/** Likes where the call says to take back, and the other way round, when that is how it is already. */
function toggled(path: string, { model }: Person): string {
  const effect = effectOf({ path, body: {} });
  if (effect?.change !== "first" && effect?.change !== "out") return path;
  if (effect.list !== "favourites") return path;
  const isIn = model.lists.get("favourites")?.includes(effect.id) === true;
  return path.replace(/\/(cancel-)?like\//, isIn ? "/cancel-like/" : "/like/");
}

const takeAway = (
  { call }: TestServer,
  artist: TestUser,
  what: "delete-song" | "hide-song" | "hide-playlist",
  id: string,
) => {
  switch (what) {
    case "delete-song":
      return call("DELETE", `/api/songs/${id}`, artist, { body: {} });
    case "hide-song":
      return call("PATCH", `/api/songs/${id}`, artist, {
        body: { songData: { private: true }, confirmed: true },
      });
    case "hide-playlist":
      return call("PATCH", `/api/playlists/${id}`, artist, {
        body: { playlist: { private: true } },
      });
  }
};

/** With songs, playlists and a few favourites; the second one has nothing yet. */
async function createPerson(server: TestServer, others: Others, hasOwn: boolean): Promise<Person> {
  const user = await server.user();
  const lists: [List, string[]][] = [
    ["favourites", []],
    ["followed-people", []],
    ["followed-playlists", []],
  ];
  if (!hasOwn) return { user, model: new Model([...lists, ["own-playlists", []]], halfMs), playlist: undefined };
  const songs = others.songs.slice(0, ownThings).map((song) => song._id);
  const { mine, playlists } = await seedLists(server, user.uid, songs);
  const [playlist = ""] = playlists;
  lists[0] = ["favourites", songs];
  lists.push(["own-songs", mine], ["own-playlists", playlists], [songsOfPlaylist(playlist), songs]);
  return { user, model: new Model(lists, halfMs), playlist };
}

/** Straight into the tables: a history has more to do than to make these. */
async function seedLists({ db, deps, asset }: TestServer, uid: string, songs: readonly string[]) {
  const places = Array.from({ length: ownThings }, (_, place) => place + 1);
  const mine = places.map(() => deps.newId());
  const playlists = places.map(() => deps.newId());
  for (const place of places) {
    const values = [mine[place - 1], uid, await asset(uid), place];
    await db.query(
      `insert into songs (id, owner, title, artist, genre, private, audio, duration, bytes, mime_type, position, created_at)
       values ($1, $2, 'Own', 'Ada', 'Ska', true, $3, 1, 1, 'audio/mpeg', $4, 1)`,
      values,
    );
    await db.query(
      `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
       values ($1, $2, 'Shore', 'By the sea', false, $3, 'shore', 1)`,
      [playlists[place - 1], uid, place],
    );
    await db.query("insert into playlist_songs (playlist_id, song_id, position) values ($1, $2, $3)", [
      playlists[0],
      songs[place - 1],
      place,
    ]);
    await db.query("insert into likes (uid, song_id, position, created_at) values ($1, $2, $3, 1)", [
      uid,
      songs[place - 1],
      place,
    ]);
  }
  return { mine, playlists };
}

/** Half of a test song's length. */
const halfMs = Math.floor((183.5 * 1000) / 2);

const listsOf = (people: readonly Person[]): List[] => [
  ...new Set(people.flatMap(({ model }) => [...model.lists.keys()])),
];

/** The plays that count, oldest first. */
async function readPlays(server: TestServer, uid: string): Promise<Play[]> {
  const plays = await queryAs<Play>(
    server.db,
    `select song_id as "songId", played_at as "heardAt" from plays where uid = $1 order by played_at, song_id`,
    [uid],
  );
  return plays.map(({ songId, heardAt }) => ({ songId, heardAt: Number(heardAt) }));
}
