/**
 * What the player played last: its queue, its place in it, which changes far more often, and the queue's songs, which are
 * many and change least.
 */
import * as v from "valibot";
import type { AccountDatabase, PlayerRow, PlayerSongs } from "./database.ts";

/** The queue and the place, unparsed. */
export type PlayerRows = Partial<Record<PlayerRow["name"], unknown>>;

export interface StoredPlayer<Songs = unknown> extends PlayerRows {
  /** By chunk. */
  songs: ReadonlyMap<number, Songs>;
}

/** A part that is absent stays as it is stored. */
export interface PlayerChange extends PlayerRows {
  songs?: SongsChange;
}

export interface SongsChange {
  /** These are all songs: others that are stored belong to another queue. */
  isWhole: boolean;
  chunks: readonly PlayerSongs[];
  /** Chunks without songs. */
  emptied: readonly number[];
}

/**
 * Undefined before anything was played.
 * @param parse is called for each chunk in a task of its own
 * @param onlyIn the one chunk to read, if it is not all; undefined for none
 */
export const readPlayer = <Songs>(
  db: AccountDatabase,
  parse: (songs: unknown) => Songs,
  onlyIn?: (rows: PlayerRows) => number | undefined,
): Promise<StoredPlayer<Songs> | undefined> =>
  db.transaction("r", db.player, db.playerSongs, async () => {
    const rows = await readRows(db);
    if (rows === undefined) return undefined;
    const songs = new Map<number, Songs>();
    const take = (row: PlayerSongs) => void songs.set(row.chunk, parse(row.songs));
    if (onlyIn === undefined) await db.playerSongs.each(take);
    else {
      const row = await db.playerSongs.get(onlyIn(rows) ?? -1);
      if (row !== undefined) take(row);
    }
    return { ...rows, songs };
  });

async function readRows(db: AccountDatabase): Promise<PlayerRows | undefined> {
  const rows = await db.player.toArray();
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * Writes the given parts together, each chunk of songs in a task of its own. A change with one chunk at most is committed
 * before the call returns to its task: a page that closes gets no answers to requests, and Dexie commits after the last.
 * Resolves with the queue that was stored until then: what builds on another one is to be written whole.
 */
export async function writePlayer(db: AccountDatabase, { queue, place, songs }: PlayerChange): Promise<unknown> {
  const { isWhole = false, chunks = [], emptied = [] } = songs ?? {};
  const before = await db.transaction("rw", db.player, db.playerSongs, async ({ idbtrans }) => {
    const rows = idbtrans.objectStore(db.player.name);
    const found = rows.get("queue");
    const songRows = idbtrans.objectStore(db.playerSongs.name);
    if (isWhole) songRows.clear();
    for (const chunk of chunks.slice(0, -1)) await db.playerSongs.put(chunk);
    chunks.slice(-1).forEach((chunk) => songRows.put(chunk));
    emptied.forEach((chunk) => songRows.delete(chunk));
    if (queue !== undefined) rows.put({ name: "queue", value: queue } satisfies PlayerRow);
    if (place !== undefined) rows.put({ name: "place", value: place } satisfies PlayerRow);
    idbtrans.commit();
    return found;
  });
  const row: PlayerRow | undefined = before.result;
  return row?.value;
}

/** Replaces the place by what `update` makes of the rows; undefined leaves it. */
export const updatePlace = (db: AccountDatabase, update: (rows: PlayerRows) => unknown): Promise<void> =>
  db.transaction("rw", db.player, async () => {
    const value = update((await readRows(db)) ?? {});
    if (value !== undefined) await db.player.put({ name: "place", value });
  });

const WithId = v.object({ _id: v.string() });

/** Puts newer data in the place of stored songs with the same ids, whichever queue they are of. */
export const refreshStoredSongs = (db: AccountDatabase, newer: readonly { _id: string }[]): Promise<void> =>
  db.transaction("rw", db.playerSongs, async () => {
    const byId = new Map<unknown, unknown>(newer.map((song) => [song._id, song]));
    for (const { chunk, songs } of await db.playerSongs.toArray()) {
      if (!Array.isArray(songs)) continue;
      const now = songs.map((song: unknown) => byId.get(v.is(WithId, song) ? song._id : undefined) ?? song);
      if (now.some((song, at) => song !== songs[at])) await db.playerSongs.put({ chunk, songs: now });
    }
  });

export const clearPlayer = (db: AccountDatabase): Promise<void> =>
  db.transaction("rw", db.player, db.playerSongs, async () => {
    await db.player.clear();
    await db.playerSongs.clear();
  });
