import { useCallback, useState } from "react";

/** A dialog that opens again with what was typed, until it has done its work or was cancelled. */
export function useDialog() {
  const [{ turn, open, shown }, setState] = useState({ turn: 0, open: false, shown: false });
  /** Closes and keeps what was typed, for the case that it was closed by mistake. */
  const onClose = () => setState((before) => ({ ...before, open: false }));
  /** Closes for good. */
  const onDone = () => setState((before) => ({ ...before, turn: before.turn + 1, open: false }));
  const show = useCallback(() => setState((before) => ({ ...before, open: true, shown: true })), []);
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
    dialog: { open, onClose, onDone },
  };
}
