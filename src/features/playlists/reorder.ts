/** Reorders lists. Each drop is stored at once and sent 3 s after the last one (specification 7). */
import type { OrderedList } from "../../../contract/list-names.ts";
import type { Heard } from "../../../contract/rules/overlay.ts";
import type { Account } from "../../sync/account-session.ts";

/** A list as a screen shows it. */
export interface ShownList {
  list: OrderedList;
  /** All ids before the drop. */
  shown: readonly string[];
  /** The server's version of the list; undefined before its first response. */
  heard: Heard | undefined;
}

/**
 * Moves an id within a list. Resolves when the change is stored; every screen then shows it.
 * @param place from 0; a higher index than the last means the end
 * @param playlistTitle for a playlist's songs: its title in the list of changes
 */
export async function moveTo(
  account: Account,
  { list, shown, heard }: ShownList,
  id: string,
  place: number,
  playlistTitle?: string,
): Promise<void> {
  const orderedList = shown.filter((other) => other !== id);
  orderedList.splice(Math.max(0, place), 0, id);
  // A drop at the same index, or of an id that has left the list, changes nothing (specification 7.2).
  if (!shown.includes(id) || orderedList.every((other, index) => other === shown[index])) return;
  await account.change({ kind: "order", list, orderedList, base: [...shown], moved: [id] }, { playlistTitle }, heard);
}
