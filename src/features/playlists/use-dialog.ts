import { useCallback, useState } from "react";

const initial = { turn: 0, open: false, shown: false, ended: false };

/** A dialog that opens again with what was typed, until it has done its work or was cancelled. */
export function useDialog() {
  const [{ turn, open, shown }, setState] = useState(initial);
  /** Closes and keeps what was typed, for the case that it was closed by mistake. */
  const onClose = () => setState((before) => ({ ...before, open: false }));
  /** Closes for good. */
  const onDone = () => setState((before) => ({ ...before, open: false, ended: true }));
  // The next turn begins with the next opening: a dialog that is replaced while it closes leaves its history entry behind.
  const show = useCallback(
    () => setState(({ turn, ended }) => ({ turn: ended ? turn + 1 : turn, open: true, shown: true, ended: false })),
    [],
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
    dialog: { open, onClose, onDone },
  };
}
