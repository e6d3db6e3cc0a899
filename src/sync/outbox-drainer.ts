/**
 * Sends queued changes: one drainer at a time over all tabs, each change in its turn, a few at once, every answer sorted
 * by the contract (specification 17.23-17.25, 17.47). Runs in the page; names no window, so that the worker can run it
 * too.
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

/** Confirmed changes that no answer holds are kept in limited numbers: more than these and the lists are asked for again. */
const fewDone = 50;

/** Answers that were not understood, in a row, until the user is asked: about a quarter of an hour of tries. */
const misreadMost = 10;

const damaged = "This change is damaged and cannot be sent";

export interface DrainerDeps {
  db: AccountDatabase;
  api: Api;
  lock: Lock;
  now: () => number;
  random: () => number;
  /** The server's state changed: these queries are to be asked again, in every tab. */
  onTouched: (touched: Touched[]) => Promise<void>;
  /** The thing a change was about is gone; told once. Without it there is nobody to tell: the row waits for a page. */
  onGone?: ((operation: Operation, snapshot: unknown) => void) | undefined;
}

/** Why a drain ended: nothing is due, no connection, no valid sign-in, or stopped. */
export type DrainEnd = "idle" | "offline" | "sign-in" | "stopped";

export interface Drainer {
  /** Sends what is due, or all that waits. Never rejects for an answer of the network; rejects when the storage fails. */
  drain(wish?: DrainRequest): Promise<DrainEnd>;
  /** Milliseconds until the next row is due, undefined when none waits. */
  nextDueIn(): Promise<number | undefined>;
  stop(): void;
}

export function createDrainer(deps: DrainerDeps): Drainer {
  const { db, now } = deps;
  const stopped = new AbortController();
  const pace = createCircuitBreaker(now, deps.random);
  let running: Promise<DrainEnd> | undefined;
  const wishes = createDrainRequests();

  async function drainUntilQuiet(): Promise<DrainEnd> {
    let end: DrainEnd = "idle";
    try {
      // Also after the line failed: whoever asks for another drain since may know of a connection.
      for (let next = wishes.take(); next && end !== "stopped"; next = wishes.take()) {
        const { all } = next;
        if (all) pace.wake();
        end = await deps.lock(`offbeat-drain-${db.uid}`, () =>
          drainOnce(deps, { all, wishes, pace, signal: stopped.signal }),
        );
      }
    } finally {
      // At once: whoever asks from here on is not heard by this run.
      running = undefined;
    }
    return end;
  }

  return {
    drain(wish = {}) {
      wishes.add(wish);
      running ??= drainUntilQuiet();
      return running;
    },
    async nextDueIn() {
      const waiting = (await unsentAfter(db, 0)).map(waitingOf);
      // What waits for another row is not due before that one.
      const waits = [...inTurn(waiting, () => false)].map((row) => (isDue(row, now()) ? 0 : row.notBefore - now()));
      if (waits.length === 0) return undefined;
      return Math.max(pace.restMs(), Math.min(longestWaitMs, ...waits));
    },
    stop: () => stopped.abort(),
  };
}

interface DrainOptions {
  all: boolean;
  wishes: DrainRequests;
  pace: CircuitBreaker;
  signal: AbortSignal;
}

