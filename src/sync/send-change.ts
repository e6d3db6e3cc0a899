/** Sends one queued change and stores what its answer means (specification 17.25). */
import * as v from "valibot";
import {
  followUpOf,
  listIn,
  outdatedBy,
  type Operation,
  type Request,
  requestOf,
  type Touched,
  touchedBy,
  verdictOf,
} from "../../contract/outbox-operations.ts";
import type { Api } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import type { AccountDatabase } from "../db/database.ts";
import { markAttention } from "../db/outbox-decisions.ts";
import {
  findUnsent,
  idempotencyKey,
  markAcked,
  markSent,
  type ParsedRow,
  parseRow,
  postpone,
  type Problem,
  remove,
  renewKey,
} from "../db/outbox-table.ts";
import { backoff, longestWaitMs } from "./backoff.ts";
import { heldBack, leastGapMs, maxHeldBack, maxPatience } from "./held-back.ts";

/** Consecutive unparsable responses until the user is asked: about a quarter of an hour of attempts. */
const maxMisread = 10;

export const damaged = "This change is damaged and cannot be sent";

export interface SendDeps {
  db: AccountDatabase;
  api: Api;
  now: () => number;
  random: () => number;
  /** Called once when the item of a change no longer exists. Without it the row waits for a page. */
  onGone?: ((operation: Operation, snapshot: unknown) => void) | undefined;
}

type Outcome =
  /** `touched` needs a refetch; `unfetched` does not, because the change succeeded at the first attempt. */
  | { kind: "done"; touched: Touched[]; unfetched?: Touched[] }
  /** Needs attention. */
  | { kind: "refused"; touched: Touched[] }
  /** Due later; or due now, under a new key. */
  | { kind: "postponed" | "rekeyed" }
  /** The server could not accept it now. `notBefore` in milliseconds since the epoch. */
  | { kind: "failed"; notBefore: number }
  /** No connection, or no valid sign-in. The row stays due. See `noteLoss`. */
  | { kind: "lost"; end: "offline" | "sign-in" }
  /** The account was closed. The row stays. */
  | { kind: "aborted" };

/** Rejects only when the storage fails. */
export async function sendChange(deps: SendDeps, seq: number, signal: AbortSignal): Promise<Outcome> {
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
      return { kind: "refused", touched: [] };
    }
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "aborted") return { kind: "aborted" };
    if (error.code === "invalid-reply") return await postponeMisread(deps, row, error);
    return await handleFailure(deps, row, error);
  }
}

/**
 * Retries under the same key after a response that does not match the contract, because a proxy or a captive portal may
 * have sent it. After many of them the user decides.
 */
async function postponeMisread(deps: SendDeps, row: ParsedRow, { code, message }: ApiError): Promise<Outcome> {
  const misread = (row.misread ?? 0) + 1;
  // A status of 400 counts as refused.
  if (misread >= maxMisread) return handleFailure(deps, row, new ApiError(code, message, { status: 400 }));
  const notBefore = deps.now() + backoff(misread, deps.random());
  await postpone(deps.db, row.seq, notBefore, { misread });
  return { kind: "failed", notBefore };
}

/**
 * Stores that a call alone found no network, because something on the way refuses it: after some of them in a row it holds
 * up no other change, and later the user decides (specification 17.25). Plays go on waiting.
 */
export async function noteLoss({ db, now, random }: SendDeps, seq: number): Promise<Outcome> {
  const found = await findUnsent(db, seq);
  const row = found && parseRow(found, db.uid);
  if (row === undefined) return { kind: "done", touched: [] };
  const before = row.blocked ?? 0;
  const lost: Outcome = before > maxPatience ? { kind: "postponed" } : { kind: "lost", end: "offline" };
  const sinceLast = now() - (row.blockedAt ?? 0);
  // The same moment without a network, in which the answer to the question had it tried again.
  if (sinceLast >= 0 && sinceLast < leastGapMs) return lost;
  const blocked = before + 1;
  if (blocked >= maxHeldBack && row.operation.kind !== "play") {
    await markAttention(db, seq, heldBack);
    return { kind: "refused", touched: touchedBy(row.operation) };
  }
  const isPutOff = blocked > maxPatience;
  const notBefore = isPutOff ? now() + backoff(blocked, random()) : row.notBefore;
  await postpone(db, seq, notBefore, { blocked, blockedAt: now() });
  return isPutOff ? { kind: "postponed" } : { kind: "lost", end: "offline" };
}

const callApi = (
  api: Api,
  { endpoint, params, body }: Request,
  options: { key?: string; signal?: AbortSignal },
): Promise<unknown> => api.call(endpoint, { params, body, ...options });

async function confirm({ db, api }: SendDeps, row: ParsedRow, answer: string[] | undefined): Promise<Outcome> {
  await markAcked(db, row.seq, answer);
  const followUp = followUpOf(row.operation);
  // May be lost (specification 14.5).
  if (followUp !== undefined) void callApi(api, followUp, {}).catch(() => {});
  return { kind: "done", touched: touchedBy(row.operation) };
}

async function handleFailure(deps: SendDeps, row: ParsedRow, failure: ApiError): Promise<Outcome> {
  const { db } = deps;
  const { seq, operation } = row;
  const done: Outcome = { kind: "done", touched: touchedBy(operation) };
  const refused: Outcome = { ...done, kind: "refused" };
  const problem = problemOf(failure);
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
      if (failure.isNetwork) return { kind: "lost", end: "offline" };
      // Not by its attempts: those of a night without a network would make the first busy answer a wait of minutes.
      const putOff = (row.putOff ?? 0) + 1;
      const notBefore = deps.now() + backoff(putOff, deps.random(), failure.retryAfterMs);
      await postpone(db, seq, notBefore, { putOff });
      return { kind: "failed", notBefore };
    }
    case "rekey":
      if (row.problem?.code !== failure.code) {
        await renewKey(db, row, problem);
        return { kind: "rekeyed" };
      }
      await markAttention(db, seq, problem);
      return refused;
    case "sign-in":
      return { kind: "lost", end: "sign-in" };
    case "attention":
      await markAttention(db, seq, problem);
      return refused;
  }
}

const Songs = v.object({ songs: v.array(v.object({ title: v.string() })) });

/** The refusal with the songs that it names (specification 5.5). */
function problemOf({ code, message, problem }: ApiError): Problem {
  const named = v.safeParse(Songs, problem);
  return { code, title: message, ...(named.success && { songs: named.output.songs.map(({ title }) => title) }) };
}
