/**
 * Exact counts of likes, plays and followers without one busy row each: a write adds a change, now and then the changes
 * are folded into totals, and the true count is both together (specification 14.3).
 */
import { randomBytes } from "node:crypto";
import type { Database, Queryable } from "./database.ts";

export type CountKind = "like" | "play" | "follower" | "playlist-follower";

interface Kind {
  /** Where the total stands. */
  table: string;
  key: string;
  total: string;
  /** The rows that are counted, and what each of them is about. */
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

/** SQL of the true count of a row of that kind's table, which the statement calls `alias`. */
export function countOf(kind: CountKind, alias: string): string {
  const { key, total } = kinds[kind];
  return `(${alias}.${total} + coalesce((select sum(c.change)::bigint from count_changes c
    where c.kind = '${kind}' and c.subject = ${alias}.${key}), 0))`;
}

/** To be called in the transaction of what is counted. */
export async function changeCount(tx: Queryable, kind: CountKind, subject: string, change: number): Promise<void> {
  if (change === 0) return;
  await tx.query("insert into count_changes (id, kind, subject, change) values ($1, $2, $3, $4)", [
    newChangeId(),
    kind,
    subject,
    change,
  ]);
}

/** Removes all likes, plays or follows of a user, and takes each off where it was counted. */
export async function removeCounted(tx: Queryable, kind: CountKind, uid: string): Promise<void> {
  const { events, subject } = kinds[kind];
  // One statement: of what somebody else removes at the same moment only one of the two takes it off.
  await tx.query(
    `with gone as (delete from ${events} where uid = $1 returning ${subject} as subject)
     insert into count_changes (id, kind, subject, change)
     select $2 || ':' || subject, '${kind}', subject, -count(*) from gone group by subject`,
    [uid, newChangeId()],
  );
}

/** Of what is deleted, and counts for nobody. Those that somebody folds at this moment go with the fold. */
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

const batch = 5_000;

/** Folds the changes of a kind into the totals by which rankings are ordered, if there are any. */
export async function foldCounts(db: Database, kind: CountKind): Promise<void> {
  // Outside of a transaction: most readings of a ranking find nothing.
  if (await isFolded(db, kind)) return;
  await db.transaction((tx) => foldWithin(tx, kind));
}

/** All kinds, each in a transaction of its own: two kinds in one would hold songs while they wait for users. */
export async function foldAllCounts(db: Database): Promise<void> {
  for (const kind of countKinds) await foldCounts(db, kind);
}

/** The same in a transaction that is open. Exact however many do it at once. */
export async function foldWithin(tx: Queryable, kind: CountKind): Promise<void> {
  if (await isFolded(tx, kind)) return;
  while ((await foldBatch(tx, kind)) === batch);
}

const isFolded = async (db: Queryable, kind: CountKind) =>
  (await db.query("select 1 from count_changes where kind = $1 limit 1", [kind])).length === 0;

/**
 * Answers how many changes it folded; those that somebody else folds now are left to them. The ids come as an array, so
 * that they are picked once: after an `in` the engine picks them again for every change of a table that it takes for
 * empty, as this one is most of the time.
 */
async function foldBatch(tx: Queryable, kind: CountKind): Promise<number> {
  const { table, key, total } = kinds[kind];
  const [row] = await tx.query<{ n: number }>(
    `with gone as (
       delete from count_changes where id = any(array(
         select id from count_changes where kind = $1 limit ${batch} for update skip locked))
       returning subject, change),
     sums as (select subject, sum(change)::bigint as change from gone group by subject),
     held as (
       select t.${key} as id, s.change from ${table} t join sums s on s.subject = t.${key}
       order by t.${key} for no key update of t),
     folded as (update ${table} t set ${total} = t.${total} + h.change from held h where t.${key} = h.id)
     select count(*) as n from gone`,
    [kind],
  );
  return row?.n ?? 0;
}

/**
 * Mends the counts out of the events. What is wrong is found at one moment and added to the total as it is by then, so
 * that changes and folds that come meanwhile lose nothing.
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
