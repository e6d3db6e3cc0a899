/** Brings a database to what this version works on. */
import type { Database } from "./database.ts";
import { migrate, migrations } from "./migrate.ts";
import { makeSearchIndexes, searchIndexes } from "./search-indexes.ts";

/** What `prepare` makes a database of. */
export const preparation = { migrations, searchIndexes };

/** At every start; costs a few looks where nothing is missing. Throws what `migrate` throws. */
export async function prepare(db: Database): Promise<void> {
  await migrate(db);
  await makeSearchIndexes(db);
}
