/** The copy of a song that a download's row holds, checked once per row: lists ask for thousands of them at a time. */
import * as v from "valibot";
import { SongSnapshot } from "../../contract/songs.ts";
import type { Download } from "../../contract/worker-messages.ts";

const known = new WeakMap<Download, SongSnapshot | null>();

/**
 * The same object for the same row. Undefined for a row that another version, or a disk that fails, may have written
 * (specification 17.7).
 */
export function downloadSnapshot(row: Download): SongSnapshot | undefined {
  const before = known.get(row);
  if (before !== undefined) return before ?? undefined;
  const { songId, ...rest } = row;
  const copy = v.safeParse(SongSnapshot, { _id: songId, ...rest });
  known.set(row, copy.success ? copy.output : null);
  return copy.success ? copy.output : undefined;
}
