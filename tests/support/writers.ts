/**
 * People who write without pause, one call after the other, and remember what the server acknowledged. What one of them
 * remembers is exactly what the server must know afterwards, whatever happened to it in between.
 */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Method } from "../../contract/endpoint.ts";
import { ask, audioForm, publish, uploadPath, type Reply } from "./http-client.ts";
import { audioBytes } from "./audio-files.ts";
import type { Library, Person } from "./server-library.ts";

interface Operation {
  method: Method;
  path: string;
  body?: unknown;
  /** Without one a lost answer stays unknown: uploads only. */
  key?: string;
  /** What is true from the acknowledgement on. */
  apply(reply: Reply): void;
}

/** What all writers like, play and follow. */
interface Pool {
  songs: string[];
  playlists: string[];
}

/** Calls that are refused this way are to be sent again. */
const isPassing = (status: number) => status === 503 || status === 507;

class Writer {
  readonly person: Person;
  readonly #pool: Pool;
  readonly #peers: string[];
  /** All newest first, as the lists of the server. */
  favourites: string[] = [];
  songs: string[] = [];
  playlists: string[] = [];
  followed: string[] = [];
  followedPlaylists: string[] = [];
  readonly contents = new Map<string, string[]>();
  readonly plays = new Map<string, number>();
  readonly #uploads: unknown[] = [];
  acknowledged = 0;
  /** Answers of 503 and 507. */
  readonly refusals: Reply[] = [];
  #pending: Operation | undefined;
  #last: { operation: Operation; reply: Reply } | undefined;
  #time = Date.now();

  constructor(person: Person, pool: Pool, peers: string[]) {
    this.person = person;
    this.#pool = pool;
    this.#peers = peers;
  }

