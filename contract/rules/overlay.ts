/**
 * What the user did and the server's answer does not hold yet, applied on top of it (specification 17). Pure: screens
 * show `overlay(server state, outbox rows)`, so nothing is written optimistically and nothing is rolled back.
 */
import type { Operation } from "../outbox.ts";

export interface OverlayRow {
  operation: Operation;
  state: "waiting" | "sent" | "acked" | "attention";
  /** Place of the acknowledgement among all of this device; absent before it. */
  ackSeq?: number | undefined;
}

/**
 * Whether a row is still to be applied over an answer. `seen` is the device's count of acknowledgements when the
 * request of that answer began: an answer that began before the acknowledgement may lack the effect.
 */
export function isPending(row: OverlayRow, seen: number): boolean {
  if (row.state === "attention") return false;
  return row.state !== "acked" || row.ackSeq === undefined || row.ackSeq > seen;
}

/** Favourite song ids in the user's order; `rows` oldest first. New likes come first (specification 7). */
export function overlayFavourites(
  ids: readonly string[],
  seen: number,
  rows: readonly OverlayRow[],
): string[] {
  let result = [...ids];
  for (const row of rows) {
    if (row.operation.kind !== "like" || !isPending(row, seen)) continue;
    const { songId, liked } = row.operation;
    if (!liked) result = result.filter((id) => id !== songId);
    else if (!result.includes(songId)) result.unshift(songId);
  }
  return result;
}
