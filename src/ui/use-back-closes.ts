import { useBlocker, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { dialogEntries } from "./dialog-entries.ts";

/** Makes Back close a dialog instead of leaving its page. */
export function useBackCloses(open: boolean, dismissible: boolean, onClose: () => void): void {
  const router = useRouter();
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
    const entries = dialogEntries(router);
    if (!open) return;
    const remove = entries.add(() => close());
    return () => remove(!isGone.current);
  }, [open, router]);
}
