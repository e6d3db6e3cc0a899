/** The account's live tables, in React. */
import { useSyncExternalStore } from "react";
import type { LiveTable } from "../db/live-table.ts";
import { useAccount, useApp } from "./app-context.ts";

const useLive = <T>(live: LiveTable<T>): T | undefined => useSyncExternalStore(live.subscribe, live.get);

export const useOutbox = () => useLive(useAccount().outbox);

export const useDownloads = () => useLive(useAccount().downloads);

/** Whether the device's storage answers; undefined until that is known. */
export const useStorage = () => useLive(useAccount().storage);

/** Whether the server can be reached, by the last call. */
export function useOnline(): boolean {
  const { online } = useApp();
  return useSyncExternalStore(online.subscribe, online.get);
}
