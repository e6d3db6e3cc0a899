/**
 * Decides which queued changes may be sent now, so that the server reaches the state that the screen showed
 * (specification 17.47): changes of one target in sequence; a reorder after all earlier changes of its list and before
 * all later ones; additions to a list in sequence, unless one of them is postponed.
 */
import { editOf, isJoin, type ListEdit } from "../../contract/outbox-operations.ts";
import type { ParsedRow } from "../db/outbox-table.ts";
import { longestWaitMs } from "./backoff.ts";

/** The fields of a waiting row that decide its turn. */
export interface Waiting {
  readonly seq: number;
  readonly target: string;
  readonly list: string | undefined;
  readonly change: "order" | "join" | "other";
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
}

export function waitingOf(row: ParsedRow): Waiting {
  const { seq, target, notBefore } = row;
  const edit = editOf(row.operation);
  return { seq, target, list: edit?.list, change: edit ? changeOf(edit) : "other", notBefore };
}

const changeOf = (edit: ListEdit) => (edit.change === "order" ? "order" : isJoin(edit) ? "join" : "other");

/** Whether a row is due. A time beyond the longest wait was written by a wrong clock. */
export const isDue = ({ notBefore }: Pick<Waiting, "notBefore">, now: number): boolean =>
  notBefore <= now || notBefore > now + longestWaitMs;

/**
 * Yields the rows that no earlier row blocks, including those in flight and those that are not due.
 * @param rows unconfirmed rows, oldest first
 * @param goesFirst whether later additions to the list wait for this row; not if it is postponed
 */
export function* inTurn(rows: Iterable<Waiting>, goesFirst: (row: Waiting) => boolean): Generator<Waiting> {
  const targets = new Set<string>();
  const lists = new Set<string>();
  const ordered = new Set<string>();
  const joined = new Set<string>();
  /** Targets with a postponed row, which also delays the rows after it. */
  const postponed = new Set<string>();
  for (const row of rows) {
    const { target, list, change } = row;
    const isBlocked =
      targets.has(target) ||
      (list !== undefined &&
        (ordered.has(list) || (change === "order" && lists.has(list)) || (change === "join" && joined.has(list))));
    if (!isBlocked) yield row;
    targets.add(target);
    if (!goesFirst(row)) postponed.add(target);
    if (list === undefined) continue;
    lists.add(list);
    if (change === "order") ordered.add(list);
    if (change === "join" && !postponed.has(target)) joined.add(list);
  }
}
