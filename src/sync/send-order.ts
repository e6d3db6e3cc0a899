/**
 * Which queued changes may be sent now, so that the server makes of them what the screen showed (specification 17.47):
 * rows of one target one after another; an order after everything that was wanted of its list before it, and before
 * everything that was wanted after it; what comes into a list in the order it came, unless one of them has to be tried
 * again later.
 */
import { editOf, isJoin, type ListEdit } from "../../contract/outbox-operations.ts";
import type { ParsedRow } from "../db/outbox-table.ts";
import { longestWaitMs } from "./backoff.ts";

/** What is known of a waiting row: enough to tell its turn. */
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

/** Whether a row's time has come. A time beyond the longest wait was written by a clock that was wrong. */
export const isDue = ({ notBefore }: Pick<Waiting, "notBefore">, now: number): boolean =>
  notBefore <= now || notBefore > now + longestWaitMs;

/**
 * The rows whose turn it is, the ones that are being sent among them, whether their time has come or not.
 * @param rows without a confirmation, oldest first
 * @param goesFirst whether what comes into a list after this row waits for it; not where it is to be tried again later
 */
export function* inTurn(rows: Iterable<Waiting>, goesFirst: (row: Waiting) => boolean): Generator<Waiting> {
  const targets = new Set<string>();
  const lists = new Set<string>();
  const ordered = new Set<string>();
  const joined = new Set<string>();
  /** Targets of which something is to be tried again later: what follows it is not soon either. */
  const putOff = new Set<string>();
  for (const row of rows) {
    const { target, list, change } = row;
    const isHeld =
      targets.has(target) ||
      (list !== undefined &&
        (ordered.has(list) || (change === "order" && lists.has(list)) || (change === "join" && joined.has(list))));
    if (!isHeld) yield row;
    targets.add(target);
    if (!goesFirst(row)) putOff.add(target);
    if (list === undefined) continue;
    lists.add(list);
    if (change === "order") ordered.add(list);
    if (change === "join" && !putOff.has(target)) joined.add(list);
  }
}
