/** Folds the names and titles of rows that are older than these columns, or than the way in which texts are folded. */
import * as v from "valibot";
import { foldCase } from "../../contract/rules/fold-case.ts";
import type { Database, Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { foldName } from "../users/profile-rows.ts";

const batchSize = 1_000;

/** Runs at every start, before the first search; without old rows it costs three index lookups. */
export async function foldOldRows(db: Database): Promise<void> {
  await foldAll(
    db,
    () =>
      readRows(
        db,
        v.object({ uid: v.string(), first_name: v.string(), last_name: v.string() }),
        `select uid, first_name, last_name from users where folded_name = '' limit ${batchSize}`,
      ),
    // Unless another server has stored a newer one by now.
    (tx, { uid, first_name: first, last_name: last }) =>
      tx.query("update users set folded_name = $2 where uid = $1 and first_name = $3 and last_name = $4", [
        uid,
        foldName(first, last),
        first,
        last,
      ]),
  );
  for (const table of ["songs", "playlists"])
    await foldAll(
      db,
      () =>
        readRows(
          db,
          v.object({ id: v.string(), title: v.string() }),
          `select id, title from ${table} where folded_title = '' limit ${batchSize}`,
        ),
      (tx, { id, title }) =>
        tx.query(`update ${table} set folded_title = $2 where id = $1 and title = $3`, [id, foldCase(title), title]),
    );
}

/** Folds each batch in one transaction: every commit waits for the disk. */
async function foldAll<Row>(
  db: Database,
  next: () => Promise<Row[]>,
  fold: (tx: Queryable, row: Row) => Promise<unknown>,
): Promise<void> {
  let rows: Row[];
  do {
    rows = await next();
    if (rows.length === 0) return;
    await db.transaction(async (tx) => {
      for (const row of rows) await fold(tx, row);
    });
  } while (rows.length === batchSize);
}
