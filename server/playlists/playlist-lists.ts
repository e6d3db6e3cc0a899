/** Lists of playlists, filtered to what the reader may see. */
import * as v from "valibot";
import { coverSongs, mosaicTiles } from "../../contract/rules/limits.ts";
import { countOf } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { bestMatches, type SearchText } from "../db/search-text.ts";
import { sqlLimit } from "../db/sql-limit.ts";
import { readCursor, toPage, type Place } from "../http/cursor.ts";
import { HttpProblem } from "../http/problem.ts";
import { colorOf } from "../media/asset-rows.ts";
import type { PageQuery } from "../songs/song-lists.ts";
import { visibleSong } from "../songs/visible-song.ts";
import { visiblePlaylist } from "./visible-playlist.ts";

const PlaylistRow = v.object({
  id: v.string(),
  owner: v.string(),
  title: v.string(),
  description: v.string(),
  genre: v.nullable(v.string()),
  private: v.boolean(),
  image: v.nullable(v.string()),
  /** Images of its first songs; null where it has an image of its own. */
  song_images: v.nullable(v.array(v.string())),
  color: v.nullable(v.string()),
  position: v.number(),
  created_at: v.number(),
  followers: v.number(),
  followed: v.boolean(),
  /** How many of its songs the reader sees. */
  song_count: v.number(),
  owner_first_name: v.string(),
  owner_last_name: v.string(),
});
export type PlaylistRow = v.InferOutput<typeof PlaylistRow>;

export interface PlaylistWithSongs extends PlaylistRow {
  /** Ids of the visible songs, in order. */
  songs: string[];
}

const newest = "p.created_at desc, p.id desc";

/** `$1` is the reader in every statement of this file. */
const columns = `p.id, p.owner, p.title, p.description, p.genre, p.private, p.image, p.position, p.created_at,
  ${colorOf("p.image")} as color,
  ${countOf("playlist-follower", "p")} as followers,
  (select count(*) from playlist_songs m join songs s on s.id = m.song_id
    where m.playlist_id = p.id and ${visibleSong}) as song_count,
  case when p.image is null then array(
    select f.image from (select s.image, m.position, m.song_id from playlist_songs m join songs s on s.id = m.song_id
      where m.playlist_id = p.id and ${visibleSong} order by m.position, m.song_id limit ${coverSongs}) f
    where f.image is not null order by f.position, f.song_id limit ${mosaicTiles}
  ) end as song_images,
  (select u.first_name from users u where u.uid = p.owner) as owner_first_name,
  (select u.last_name from users u where u.uid = p.owner) as owner_last_name,
  (select f.uid from playlist_follows f where f.playlist_id = p.id and f.uid = $1) is not null as followed`;

/** The fixed limit of `listTop`. */
const maxTop = 100;

/** Throws HttpProblem `not-found` for a playlist that the reader may not see. */
export async function readPlaylist(db: Queryable, reader: string, id: string): Promise<PlaylistRow> {
  const [row] = await readRows(
    db,
    PlaylistRow,
    `select ${columns} from playlists p where p.id = $2 and ${visiblePlaylist}`,
    [reader, id],
  );
  if (!row) throw new HttpProblem("not-found");
  return row;
}

/** Throws HttpProblem `not-found`, as `readPlaylist`. */
export async function readWithSongs(db: Queryable, reader: string, id: string): Promise<PlaylistWithSongs> {
  const row = await readPlaylist(db, reader, id);
  return { ...row, songs: await listSongIds(db, reader, id) };
}

interface Page {
  rows: PlaylistRow[];
  next: string | null;
}

