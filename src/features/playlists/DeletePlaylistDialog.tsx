import { useNavigate } from "@tanstack/react-router";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { removeCached } from "../../app/cached-items.ts";
import { firstError } from "../../app/form-errors.ts";
import { useSave } from "../../app/use-save.ts";
import { listKey, playlistsKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import styles from "./DeletePlaylistDialog.module.css";
import { deletePlaylist } from "./save-playlist.ts";

type Props = { playlist: PlaylistSnapshot; open: boolean; onDone: () => void };

/** Asks before a playlist is deleted; its songs stay (specification 3.11.6, 5.8). */
export function DeletePlaylistDialog({ playlist, open, onDone }: Props) {
  const { api, queryClient, toaster } = useApp();
  const account = useAccount();
  const navigate = useNavigate();
  const save = useSave(texts.app.offlineNow);
  const confirm = async () =>
    firstError(
      await save(async () => {
        await deletePlaylist(api, account.uid, playlist._id);
        toaster.success(texts.deletePlaylist.done);
        // In place of the open dialog: Back leads past the playlist that is gone.
        await navigate({ to: "/my-playlists", replace: true });
        removeCached(queryClient, playlist._id);
        await account.refetch([listKey("own-playlists", account.uid), playlistsKey(account.uid)]);
      }),
    );
  return (
    <ConfirmDialog
      open={open}
      title={texts.deletePlaylist.dialog}
      cancel={texts.deletePlaylist.cancel}
      confirm={texts.deletePlaylist.confirm}
      danger
      onConfirm={confirm}
      onClose={onDone}
    >
      <p className={styles.title} dir="auto">
        {playlist.title}
      </p>
      <p>{texts.deletePlaylist.question}</p>
    </ConfirmDialog>
  );
}