  /** Writes until the connection ends or `until` says so. */
  async run(origin: string, until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      this.#pending = this.#next();
      try {
        await this.#send(origin, this.#pending, until);
      } catch (error) {
        if (isEnd(error)) return;
        throw error;
      }
    }
  }

  /** Asks again what had no answer: under its key it has one effect, whether it had one before or not. */
  async settle(origin: string): Promise<void> {
    if (this.#pending?.key !== undefined) await this.#send(origin, this.#pending);
    this.#pending = undefined;
  }

  /** Asks again what had an answer: it is the same answer, and nothing is done. */
  async repeat(origin: string): Promise<void> {
    if (this.#last?.operation.key === undefined) return;
    const { operation, reply } = this.#last;
    const again = await this.#ask(origin, operation);
    expect([again.status, plain(again)]).toEqual([reply.status, plain(reply)]);
  }

  /** Compares every list with what was acknowledged. */
  async check(origin: string): Promise<void> {
    const { uid } = this.person;
    const ids = async (path: string) => {
      const reply = await ask(origin, "GET", `/api${path}?fields=ids`, this.person);
      return reply.body?.data ?? reply.text;
    };
    expect({
      favourites: await ids(`/users/myFavoriteSongs/${uid}`),
      songs: await ids(`/songs/mysongs/${uid}`),
      playlists: await ids(`/playlists/my-lists/${uid}`),
      followed: await ids(`/users/following/${uid}`),
      followedPlaylists: await ids(`/playlists/my-favorite-lists/${uid}`),
    }).toEqual({
      favourites: this.favourites,
      songs: this.songs,
      playlists: this.playlists,
      followed: this.followed,
      followedPlaylists: this.followedPlaylists,
    });
    for (const id of this.playlists) expect(await ids(`/playlists/playlist/${id}`)).toEqual(this.contents.get(id));
  }

  /** An upload that was acknowledged is still there to become a song. */
  async claimUploads(origin: string): Promise<void> {
    for (const metadata of this.#uploads.splice(0)) await this.#send(origin, this.#makeSong(metadata));
  }

  async #send(origin: string, operation: Operation, until?: AbortSignal): Promise<void> {
    for (;;) {
      const reply = await this.#ask(origin, operation);
      if (reply.status < 300) {
        operation.apply(reply);
        this.acknowledged++;
        this.#last = { operation, reply };
        this.#pending = undefined;
        return;
      }
      if (!isPassing(reply.status))
        throw new Error(`${operation.method} ${operation.path}: ${reply.status} ${reply.text}`);
      this.refusals.push(reply);
      if (until?.aborted === true) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #ask(origin: string, { method, path, body, key }: Operation): Promise<Reply> {
    return ask(origin, method, path, this.person, { body, key });
  }

  #next(): Operation {
    const kinds = [
      () => this.#like(),
      () => this.#like(),
      () => this.#play(),
      () => this.#play(),
      () => this.#orderFavourites(),
      () => this.#song(),
      () => this.#playlist(),
      () => this.#content(),
      () => this.#follow(),
      () => this.#followPlaylist(),
    ];
    return pick(kinds)();
  }

  #write(method: Method, path: string, body: unknown, apply: Operation["apply"]): Operation {
    return { method, path: `/api${path}`, body, key: randomUUID(), apply };
  }

  #like(): Operation {
    const id = pick(this.#pool.songs);
    return this.#set("/songs", "like", id, this.favourites, (list) => (this.favourites = list));
  }

  #follow(): Operation {
    const id = pick(this.#peers.filter((uid) => uid !== this.person.uid));
    return this.#set("/users", "follow", id, this.followed, (list) => (this.followed = list));
  }

  #followPlaylist(): Operation {
    const id = pick(this.#pool.playlists);
    return this.#set("/playlists", "follow", id, this.followedPlaylists, (list) => {
      this.followedPlaylists = list;
    });
  }

  /** Puts it first into a list, or takes it out of it. */
  #set(base: string, verb: string, id: string, list: string[], keep: (list: string[]) => void): Operation {
    const rest = list.filter((other) => other !== id);
    return list.includes(id)
      ? this.#write("PATCH", `${base}/cancel-${verb}/${id}`, {}, () => keep(rest))
      : this.#write("PATCH", `${base}/${verb}/${id}`, {}, () => keep([id, ...list]));
  }

  #play(): Operation {
    const id = pick(this.#pool.songs);
    const count = this.plays.get(id) ?? 0;
    // Of one song 50 a day count.
    if (count === 50) return this.#like();
    this.#time -= 10_000;
    const body = { playedAt: new Date(this.#time).toISOString() };
    return this.#write("PATCH", `/songs/played/${id}`, body, () => this.plays.set(id, count + 1));
  }

  #orderFavourites(): Operation {
    const base = this.favourites;
    const body = { orderedList: shuffle(base), base };
    const path = `/songs/order-favorite/${this.person.uid}`;
    return this.#write("PATCH", path, body, (reply) => {
      expect(reply.body.data.orderedList).toEqual(body.orderedList);
      this.favourites = body.orderedList;
    });
  }

  #song(): Operation {
    const [metadata] = this.#uploads;
    if (metadata !== undefined && Math.random() < 0.7) {
      this.#uploads.shift();
      return this.#makeSong(metadata);
    }
    const gone = pick(this.songs);
    if (this.songs.length > 3 && gone !== undefined)
      return this.#write("DELETE", `/songs/${gone}`, undefined, () => {
        this.songs = this.songs.filter((id) => id !== gone);
        for (const [id, list] of this.contents)
          this.contents.set(
            id,
            list.filter((song) => song !== gone),
          );
      });
    return {
      method: "POST",
      path: uploadPath,
      body: audioForm(audioBytes("mp3")),
      apply: (reply) => void this.#uploads.push(reply.body),
    };
  }

  #makeSong(metadata: unknown): Operation {
    const song = { title: "Mine", artist: "Ada", genre: "Ska", private: Math.random() < 0.5 };
    return this.#write("POST", "/songs", { song, metadata, image: null }, (reply) => {
      this.songs = [reply.body.data._id, ...this.songs];
    });
  }

  #playlist(): Operation {
    const gone = pick(this.playlists);
    if (this.playlists.length > 3 && gone !== undefined)
      return this.#write("PUT", `/playlists/${gone}`, {}, () => {
        this.playlists = this.playlists.filter((id) => id !== gone);
      });
    const playlist = { title: "Shore", description: "By the sea", private: true };
    return this.#write("POST", "/playlists", { playlist }, (reply) => {
      this.playlists = [reply.body.data._id, ...this.playlists];
      this.contents.set(reply.body.data._id, []);
    });
  }

  #content(): Operation {
    const id = pick(this.playlists);
    const song = pick([...this.#pool.songs, ...this.songs]);
    const list = this.contents.get(id ?? "");
    if (id === undefined || list === undefined || song === undefined) return this.#playlist();
    if (list.includes(song) && Math.random() < 0.5) {
      const body = { orderedList: shuffle(list), base: list };
      return this.#write("PATCH", `/playlists/order-songs/${id}`, body, () => this.contents.set(id, body.orderedList));
    }
    return list.includes(song)
      ? this.#write("PATCH", `/playlists/songs/${id}`, { songId: song }, () =>
          this.contents.set(
            id,
            list.filter((other) => other !== song),
          ),
        )
      : this.#write("PATCH", `/playlists/add/${song}`, { playlistId: id }, () =>
          this.contents.set(id, [...list, song]),
        );
  }
}

