/**
 * Sends queued changes: one drainer across all tabs, in order, a few at a time (specification 17.23-17.25, 17.47). Does
 * what the table in `drainer-states.ts` says. Uses no window, so that the worker can run it too.
 */
import type { Touched } from "../../contract/outbox-operations.ts";
import { unsentAfter } from "../db/outbox-table.ts";
import type { Lock } from "./web-lock.ts";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";
import { isDue, longestWaitMs } from "./backoff.ts";
import { inTurn, type Waiting, waitingOf } from "./send-order.ts";
import {
  type DrainEnd,
  type DrainerEvent,
  type DrainRequest,
  initialState,
  type StateName,
  transition,
} from "./drainer-states.ts";
import { serverAnswers } from "./held-back.ts";
import { noteLoss, sendChange, type SendDeps } from "./send-change.ts";

const targetsAtOnce = 4;

/** After more confirmations than this the lists are refetched: the outbox keeps only a limited number of them. */
const maxUnfetched = 50;

export interface DrainerDeps extends SendDeps {
  lock: Lock;
  /** Called after the server's state changed: refetches these queries in every tab. */
  onTouched: (touched: Touched[]) => Promise<void>;
}

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
  let machine = createMachine();
  let drained: Promise<DrainEnd> = Promise.resolve("idle");

  async function drainUntilIdle(current: Machine): Promise<DrainEnd> {
    try {
      while (current.is("locking")) {
        if (current.state.all) breaker.close();
        await deps.lock(`offbeat-drain-${db.uid}`, () => drainOnce(deps, current, breaker, stopped.signal));
        current.dispatch({ type: "released" });
      }
    } catch (error) {
      current.dispatch({ type: "broke" });
      if (current.is("broken")) machine = createMachine();
      throw error;
    }
    return current.state.end;
  }

  return {
    drain({ all = false, isBack = false } = {}) {
      const wasIdle = machine.is("idle");
      machine.dispatch({ type: "request", all, isBack });
      if (wasIdle) drained = drainUntilIdle(machine);
      return drained;
    },
    async nextDueIn() {
      const waiting = (await unsentAfter(db, 0)).map(waitingOf);
      // A row that waits for another is not due before it.
      const waits = [...inTurn(waiting, () => false)].map((row) => (isDue(row, now()) ? 0 : row.notBefore - now()));
      if (waits.length === 0) return undefined;
      return Math.max(breaker.restMs(), Math.min(longestWaitMs, ...waits));
    },
    stop() {
      if (machine.is("idle")) drained = Promise.resolve("stopped");
      machine.dispatch({ type: "stop" });
      stopped.abort();
    },
  };
}

type Machine = ReturnType<typeof createMachine>;

function createMachine() {
  let state = initialState;
  return {
    get state() {
      return state;
    },
    is: (name: StateName) => state.name === name,
    dispatch(event: DrainerEvent) {
      state = transition(state, event);
    },
  };
}

/** Reads all unsent rows once, then only new ones. */
async function drainOnce(
  deps: DrainerDeps,
  machine: Machine,
  breaker: CircuitBreaker,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = deps;
  const { all } = machine.state;
  const waiting = new Map<number, Waiting>();
  const sending = new Map<number, Promise<void>>();
  /** Attempted in this drain and due later, even if the drain sends all changes. */
  const postponed = new Set<number>();
  const touched = new Set<Touched>();
  /** Per change that succeeded at the first attempt: queries that need no refetch. */
  const unfetched: Touched[][] = [];
  let newest = 0;

  async function readNewRows(): Promise<void> {
    for (const row of await unsentAfter(db, newest)) {
      waiting.set(row.seq, waitingOf(row));
      newest = Math.max(newest, row.seq);
    }
  }
  const maySend = () => machine.is("sending") && breaker.restMs() === 0 && sending.size < targetsAtOnce;
  const isReady = (row: Waiting) => !postponed.has(row.seq) && (all || isDue(row, now()));
  function next(): Waiting | undefined {
    for (const row of inTurn(waiting.values(), isReady)) if (!sending.has(row.seq) && isReady(row)) return row;
    return undefined;
  }
  const isReached = shareConcurrent(() => serverAnswers(deps.api, db.uid, signal));
  async function sendOne(row: Waiting): Promise<void> {
    const { seq } = row;
    let outcome = await sendChange(deps, seq, signal);
    const isSending = machine.is("sending") || machine.is("reading");
    if (outcome.kind === "lost" && outcome.end === "offline" && isSending && (await isReached()))
      outcome = await noteLoss(deps, seq);
    switch (outcome.kind) {
      case "aborted":
        return;
      case "lost":
        return machine.dispatch({ type: "lost", end: outcome.end });
      case "failed":
        postponed.add(seq);
        return breaker.failed(outcome.notBefore);
      case "postponed":
        postponed.add(seq);
        break;
      case "refused":
      case "done":
        // What was to go into a playlist waits for the user, in its place.
        if (outcome.kind === "refused" && row.kind === "create-playlist") waiting.set(seq, { ...row, isRefused: true });
        else waiting.delete(seq);
        for (const one of outcome.touched) touched.add(one);
        if (outcome.kind === "done" && outcome.unfetched !== undefined) unfetched.push(outcome.unfetched);
    }
    breaker.succeeded();
  }
  async function sendUntilQuiet(): Promise<void> {
    machine.dispatch({ type: "locked" });
    for (;;) {
      while (machine.is("reading")) {
        machine.dispatch({ type: "reads" });
        await readNewRows();
      }
      for (let row = maySend() && next(); row; row = maySend() && next()) {
        const { seq } = row;
        sending.set(
          seq,
          sendOne(row).finally(() => sending.delete(seq)),
        );
      }
      if (sending.size === 0) break;
      await Promise.race(sending.values());
    }
    machine.dispatch({ type: "quiet" });
  }

  try {
    await sendUntilQuiet();
  } finally {
    await Promise.allSettled(sending.values());
    if (unfetched.length > maxUnfetched) for (const one of unfetched.flat()) touched.add(one);
    if (touched.size > 0) await deps.onTouched([...touched]);
  }
}

/** Calls that come while one runs get its result. */
function shareConcurrent<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
}
