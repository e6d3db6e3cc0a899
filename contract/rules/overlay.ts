/**
 * What the user did and the server's answer does not hold yet, applied on top of it (specification 17.26, 17.27). Pure:
 * screens show `overlay(server state, outbox rows)`, so nothing is written optimistically and nothing is rolled back.
 */
import type { List } from "../list-names.ts";
import { editOf, type ListEdit, type Operation } from "../outbox-operations.ts";
import { arrange, mergeOrder } from "./merge-order.ts";

export interface OverlayRow {
  operation: Operation;
  state: "waiting" | "sent" | "acked" | "attention";
  /** Place of the acknowledgement among all of this device; absent before it. */
  ackSeq?: number | undefined;
  /** How many requests of this device had begun when it was first handed to the network; absent before. */
  sentAfter?: number | undefined;
  /** The whole list as the server's acknowledgement of an order showed it. */
  answer?: readonly string[] | undefined;
}

/** An answer of the server, with its request's place among this device's requests and acknowledgements. */
export interface Heard {
  value: readonly string[];
  begun: number;
  seen: number;
}

/**
 * Whether a row is still to be applied over an answer. `seen` is the device's count of acknowledgements when the
 * request of that answer began: an answer that began before the acknowledgement may lack the effect.
 */
export function isPending(row: OverlayRow, seen: number): boolean {
  if (row.state === "attention") return false;
  return row.state !== "acked" || row.ackSeq === undefined || row.ackSeq > seen;
}

/** An edit that is to be applied, and what of its row decides how. */
interface Pending {
  row: OverlayRow;
  edit: ListEdit;
  /** The list to show in place of a merge. */
  answer: readonly string[] | undefined;
}

/** What was last made of an answer: most changes of rows change nothing that shows. */
const lastShown = new WeakMap<readonly string[], { pending: Pending[]; ids: string[] }>();

/**
 * The ids of a list as they are to be shown: the answer, then what was confirmed since in the order of the
 * confirmations, then what waits in the order of the intents. The same array while it holds the same.
 * @param heard undefined before the first answer
 * @param rows oldest intent first
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

/** Whether two rows of edits come to the same: a change that is sent or confirmed in its turn shows as before. */
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
  const ids = createIds(value);
  for (const { edit, answer } of pending) {
    if (edit.change !== "order") ids[edit.change](edit.id);
    else ids.set(answer ? arrange(ids.get(), answer) : mergeOrder(ids.get(), edit.order));
  }
  return ids.get();
}

/**
 * An acknowledged order shows the server's list. Not over an answer that was asked for after the order had been handed
 * out: the server may have made that list before that answer, when the acknowledgement had to be asked for again.
 */
const showsAnswer = (row: OverlayRow, begun: number): boolean => row.state === "acked" && begun <= (row.sentAfter ?? 0);

/** A list that many edits change in time that grows with their number, not with its length. */
function createIds(start: readonly string[]) {
  let rest = new Set(start);
  /** The newest last. */
  let front = new Set<string>();
  const get = () => [...[...front].reverse(), ...rest];
  const has = (id: string) => front.has(id) || rest.has(id);
  return {
    get,
    set(ids: readonly string[]) {
      rest = new Set(ids);
      front = new Set();
    },
    first: (id: string) => void (has(id) || front.add(id)),
    last: (id: string) => void (has(id) || rest.add(id)),
    out: (id: string) => void (front.delete(id) || rest.delete(id)),
  };
}

/**
 * Followers to show beside a list of who or what is followed: the answer's number, with the viewer counted as the list
 * says and not as the answer did.
 */
export const shownFollowers = (
  followers: number,
  { counted, follows }: { counted: boolean; follows: boolean },
): number => Math.max(0, followers + Number(follows) - Number(counted));
