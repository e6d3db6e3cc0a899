/**
 * Replaces PostgreSQL's background workers, which PGlite lacks: removes dead rows, updates planner statistics and
 * truncates the WAL (specification 18.13).
 */
import * as v from "valibot";
import type { Statements } from "./database.ts";
import { readRows } from "./rows.ts";

/** Vacuums a table after this many changed rows plus this share of its rows. */
const minRows = 500;
const minShare = 0.1;

/** Growth in pages since the last analyze. It finds changes that the statistics lost at a restart. */
const minPages = 20;

/** Runs one statement per table, so that requests run between them. */
export async function vacuumEmbedded(db: Statements): Promise<void> {
  // Flushes the pending statistics, which no background process writes.
  await db.query("select pg_stat_force_next_flush()");
  const changed = await readRows(
    db,
    v.object({ name: v.string() }),
    `select quote_ident(t.relname) as name
     from pg_stat_user_tables t join pg_class c on c.oid = t.relid
     where greatest(n_dead_tup, n_mod_since_analyze) > $1 + $2::float8 * n_live_tup
       or pg_relation_size(c.oid) / current_setting('block_size')::int > $3 + (1 + $2::float8) * c.relpages`,
    [minRows, minShare, minPages],
  );
  for (const { name } of changed) await db.query(`vacuum (analyze) ${name}`);
  await db.query("checkpoint");
}
