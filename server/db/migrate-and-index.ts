/** Prepares a database for this version. */
import type { Database } from "./database.ts";
import { migrate, migrations } from "./migrate.ts";
import { makeSearchIndexes, searchIndexes } from "./search-indexes.ts";

/** What `prepare` applies. */
export const preparation = { migrations, searchIndexes };

/** Runs at every start; an up-to-date database costs a few queries. Throws the same errors as `migrate`. */
export async function prepare(db: Database): Promise<void> {
  await migrate(db);
  await makeSearchIndexes(db);
}
