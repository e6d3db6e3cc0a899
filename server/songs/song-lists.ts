/** Lists of songs, filtered to what the reader may see. */
import * as v from "valibot";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { bestMatches, type SearchText } from "../db/search-text.ts";
import { sqlLimit } from "../db/sql-limit.ts";
import { readCursor, toPage, type Place } from "../http/cursor.ts";
import { visiblePlaylist } from "../playlists/visible-playlist.ts";
import { visibleSong } from "./visible-song.ts";

/** The part of a song that a list reads; the rest depends only on `version`. */
export interface ListedSong {
  id: string;
  version: string;
  plays: number;
  likes: number;
  liked: boolean;
  /** The list's sort key; the id breaks ties. */
  place: number;
}

export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** `$1` is the reader in every statement of this file. PostgreSQL changes a row's xmin with every write. */
const picked = "s.id, s.xmin as version, s.plays, s.likes";

/**
 * SQL for the ids of the `picked` songs that the reader likes. With `any(array)`, a vacuumed PostgreSQL read all likes
 * of the reader and compared each with each song: 1.9 ms for 835 likes and 100 songs.
 * - `together`: for lists by age. Ids increase with time, so the likes of these songs are neighbours in the index, and
 *   the range scan takes a quarter of the time of one lookup per song.
 * - `apart`: for songs of any age. `offset 0` keeps the planner from turning the lookups into a join.
 * - `all`: for the favourites list itself.
 */
const liked = {
  together: `from likes l where l.uid = $1
    and l.song_id between (select min(id) from picked) and (select max(id) from picked)
    and (l.song_id in (select id from picked)) is true`,
  apart: `from picked p,
    lateral (select l.song_id from likes l where l.uid = $1 and l.song_id = p.id offset 0) l`,
  all: "from (select id as song_id from picked) l",
};

/**
 * SQL that reads the songs of the query `from`, in its order, as one row of texts: a hundred rows would cost the driver
 * more than the rest of the request.
 */
const songsSql = (from: string, likes: keyof typeof liked) =>
  `with picked as materialized (${from})
   select
     (select string_agg(concat_ws(' ', p.id, p.version::text, p.place, p.plays, p.likes), chr(10))
        from picked p) as songs,
     (select string_agg(concat_ws(' ', c.subject, c.kind, c.change), chr(10))
        from count_changes c where c.kind in ('play', 'like') and c.subject in (select id from picked)) as changes,
     (select string_agg(l.song_id, ' ') ${liked[likes]}) as liked`;

/** The row of `songsSql`; null for an empty list. Ids contain no spaces. */
const SongsRow = v.object({
  /** One line per song: id, version, place, plays, likes. */
  songs: v.nullable(v.string()),
  /** Count changes that are not folded yet, one line each: id, kind, number. */
  changes: v.nullable(v.string()),
  /** Ids, separated by spaces. */
  liked: v.nullable(v.string()),
});
type SongsRow = v.InferOutput<typeof SongsRow>;

async function readSongs(db: Queryable, sql: string, params: unknown[]): Promise<ListedSong[]> {
  const [row] = await readRows(db, SongsRow, sql, params);
  const liked = new Set(row?.liked?.split(" "));
  const songs = (row?.songs ?? "").split("\n").flatMap((line): ListedSong[] => {
    const [id = "", version = "", place, plays, likes] = line.split(" ");
    if (id === "") return [];
    const counts = { plays: Number(plays), likes: Number(likes) };
    return [{ id, version, place: Number(place), ...counts, liked: liked.has(id) }];
  });
  if (!row?.changes) return songs;
  const byId = new Map(songs.map((song) => [song.id, song]));
  for (const line of row.changes.split("\n")) {
    const [id = "", kind, change] = line.split(" ");
    const song = byId.get(id);
    if (song) song[kind === "play" ? "plays" : "likes"] += Number(change);
  }
  return songs;
}

const newest = "s.created_at desc, s.id desc";

