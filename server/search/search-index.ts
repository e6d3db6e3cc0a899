/**
 * What a device needs to search by itself. The database writes it as text, one line of JSON for each row: ten thousand
 * rows and objects would hold up the event loop.
 */
import * as v from "valibot";
import type { searchIndex } from "../../contract/search.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { sqlLimit } from "../db/sql-limit.ts";
import { toBytes, Written } from "../http/json.ts";
import { mediaUrl } from "../media/asset-ids.ts";
import { visiblePlaylist } from "../playlists/visible-playlist.ts";
import { visibleSong } from "../songs/visible-song.ts";

type Index = v.InferInput<typeof searchIndex.reply>["data"];

const maxBytes = 1_990_000;
/** Of each of the two smaller kinds; songs have what is left. */
const maxOtherBytes = 250_000;
const maxSongs = 10_000;
const maxOthers = 5_000;

const url = (image: string) => `'${mediaUrl("")}' || ${image}`;

/** Each selects `line`, in the order of the index. `$1` is the reader. */
const sql = {
  // Everybody sees every artist, but a statement has to use its parameters.
  artists: `select json_build_array(u.uid, trim(u.first_name || ' ' || u.last_name), ${url("u.profile_image")}) as line
    from users u where u.artist and $1::text is not null order by u.folded_name, u.uid`,
  // Rows show whole seconds.
  songs: `select json_build_array(s.id, s.title, s.artist, s.genre, ${url("s.image")}, floor(s.duration)) as line
    from songs s where ${visibleSong} order by s.created_at desc, s.id desc`,
  playlists: `select json_build_array(p.id, p.title, ${url("p.image")}) as line
    from playlists p where ${visiblePlaylist} order by p.created_at desc, p.id desc`,
};

/** @param scale makes the limits smaller, for tests */
export async function readSearchIndex(db: Queryable, reader: string, scale = 1) {
  const read = (kind: keyof typeof sql, max: number) => readLines(db, reader, sql[kind], Math.ceil(max * scale));
  const found = await Promise.all([read("artists", maxOthers), read("playlists", maxOthers), read("songs", maxSongs)]);
  const artists = cutLines(found[0], maxOtherBytes * scale);
  const playlists = cutLines(found[1], maxOtherBytes * scale);
  const songs = cutLines(found[2], maxBytes * scale - artists.text.length - playlists.text.length);
  return {
    artists: toJson<Index["artists"]>(artists),
    songs: toJson<Index["songs"]>(songs),
    playlists: toJson<Index["playlists"]>(playlists),
    complete: [artists, songs, playlists].every(({ isWhole }) => isWhole),
  };
}

interface Lines {
  /** UTF-8, one character per byte, as `Json.bytes`. Newlines inside of the texts are escaped in JSON. */
  text: string;
  isWhole: boolean;
}

async function readLines(db: Queryable, reader: string, lineSql: string, max: number): Promise<Lines> {
  const [row] = await readRows(
    db,
    v.object({ lines: v.nullable(v.string()), count: v.number() }),
    `select string_agg(line::text, chr(10)) as lines, count(*) as count from (${lineSql} ${sqlLimit("$2")}) p`,
    [reader, max + 1],
  );
  const text = toBytes(row?.lines ?? "");
  const isWhole = (row?.count ?? 0) <= max;
  return { text: isWhole ? text : text.slice(0, text.lastIndexOf("\n")), isWhole };
}

/** Keeps the first lines, as many as have room. */
function cutLines(lines: Lines, max: number): Lines {
  if (lines.text.length <= max) return lines;
  return { text: lines.text.slice(0, Math.max(0, lines.text.lastIndexOf("\n", max))), isWhole: false };
}

function toJson<T>({ text }: Lines): Written<T> {
  const bytes = `[${text.replaceAll("\n", ",")}]`;
  return new Written({ bytes, print: bytes });
}
