import type { ReactNode } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import { useCarriedState } from "../../ui/carried-state.ts";
import { part } from "../../ui/lazy-part.tsx";
import { useDialog } from "./use-dialog.ts";

const EditPlaylistDialog = part(
  async () => (await lazyImport(() => import("./EditPlaylistDialog.tsx"))).EditPlaylistDialog,
);

const carry = "edit playlist";

/**
 * "Edit Playlist" of a playlist's screen (specification 3.16.5): what opens the form, and the form, which the screen shows
 * also once the playlist is gone, so that nothing typed is lost.
 */
export function useEditPlaylist(isGone: boolean): [edit: (playlist: PlaylistSnapshot) => void, form: ReactNode] {
  const { show, shown, turn, dialog } = useDialog(carry);
  const [playlist, setPlaylist] = useCarriedState<PlaylistSnapshot | undefined>(`${carry}: playlist`, undefined);
  const edit = (one: PlaylistSnapshot) => {
    setPlaylist(one);
    show();
  };
  const form = shown && playlist !== undefined && (
    <EditPlaylistDialog key={turn} {...{ playlist, isGone, carry }} {...dialog} />
  );
  return [edit, form];
}
