/**
 * Indexes that find a piece in the middle of a title, where the engine has `pg_trgm` and lets us make it. They are no
 * migration: what can be had differs from engine to engine and from day to day, and migrations are the same everywhere.
 */
import type { Database } from "./database.ts";
import { sqlState } from "./sql-state.ts";

/** With `fastupdate` a search reads what was added lately from end to end, up to 4 MB that the embedded engine never sorts in. */
const trigramsOf = (column: string) => `using gin (${column} gin_trgm_ops) with (fastupdate = off)`;

export const searchIndexes = {
  artists_search: `users ${trigramsOf("folded_name")} where artist`,
  songs_search: `songs ${trigramsOf("folded_title")}`,
  playlists_search: `playlists ${trigramsOf("folded_title")}`,
};

/**
 * At every start, after the migrations; once made they cost one look. Writes wait while they are being made, a second or
 * two for 100,000 songs. Without them a search reads the titles, newest first, until it has enough.
 */
export async function makeSearchIndexes(db: Database): Promise<void> {
  try {
    const names = Object.keys(searchIndexes);
    const made = await db.query<{ name: string; sorted: boolean }>(
      `select relname as name, coalesce('fastupdate=off' = any(reloptions), false) as sorted
       from pg_class where relkind = 'i' and relnamespace = current_schema()::regnamespace
       and relname in (select value from json_array_elements_text($1::json))`,
      [JSON.stringify(names)],
    );
    // Made by an earlier version.
    for (const { name, sorted } of made) {
      if (sorted) continue;
      await db.query(`alter index ${name} set (fastupdate = off)`);
      await db.query("select gin_clean_pending_list($1::regclass)", [name]);
    }
    if (made.length === names.length || !(await isAvailable(db))) return;
    await db.transaction(async (tx) => {
      // Servers that start together take turns, as they do for migrations.
      await tx.query("update migration_lock set holder = 'search' where id = 1");
      await tx.query("create extension if not exists pg_trgm");
      for (const [name, definition] of Object.entries(searchIndexes))
        await tx.query(`create index if not exists ${name} on ${definition}`);
    });
  } catch (error) {
    // Refused, most of all for want of the right to make an extension: then without.
    if (!/^[0-9A-Z]{5}$/.test(sqlState(error) ?? "")) throw error;
  }
}

const isAvailable = async (db: Database) =>
  (await db.query("select 1 from pg_available_extensions where name = 'pg_trgm'")).length > 0;
