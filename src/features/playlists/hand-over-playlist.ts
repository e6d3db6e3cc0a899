/** Hands a playlist to the screen that a link opens (specification 3.2.9). */
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount } from "../../app/app-context.ts";
import { useHandOver } from "../../app/route-state.ts";
import { isUncreated, shownWith } from "./shown-playlists.ts";

/**
 * Returns a function that makes the `state` of a link. A playlist that the server has not confirmed is not handed on: the
 * outbox has all of it, and goes on changing.
 */
export function useHandOverPlaylist(): (
  playlist: PlaylistSnapshot,
) => Partial<ReturnType<ReturnType<typeof useHandOver>>> {
  const handOver = useHandOver();
  const account = useAccount();
  return (playlist) => {
    const outbox = account.outbox.get();
    if (isUncreated(outbox, playlist._id)) return {};
    return handOver({ playlist, shownWith: shownWith(outbox, playlist._id) });
  };
}
