/** Values that all servers of one PostgreSQL share: the first writes them, the others compare (specification 18.14). */
import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import type { Database } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { keyFile } from "../identity/signing-keys.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";

/** Reads the permanent id of this database's library. */
export const readLibraryId = (db: Database) => readOrInsert(db, "id", randomUUID());

interface Keys {
  mediaKey: Uint8Array;
  /** Undefined when a Firebase project signs the tokens. */
  identityKid: string | undefined;
}

/** Throws a StartError for a key that differs from the key of this database's other servers. */
export async function checkKeys(
  db: Database,
  { dataDir, mediaKey }: Pick<Settings, "dataDir" | "mediaKey">,
  keys: Keys,
): Promise<void> {
  const check = async (name: string, ours: string, place: string) => {
    if ((await readOrInsert(db, name, ours)) !== ours)
      throw new StartError(
        `${place} is not the key of this database's other servers: give it theirs ("Several servers" in docs/operations.md)`,
      );
  };
  const print = createHash("sha256").update("offbeat media-key ").update(keys.mediaKey);
  const place = mediaKey === undefined ? join(dataDir, "media-key") : "MEDIA_KEY";
  await check("media-key", print.digest("base64url"), place);
  if (keys.identityKid !== undefined) await check("identity-key", keys.identityKid, join(dataDir, keyFile));
}

/** Servers that start at the same time all get the value of the first. */
async function readOrInsert(db: Database, name: string, value: string): Promise<string> {
  await db.query("insert into library (name, value) values ($1, $2) on conflict do nothing", [name, value]);
  const [row] = await readRows(db, v.object({ value: v.string() }), "select value from library where name = $1", [
    name,
  ]);
  return row?.value ?? value;
}
