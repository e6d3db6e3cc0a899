import { type HistoryState, useBlocker, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useId, useRef } from "react";

declare module "@tanstack/history" {
  interface HistoryState {
    /** The dialog of this history entry. */
    dialog?: string;
  }
}

/**
 * Makes Back close a dialog instead of leaving its page. An open dialog adds a history entry of its own, so that this
 * works on the first page of a tab, too.
 */
export function useBackCloses(open: boolean, dismissible: boolean, onClose: () => void): void {
  const router = useRouter();
  const id = useId();
  const isGone = useRef(false);
  const close = useEffectEvent(onClose);

  useBlocker({
    disabled: !open || dismissible,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => action === "BACK",
  });

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  useEffect(() => {
    if (!open) return;
    const isOurs = () => router.history.location.state.dialog === id;
    void router.navigate({
      to: ".",
      search: true,
      hash: true,
      state: (before: HistoryState) => ({ ...before, dialog: id }),
      resetScroll: false,
    });
    const stop = router.history.subscribe(({ action }) => {
      if (action.type === "BACK" && !isOurs()) close();
    });
    return () => {
      stop();
      // The page was left together with its dialog.
      if (!isGone.current && isOurs()) router.history.back();
    };
  }, [open, id, router]);
}
