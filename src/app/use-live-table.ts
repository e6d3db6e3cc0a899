/** React hooks for the account's live tables. */
import { useMemo, useSyncExternalStore } from "react";
import type { LiveTable } from "../db/live-table.ts";
import { isMetered, watchMetered } from "../lib/metered-connection.ts";
import { countWaiting, type Hold, holdOf } from "../sync/download-settings.ts";
import { useAccount, useApp } from "./app-context.ts";

const useLive = <T>(live: LiveTable<T>): T | undefined => useSyncExternalStore(live.subscribe, live.get);

export const useOutbox = () => useLive(useAccount().outbox);

/** Songs whose upload is not confirmed. */
export const useWaitingUploads = () => useLive(useAccount().uploads);

export const useDownloads = () => useLive(useAccount().downloads);

export const useKeptPlaylists = () => useLive(useAccount().kept);

export const useDownloadSettings = () => useLive(useAccount().downloadSettings);

/** What holds the downloads up; undefined: nothing does, or the device's storage is not read yet. */
export function useDownloadHold(): Hold | undefined {
  const rows = useDownloads();
  const settings = useDownloadSettings();
  const metered = useSyncExternalStore(watchMetered, isMetered);
  return useMemo(() => {
    if (rows === undefined || settings === undefined) return undefined;
    return holdOf(settings, countWaiting(rows), metered);
  }, [rows, settings, metered]);
}

/** Whether the device's storage works; undefined until checked. */
export const useStorage = () => useLive(useAccount().storage);

/** Whether the last call reached the server. */
export function useOnline(): boolean {
  const { online } = useApp();
  return useSyncExternalStore(online.subscribe, online.get);
}
