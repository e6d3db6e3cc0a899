/**
 * Sends queued changes: one drainer across all tabs, in order, a few at a time. The contract classifies every response
 * (specification 17.23-17.25, 17.47). Uses no window, so that the worker can run it too.
 */
import * as v from "valibot";
import {
  followUpOf,
  listIn,
  type Operation,
  outdatedBy,
  type Request,
  requestOf,
  type Touched,
  touchedBy,
  verdictOf,
} from "../../contract/outbox-operations.ts";
import type { Api } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import type { AccountDatabase } from "../db/database.ts";
import {
  idempotencyKey,
  markAcked,
  markAttention,
  markSent,
  type ParsedRow,
  postpone,
  remove,
  renewKey,
  unsentAfter,
} from "../db/outbox-table.ts";
import type { Lock } from "./web-lock.ts";
import { createCircuitBreaker, type CircuitBreaker } from "./circuit-breaker.ts";
import { backoff, longestWaitMs } from "./backoff.ts";
import { inTurn, isDue, type Waiting, waitingOf } from "./send-order.ts";
import { createDrainRequests, type DrainRequest, type DrainRequests } from "./drain-requests.ts";

const targetsAtOnce = 4;

/** After more confirmations than this the lists are refetched: the outbox keeps only a limited number of them. */
const maxUnfetched = 50;

/** Consecutive unparsable responses until the user is asked: about a quarter of an hour of attempts. */
const maxMisread = 10;

const damaged = "This change is damaged and cannot be sent";

export interface DrainerDeps {
  db: AccountDatabase;
  api: Api;
  lock: Lock;
  now: () => number;
  random: () => number;
  /** Called after the server's state changed: refetches these queries in every tab. */
  onTouched: (touched: Touched[]) => Promise<void>;
  /** Called once when the item of a change no longer exists. Without it the row waits for a page. */
  onGone?: ((operation: Operation, snapshot: unknown) => void) | undefined;
}

/** Why a drain ended: nothing due, no connection, no valid sign-in, or stopped. */
export type DrainEnd = "idle" | "offline" | "sign-in" | "stopped";

export interface Drainer {
  /** Sends due changes, or all. Rejects only when the storage fails. */
  drain(request?: DrainRequest): Promise<DrainEnd>;
  /** Milliseconds until the next row is due; undefined if none waits. */
  nextDueIn(): Promise<number | undefined>;
  stop(): void;
}

export function createDrainer(deps: DrainerDeps): Drainer {
  const { db, now } = deps;
  const stopped = new AbortController();
  const breaker = createCircuitBreaker(now, deps.random);
  let running: Promise<DrainEnd> | undefined;
  const requests = createDrainRequests();

  async function drainUntilQuiet(): Promise<DrainEnd> {
    let end: DrainEnd = "idle";
    try {
      // Continues after a failed connection, because a later request may know of a new one.
      for (let next = requests.take(); next && end !== "stopped"; next = requests.take()) {
        const { all } = next;
        if (all) breaker.close();
        end = await deps.lock(`offbeat-drain-${db.uid}`, () =>
          drainOnce(deps, { all, requests, breaker, signal: stopped.signal }),
        );
      }
    } finally {
      // Reset synchronously: this run sees no further requests.
      running = undefined;
    }
    return end;
  }

  return {
    drain(request = {}) {
      requests.add(request);
      running ??= drainUntilQuiet();
      return running;
    },
    async nextDueIn() {
      const waiting = (await unsentAfter(db, 0)).map(waitingOf);
      // A row that waits for another is not due before it.
      const waits = [...inTurn(waiting, () => false)].map((row) => (isDue(row, now()) ? 0 : row.notBefore - now()));
      if (waits.length === 0) return undefined;
      return Math.max(breaker.restMs(), Math.min(longestWaitMs, ...waits));
    },
    stop: () => stopped.abort(),
  };
}

interface DrainOptions {
  all: boolean;
  requests: DrainRequests;
  breaker: CircuitBreaker;
  signal: AbortSignal;
}

/** Reads all unsent rows once, then only new ones. */
async function drainOnce(deps: DrainerDeps, { all, requests, breaker, signal }: DrainOptions): Promise<DrainEnd> {
  const { db, now } = deps;
  const waiting = new Map<number, Waiting>();
  const sending = new Map<number, Promise<void>>();
  /** Attempted in this drain and due later, even if the drain sends all changes. */
  const postponed = new Set<number>();
  const touched = new Set<Touched>();
  /** Per change that succeeded at the first attempt: queries that need no refetch. */
  const unfetched: Touched[][] = [];
  let end: DrainEnd = "idle";
  let newest = 0;

  async function readNewRows(): Promise<void> {
    for (const row of await unsentAfter(db, newest)) {
      waiting.set(row.seq, waitingOf(row));
      newest = Math.max(newest, row.seq);
    }
  }
  const maySend = () => end === "idle" && !signal.aborted && breaker.restMs() === 0;
  const isReady = (row: Waiting) => !postponed.has(row.seq) && (all || isDue(row, now()));
  function next(): Waiting | undefined {
    for (const row of inTurn(waiting.values(), isReady)) if (!sending.has(row.seq) && isReady(row)) return row;
    return undefined;
  }
  async function sendOne({ seq }: Waiting): Promise<void> {
    const outcome = await send(deps, seq, signal);
    if (outcome.kind === "ended") {
      end = outcome.end;
      requests.connectionFailed();
    } else if (outcome.kind === "failed") breaker.failed(outcome.notBefore);
    else breaker.succeeded();
    if (outcome.kind === "failed" || outcome.kind === "postponed") postponed.add(seq);
    if (outcome.kind === "done") {
      waiting.delete(seq);
      for (const one of outcome.touched) touched.add(one);
      if (outcome.unfetched !== undefined) unfetched.push(outcome.unfetched);
    }
  }

  try {
    await readNewRows();
    for (;;) {
      if (end === "idle" && requests.joinRunning(all)) await readNewRows();
      while (maySend() && sending.size < targetsAtOnce) {
        const row = next();
        if (row === undefined) break;
        sending.set(
          row.seq,
          sendOne(row).finally(() => sending.delete(row.seq)),
        );
      }
      if (sending.size === 0) break;
      await Promise.race(sending.values());
    }
  } finally {
    await Promise.allSettled(sending.values());
    if (unfetched.length > maxUnfetched) for (const one of unfetched.flat()) touched.add(one);
    if (touched.size > 0) await deps.onTouched([...touched]);
  }
  return signal.aborted ? "stopped" : end;
}

