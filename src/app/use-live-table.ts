/** React hooks for the account's live tables. */
import { useMemo, useSyncExternalStore } from "react";
import { weakMemoize } from "../../contract/rules/weak-memoize.ts";
import type { LiveTable } from "../db/live-table.ts";
import { isMetered, watchMetered } from "../lib/metered-connection.ts";
import { drawingHeld } from "../lib/start-gate.ts";
import type { Account } from "../sync/account-session.ts";
import { countWaiting, type Hold, holdOf } from "../sync/download-settings.ts";
import { pageUploads } from "../sync/page-uploads.ts";
import { useAccount, useApp } from "./app-context.ts";

const useLive = <T>(live: LiveTable<T>): T | undefined => useSyncExternalStore(live.subscribe, live.get);

export const useOutbox = () => useLive(useAccount().outbox);

/** Songs whose upload is not confirmed. */
export const useWaitingUploads = () => useLive(useAccount().uploads);

/** Titles of the songs that go up from this page alone. */
export function usePageUploads(): readonly string[] {
  const { subscribe, get } = pageUploads(useAccount());
  return useSyncExternalStore(subscribe, get).going;
}

type Downloads = Account["downloads"];

/** What is read of thousands of songs is drawn once the song sounds that was pressed in a start. */
const subscribeUnheld = weakMemoize(
  (downloads: Downloads): Downloads["subscribe"] =>
    (listener) =>
      downloads.subscribe(() => {
        const held = drawingHeld();
        if (held === undefined) listener();
        else void held.then(listener);
      }),
);

export function useDownloads(): ReturnType<Downloads["get"]> {
  const { downloads } = useAccount();
  return useSyncExternalStore(subscribeUnheld(downloads), downloads.get);
}

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

/** Whether a press can send anything: the server was reached, or the browser knows of a network over which it may be. */
export function useMaySend(): boolean {
  const hasNetwork = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return useOnline() || hasNetwork;
}

function watchNetwork(onChange: () => void): () => void {
  const controller = new AbortController();
  for (const event of ["online", "offline"]) addEventListener(event, onChange, { signal: controller.signal });
  return () => controller.abort();
}
