/** The words of a song, for anyone who sees it. */
import * as v from "valibot";
import { Lyrics } from "../../contract/songs.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { visibleSong } from "./visible-song.ts";

const Row = v.object({ lyrics: v.nullable(v.pipe(v.string(), v.parseJson(), Lyrics.entries.lines)) });

/** Throws HttpProblem `not-found` for a song that the reader may not see. */
export async function readLyrics(db: Queryable, reader: string, id: string): Promise<Lyrics> {
  const [row] = await readRows(
    db,
    Row,
    `select a.lyrics from songs s join assets a on a.id = s.audio where s.id = $2 and ${visibleSong}`,
    [reader, id],
  );
  if (!row) throw new HttpProblem("not-found");
  return { lines: row.lyrics ?? [] };
}