type Outcome =
  | { kind: "done"; touched: Touched[]; unfetched?: Touched[] }
  /** Due later; or due now, under a new key. */
  | { kind: "postponed" | "rekeyed" }
  /** The server could not accept it now. `notBefore` in milliseconds since the epoch. */
  | { kind: "failed"; notBefore: number }
  | { kind: "ended"; end: Exclude<DrainEnd, "idle"> };

const ended = (end: Exclude<DrainEnd, "idle">): Outcome => ({ kind: "ended", end });

async function send(deps: DrainerDeps, seq: number, signal: AbortSignal): Promise<Outcome> {
  // Marked before sending: from here on the server may have it.
  const row = await markSent(deps.db, seq);
  if (row === undefined) return { kind: "done", touched: [] };
  const request = requestOf(row.operation, deps.db.uid);
  try {
    const reply = await callApi(deps.api, request, { key: idempotencyKey(row), signal });
    const outcome = await confirm(deps, row, listIn(row.operation, reply));
    // The server may replay an earlier response to a repeated call, and the list may have changed since.
    if (row.attempts > 1) return outcome;
    return { kind: "done", touched: outdatedBy(row.operation), unfetched: touchedBy(row.operation) };
  } catch (error) {
    if (v.isValiError(error)) {
      // Never sent: the stored operation does not match the contract.
      await markAttention(deps.db, seq, { code: "unreadable", title: damaged });
      return { kind: "done", touched: [] };
    }
    if (!(error instanceof ApiError)) throw error;
    // The account was closed: its row stays.
    if (error.code === "aborted") return ended("stopped");
    if (error.code === "invalid-reply") return await postponeMisread(deps, row, error);
    return await handleFailure(deps, row, error);
  }
}

/**
 * Retries under the same key after a response that does not match the contract, because a proxy or a captive portal may
 * have sent it. After many of them the user decides.
 */
async function postponeMisread(deps: DrainerDeps, row: ParsedRow, { code, message }: ApiError): Promise<Outcome> {
  const misread = (row.misread ?? 0) + 1;
  // A status of 400 counts as refused.
  if (misread >= maxMisread) return handleFailure(deps, row, new ApiError(code, message, { status: 400 }));
  const notBefore = deps.now() + backoff(misread, deps.random());
  await postpone(deps.db, row.seq, notBefore, misread);
  return { kind: "failed", notBefore };
}

const callApi = (
  api: Api,
  { endpoint, params, body }: Request,
  options: { key?: string; signal?: AbortSignal },
): Promise<unknown> => api.call(endpoint, { params, body, ...options });

async function confirm({ db, api }: DrainerDeps, row: ParsedRow, answer: string[] | undefined): Promise<Outcome> {
  await markAcked(db, row.seq, answer);
  const followUp = followUpOf(row.operation);
  // May be lost (specification 14.5).
  if (followUp !== undefined) void callApi(api, followUp, {}).catch(() => {});
  return { kind: "done", touched: touchedBy(row.operation) };
}

async function handleFailure(deps: DrainerDeps, row: ParsedRow, failure: ApiError): Promise<Outcome> {
  const { db } = deps;
  const { seq, operation } = row;
  const done: Outcome = { kind: "done", touched: touchedBy(operation) };
  const problem = { code: failure.code, title: failure.message };
  switch (verdictOf(operation, failure)) {
    case "acked":
      return confirm(deps, row, undefined);
    case "gone":
      if (deps.onGone === undefined) {
        await postpone(db, seq, deps.now() + longestWaitMs);
        return { kind: "postponed" };
      }
      await remove(db, seq);
      deps.onGone(operation, row.snapshot);
      return done;
    case "dropped":
      console.warn(`The server refused a ${operation.kind}, which is dropped: ${failure.message}`);
      await remove(db, seq);
      return done;
    case "retry": {
      // No connection: the row stays due.
      if (failure.isNetwork) return ended("offline");
      const notBefore = deps.now() + backoff(row.attempts, deps.random(), failure.retryAfterMs);
      await postpone(db, seq, notBefore);
      return { kind: "failed", notBefore };
    }
    case "rekey":
      if (row.problem?.code !== failure.code) {
        await renewKey(db, row, problem);
        return { kind: "rekeyed" };
      }
      await markAttention(db, seq, problem);
      return done;
    case "sign-in":
      return ended("sign-in");
    case "attention":
      await markAttention(db, seq, problem);
      return done;
  }
}