/** Signatures of private addresses change every hour. */
const plain = ({ text }: Reply) => text.replace(/\?uid=[^"]*/g, "");

/** The end of a connection, which undici reports as one of these. */
const isEnd = (error: unknown) =>
  error instanceof TypeError && /fetch failed|terminated|other side closed/.test(error.message);

// An empty list has none; callers know where theirs may be empty.
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

const shuffle = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** Seeds a pool as the last of the people, and returns that many writers on it. */
export async function makeWriters(library: Library, origin: string, count: number) {
  const host = await library.person(999);
  const pool: Pool = { songs: [], playlists: [] };
  for (let n = 0; n < 8; n++) pool.songs.push((await publish(origin, host, audioBytes("mp3")))._id);
  for (let n = 0; n < 3; n++) {
    const playlist = { title: "Shared", description: "By all", private: false };
    const reply = await ask(origin, "POST", "/api/playlists", host, { body: { playlist } });
    pool.playlists.push(reply.body.data._id);
  }
  const people = await Promise.all(Array.from({ length: count }, (_, n) => library.person(n)));
  const uids = people.map(({ uid }) => uid);
  const writers = people.map((person) => new Writer(person, pool, uids));
  return { pool, host, writers };
}

type Load = Awaited<ReturnType<typeof makeWriters>>;

/** After a server came back: all that was acknowledged is there, and what is asked again has one effect. */
export async function checkAll(origin: string, load: Load): Promise<void> {
  const each = async (work: (writer: Writer) => Promise<void>) => {
    for (const writer of load.writers) await work(writer);
  };
  await each((writer) => writer.settle(origin));
  await each((writer) => writer.check(origin));
  await checkCounts(origin, load);
  await each((writer) => writer.repeat(origin));
  await each((writer) => writer.claimUploads(origin));
  await each((writer) => writer.check(origin));
  await checkCounts(origin, load);
}

/** Compares the pool's counts with what all writers have had acknowledged. */
async function checkCounts(origin: string, { pool, host, writers }: Load): Promise<void> {
  const songs = await ask(origin, "GET", `/api/songs?ids=${pool.songs.join(",")}`, host);
  const sum = (numbers: number[]) => numbers.reduce((all, n) => all + n, 0);
  expect(songs.body.data.map((song: Record<string, unknown>) => [song["likes"], song["playCount"]])).toEqual(
    pool.songs.map((id) => [
      writers.filter(({ favourites }) => favourites.includes(id)).length,
      sum(writers.map(({ plays }) => plays.get(id) ?? 0)),
    ]),
  );
}
