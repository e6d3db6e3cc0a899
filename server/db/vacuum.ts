/**
 * What a PostgreSQL server does by itself, for the embedded engine, which has no process beside the one that answers:
 * rows that nobody sees make room, the planner learns what there is, and the log is cut (specification 18.13).
 */
import type { Queryable } from "./database.ts";

/** A table gets its turn after so many changed rows, and after this part of its rows. */
const fewRows = 500;
const part = 0.1;

/** What a table has grown by since the planner counted it, in pages; what it knew of its changes ends with a process. */
const fewPages = 20;

/** One statement per table, so that requests get their turns between them. */
export async function vacuumEmbedded(db: Queryable): Promise<void> {
  // Counts of the last changes wait for a process to write them, too.
  await db.query("select pg_stat_force_next_flush()");
  const changed = await db.query<{ name: string }>(
    `select quote_ident(t.relname) as name
     from pg_stat_user_tables t join pg_class c on c.oid = t.relid
     where greatest(n_dead_tup, n_mod_since_analyze) > $1 + $2::float8 * n_live_tup
       or pg_relation_size(c.oid) / current_setting('block_size')::int > $3 + (1 + $2::float8) * c.relpages`,
    [fewRows, part, fewPages],
  );
  for (const { name } of changed) await db.query(`vacuum (analyze) ${name}`);
  await db.query("checkpoint");
}
