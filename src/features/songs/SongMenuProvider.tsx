import { type ReactNode, useCallback } from "react";
import { lazyImport } from "../../app/lazy-import.ts";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { useCarriedState } from "../../ui/carried-state.ts";
import { part } from "../../ui/lazy-part.tsx";
import {
  type OpenDialog,
  SongDialogContext,
  type SongMenuActions,
  SongMenuActionsContext,
} from "./song-menu-context.ts";

const EditSongDialog = part(async () => (await lazyImport(() => import("./EditSongDialog.tsx"))).EditSongDialog);
const DeleteSongDialog = part(async () => (await lazyImport(() => import("./DeleteSongDialog.tsx"))).DeleteSongDialog);

interface Shown extends OpenDialog {
  open: boolean;
  /** It did its work or was cancelled; else it was only closed, and opens again with what was typed. */
  ended: boolean;
  /** Another one is another dialog: nothing of an earlier one is left in it. */
  turn: number;
}

type Props = {
  /** Of features that stand above this one. */
  actions: SongMenuActions;
  children: ReactNode;
};

/** Gives the menus of songs their entries, and holds the dialogs that they open. */
export function SongMenuProvider({ actions, children }: Props) {
  const { toaster } = useApp();
  const [shown, setShown] = useCarriedState<Shown | undefined>("song dialog", undefined);
  const open = useCallback(
    (dialog: OpenDialog) =>
      setShown((before) => {
        const isSame = before?.kind === dialog.kind && before.song._id === dialog.song._id && !before.ended;
        return isSame
          ? { ...before, song: dialog.song, open: true }
          : { ...dialog, open: true, ended: false, turn: (before?.turn ?? 0) + 1 };
      }),
    [setShown],
  );
  const close = (ended: boolean) => setShown((before) => before && { ...before, open: false, ended });
  const fail = () => {
    toaster.warning(texts.app.chunkFailed);
    setShown(undefined);
  };
  return (
    <SongMenuActionsContext value={actions}>
      <SongDialogContext value={open}>
        {children}
        {shown?.kind === "edit" && (
          <EditSongDialog
            key={shown.turn}
            song={shown.song}
            open={shown.open}
            onClose={() => close(false)}
            onDone={() => close(true)}
            onFailed={fail}
          />
        )}
        {shown?.kind === "delete" && (
          <DeleteSongDialog
            key={shown.turn}
            song={shown.song}
            open={shown.open}
            onDone={() => close(true)}
            onFailed={fail}
          />
        )}
      </SongDialogContext>
    </SongMenuActionsContext>
  );
}
