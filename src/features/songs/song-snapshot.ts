/** Copies of songs on this device, apart from the server's responses. */
import * as v from "valibot";
import { SongSnapshot } from "../../../contract/songs.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import type { OutboxView } from "../../db/outbox-table.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";

/** Picks the fields of a snapshot. */
export const snapshotOf = (song: SongSnapshot): SongSnapshot => v.parse(SongSnapshot, song);

/** Songs by id: from the server's responses, else from a queued like or a download. */
export function joinSongs(
  ids: readonly string[],
  answers: ReadonlyMap<string, SongSnapshot>,
  outbox: OutboxView | undefined,
  downloads: ReadonlyMap<string, Download> | undefined,
): Map<string, SongSnapshot> {
  const songs = new Map<string, SongSnapshot>(answers);
  const lacking = new Set(ids.filter((id) => !answers.has(id)));
  if (lacking.size === 0) return songs;
  for (const id of lacking) {
    const row = downloads?.get(id);
    const copy = row && downloadSnapshot(row);
    if (copy !== undefined) songs.set(id, copy);
  }
  // Another version may have written a snapshot that this one cannot read (specification 17.7).
  for (const { snapshot } of outbox?.rows ?? []) {
    const copy = v.safeParse(SongSnapshot, snapshot);
    if (copy.success && lacking.has(copy.output._id)) songs.set(copy.output._id, copy.output);
  }
  return songs;
}
