import { useCallback } from "react";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { useCarriedState } from "../../ui/carried-state.ts";

const initial = { turn: 0, open: false, shown: false, ended: false };

/**
 * A dialog that opens again with what was typed, until it has done its work or was cancelled.
 * @param carry its name, of one that stays through a change of the language (specification 20.21)
 */
export function useDialog(carry?: string) {
  const { toaster } = useApp();
  const [{ turn, open, shown }, setState] = useCarriedState(carry && `${carry}: dialog`, initial);
  /** Closes and keeps what was typed, for the case that it was closed by mistake. */
  const onClose = () => setState((before) => ({ ...before, open: false }));
  /** Closes for good. */
  const onDone = () => setState((before) => ({ ...before, open: false, ended: true }));
  /** Its script could not be loaded. */
  const onFailed = () => {
    toaster.warning(texts.app.chunkFailed);
    onDone();
  };
  // The next turn begins with the next opening: a dialog that is replaced while it closes leaves its history entry behind.
  const show = useCallback(
    () => setState(({ turn, ended }) => ({ turn: ended ? turn + 1 : turn, open: true, shown: true, ended: false })),
    [setState],
  );
  return {
    /** For `key`: another turn is another dialog, in which nothing of an earlier one is left. */
    turn,
    open,
    /** It was opened once: until then nothing of it is loaded. */
    shown,
    /** Stable. */
    show,
    onClose,
    onDone,
    onFailed,
    dialog: { open, onClose, onDone, onFailed },
  };
}
