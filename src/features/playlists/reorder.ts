/** Reordering: written on the device at each drop, sent 3 s after the last one (specification 7). */
import type { OrderedList } from "../../../contract/list-names.ts";
import type { Heard } from "../../../contract/rules/overlay.ts";
import type { Account } from "../../sync/account-session.ts";

/** A list as a screen shows it. */
export interface ShownList {
  list: OrderedList;
  /** All of it, before the drop. */
  shown: readonly string[];
  /** What the server said of it; undefined before its first answer. */
  heard: Heard | undefined;
}

/**
 * Puts an id of a list at another place. Resolves when it is on the device; from then on every screen shows it.
 * @param place from 0; beyond the end is the end
 * @param playlistTitle of a playlist's songs: what the list of changes calls it
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
  // A drop where it was, or of something that left the list meanwhile, changes nothing (specification 7.2).
  if (!shown.includes(id) || orderedList.every((other, index) => other === shown[index])) return;
  await account.change({ kind: "order", list, orderedList, base: [...shown], moved: [id] }, { playlistTitle }, heard);
}
