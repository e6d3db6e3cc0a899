/** The song in a download row, validated once per row, because lists read thousands at a time. */
import * as v from "valibot";
import { SongSnapshot } from "../../contract/songs.ts";
import type { Download } from "../../contract/worker-messages.ts";

const known = new WeakMap<Download, SongSnapshot | null>();

/**
 * Returns the same object for the same row; undefined for a row of another version or a damaged one (specification 17.7).
 */
export function downloadSnapshot(row: Download): SongSnapshot | undefined {
  const before = known.get(row);
  if (before !== undefined) return before ?? undefined;
  const { songId, ...rest } = row;
  const copy = v.safeParse(SongSnapshot, { _id: songId, ...rest });
  known.set(row, copy.success ? copy.output : null);
  return copy.success ? copy.output : undefined;
}