/** Newest first: all public playlists, or all public ones and the reader's own. */
export async function pageOfPlaylists(
  db: Queryable,
  reader: string,
  which: "public" | "visible",
  query: PageQuery,
): Promise<Page> {
  const [time, id] = readCursor(query.cursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const condition = which === "public" ? "not p.private" : visiblePlaylist;
  const rows = await readRows(
    db,
    PlaylistRow,
    `select ${columns} from playlists p where ${condition} and (p.created_at, p.id) < ($2, $3)
     order by ${newest} ${sqlLimit("$4")}`,
    [reader, time, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.created_at, row.id]);
}

/** Public playlists by follower total. Call `foldCounts` first. */
export async function pageOfMostFollowed(db: Queryable, reader: string, query: PageQuery): Promise<Page> {
  const [total, id] = readCursor(query.cursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const rows = await readRows(
    db,
    v.object({ ...PlaylistRow.entries, total: v.number() }),
    `select ${columns}, p.followers as total from playlists p
     where not p.private and (p.followers, p.id) < ($2, $3)
     order by p.followers desc, p.id desc ${sqlLimit("$4")}`,
    [reader, total, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.total, row.id]);
}

/** A user's playlists in the user's order; other readers see only the public ones. */
export async function pageOfPlaylistsOf(db: Queryable, reader: string, owner: string, query: PageQuery): Promise<Page> {
  const [position, id] = readCursor(query.cursor) ?? [Number.MIN_SAFE_INTEGER, ""];
  const rows = await readRows(
    db,
    PlaylistRow,
    `select ${columns} from playlists p where p.owner = $2 and ${visiblePlaylist} and (p.position, p.id) > ($3, $4)
     order by p.position, p.id ${sqlLimit("$5")}`,
    [reader, owner, position, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.position, row.id]);
}

export async function listPlaylistIdsOf(db: Queryable, reader: string, owner: string): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    `select p.id from playlists p where p.owner = $2 and ${visiblePlaylist} order by p.position, p.id`,
    [reader, owner],
  );
  return rows.map(({ id }) => id);
}

/** Those of them that contain a song which the reader may see. */
export async function listPlaylistIdsHolding(
  db: Queryable,
  reader: string,
  owner: string,
  songId: string,
): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    `select p.id from playlist_songs m join songs s on s.id = m.song_id join playlists p on p.id = m.playlist_id
     where m.song_id = $3 and p.owner = $2 and ${visiblePlaylist} and ${visibleSong} order by p.position, p.id`,
    [reader, owner, songId],
  );
  return rows.map(({ id }) => id);
}

/** The playlists that the reader follows, newest follow first. */
export async function pageOfFollowed(db: Queryable, reader: string, query: PageQuery): Promise<Page> {
  const [position, id] = readCursor(query.cursor) ?? [Number.MIN_SAFE_INTEGER, ""];
  const rows = await readRows(
    db,
    v.object({ ...PlaylistRow.entries, place: v.number() }),
    `select ${columns}, g.position as place from playlist_follows g join playlists p on p.id = g.playlist_id
     where g.uid = $1 and ${visiblePlaylist} and (g.position, g.playlist_id) > ($2, $3)
     order by g.position, g.playlist_id ${sqlLimit("$4")}`,
    [reader, position, id, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): Place => [row.place, row.id]);
}

export async function listFollowedIds(db: Queryable, reader: string): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    `select p.id from playlist_follows g join playlists p on p.id = g.playlist_id
     where g.uid = $1 and ${visiblePlaylist} order by g.position, g.playlist_id`,
    [reader],
  );
  return rows.map(({ id }) => id);
}

/** Public playlists that contain any of these songs, most matches first. */
export async function listTop(db: Queryable, reader: string, songs: readonly string[]): Promise<PlaylistRow[]> {
  return readRows(
    db,
    PlaylistRow,
    `select ${columns} from playlists p join
       (select m.playlist_id, count(*) as hits from playlist_songs m
        where m.song_id in (select value from json_array_elements_text($2::json)) group by m.playlist_id) h
       on h.playlist_id = p.id
     where not p.private order by h.hits desc, p.followers desc, p.id desc limit ${maxTop}`,
    [reader, JSON.stringify(songs)],
  );
}

/** Playlists whose title contains the text, the best matches first, and of these the newest. */
export async function findPlaylists(
  db: Queryable,
  reader: string,
  text: SearchText,
  limit: number,
): Promise<PlaylistRow[]> {
  return readRows(
    db,
    PlaylistRow,
    `select ${columns}
     from ${bestMatches({
       table: "playlists p",
       id: "p.id",
       column: "p.folded_title",
       where: visiblePlaylist,
       order: newest,
       text: ["$2", "$3", "$4", "$5"],
       limit: "$6",
     })}`,
    [reader, ...text, limit],
  );
}

/** Ids of a playlist's visible songs, in order; none of a playlist that the reader may not see. */
export async function listSongIds(db: Queryable, reader: string, id: string): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    `select s.id from playlist_songs m join playlists p on p.id = m.playlist_id join songs s on s.id = m.song_id
     where m.playlist_id = $2 and ${visiblePlaylist} and ${visibleSong} order by m.position, m.song_id`,
    [reader, id],
  );
  return rows.map((row) => row.id);
}
