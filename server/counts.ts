/**
 * Exact counts of likes, plays and followers without one busy row each: a write adds a change, now and then the changes
 * are folded into totals, and the true count is both together (specification 14.3).
 */
import { randomBytes } from "node:crypto";
import type { Database, Queryable } from "./db/database.ts";

export type CountKind = "like" | "play" | "follower" | "playlist-follower";

/** Where the total of each kind stands, and which rows are what it counts. */
const kinds: Record<CountKind, { table: string; key: string; total: string; events: string }> = {
  like: {
    table: "songs",
    key: "id",
    total: "likes",
    events: "select song_id as subject from likes",
  },
  play: {
    table: "songs",
    key: "id",
    total: "plays",
    events: "select song_id as subject from plays",
  },
  follower: {
    table: "users",
    key: "uid",
    total: "followers",
    events: "select followed as subject from user_follows",
  },
  "playlist-follower": {
    table: "playlists",
    key: "id",
    total: "followers",
    events: "select playlist_id as subject from playlist_follows",
  },
};

const allKinds = Object.keys(kinds) as CountKind[];

/** SQL of the true count of a row of that kind's table, which the statement calls `alias`. */
export function countOf(kind: CountKind, alias: string): string {
  const { key, total } = kinds[kind];
  return `(${alias}.${total} + coalesce((select sum(c.change) from count_changes c
    where c.kind = '${kind}' and c.subject = ${alias}.${key}), 0))::bigint`;
}

/** To be called in the transaction of what is counted. */
export async function changeCount(
  tx: Queryable,
  kind: CountKind,
  subject: string,
  change: number,
): Promise<void> {
  if (change === 0) return;
  await tx.query("insert into count_changes (id, kind, subject, change) values ($1, $2, $3, $4)", [
    newChangeId(),
    kind,
    subject,
    change,
  ]);
}

/** Takes one off for every subject that `events`, SQL with the parameter $1, names. */
export async function takeOffEach(
  tx: Queryable,
  kind: CountKind,
  events: string,
  parameter: string,
): Promise<void> {
  await tx.query(
    `insert into count_changes (id, kind, subject, change)
     select $2 || ':' || subject, '${kind}', subject, -count(*) from (${events}) e group by subject`,
    [parameter, newChangeId()],
  );
}

const newChangeId = () => randomBytes(12).toString("base64url");

const batch = 5_000;

/** Folds the changes into the totals by which rankings are ordered, if there are any. */
export async function foldCounts(db: Database): Promise<void> {
  // Outside of a transaction: most readings of a ranking find nothing.
  if (await isFolded(db)) return;
  await db.transaction(foldWithin);
}

/** The same in a transaction that is open. Exact however many do it at once. */
export async function foldWithin(tx: Queryable): Promise<void> {
  if (await isFolded(tx)) return;
  for (const kind of allKinds) while ((await foldKind(tx, kind)) === batch);
}

const isFolded = async (db: Queryable) =>
  (await db.query("select 1 from count_changes limit 1")).length === 0;

/** Answers how many changes it folded; those that somebody else folds now are left to them. */
async function foldKind(tx: Queryable, kind: CountKind): Promise<number> {
  const { table, key, total } = kinds[kind];
  const [row] = await tx.query<{ n: number }>(
    `with gone as (
       delete from count_changes where id in
         (select id from count_changes where kind = $1 limit ${batch} for update skip locked)
       returning subject, change),
     folded as (
       update ${table} t set ${total} = t.${total} + g.change
       from (select subject, sum(change)::bigint as change from gone group by subject) g where t.${key} = g.subject)
     select count(*) as n from gone`,
    [kind],
  );
  return row?.n ?? 0;
}

/**
 * Counts everything anew out of the events. One statement a kind: what it counts and the changes it drops are seen at
 * the same moment.
 */
export async function rebuildCounts(
  db: Queryable,
  wanted: readonly CountKind[] = allKinds,
): Promise<void> {
  for (const kind of wanted) {
    const { table, key, total, events } = kinds[kind];
    await db.query(
      `with gone as (delete from count_changes where kind = $1),
         counted as (select subject, count(*) as n from (${events}) e group by subject)
       update ${table} t set ${total} = coalesce(c.n, 0)
       from ${table} o left join counted c on c.subject = o.${key}
       where o.${key} = t.${key} and t.${total} <> coalesce(c.n, 0)`,
      [kind],
    );
  }
}
