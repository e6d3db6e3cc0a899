/** Reorders lists. Each drop is stored at once and sent 3 s after the last one (specification 7). */
import { useCallback } from "react";
import type { OrderedList } from "../../../contract/list-names.ts";
import type { Heard } from "../../../contract/rules/overlay.ts";
import { texts } from "../../texts/texts.ts";
import type { Account } from "../../sync/account-session.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { moveId } from "./moves.ts";
import type { Move } from "./use-reorder.ts";

/** A list as a screen shows it. */
interface ShownList {
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
  const orderedList = moveId(shown, id, place);
  // A drop at the same index, or of an id that has left the list, changes nothing (specification 7.2).
  if (orderedList === shown) return;
  const change = { kind: "order" as const, list, orderedList: [...orderedList], base: [...shown], moved: [id] };
  await account.change(change, { playlistTitle }, heard);
}

/** The `onMove` of a sortable list: through the outbox, offline too. A move that cannot be stored is told. */
export function useStoreMove(
  list: OrderedList,
  heard: Heard | undefined,
  playlistTitle?: string,
): (move: Move) => Promise<void> {
  const { toaster } = useApp();
  const account = useAccount();
  return useCallback(
    async ({ id, place, shown }) => {
      try {
        await moveTo(account, { list, shown, heard }, id, place, playlistTitle);
      } catch (error) {
        toaster.failure(texts.songs.notKept);
        throw error;
      }
    },
    [toaster, account, list, heard, playlistTitle],
  );
}
