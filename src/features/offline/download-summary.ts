/** What the downloads have come to, in numbers; and what holds them up. */
import { useMemo } from "react";
import { weakMemoize } from "../../../contract/rules/weak-memoize.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import { useDownloadHold, useDownloads, useDownloadSettings } from "../../app/use-live-table.ts";
import { isOverLimit } from "../../sync/download-plan.ts";
import { type Hold, isWaiting } from "../../sync/download-settings.ts";

export interface DownloadSummary {
  /** Songs that are wanted and fit into the limit. */
  wanted: number;
  ready: number;
  /** Songs to be fetched, and the bytes that are still to come. */
  waiting: number;
  waitingBytes: number;
  /** Songs that found no space; songs that arrived damaged too often. */
  full: number;
  damaged: number;
  /** Songs beyond the limit that the user has set. */
  over: number;
}

const summarize = weakMemoize((rows: ReadonlyMap<string, Download>): DownloadSummary => {
  const sum = { wanted: 0, ready: 0, waiting: 0, waitingBytes: 0, full: 0, damaged: 0, over: 0 };
  for (const row of rows.values()) {
    if (isOverLimit(row)) {
      sum.over += 1;
      continue;
    }
    sum.wanted += 1;
    if (row.state === "ready") sum.ready += 1;
    else if (isWaiting(row)) {
      sum.waiting += 1;
      sum.waitingBytes += Math.max(0, row.bytes - row.received);
    } else if (row.problem === "quota") sum.full += 1;
    else if (row.problem === "mismatch") sum.damaged += 1;
  }
  return sum;
});

/** Undefined before the device's storage is read. */
export function useDownloadSummary(): (DownloadSummary & { hold: Hold | undefined }) | undefined {
  const rows = useDownloads();
  const settings = useDownloadSettings();
  const hold = useDownloadHold();
  return useMemo(() => {
    if (rows === undefined || settings === undefined) return undefined;
    return { ...summarize(rows), hold };
  }, [rows, settings, hold]);
}
