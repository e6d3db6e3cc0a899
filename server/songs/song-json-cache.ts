/**
 * Songs as JSON (specification 12.3). What the database holds of a song is written once for each version of its row, and
 * kept. Each list asks the database which songs its reader may see, in which version, and for what changes without one.
 */
import { createHash } from "node:crypto";
import type { Song } from "../../contract/songs.ts";
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import { toBytes, Written } from "../http/json.ts";
import { isVisible, listByIds, type ListedSong } from "./song-lists.ts";
import { imageUrl, mediaUrl } from "../media/asset-ids.ts";
import { signedUrl, type UrlDeps } from "./serialize-song.ts";

interface SongRow {
  id: string;
  version: string;
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
  created_at: number;
}

interface Body {
  version: string;
  /** The audio of a private song, whose address is another for each listener and hour. */
  signed: string | undefined;
  /** JSON of all that is the same for everybody at any time, open at its end, as `Json` has it. */
  bytes: string;
  /** Of these. */
  hash: string;
}

export interface SongJsonCache {
  /** The songs of a list as its reader sees them, but for those that were hidden or deleted since it was read. */
  write(reader: string, songs: readonly ListedSong[]): Promise<Written<Song[]>>;
}

/** @param keptAtMost some 600 bytes each */
export function createSongJsonCache(deps: UrlDeps & Pick<AppContext, "db">, keptAtMost = 20_000): SongJsonCache {
  const kept = new Map<string, Body>();

  function keep(id: string, body: Body): void {
    // The oldest goes: a map has its keys in the order they came.
    kept.delete(id);
    const [oldest] = kept.keys();
    if (kept.size >= keptAtMost && oldest !== undefined) kept.delete(oldest);
    kept.set(id, body);
  }

  return {
    async write(reader, songs) {
      const bodies = songs.map(({ id, version }) => {
        const body = kept.get(id);
        return body?.version === version ? body : undefined;
      });
      const missing = songs.filter((_, index) => !bodies[index]).map(({ id }) => id);
      if (missing.length > 0) {
        const read = await readBodies(deps.db, reader, missing);
        for (const [id, body] of read) keep(id, body);
        songs.forEach(({ id }, index) => (bodies[index] ??= read.get(id)));
      }
      let bytes = "";
      let print = "";
      songs.forEach((song, index) => {
        const body = bodies[index];
        if (!body) return;
        const comma = bytes === "" ? "" : ",";
        const rest = tellRest(deps, reader, song, body);
        bytes += comma + body.bytes + rest;
        print += comma + body.hash + rest;
      });
      return new Written({ bytes: `[${bytes}]`, print: `[${print}]` });
    },
  };
}

/** One song as a transaction sees it, of which nothing is kept: it may be rolled back. Throws HttpProblem `not-found`. */
export async function serializeSong(deps: UrlDeps, tx: Queryable, reader: string, id: string): Promise<Written<Song>> {
  const [song] = await listByIds(tx, reader, [id]);
  const body = (await readBodies(tx, reader, [id])).get(id);
  if (!song || !body) throw new HttpProblem("not-found");
  const rest = tellRest(deps, reader, song, body);
  return new Written({ bytes: body.bytes + rest, print: body.hash + rest });
}

/** By id, as far as the reader may see them. */
async function readBodies(db: Queryable, reader: string, ids: readonly string[]): Promise<Map<string, Body>> {
  const rows = await db.query<SongRow>(
    `select s.id, s.xmin as version, s.owner, s.title, s.artist, s.album, s.genre, s.private, s.image, s.audio,
       s.duration, s.bytes, s.sha256, s.mime_type, s.gain, s.created_at
     from songs s where s.id in (select value from json_array_elements_text($2::json)) and ${isVisible}`,
    [reader, JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, toBody(row)]));
}

function toBody(row: SongRow): Body {
  const lasting = {
    _id: row.id,
    original_id: row.id,
    title: row.title,
    artist: row.artist,
    album: row.album,
    genre: row.genre,
    songImage: imageUrl(row.image),
    duration: row.duration,
    private: row.private,
    owner: row.owner,
    bytes: row.bytes,
    sha256: row.sha256,
    mimeType: row.mime_type,
    gain: row.gain,
    createdAt: new Date(row.created_at).toISOString(),
  } satisfies Partial<Song>;
  const told = row.private ? lasting : { ...lasting, url: mediaUrl(row.audio) };
  const text = JSON.stringify(told).slice(0, -1);
  return {
    version: row.version,
    signed: row.private ? row.audio : undefined,
    bytes: toBytes(text),
    hash: createHash("sha256").update(text).digest("base64url").slice(0, 20),
  };
}

/** What differs by reader and moment, to the end of the song. ASCII alone, which is the same as text and as bytes. */
function tellRest(deps: UrlDeps, reader: string, song: ListedSong, { signed }: Body): string {
  const url = signed === undefined ? "" : `,"url":${JSON.stringify(signedUrl(deps, signed, reader))}`;
  return `${url},"playCount":${song.plays},"likes":${song.likes},"liked":${song.liked}}`;
}
