/** The copies of a song that this device keeps beside the server's answers, and where to find one. */
import * as v from "valibot";
import { type Song, SongSnapshot } from "../../../contract/songs.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import type { OutboxView } from "../../db/outbox.ts";

/** Only what a snapshot holds. */
export const snapshotOf = (song: SongSnapshot): SongSnapshot => v.parse(SongSnapshot, song);

const fromDownload = ({ songId, ...rest }: Download) =>
  v.safeParse(SongSnapshot, { _id: songId, ...rest });

/** Songs by id: the server's answers first, then what a queued like or a download remembers. */
export function joinSongs(
  answers: ReadonlyMap<string, Song>,
  outbox: OutboxView | undefined,
  downloads: readonly Download[] | undefined,
): Map<string, SongSnapshot> {
  const songs = new Map<string, SongSnapshot>();
  const copies = [
    ...(downloads ?? []).map(fromDownload),
    ...(outbox?.rows ?? []).map((row) => v.safeParse(SongSnapshot, row.snapshot)),
  ];
  // Another version, or a disk that fails, may have written what this one cannot read (specification 17.7).
  for (const copy of copies) if (copy.success) songs.set(copy.output._id, copy.output);
  for (const [id, song] of answers) songs.set(id, song);
  return songs;
}
