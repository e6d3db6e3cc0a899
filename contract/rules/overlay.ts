/**
 * What the user did and the server's answer does not hold yet, applied on top of it (specification 17.26, 17.27). Pure:
 * screens show `overlay(server state, outbox rows)`, so nothing is written optimistically and nothing is rolled back.
 */
import type { List } from "../lists.ts";
import { editOf, type ListEdit, type Operation } from "../outbox.ts";
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

/**
 * The ids of a list as they are to be shown: the answer, then what was confirmed since in the order of the
 * confirmations, then what waits in the order of the intents.
 * @param heard undefined before the first answer
 * @param rows oldest intent first
 */
export function overlayIds(
  list: List,
  heard: Heard | undefined,
  rows: readonly OverlayRow[],
): string[] {
  const { value, begun, seen } = heard ?? { value: [], begun: 0, seen: 0 };
  const acked: { row: OverlayRow; edit: ListEdit }[] = [];
  const waiting: typeof acked = [];
  for (const row of rows) {
    if (!isPending(row, seen)) continue;
    const edit = editOf(row.operation);
    if (edit?.list === list) (row.state === "acked" ? acked : waiting).push({ row, edit });
  }
  acked.sort((a, b) => (a.row.ackSeq ?? 0) - (b.row.ackSeq ?? 0));
  const ids = createIds(value);
  for (const { row, edit } of [...acked, ...waiting]) {
    if (edit.change !== "order") ids[edit.change](edit.id);
    else if (showsAnswer(row, begun)) ids.set(arrange(ids.get(), row.answer));
    else ids.set(mergeOrder(ids.get(), edit.order));
  }
  return ids.get();
}

/**
 * An acknowledged order shows the server's list. Not over an answer that was asked for after the order had been handed
 * out: the server may have made that list before that answer, when the acknowledgement had to be asked for again.
 */
const showsAnswer = (
  row: OverlayRow,
  begun: number,
): row is OverlayRow & { answer: readonly string[] } =>
  row.state === "acked" && row.answer !== undefined && begun <= (row.sentAfter ?? 0);

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
