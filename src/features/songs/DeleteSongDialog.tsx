import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { firstError } from "../../app/form-errors.ts";
import { useSave } from "../../app/use-save.ts";
import { randomId } from "../../db/random-id.ts";
import { texts } from "../../texts/texts.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { forgetSong, removeSong } from "./change-song.ts";
import { useIsShown } from "../../ui/use-is-shown.ts";
import styles from "./DeleteSongDialog.module.css";
import { useSongIsGone } from "./use-song-is-gone.ts";

type Props = { song: SongSnapshot; open: boolean; onDone: () => void };

/** Asks before a song is deleted for good (specification 3.16.2, 4.17). */
export function DeleteSongDialog({ song, open, onDone }: Props) {
  const app = useApp();
  const account = useAccount();
  const save = useSave(texts.app.offlineNow);
  const [gone] = useSongIsGone(song._id, open);
  const [key] = useState(() => `delete:${randomId()}`);

  const isShown = useIsShown(open);
  const isDeleted = useRef(false);
  const forget = useEffectEvent(() => void forgetSong(app, account, song._id));

  // After the dialog has closed and the focus has returned to the song's row, from where it goes on to the next one.
  useEffect(() => {
    if (!open && isDeleted.current) forget();
  }, [open]);

  const leave = (): void => {
    // Its page may be left before the answer comes.
    if (!isShown()) return void forgetSong(app, account, song._id);
    isDeleted.current = true;
    onDone();
  };
  const remove = async () => {
    const errors = await save(async () => {
      const isDone = await removeSong(app, account, song._id, key).catch((error: unknown) => {
        console.info("The song was not deleted", error);
        throw error;
      });
      if (isDone) app.toaster.success(texts.deleteSong.done);
      else app.toaster.info(texts.deleteSong.gone);
      leave();
    });
    return firstError(errors);
  };
  return (
    <ConfirmDialog
      open={open}
      title={texts.deleteSong.dialog}
      cancel={texts.deleteSong.cancel}
      confirm={texts.deleteSong.confirm}
      danger
      obsolete={gone ? texts.deleteSong.gone : undefined}
      onConfirm={remove}
      onClose={gone ? leave : onDone}
    >
      <p className={styles.song} dir="auto">
        {song.title}
      </p>
      <p>{texts.deleteSong.question}</p>
    </ConfirmDialog>
  );
}
