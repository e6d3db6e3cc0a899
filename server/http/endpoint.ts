/** The types that connect an endpoint of the contract to its handler and to the caller it requires. */
import type { FastifyRequest } from "fastify";
import type * as v from "valibot";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Queryable } from "../db/database.ts";
import type { TokenClaims } from "./bearer.ts";
import type { JsonResponse } from "./idempotency.ts";
import { writeJson, type Writable } from "./json.ts";
import { HttpProblem } from "./problem.ts";

export interface Call<E extends Endpoint, C> {
  params: v.InferOutput<E["params"]>;
  query: v.InferOutput<E["query"]>;
  body: v.InferOutput<E["body"]>;
  caller: C;
  /** The transaction of a write; the database for a read. */
  db: Queryable;
  /** Schedules work for after the commit. Its errors are logged and do not change the response. */
  after(work: AfterCommit): void;
}

export type AfterCommit = () => Promise<unknown>;

/** A response whose status differs from the endpoint's default. */
export class WithStatus<R> {
  readonly status: number;
  readonly reply: R;
  constructor(status: number, reply: R) {
    this.status = status;
    this.reply = reply;
  }
}

export type Reply<E extends Endpoint> = v.InferInput<E["reply"]>;
export type Handler<E extends Endpoint, C> = (call: Call<E, C>) => Promise<Writable<Reply<E>> | WithStatus<Reply<E>>>;

/** Re-signs the expired URLs of a replayed response for its caller. */
export type Resign<E extends Endpoint> = (reply: Reply<E>, uid: string) => Reply<E>;

/**
 * Turns token claims into the handler's `caller`.
 * @param forUpdate locks the caller's rows until the transaction ends
 */
export type Identify<C> = (db: Queryable, claims: TokenClaims | undefined, forUpdate: boolean) => Promise<C>;

export type Run = (request: FastifyRequest, claims: TokenClaims | undefined) => Promise<JsonResponse>;

export const requireClaims: Identify<TokenClaims> = async (_, claims) => {
  if (!claims) throw new HttpProblem("unauthenticated");
  return claims;
};

/** Turns a handler's result into status and JSON. */
export function serialize<E extends Endpoint>(
  endpoint: E,
  result: Awaited<ReturnType<Handler<E, never>>>,
): JsonResponse {
  const [status, body] = result instanceof WithStatus ? [result.status, result.reply] : [endpoint.status, result];
  return { status, body: body === undefined ? undefined : writeJson(body) };
}
