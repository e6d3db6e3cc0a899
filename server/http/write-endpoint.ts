/**
 * The pipeline of a write: one transaction for the caller, the idempotency key and the effect, then the work after its
 * commit (specification 11.15).
 */
import type { FastifyRequest } from "fastify";
import * as v from "valibot";
import { pageHeader, PageId } from "../../contract/change-stream.ts";
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
import { type JsonResponse, runOnce, readKey } from "./idempotency.ts";
import { toText, writeJson } from "./json.ts";
import { parseInput } from "./parse-input.ts";
import { runPrepared } from "./rerun-after.ts";

interface WriteContext {
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Prepares what a transaction requests with RerunAfter. */
  prepare(key: string): Promise<void>;
  /** Drops the cached caller: the write may have deleted their profile. */
  forgetCaller(uid: string): void;
  /** Called after each commit. `page` is the header `offbeat-page`. */
  onWrite(endpoint: Endpoint, uid: string, page: string | undefined): void;
}

export function createWrite<E extends Endpoint, C>(
  context: WriteContext,
  endpoint: E,
  identify: Identify<C>,
  handler: Handler<E, C>,
  resign: Resign<E> = (reply) => reply,
): Run {
  return async (request, claims) => {
    // Validates first, before any database work.
    const input = parseInput(endpoint, request, claims);
    const afterCommit: AfterCommit[] = [];
    const after = (work: AfterCommit) => void afterCommit.push(work);
    const inTransaction = (tx: Queryable): Promise<JsonResponse> => {
      // A retried transaction starts with an empty list.
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
    if (claims) context.onWrite(endpoint, claims.uid, pageOf(request));
    await runAfterCommit(request, afterCommit);
    return answer;
  };
}

function pageOf({ headers }: FastifyRequest): string | undefined {
  const page = v.safeParse(PageId, headers[pageHeader]);
  return page.success ? page.output : undefined;
}

interface Attempt {
  tx: Queryable;
  request: FastifyRequest;
  claims: TokenClaims | undefined;
  now: number;
}

/** Runs `work`, or replays its stored response under the same key with fresh signed URLs. */
async function replayOrRun<E extends Endpoint>(
  { tx, request, claims, now }: Attempt,
  work: () => Promise<JsonResponse>,
  resign: Resign<E>,
): Promise<JsonResponse> {
  const key = readKey(request);
  if (key === undefined || !claims) return work();
  // The key comes first: a client that deleted its profile and lost the response has no profile any more.
  const once = { uid: claims.uid, key };
  const { status, body, repeated } = await runOnce(tx, once, request, now, work);
  if (!repeated || body === undefined) return { status, body };
  // The stored text is an earlier reply of this endpoint.
  const answered = JSON.parse(toText(body)) as Reply<E>;
  return { status, body: writeJson(resign(answered, claims.uid)) };
}

/** Logs failures without changing the response: the commit stands. */
async function runAfterCommit(request: FastifyRequest, works: readonly AfterCommit[]): Promise<void> {
  for (const work of works)
    await work().catch((err: unknown) => request.log.error({ err }, "work after a commit failed"));
}
