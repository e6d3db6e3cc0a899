/** What screens follow of an account's database. */
import type { AccountDatabase } from "../db/database.ts";
import { byKeptTime } from "../db/kept-playlists.ts";
import { createLiveTable } from "../db/live-table.ts";
import { entryOf, viewOf } from "../db/outbox-table.ts";
import { watchStorage } from "../db/storage-health.ts";
import { viewUploads } from "../db/upload-rows.ts";
import { parseSettings } from "./download-settings.ts";
import { downloadSnapshot } from "./download-snapshot.ts";

export function watchTables(db: AccountDatabase) {
  const outbox = createLiveTable(
    db.outbox,
    (row) => entryOf(row, db.uid),
    (entries) => viewOf(entries.values()),
  );
  const downloads = createLiveTable(
    db.downloads,
    (row) => {
      // Validates each row here, in batches, so that the first list does not validate all of them at once.
      downloadSnapshot(row);
      return row;
    },
    (entries) => new Map(entries),
  );
  const uploads = createLiveTable(
    db.uploads,
    (row) => row,
    (entries) => viewUploads(entries.values()),
  );
  const kept = createLiveTable(
    db.kept,
    (row) => row,
    (entries) => byKeptTime(entries.values()),
  );
  const downloadSettings = createLiveTable(
    db.settings,
    (row) => row,
    (entries) => parseSettings(entries.get("downloads")?.value),
  );
  const storage = watchStorage(() => db.counters.count());
  return { outbox, downloads, uploads, kept, downloadSettings, storage };
}
