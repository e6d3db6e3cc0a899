import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import styles from "./DeletePlaylistDialog.module.css";
import { useSavePlaylist } from "./use-save-playlist.ts";

type Props = { playlist: PlaylistSnapshot; open: boolean; onDone: () => void };

/** Asks before a playlist is deleted; its songs stay (specification 3.11.6, 5.8). */
export function DeletePlaylistDialog({ playlist, open, onDone }: Props) {
  const { toaster } = useApp();
  const playlists = useSavePlaylist();
  const navigate = useNavigate();
  const isConfirmed = useRef(false);
  const remove = useEffectEvent(async () => {
    // First, and in its place: the screen of the playlist would say that it is gone, and Back leads past it.
    await navigate({ to: "/my-playlists", replace: true });
    try {
      await playlists.remove(playlist);
      toaster.success(texts.deletePlaylist.done);
    } catch (error) {
      console.error(error);
      toaster.failure(texts.songs.notKept);
    }
  });
  // Once the dialog gives back its own history entry, which would be replaced instead of the screen's.
  useEffect(() => {
    if (open || !isConfirmed.current) return;
    isConfirmed.current = false;
    void remove();
  }, [open]);
  const confirm = async () => {
    isConfirmed.current = true;
    onDone();
    return undefined;
  };
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