/** Returns the visible songs of `ids`, in the order of `ids`. */
export async function listByIds(db: Queryable, reader: string, ids: readonly string[]): Promise<ListedSong[]> {
  const rows = await readSongs(
    db,
    songsSql(
      `select ${picked}, 0 as place from songs s
       where s.id in (select value from json_array_elements_text($2::json)) and ${visibleSong}`,
      "apart",
    ),
    [reader, JSON.stringify(ids)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

const placeOf = (song: ListedSong): Place => [song.place, song.id];

/** Newest first: all public songs, or all public songs and the reader's own. */
export async function pageOfSongs(db: Queryable, reader: string, which: "public" | "visible", query: PageQuery) {
  const [time, id] = readCursor(query.cursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const condition = which === "public" ? "not s.private" : visibleSong;
  const rows = await readSongs(
    db,
    songsSql(
      `select ${picked}, s.created_at as place from songs s
       where ${condition} and (s.created_at, s.id) < ($2, $3)
       order by ${newest} ${sqlLimit("$4")}`,
      "together",
    ),
    [reader, time, id, query.limit + 1],
  );
  return toPage(rows, query.limit, placeOf);
}

/** A list with a user-defined order; `position` and `id` are the columns of its index. */
interface OrderedSongs {
  /** The SQL after `from`, with a `where`. */
  from: string;
  position: string;
  id: string;
  /** Parameters from `$5` on. */
  params?: string[];
  likes?: keyof typeof liked;
}

async function pageInOrder(
  db: Queryable,
  reader: string,
  { from, position, id, params = [], likes = "apart" }: OrderedSongs,
  query: PageQuery,
) {
  const after = readCursor(query.cursor) ?? [Number.MIN_SAFE_INTEGER, ""];
  const rows = await readSongs(
    db,
    songsSql(
      `select ${picked}, ${position} as place from ${from}
         and ${visibleSong} and (${position}, ${id}) > ($2, $3)
       order by ${position}, ${id} ${sqlLimit("$4")}`,
      likes,
    ),
    [reader, ...after, query.limit + 1, ...params],
  );
  return toPage(rows, query.limit, placeOf);
}

/** The songs of a playlist in its order; none of a playlist that the reader may not see. */
export const pageOfPlaylistSongs = (db: Queryable, reader: string, playlist: string, query: PageQuery) =>
  pageInOrder(
    db,
    reader,
    {
      from: `playlist_songs m join playlists p on p.id = m.playlist_id join songs s on s.id = m.song_id
        where m.playlist_id = $5 and ${visiblePlaylist}`,
      position: "m.position",
      id: "m.song_id",
      params: [playlist],
    },
    query,
  );

/** Songs whose title contains the text, the best matches first, and of these the newest. */
export const findSongs = (db: Queryable, reader: string, text: SearchText, limit: number) =>
  readSongs(
    db,
    songsSql(
      `select ${picked}, s.created_at as place
       from ${bestMatches({
         table: "songs s",
         id: "s.id",
         column: "s.folded_title",
         where: visibleSong,
         order: newest,
         text: ["$2", "$3", "$4", "$5"],
         limit: "$6",
       })}`,
      "apart",
    ),
    [reader, ...text, limit],
  );

/** A user's songs in the user's order; other readers see only the public ones. */
export const pageOfSongsOf = (db: Queryable, reader: string, owner: string, query: PageQuery) =>
  pageInOrder(
    db,
    reader,
    { from: "songs s where s.owner = $5", position: "s.position", id: "s.id", params: [owner] },
    query,
  );

export async function listIdsOf(db: Queryable, reader: string, owner: string): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    `select s.id from songs s where s.owner = $2 and ${visibleSong} order by s.position, s.id`,
    [reader, owner],
  );
  return rows.map((row) => row.id);
}

/** The reader's favourites in their order, without songs that became hidden. */
export const pageOfLikedSongs = (db: Queryable, reader: string, query: PageQuery) =>
  pageInOrder(
    db,
    reader,
    {
      from: "likes f join songs s on s.id = f.song_id where f.uid = $1",
      position: "f.position",
      id: "f.song_id",
      likes: "all",
    },
    query,
  );

export async function listLikedIds(db: Queryable, reader: string): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    `select s.id from likes f join songs s on s.id = f.song_id
     where f.uid = $1 and ${visibleSong} order by f.position, f.song_id`,
    [reader],
  );
  return rows.map((row) => row.id);
}
