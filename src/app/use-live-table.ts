/** React hooks for the account's live tables. */
import { useSyncExternalStore } from "react";
import type { LiveTable } from "../db/live-table.ts";
import { useAccount, useApp } from "./app-context.ts";

const useLive = <T>(live: LiveTable<T>): T | undefined => useSyncExternalStore(live.subscribe, live.get);

export const useOutbox = () => useLive(useAccount().outbox);

/** Songs whose upload is not confirmed. */
export const useWaitingUploads = () => useLive(useAccount().uploads);

export const useDownloads = () => useLive(useAccount().downloads);

export const useKeptPlaylists = () => useLive(useAccount().kept);

export const useDownloadSettings = () => useLive(useAccount().downloadSettings);

/** Whether the device's storage works; undefined until checked. */
export const useStorage = () => useLive(useAccount().storage);

/** Whether the last call reached the server. */
export function useOnline(): boolean {
  const { online } = useApp();
  return useSyncExternalStore(online.subscribe, online.get);
}
