/** What the player played last, as two rows: its queue, and its place in it, which changes far more often. */
import type { AccountDatabase, PlayerRow } from "./database.ts";

export type StoredPlayer = Partial<Record<PlayerRow["name"], unknown>>;

/** Undefined before anything was played. */
export async function readPlayer(db: AccountDatabase): Promise<StoredPlayer | undefined> {
  const rows = await db.player.toArray();
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Writes the given rows together. */
export async function writePlayer(db: AccountDatabase, { queue, place }: StoredPlayer): Promise<void> {
  const rows: PlayerRow[] = [];
  if (queue !== undefined) rows.push({ name: "queue", value: queue });
  if (place !== undefined) rows.push({ name: "place", value: place });
  await db.player.bulkPut(rows);
}

export const clearPlayer = (db: AccountDatabase): Promise<void> => db.player.clear();
