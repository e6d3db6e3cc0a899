/**
 * A writing call from request to answer: one transaction for the caller, the idempotency key and the effect, and what is
 * due after its commit (specification 11.15).
 */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Database, Queryable } from "../db/database.ts";
import type { TokenClaims } from "./bearer.ts";
import {
  type AfterCommit,
  type Handler,
  type Identify,
  type Reply,
  type Resign,
  type Run,
  serialize,
} from "./endpoint.ts";
import { type Answer, doOnce, readKey } from "./idempotency.ts";
import { toText, writeJson } from "./json.ts";
import { parseInput } from "./parse-input.ts";
import { runPrepared } from "./rerun-after.ts";

export interface WriteContext {
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Prepares what a transaction asks for by RerunAfter. */
  prepare(key: string): Promise<void>;
  /** Forgets what is remembered of a caller: the call may have been the end of their profile. */
  forgetCaller(uid: string): void;
}

export function createWrite<E extends Endpoint, C>(
  context: WriteContext,
  endpoint: E,
  identify: Identify<C>,
  handler: Handler<E, C>,
  resign: Resign<E> = (reply) => reply,
): Run {
  return async (request, claims) => {
    // Before anything is begun for a request that cannot be answered.
    const input = parseInput(endpoint, request, claims);
    const afterCommit: AfterCommit[] = [];
    const after = (work: AfterCommit) => void afterCommit.push(work);
    const inTransaction = (tx: Queryable): Promise<Answer> => {
      // A transaction may run again.
      afterCommit.length = 0;
      const work = async () => {
        const caller = await identify(tx, claims, true);
        return serialize(endpoint, await handler({ ...input, caller, db: tx, after }));
      };
      return replayOrRun({ tx, request, claims, now: context.now() }, work, resign);
    };
    const answer = await runPrepared(context.db, context.prepare, inTransaction).finally(() => {
      if (claims) context.forgetCaller(claims.uid);
    });
    await runAfterCommit(request, afterCommit);
    return answer;
  };
}

interface Attempt {
  tx: Queryable;
  request: FastifyRequest;
  claims: TokenClaims | undefined;
  now: number;
}

/** Runs `work`, or replays the answer that it had under the same key, with its expired addresses signed anew. */
async function replayOrRun<E extends Endpoint>(
  { tx, request, claims, now }: Attempt,
  work: () => Promise<Answer>,
  resign: Resign<E>,
): Promise<Answer> {
  const key = readKey(request);
  if (key === undefined || !claims) return work();
  // The key comes before all else: whoever deleted the profile and lost the answer has none any more.
  const once = { uid: claims.uid, key };
  const { status, body, repeated } = await doOnce(tx, once, request, now, work);
  if (!repeated || body === undefined) return { status, body };
  // What this endpoint has answered before, as text.
  const answered = JSON.parse(toText(body)) as Reply<E>;
  return { status, body: writeJson(resign(answered, claims.uid)) };
}

/** What fails here is logged and changes no answer: the effect stands. */
async function runAfterCommit(request: FastifyRequest, works: readonly AfterCommit[]): Promise<void> {
  for (const work of works)
    await work().catch((err: unknown) => request.log.error({ err }, "work after a commit failed"));
}
