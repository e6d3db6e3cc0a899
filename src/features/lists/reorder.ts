/** Reorders lists. Each drop is stored at once and sent 3 s after the last one (specification 7). */
import { useCallback } from "react";
import type { OrderedList } from "../../../contract/list-names.ts";
import type { Heard } from "../../../contract/rules/overlay.ts";
import { texts } from "../../texts/texts.ts";
import type { Account } from "../../sync/account-session.ts";
import { type OutboxView, readOutbox } from "../../db/outbox-table.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import { listKey } from "../../sync/query-keys.ts";
import { type App, useAccount, useApp } from "../../app/app-context.ts";
import { shownIds } from "./id-list.ts";
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

/** What stood behind an id that has left, in its order. */
interface Note {
  id: string;
  followers: readonly string[];
}

/** By list, the last one last. */
const noted = new WeakMap<Account, Map<OrderedList, readonly Note[]>>();
/** More than "Undo" is offered for at once. */
const notesAtMost = 20;

function notesOf(account: Account, list: OrderedList): readonly Note[] {
  const ofAccount = noted.get(account) ?? new Map<OrderedList, readonly Note[]>();
  noted.set(account, ofAccount);
  return ofAccount.get(list) ?? [];
}

/** Its index among the others: before the first that stood behind it. */
function placeOf({ followers }: Note, others: readonly string[]): number {
  const present = new Set(others);
  const next = followers.find((follower) => present.has(follower));
  return next === undefined ? others.length : others.indexOf(next);
}

/**
 * Notes where an id stands in a list, before it leaves it. The function that it returns puts it back there once it is in the
 * list again, as by "Undo" (specification 20.18): before the first that followed it and is still there. It never rejects.
 */
export function notePlace(
  { queryClient }: Pick<App, "queryClient">,
  account: Account,
  list: OrderedList,
  id: string,
  playlistTitle?: string,
): () => Promise<void> {
  const read = (outbox: OutboxView | undefined) => {
    const heard = queryClient.getQueryData<VersionedResult<string[]>>(listKey(list, account.uid));
    return { heard, shown: shownIds(list, heard, outbox) ?? [] };
  };
  const { shown: left } = read(account.outbox.get());
  if (!left.includes(id)) return async () => {};
  const notes = notesOf(account, list).filter((note) => note.id !== id);
  // Others that have left and may come back, too, the last one first.
  const before = notes.reduceRight<readonly string[]>(
    (ids, note) => (ids.includes(note.id) ? ids : ids.toSpliced(placeOf(note, ids), 0, note.id)),
    left,
  );
  const note: Note = { id, followers: before.slice(before.indexOf(id) + 1) };
  noted.get(account)?.set(list, [...notes, note].slice(-notesAtMost));
  return async () => {
    try {
      // What is shown may be from before it came back.
      const { heard, shown } = read(await readOutbox(account.db));
      const place = placeOf(
        note,
        shown.filter((other) => other !== id),
      );
      await moveTo(account, { list, shown, heard }, id, place, playlistTitle);
    } catch (error) {
      console.warn("What came back stands where new things do", error);
    }
  };
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
