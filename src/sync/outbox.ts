/**
 * Sends queued changes: one drainer at a time over all tabs, in order per target, a few targets at once, every answer
 * sorted by the contract (specification 17). Runs in the page; names no window, so that the worker can run it too.
 */
import {
  type Operation,
  requestOf,
  type Touched,
  touchedBy,
  verdictOf,
} from "../../contract/outbox.ts";
import type { Api } from "../api/client.ts";
import { ApiError } from "../api/error.ts";
import type { AccountDatabase } from "../db/database.ts";
import {
  discard,
  dueRows,
  idempotencyKey,
  isUnsent,
  markAcked,
  markAttention,
  markSent,
  type ParsedRow,
  postpone,
  readOutbox,
} from "../db/outbox.ts";
import type { Lock } from "./lock.ts";
import { backoff, longestWaitMs } from "./retry.ts";

const targetsAtOnce = 4;

export interface DrainerDeps {
  db: AccountDatabase;
  api: Api;
  lock: Lock;
  now: () => number;
  random: () => number;
  /** The server's state changed: these queries are to be asked again, in every tab. */
  onTouched: (touched: Touched[]) => Promise<void>;
  /** The thing a change was about is gone; told once. Without it there is nobody to tell: the row waits for a page. */
  onGone?: ((operation: Operation) => void) | undefined;
}

/** Why a drain ended: nothing is due, no connection, no valid sign-in, or stopped. */
export type DrainEnd = "idle" | "offline" | "sign-in" | "stopped";

export interface Drainer {
  /** Sends what is due. Never rejects for an answer of the network; rejects when the storage fails. */
  drain(): Promise<DrainEnd>;
  /** Milliseconds until the next row is due, undefined when none waits. */
  nextDueIn(): Promise<number | undefined>;
  stop(): void;
}

export function createDrainer(deps: DrainerDeps): Drainer {
  const { db, now } = deps;
  const stopped = new AbortController();
  let running: Promise<DrainEnd> | undefined;
  let again = false;

  async function drainOnce(): Promise<DrainEnd> {
    while (!stopped.signal.aborted) {
      const due = await dueRows(db, now(), longestWaitMs);
      if (due.length === 0) return "idle";
      const end = await sendAll(deps, due, stopped.signal);
      if (end !== "idle") return end;
    }
    return "stopped";
  }

  async function drainUntilQuiet(): Promise<DrainEnd> {
    let end: DrainEnd;
    do {
      again = false;
      end = await deps.lock(`offbeat-drain-${db.uid}`, drainOnce);
    } while (again && end === "idle");
    return end;
  }

  return {
    drain() {
      // A change written while a drain runs may have missed its look at the table.
      again = running !== undefined;
      running ??= drainUntilQuiet().finally(() => {
        running = undefined;
      });
      return running;
    },
    async nextDueIn() {
      const { rows } = await readOutbox(db);
      const waits = rows.filter(isUnsent).map((row) => row.notBefore - now());
      return waits.length === 0
        ? undefined
        : Math.min(longestWaitMs, Math.max(0, Math.min(...waits)));
    },
    stop: () => stopped.abort(),
  };
}

/** Sends rows of different targets, a few at once; ends early where every other row would fare the same. */
async function sendAll(
  deps: DrainerDeps,
  due: ParsedRow[],
  signal: AbortSignal,
): Promise<DrainEnd> {
  const queue = [...due];
  const touched = new Set<Touched>();
  let end: DrainEnd = "idle";
  const sendNext = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined && end === "idle"; row = queue.shift()) {
      const outcome = await send(deps, row, signal);
      if (outcome === "done") for (const key of touchedBy(row.operation)) touched.add(key);
      else if (outcome !== "kept") end = outcome;
    }
  };
  await Promise.all(Array.from({ length: targetsAtOnce }, sendNext));
  if (touched.size > 0) await deps.onTouched([...touched]);
  return end;
}

type Outcome = "done" | "kept" | Exclude<DrainEnd, "idle">;

async function send(deps: DrainerDeps, due: ParsedRow, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return "stopped";
  // Marked before it leaves: whatever happens from here on, the server may have it.
  const row = await markSent(deps.db, due.seq);
  if (row === undefined) return "kept";
  const { endpoint, params, body } = requestOf(row.operation);
  try {
    await deps.api.call(endpoint, { params, body, key: idempotencyKey(row), signal });
    return await settle(deps, row, undefined);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The account was closed: the row stays as it is, for its own account.
    if (error.code === "aborted") return "stopped";
    return await settle(deps, row, error);
  }
}

async function settle(
  deps: DrainerDeps,
  row: ParsedRow,
  failure: ApiError | undefined,
): Promise<Outcome> {
  const { db } = deps;
  // An answer that was not understood was still given to a request that the server took.
  const status = failure === undefined || failure.code === "invalid-reply" ? 200 : failure.status;
  switch (verdictOf(row.operation, status)) {
    case "acked":
      await markAcked(db, row.seq);
      return "done";
    case "gone":
      if (deps.onGone === undefined) {
        await postpone(db, row.seq, deps.now() + longestWaitMs);
        return "kept";
      }
      await discard(db, row.seq);
      deps.onGone(row.operation);
      return "done";
    case "retry":
      // Without a connection the row is not to blame: it is due again as soon as there is one.
      if (failure?.isNetwork) return "offline";
      await postpone(
        db,
        row.seq,
        deps.now() + backoff(row.attempts, deps.random(), failure?.retryAfterMs),
      );
      return "kept";
    case "sign-in":
      return "sign-in";
    case "attention":
      await markAttention(db, row.seq, {
        code: failure?.code ?? "unknown",
        title: failure?.message ?? "",
      });
      return "done";
  }
}
