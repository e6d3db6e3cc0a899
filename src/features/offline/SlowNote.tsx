import { type Query, useIsFetching } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { slowMs } from "../../app/use-slow-submit.ts";
import { texts } from "../../texts/texts.ts";
import { hasReady } from "../songs/device-state.ts";

const toastId = "slow";

/**
 * Says once in a visit that what is shown waits long for its first data, and asks whether the server is still there: a line
 * that hangs shows as offline long before its calls give up (specification 17.3).
 */
export function SlowNote() {
  const { queryClient, toaster, online } = useApp();
  const { downloads } = useAccount();
  const isOnline = useOnline();
  const isWaiting = useIsFetching(waiting) > 0 && isOnline;
  const told = useRef(false);
  useEffect(() => {
    if (!isWaiting) return toaster.dismiss(toastId);
    let timer: ReturnType<typeof setTimeout>;
    const waitingNow = () => queryClient.getQueryCache().findAll(waiting);
    const look = () => {
      const before = new Set(waitingNow());
      timer = setTimeout(() => {
        // Many short waits, as of a long list that is scrolled, are no long one.
        if (!waitingNow().some((query) => before.has(query))) return look();
        online.check();
        if (told.current) return;
        told.current = true;
        const stored = downloads.get();
        const hasSongs = stored !== undefined && hasReady(stored);
        toaster.show({ kind: "info", id: toastId, text: hasSongs ? texts.frame.slowNote : texts.app.slow });
      }, slowMs);
    };
    look();
    return () => clearTimeout(timer);
  }, [isWaiting, queryClient, downloads, toaster, online]);
  return null;
}

/** What is shown, is on its way, and has not been there before. */
const waiting = {
  type: "active",
  fetchStatus: "fetching",
  predicate: ({ state }: Query) => state.data === undefined,
} as const;