/** Reads what waits once, and then only what is new. */
async function drainOnce(deps: DrainerDeps, { all, wishes, pace, signal }: DrainOptions): Promise<DrainEnd> {
  const { db, now } = deps;
  const waiting = new Map<number, Waiting>();
  const sending = new Map<number, Promise<void>>();
  /** Tried in this drain and to be tried later, also where all that waits is wanted. */
  const tried = new Set<number>();
  const touched = new Set<Touched>();
  /** For each change that was done at the first try: what it touched and need not be asked for again. */
  const shown: Touched[][] = [];
  let end: DrainEnd = "idle";
  let newest = 0;

  async function readNews(): Promise<void> {
    for (const row of await unsentAfter(db, newest)) {
      waiting.set(row.seq, waitingOf(row));
      newest = Math.max(newest, row.seq);
    }
  }
  const maySend = () => end === "idle" && !signal.aborted && pace.restMs() === 0;
  const isReady = (row: Waiting) => !tried.has(row.seq) && (all || isDue(row, now()));
  function next(): Waiting | undefined {
    for (const row of inTurn(waiting.values(), isReady)) if (!sending.has(row.seq) && isReady(row)) return row;
    return undefined;
  }
  async function sendOne({ seq }: Waiting): Promise<void> {
    const outcome = await send(deps, seq, signal);
    if (outcome.kind === "ended") {
      end = outcome.end;
      wishes.lineFailed();
    } else if (outcome.kind === "failed") pace.failed(outcome.notBefore);
    else pace.succeeded();
    if (outcome.kind === "failed" || outcome.kind === "kept") tried.add(seq);
    if (outcome.kind === "done") {
      waiting.delete(seq);
      for (const one of outcome.touched) touched.add(one);
      if (outcome.shown !== undefined) shown.push(outcome.shown);
    }
  }

  try {
    await readNews();
    for (;;) {
      if (end === "idle" && wishes.takeNews(all)) await readNews();
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
    if (shown.length > fewDone) for (const one of shown.flat()) touched.add(one);
    if (touched.size > 0) await deps.onTouched([...touched]);
  }
  return signal.aborted ? "stopped" : end;
}

type Outcome =
  | { kind: "done"; touched: Touched[]; shown?: Touched[] }
  /** To be tried later; or at once, under a new key. */
  | { kind: "kept" | "again" }
  /** The server could not take it now. In milliseconds since the epoch. */
  | { kind: "failed"; notBefore: number }
  | { kind: "ended"; end: Exclude<DrainEnd, "idle"> };

const ended = (end: Exclude<DrainEnd, "idle">): Outcome => ({ kind: "ended", end });

async function send(deps: DrainerDeps, seq: number, signal: AbortSignal): Promise<Outcome> {
  // Marked before it leaves: whatever happens from here on, the server may have it.
  const row = await markSent(deps.db, seq);
  if (row === undefined) return { kind: "done", touched: [] };
  const request = requestOf(row.operation, deps.db.uid);
  try {
    const reply = await callApi(deps.api, request, { key: idempotencyKey(row), signal });
    const outcome = await confirm(deps, row, listIn(row.operation, reply));
    // An answer to a repeated call may be remembered, and others may have changed the list since.
    if (row.attempts > 1) return outcome;
    return { kind: "done", touched: outdatedBy(row.operation), shown: touchedBy(row.operation) };
  } catch (error) {
    if (v.isValiError(error)) {
      // Never sent: what was stored is nothing that the contract would let out.
      await markAttention(deps.db, seq, { code: "unreadable", title: damaged });
      return { kind: "done", touched: [] };
    }
    if (!(error instanceof ApiError)) throw error;
    // The account was closed: the row stays as it is, for its own account.
    if (error.code === "aborted") return ended("stopped");
    if (error.code === "invalid-reply") return await distrust(deps, row, error);
    return await settle(deps, row, error);
  }
}

/**
 * An answer that the contract does not know is no acknowledgement: a proxy or a portal may have given it. The same key
 * goes out again; where that goes on for long, the user is asked.
 */
async function distrust(deps: DrainerDeps, row: ParsedRow, { code, message }: ApiError): Promise<Outcome> {
  const misread = (row.misread ?? 0) + 1;
  // Then it counts as refused.
  if (misread >= misreadMost) return settle(deps, row, new ApiError(code, message, { status: 400 }));
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
  // Harmless when it is lost (specification 14.5).
  if (followUp !== undefined) void callApi(api, followUp, {}).catch(() => {});
  return { kind: "done", touched: touchedBy(row.operation) };
}

async function settle(deps: DrainerDeps, row: ParsedRow, failure: ApiError): Promise<Outcome> {
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
        return { kind: "kept" };
      }
      await remove(db, seq);
      deps.onGone(operation, row.snapshot);
      return done;
    case "dropped":
      console.warn(`A ${operation.kind} was refused and is given up: ${failure.message}`);
      await remove(db, seq);
      return done;
    case "retry": {
      // Without a connection the row is not to blame: it is due again as soon as there is one.
      if (failure.isNetwork) return ended("offline");
      const notBefore = deps.now() + backoff(row.attempts, deps.random(), failure.retryAfterMs);
      await postpone(db, seq, notBefore);
      return { kind: "failed", notBefore };
    }
    case "rekey":
      if (row.problem?.code !== failure.code) {
        await renewKey(db, row, problem);
        return { kind: "again" };
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
