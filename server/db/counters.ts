/**
 * Exact counts of likes, plays and followers without hot rows: a write inserts a change, a later fold adds the
 * changes to the totals, and the exact count is the sum of both (specification 14.3).
 */
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import type { Database, Queryable } from "./database.ts";
import { readRows } from "./rows.ts";

type CountKind = "like" | "play" | "follower" | "playlist-follower";

interface Kind {
  /** The table that stores the total. */
  table: string;
  key: string;
  total: string;
  /** The table of the counted rows, and its column that refers to `key`. */
  events: string;
  subject: string;
}

const kinds: Record<CountKind, Kind> = {
  like: { table: "songs", key: "id", total: "likes", events: "likes", subject: "song_id" },
  play: { table: "songs", key: "id", total: "plays", events: "plays", subject: "song_id" },
  follower: {
    table: "users",
    key: "uid",
    total: "followers",
    events: "user_follows",
    subject: "followed",
  },
  "playlist-follower": {
    table: "playlists",
    key: "id",
    total: "followers",
    events: "playlist_follows",
    subject: "playlist_id",
  },
};

export const countKinds = Object.keys(kinds) as CountKind[];

/** SQL for the exact count of a row; `alias` is the statement's name for the kind's table. */
export function countOf(kind: CountKind, alias: string): string {
  const { key, total } = kinds[kind];
  return `(${alias}.${total} + coalesce((select sum(c.change)::bigint from count_changes c
    where c.kind = '${kind}' and c.subject = ${alias}.${key}), 0))`;
}

/** Call it in the transaction that changes the counted row. */
export async function changeCount(tx: Queryable, kind: CountKind, subject: string, change: number): Promise<void> {
  if (change === 0) return;
  await tx.query("insert into count_changes (id, kind, subject, change) values ($1, $2, $3, $4)", [
    newChangeId(),
    kind,
    subject,
    change,
  ]);
}

/** Deletes all likes, plays or follows of a user and subtracts each from its count. */
export async function removeCounted(tx: Queryable, kind: CountKind, uid: string): Promise<void> {
  const { events, subject } = kinds[kind];
  // One statement: when two transactions delete the same row, only one of them subtracts it.
  await tx.query(
    `with gone as (delete from ${events} where uid = $1 returning ${subject} as subject)
     insert into count_changes (id, kind, subject, change)
     select $2 || ':' || subject, '${kind}', subject, -count(*) from gone group by subject`,
    [uid, newChangeId()],
  );
}

/**
 * Deletes the pending changes of deleted rows. Skips those that a concurrent fold has locked: the fold deletes them.
 */
export async function dropChanges(
  tx: Queryable,
  dropped: readonly CountKind[],
  subjects: readonly string[],
): Promise<void> {
  await tx.query(
    `delete from count_changes where id = any(array(
       select id from count_changes where kind in (select value from json_array_elements_text($1::json))
         and subject in (select value from json_array_elements_text($2::json)) for update skip locked))`,
    [JSON.stringify(dropped), JSON.stringify(subjects)],
  );
}

const newChangeId = () => randomBytes(12).toString("base64url");

const batchSize = 5_000;

/** Folds pending changes of a kind into the totals, which rankings sort by. */
export async function foldCounts(db: Database, kind: CountKind): Promise<void> {
  // Checks without a transaction first: most rankings find nothing to fold.
  if (await isFolded(db, kind)) return;
  await db.transaction((tx) => foldWithin(tx, kind));
}

/** Uses one transaction per kind: a combined one would lock songs while it waits for users. */
export async function foldAllCounts(db: Database): Promise<void> {
  for (const kind of countKinds) await foldCounts(db, kind);
}

/** Same as `foldCounts`, in an open transaction. Concurrent folds stay exact. */
export async function foldWithin(tx: Queryable, kind: CountKind): Promise<void> {
  if (await isFolded(tx, kind)) return;
  let last: string | undefined = "";
  while (last !== undefined) last = await foldBatch(tx, kind, last);
}

const isFolded = async (db: Queryable, kind: CountKind) =>
  (await db.query("select 1 from count_changes where kind = $1 limit 1", [kind])).length === 0;

/**
 * Folds changes of `from` and what follows; skips those that a concurrent fold has locked. Returns where the next batch
 * begins, undefined after the last: two folds that lock rows in different orders, also from batch to batch, meet in a
 * deadlock. `any(array(…))` evaluates the subquery once: with `in`, the planner believes that the table is empty, as it
 * mostly is, and evaluates it per row.
 */
async function foldBatch(tx: Queryable, kind: CountKind, from: string): Promise<string | undefined> {
  const { table, key, total } = kinds[kind];
  const [row] = await readRows(
    tx,
    v.object({ n: v.number(), last: v.nullable(v.string()) }),
    `with gone as (
       delete from count_changes where id = any(array(
         select id from count_changes where kind = $1 and subject >= $2
         order by subject limit ${batchSize} for update skip locked))
       returning subject, change),
     sums as (select subject, sum(change)::bigint as change from gone group by subject),
     held as (
       select t.${key} as id, s.change from ${table} t join sums s on s.subject = t.${key}
       order by t.${key} for no key update of t),
     folded as (update ${table} t set ${total} = t.${total} + h.change from held h where t.${key} = h.id)
     select count(*) as n, max(subject) as last from gone`,
    [kind, from],
  );
  return row?.n === batchSize ? (row.last ?? undefined) : undefined;
}

/**
 * Repairs the counts from the events. It adds the difference found in one snapshot to the current total, so concurrent
 * changes and folds are not lost.
 */
export async function rebuildCounts(db: Queryable, wanted: readonly CountKind[] = countKinds): Promise<void> {
  for (const kind of wanted) {
    const { table, key, total, events, subject } = kinds[kind];
    await db.query(
      `with counted as (select ${subject} as id, count(*) as n from ${events} group by 1),
         pending as (select subject as id, sum(change) as n from count_changes where kind = $1 group by 1),
         wrong as (
           select o.${key} as id, coalesce(c.n, 0) - coalesce(p.n, 0) - o.${total} as missing
           from ${table} o left join counted c on c.id = o.${key} left join pending p on p.id = o.${key}),
         held as (
           select t.${key} as id, w.missing from ${table} t join wrong w on w.id = t.${key}
           where w.missing <> 0 order by t.${key} for no key update of t)
       update ${table} t set ${total} = t.${total} + h.missing from held h where t.${key} = h.id`,
      [kind],
    );
  }
}
