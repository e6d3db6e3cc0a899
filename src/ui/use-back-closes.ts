import { type HistoryState, useBlocker, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useId, useRef } from "react";

declare module "@tanstack/history" {
  interface HistoryState {
    /** The dialog that this entry stands for. */
    dialog?: string;
  }
}

/**
 * "Back" means: away with the dialog, not with the page under it. An open dialog has an entry of its own in the
 * history, so that this holds on the first page of a tab, too, and Back moves nothing else.
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
      // Whoever leaves the page with its dialog has gone elsewhere already.
      if (!isGone.current && isOurs()) router.history.back();
    };
  }, [open, id, router]);
}
