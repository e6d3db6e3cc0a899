import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApp } from "../../app/app-context.ts";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import { slowMs } from "../../app/use-slow-submit.ts";
import { texts } from "../../texts/texts.ts";
import { hasReady } from "../songs/device-state.ts";

const toastId = "slow";

/**
 * Says once in a visit that what is shown waits long for its first data, and asks whether the server is still there: a line
 * that hangs shows as offline long before its calls give up (specification 17.3).
 */
export function SlowNote() {
  const { toaster, online } = useApp();
  const downloads = useDownloads();
  const hasSongs = downloads !== undefined && hasReady(downloads);
  const isOnline = useOnline();
  const waits = useIsFetching({ type: "active", predicate: ({ state }) => state.data === undefined }) > 0;
  const isWaiting = waits && isOnline;
  const told = useRef(false);
  useEffect(() => {
    if (!isWaiting) return toaster.dismiss(toastId);
    const timer = setTimeout(() => {
      online.check();
      if (told.current) return;
      told.current = true;
      const text = hasSongs ? texts.frame.slowNote : texts.app.slow;
      toaster.show({ kind: "info", id: toastId, text });
    }, slowMs);
    return () => clearTimeout(timer);
  }, [isWaiting, hasSongs, toaster, online]);
  return null;
}
