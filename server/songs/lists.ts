/** Songs as lists, each only as far as its reader may see (specification 11.12, 13.3). */
import { countOf } from "../counts.ts";
import type { Queryable } from "../db/database.ts";
import { readCursor, toPage, type Place } from "../http/cursor.ts";

export interface SongRow {
  id: string;
  owner: string;
  title: string;
  artist: string;
  album: string | null;
  genre: string;
  private: boolean;
  image: string | null;
  audio: string;
  duration: number;
  bytes: number;
  sha256: string | null;
  mime_type: string;
  gain: number | null;
  position: number;
  created_at: number;
  plays: number;
  likes: number;
  liked: boolean;
}

export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** `$1` is the reader in every statement of this file. */
const columns = `s.id, s.owner, s.title, s.artist, s.album, s.genre, s.private, s.image, s.audio, s.duration, s.bytes,
  s.sha256, s.mime_type, s.gain, s.position, s.created_at,
  ${countOf("play", "s")} as plays, ${countOf("like", "s")} as likes,
  exists (select 1 from likes l where l.song_id = s.id and l.uid = $1) as liked`;

export const isVisible = "(not s.private or s.owner = $1)";

/** Those of `ids` that the reader may see, in the order of `ids`. */
export async function listByIds(
  db: Queryable,
  reader: string,
  ids: readonly string[],
): Promise<SongRow[]> {
  const rows = await db.query<SongRow>(
    `select ${columns} from songs s where s.id in (select value from json_array_elements_text($2::json)) and ${isVisible}`,
    [reader, JSON.stringify(ids)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** Public songs, newest first. */
export async function pageOfPublicSongs(db: Queryable, reader: string, query: PageQuery) {
  const [time, id] = readCursor(query.cursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const rows = await db.query<SongRow>(
    `select ${columns} from songs s where not s.private and (s.created_at, s.id) < ($2, $3)
     order by s.created_at desc, s.id desc limit $4`,
    [reader, time, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.created_at, row.id]);
}

/** Public songs and the reader's own, newest first. */
export async function pageOfVisibleSongs(db: Queryable, reader: string, query: PageQuery) {
  const [time, id] = readCursor(query.cursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const rows = await db.query<SongRow>(
    `select ${columns} from songs s where ${isVisible} and (s.created_at, s.id) < ($2, $3)
     order by s.created_at desc, s.id desc limit $4`,
    [reader, time, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.created_at, row.id]);
}

/** Songs of a playlist in its order. */
export async function pageOfPlaylistSongs(
  db: Queryable,
  reader: string,
  playlist: string,
  query: PageQuery,
) {
  const [position, id] = readCursor(query.cursor) ?? [Number.MIN_SAFE_INTEGER, ""];
  const rows = await db.query<SongRow & { place: number }>(
    `select ${columns}, m.position as place from playlist_songs m join songs s on s.id = m.song_id
     where m.playlist_id = $2 and ${isVisible} and (m.position, m.song_id) > ($3, $4)
     order by m.position, m.song_id limit $5`,
    [reader, playlist, position, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.place, row.id]);
}

/** Songs whose title matches what `pattern` of LIKE says, newest first. */
export const findSongs = (db: Queryable, reader: string, pattern: string, limit: number) =>
  db.query<SongRow>(
    `select ${columns} from songs s where ${isVisible} and s.folded_title like $2
     order by s.created_at desc, s.id desc limit $3`,
    [reader, pattern, limit],
  );

/** A user's songs in their order: all to themselves, the public ones to others. */
export async function pageOfSongsOf(
  db: Queryable,
  reader: string,
  owner: string,
  query: PageQuery,
) {
  const [position, id] = readCursor(query.cursor) ?? [Number.MIN_SAFE_INTEGER, ""];
  const rows = await db.query<SongRow>(
    `select ${columns} from songs s where s.owner = $2 and ${isVisible} and (s.position, s.id) > ($3, $4)
     order by s.position, s.id limit $5`,
    [reader, owner, position, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.position, row.id]);
}

export async function listIdsOf(db: Queryable, reader: string, owner: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select s.id from songs s where s.owner = $2 and ${isVisible} order by s.position, s.id`,
    [reader, owner],
  );
  return rows.map((row) => row.id);
}

/** The reader's favourites in their order, as far as they may still see them. */
export async function pageOfLikedSongs(db: Queryable, reader: string, query: PageQuery) {
  const [position, id] = readCursor(query.cursor) ?? [Number.MIN_SAFE_INTEGER, ""];
  const rows = await db.query<SongRow & { place: number }>(
    `select ${columns}, f.position as place from likes f join songs s on s.id = f.song_id
     where f.uid = $1 and ${isVisible} and (f.position, f.song_id) > ($2, $3)
     order by f.position, f.song_id limit $4`,
    [reader, position, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.place, row.id]);
}

export async function listLikedIds(db: Queryable, reader: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select s.id from likes f join songs s on s.id = f.song_id
     where f.uid = $1 and ${isVisible} order by f.position, f.song_id`,
    [reader],
  );
  return rows.map((row) => row.id);
}
