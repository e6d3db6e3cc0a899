/**
 * Caches songs as JSON, one entry per row version (`xmin`). Each list queries only which songs its reader may see,
 * their versions, and the counts, which change without a new version.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { Song } from "../../contract/songs.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import { toBytes, Written } from "../http/json.ts";
import { listByIds, type ListedSong } from "./song-lists.ts";
import { visibleSong } from "./visible-song.ts";
import { colorOf } from "../media/asset-rows.ts";
import { imageUrl, mediaUrl } from "../media/asset-ids.ts";
import { signedUrl, type UrlDeps } from "./serialize-song.ts";

const SongRow = v.object({
  id: v.string(),
  version: v.string(),
  owner: v.string(),
  title: v.string(),
  artist: v.string(),
  album: v.nullable(v.string()),
  genre: v.string(),
  private: v.boolean(),
  image: v.nullable(v.string()),
  color: v.nullable(v.string()),
  has_lyrics: v.boolean(),
  audio: v.string(),
  duration: v.number(),
  bytes: v.number(),
  sha256: v.nullable(v.string()),
  mime_type: v.string(),
  gain: v.nullable(v.number()),
  peak: v.nullable(v.number()),
  created_at: v.number(),
});
type SongRow = v.InferOutput<typeof SongRow>;

interface CachedSong {
  version: string;
  /** Audio asset of a private song; its signed URL differs by listener and hour. */
  signed: string | undefined;
  /** The JSON that every reader shares, as `Json.bytes` and without its closing brace. */
  bytes: string;
  /** Hash of `bytes`. */
  hash: string;
}

export interface SongJsonCache {
  /** Serializes a list for its reader. Skips songs that were hidden or deleted after the list was read. */
  write(reader: string, songs: readonly ListedSong[]): Promise<Written<Song[]>>;
}

/** @param maxEntries about 600 bytes each */
export function createSongJsonCache(deps: UrlDeps & Pick<AppContext, "db">, maxEntries = 20_000): SongJsonCache {
  const cache = new LRUCache<string, CachedSong>({ max: maxEntries });

  return {
    async write(reader, songs) {
      const entries = songs.map(({ id, version }) => {
        const entry = cache.get(id);
        return entry?.version === version ? entry : undefined;
      });
      const missing = songs.filter((_, index) => !entries[index]).map(({ id }) => id);
      if (missing.length > 0) {
        const loaded = await loadSongs(deps.db, reader, missing);
        for (const [id, entry] of loaded) cache.set(id, entry);
        songs.forEach(({ id }, index) => (entries[index] ??= loaded.get(id)));
      }
      let bytes = "";
      let print = "";
      songs.forEach((song, index) => {
        const entry = entries[index];
        if (!entry) return;
        const comma = bytes === "" ? "" : ",";
        const rest = serializeRest(deps, reader, song, entry);
        bytes += comma + entry.bytes + rest;
        print += comma + entry.hash + rest;
      });
      return new Written({ bytes: `[${bytes}]`, print: `[${print}]` });
    },
  };
}

/** Serializes one song in a transaction, without the cache: it may roll back. Throws HttpProblem `not-found`. */
export async function serializeSong(deps: UrlDeps, tx: Queryable, reader: string, id: string): Promise<Written<Song>> {
  const [song] = await listByIds(tx, reader, [id]);
  const loaded = (await loadSongs(tx, reader, [id])).get(id);
  if (!song || !loaded) throw new HttpProblem("not-found");
  const rest = serializeRest(deps, reader, song, loaded);
  return new Written({ bytes: loaded.bytes + rest, print: loaded.hash + rest });
}

/** Loads the visible ones of these songs, by id. */
async function loadSongs(db: Queryable, reader: string, ids: readonly string[]): Promise<Map<string, CachedSong>> {
  const rows = await readRows(
    db,
    SongRow,
    `select s.id, s.xmin as version, s.owner, s.title, s.artist, s.album, s.genre, s.private, s.image,
       ${colorOf("s.image")} as color, s.audio,
       s.duration, s.bytes, s.sha256, s.mime_type, s.gain, s.peak, s.created_at,
       (select a.lyrics is not null from assets a where a.id = s.audio) as has_lyrics
     from songs s where s.id in (select value from json_array_elements_text($2::json)) and ${visibleSong}`,
    [reader, JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, toCached(row)]));
}

function toCached(row: SongRow): CachedSong {
  const shared = {
    _id: row.id,
    original_id: row.id,
    title: row.title,
    artist: row.artist,
    album: row.album,
    genre: row.genre,
    songImage: imageUrl(row.image),
    songColor: row.color,
    duration: row.duration,
    private: row.private,
    owner: row.owner,
    bytes: row.bytes,
    sha256: row.sha256,
    mimeType: row.mime_type,
    gain: row.gain,
    peak: row.peak,
    hasLyrics: row.has_lyrics,
    createdAt: new Date(row.created_at).toISOString(),
  } satisfies Partial<Song>;
  const song = row.private ? shared : { ...shared, url: mediaUrl(row.audio) };
  const text = JSON.stringify(song).slice(0, -1);
  return {
    version: row.version,
    signed: row.private ? row.audio : undefined,
    bytes: toBytes(text),
    hash: createHash("sha256").update(text).digest("base64url").slice(0, 20),
  };
}

/** The JSON that differs by reader and moment, with the closing brace. It is ASCII, so text equals bytes. */
function serializeRest(deps: UrlDeps, reader: string, song: ListedSong, { signed }: CachedSong): string {
  const url = signed === undefined ? "" : `,"url":${JSON.stringify(signedUrl(deps, signed, reader))}`;
  return `${url},"playCount":${song.plays},"likes":${song.likes},"liked":${song.liked}}`;
}
