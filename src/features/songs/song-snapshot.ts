/** The copies of a song that this device keeps beside the server's answers, and where to find one. */
import * as v from "valibot";
import { type Song, SongSnapshot } from "../../../contract/songs.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import type { OutboxView } from "../../db/outbox-table.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";

/** Only what a snapshot holds. */
export const snapshotOf = (song: SongSnapshot): SongSnapshot => v.parse(SongSnapshot, song);

/** These songs by id: the server's answers first, then what a queued like or a download remembers. */
export function joinSongs(
  ids: readonly string[],
  answers: ReadonlyMap<string, Song>,
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
  // Another version, or a disk that fails, may have written what this one cannot read (specification 17.7).
  for (const { snapshot } of outbox?.rows ?? []) {
    const copy = v.safeParse(SongSnapshot, snapshot);
    if (copy.success && lacking.has(copy.output._id)) songs.set(copy.output._id, copy.output);
  }
  return songs;
}
