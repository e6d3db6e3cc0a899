/** Tells whether the server can be asked for a playlist (specification 5.15). */
import { useOutbox, useStorage } from "../../app/use-live-table.ts";
import { isUncreated } from "./shown-playlists.ts";

/**
 * False for one that the server has not heard of, of which it would say that it is gone; and until the queue is read,
 * unless it cannot be.
 */
export function useIsCreated(playlistId: string): boolean {
  const outbox = useOutbox();
  const storageFails = useStorage() === false;
  return outbox === undefined ? storageFails : !isUncreated(outbox, playlistId);
}
