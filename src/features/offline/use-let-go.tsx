import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAccount } from "../../app/app-context.ts";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import type { KeptPlaylist } from "../../db/database.ts";
import { unkeepPlaylist } from "../../db/kept-playlists.ts";
import { texts } from "../../texts/texts.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";

type Playlist = Pick<KeptPlaylist, "playlistId" | "title">;

interface LetGo {
  /**
   * Rejects when the storage fails.
   * @param button has the focus again if the playlist stays
   */
  letGo: (playlist: Playlist, button?: HTMLElement) => Promise<void>;
  /** To be shown beside the button. */
  question: ReactNode;
}

/** Lets a kept playlist go; without a network, where its songs cannot come back, only after a question (specification 17.8). */
export function useLetGo(): LetGo {
  const { db } = useAccount();
  const online = useOnline();
  const downloads = useDownloads();
  const [asked, setAsked] = useState<Playlist & { count: number }>();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLElement>(undefined);
  // After the dialog, which gives it back to what had it when it opened.
  useEffect(() => {
    if (!isOpen) opener.current?.focus();
  }, [isOpen]);
  const leaving = (playlistId: string): number =>
    [...(downloads?.values() ?? [])].filter(
      ({ state, reasons = [] }) =>
        state === "ready" && reasons.length > 0 && reasons.every((reason) => reason === playlistId),
    ).length;
  const remove = async (playlistId: string) => {
    try {
      await unkeepPlaylist(db, playlistId);
      opener.current = undefined;
      setOpen(false);
      return undefined;
    } catch (error) {
      console.error(error);
      return texts.songs.notKept;
    }
  };
  return {
    async letGo(playlist, button) {
      const count = leaving(playlist.playlistId);
      if (online || count === 0) return unkeepPlaylist(db, playlist.playlistId);
      opener.current = button;
      setAsked({ ...playlist, count });
      setOpen(true);
    },
    question: asked && (
      <ConfirmDialog
        open={isOpen}
        title={texts.offline.letGoTitle}
        cancel={texts.offline.letGoCancel}
        confirm={texts.offline.letGoConfirm}
        danger
        onConfirm={() => remove(asked.playlistId)}
        onClose={() => setOpen(false)}
      >
        <p>{texts.offline.letGo(asked.title, asked.count)}</p>
      </ConfirmDialog>
    ),
  };
}
