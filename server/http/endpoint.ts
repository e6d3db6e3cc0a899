/** What a resource binds to an endpoint of the contract: its handler, and who may call it (specification 11). */
import type { FastifyRequest } from "fastify";
import type * as v from "valibot";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Queryable } from "../db/database.ts";
import type { TokenClaims } from "./bearer.ts";
import type { Answer } from "./idempotency.ts";
import { writeJson, type Writable } from "./json.ts";
import { HttpProblem } from "./problem.ts";

export interface Call<E extends Endpoint, C> {
  params: v.InferOutput<E["params"]>;
  query: v.InferOutput<E["query"]>;
  body: v.InferOutput<E["body"]>;
  caller: C;
  /** The transaction of a writing call, else the database. */
  db: Queryable;
  /** Has work done once the transaction has committed; what it throws is logged and changes no answer. */
  after(work: AfterCommit): void;
}

export type AfterCommit = () => Promise<unknown>;

/** An answer with another status than the endpoint's own. */
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

/** Signs expired addresses of a replayed answer anew, for its caller. */
export type Resign<E extends Endpoint> = (reply: Reply<E>, uid: string) => Reply<E>;

/**
 * Turns the claims of a token into what a handler gets as `caller`.
 * @param holds whether the caller's rows are to stay as they are until the transaction ends
 */
export type Identify<C> = (db: Queryable, claims: TokenClaims | undefined, holds: boolean) => Promise<C>;

export type Run = (request: FastifyRequest, claims: TokenClaims | undefined) => Promise<Answer>;

export const requireClaims: Identify<TokenClaims> = async (_, claims) => {
  if (!claims) throw new HttpProblem("unauthenticated");
  return claims;
};

/** The answer as it goes out. */
export function serialize<E extends Endpoint>(endpoint: E, result: Awaited<ReturnType<Handler<E, never>>>): Answer {
  const [status, body] = result instanceof WithStatus ? [result.status, result.reply] : [endpoint.status, result];
  return { status, body: body === undefined ? undefined : writeJson(body) };
}
