/**
 * Applies the user's pending changes on top of the server's response (specification 17.26, 17.27). Pure: screens show
 * `overlay(server state, outbox rows)`, so nothing is written optimistically and nothing is rolled back.
 */
import type { List } from "../list-names.ts";
import { editOf, type ListEdit, type Operation } from "../outbox-operations.ts";
import { arrange, mergeOrder } from "./merge-order.ts";
import { weakMemoize } from "./weak-memoize.ts";

export interface OverlayRow {
  operation: Operation;
  state: "waiting" | "sent" | "acked" | "attention";
  /** Sequence number of the acknowledgement on this device; undefined before it. */
  ackSeq?: number | undefined;
  /** How many requests this device had started when it first sent the row; undefined before. */
  sentAfter?: number | undefined;
  /** The whole list in the server's acknowledgement of an order. */
  answer?: readonly string[] | undefined;
}

/** A server response with its request's position among this device's requests and acknowledgements. */
export interface Heard {
  value: readonly string[];
  begun: number;
  seen: number;
}

/**
 * Whether a row still applies on top of a response. `seen` is the device's number of acknowledgements when that request
 * started: a request that started before the acknowledgement may lack the effect.
 */
export function isPending(row: OverlayRow, seen: number): boolean {
  if (row.state === "attention") return false;
  return row.state !== "acked" || row.ackSeq === undefined || row.ackSeq > seen;
}

/** A pending edit with its row. */
interface Pending {
  row: OverlayRow;
  edit: ListEdit;
  /** The server's list, if it replaces a merge. */
  answer: readonly string[] | undefined;
}

/** Caches the last result per response: most row changes do not change the list. */
const lastShown = new WeakMap<readonly string[], { pending: Pending[]; ids: string[] }>();

/**
 * Returns the ids to show: the response, then newer acknowledged edits in the order of their acknowledgements, then
 * waiting edits in the order of their creation. Returns the same array for the same content.
 * @param heard undefined before the first response
 * @param rows oldest first
 */
export function overlayIds(list: List, heard: Heard | undefined, rows: readonly OverlayRow[]): string[] {
  const { value, begun, seen } = heard ?? { value: [], begun: 0, seen: 0 };
  const acked: Pending[] = [];
  const waiting: Pending[] = [];
  for (const row of rows) {
    if (!isPending(row, seen)) continue;
    const edit = editOf(row.operation);
    if (edit?.list !== list) continue;
    const answer = showsAnswer(row, begun) ? row.answer : undefined;
    (row.state === "acked" ? acked : waiting).push({ row, edit, answer });
  }
  acked.sort((a, b) => (a.row.ackSeq ?? 0) - (b.row.ackSeq ?? 0));
  const pending = [...acked, ...waiting];
  const last = lastShown.get(value);
  if (last !== undefined && isSame(last.pending, pending)) return last.ids;
  const ids = applyAll(value, pending);
  lastShown.set(value, { pending, ids });
  return ids;
}

/** Whether two lists of edits have the same effect: sending or acknowledging an edit in turn does not change it. */
const isSame = (some: readonly Pending[], others: readonly Pending[]): boolean =>
  some.length === others.length &&
  some.every(({ row, edit, answer }, index) => {
    const other = others[index];
    if (other?.edit.list !== edit.list) return false;
    return edit.change === "order" || other.edit.change === "order"
      ? row === other.row && answer === other.answer
      : edit.change === other.edit.change && edit.id === other.edit.id;
  });

function applyAll(value: readonly string[], pending: readonly Pending[]): string[] {
  const edited = new Set(pending.flatMap(({ edit }) => (edit.change === "order" ? [] : edit.id)));
  let ids = createIds(uniqueOf(value), edited);
  for (const { edit, answer } of pending) {
    if (edit.change !== "order") ids[edit.change](edit.id);
    else ids = createIds(answer ? arrange(ids.get(), answer) : mergeOrder(ids.get(), edit.order), edited);
  }
  return ids.get();
}

/** A server's list has no id twice; a stored one from elsewhere might. */
const uniqueOf = weakMemoize((ids: readonly string[]): readonly string[] => [...new Set(ids)]);

/**
 * An acknowledged order shows the server's list, unless the response was requested after the order was first sent:
 * after a retried acknowledgement, that list may be older than the response.
 */
const showsAnswer = (row: OverlayRow, begun: number): boolean => row.state === "acked" && begun <= (row.sentAfter ?? 0);

/**
 * A list with edits in constant time, independent of its length: of thousands, only the edited ids are looked up.
 * @param edited all ids that edits will name
 */
function createIds(list: readonly string[], edited: ReadonlySet<string>) {
  const inList = new Set(edited.size === 0 ? [] : list.filter((id) => edited.has(id)));
  /** The newest last. */
  const front = new Set<string>();
  const end = new Set<string>();
  const removed = new Set<string>();
  const has = (id: string) => front.has(id) || end.has(id) || (inList.has(id) && !removed.has(id));
  return {
    get() {
      const rest = removed.size === 0 ? list : list.filter((id) => !removed.has(id));
      return [...front].reverse().concat(rest, [...end]);
    },
    first: (id: string) => void (has(id) || front.add(id)),
    last: (id: string) => void (has(id) || end.add(id)),
    out(id: string) {
      if (!front.delete(id) && !end.delete(id) && inList.has(id)) removed.add(id);
    },
  };
}

/**
 * Returns the follower count to show: the response's count, corrected for the viewer's own follow by the overlaid list.
 */
export const shownFollowers = (
  followers: number,
  { counted, follows }: { counted: boolean; follows: boolean },
): number => Math.max(0, followers + Number(follows) - Number(counted));
