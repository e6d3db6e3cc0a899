/**
 * Creates trigram indexes for substring search, when the database offers `pg_trgm`. They are not a migration:
 * migrations are the same everywhere, but the extension may be missing, or become available later.
 */
import * as v from "valibot";
import type { Database } from "./database.ts";
import { readRows } from "./rows.ts";
import { sqlState } from "./sql-state.ts";

/** Without `fastupdate`: every search scans its pending list, up to 4 MB, which PGlite never merges into the index. */
const trigramsOf = (column: string) => `using gin (${column} gin_trgm_ops) with (fastupdate = off)`;

export const searchIndexes = {
  artists_search: `users ${trigramsOf("folded_name")} where artist`,
  songs_search: `songs ${trigramsOf("folded_title")}`,
  playlists_search: `playlists ${trigramsOf("folded_title")}`,
};

/**
 * Runs at every start after the migrations; existing indexes cost one query. Writes wait during the creation, a
 * second or two for 100,000 songs. Without the indexes a search scans the titles.
 */
export async function makeSearchIndexes(db: Database): Promise<void> {
  try {
    const names = Object.keys(searchIndexes);
    const present = await readRows(
      db,
      v.object({ name: v.string(), sorted: v.boolean() }),
      `select relname as name, coalesce('fastupdate=off' = any(reloptions), false) as sorted
       from pg_class where relkind = 'i' and relnamespace = current_schema()::regnamespace
       and relname in (select value from json_array_elements_text($1::json))`,
      [JSON.stringify(names)],
    );
    // An earlier version created them with `fastupdate`.
    for (const { name, sorted } of present) {
      if (sorted) continue;
      await db.query(`alter index ${name} set (fastupdate = off)`);
      await db.query("select gin_clean_pending_list($1::regclass)", [name]);
    }
    if (present.length === names.length || !(await isAvailable(db))) return;
    await db.transaction(async (tx) => {
      // Serializes servers that start at the same time, like `migrate`.
      await tx.query("update migration_lock set holder = 'search' where id = 1");
      await tx.query("create extension if not exists pg_trgm");
      for (const [name, definition] of Object.entries(searchIndexes))
        await tx.query(`create index if not exists ${name} on ${definition}`);
    });
  } catch (error) {
    // The database refused, mostly because the user may not create extensions: search works without the indexes.
    if (!/^[0-9A-Z]{5}$/.test(sqlState(error) ?? "")) throw error;
  }
}

const isAvailable = async (db: Database) =>
  (await db.query("select 1 from pg_available_extensions where name = 'pg_trgm'")).length > 0;
