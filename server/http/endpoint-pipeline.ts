/** One call from request to answer: who, what, once (specification 11). */
import type { FastifyRequest } from "fastify";
import * as v from "valibot";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { TtlCache } from "../lib/ttl-cache.ts";
import type { Queryable } from "../db/database.ts";
import type { Deps, TokenClaims } from "../app-context.ts";
import { Unsettled } from "../media/claim-upload.ts";
import { holdProfile, type Profile } from "../users/profile-rows.ts";
import { doOnce, readKey, type Answer } from "./idempotency.ts";
import { toText, writeJson, type Writable } from "./json.ts";
import { HttpProblem } from "./problem.ts";
import { parse } from "./validate.ts";

/** Whom a token speaks for, with what never changes of their profile. */
export interface Caller extends TokenClaims {
  profile: Pick<Profile, "uid" | "artist">;
}

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

type Reply<E extends Endpoint> = v.InferInput<E["reply"]>;
export type Handler<E extends Endpoint, C> = (
  call: Call<E, C>,
) => Promise<Writable<Reply<E>> | WithStatus<Reply<E>>>;

/**
 * Makes anew for its caller what has run out in an answer that is given again, such as an address that is signed for
 * some hours.
 */
export type Renew<E extends Endpoint> = (reply: Reply<E>, uid: string) => Reply<E>;

/**
 * Turns the claims of a token into what a handler gets as `caller`.
 * @param holds whether the caller's rows are to stay as they are until the transaction ends
 */
export type Identify<C> = (
  db: Queryable,
  claims: TokenClaims | undefined,
  holds: boolean,
) => Promise<C>;

export type Run = (request: FastifyRequest, claims: TokenClaims | undefined) => Promise<Answer>;

export const requireClaims: Identify<TokenClaims> = async (_, claims) => {
  if (!claims) throw new HttpProblem("unauthenticated");
  return claims;
};

/** Who only reads may have lost the profile to another server a moment ago (specification 18.10). */
export const requireProfile =
  (profiles: TtlCache<Profile>): Identify<Caller> =>
  async (db, given, holds) => {
    const claims = await requireClaims(db, given, holds);
    const profile = await (holds ? holdProfile(db, claims.uid) : profiles.get(claims.uid));
    if (!profile) throw new HttpProblem("no-profile");
    return { ...claims, profile };
  };

/** Throws HttpProblem `not-yourself` where a path names somebody else (specification 11.10). */
export function requireSelf(uid: string, caller: Pick<Caller, "uid">): void {
  if (uid !== caller.uid) throw new HttpProblem("not-yourself");
}

export interface RunDeps extends Pick<Deps, "db" | "now"> {
  /** Of the callers of this server, by uid. */
  profiles: TtlCache<Profile>;
  /** Looks at a file that lies at an outside host, for a transaction that wants it. */
  settle(asset: string): Promise<void>;
}

/** The whole way of one call: who, what, once, and the answer as it goes out. */
export function createRun<E extends Endpoint, C>(
  deps: RunDeps,
  endpoint: E,
  identify: Identify<C>,
  handler: Handler<E, C>,
  renew: Renew<E> = (reply) => reply,
): Run {
  async function answer(
    db: Queryable,
    caller: C,
    input: Omit<Call<E, C>, "caller" | "db">,
  ): Promise<Answer> {
    const result = await handler({ ...input, caller, db });
    const [status, body] =
      result instanceof WithStatus ? [result.status, result.reply] : [endpoint.status, result];
    return { status, body: body === undefined ? undefined : writeJson(body) };
  }

  return async (request, claims) => {
    // Before anything is begun for a request that cannot be answered.
    const input = parseInput(endpoint, request, claims);
    if (endpoint.method === "GET") {
      const caller = await identify(deps.db, claims, false);
      const after = () => {
        throw new Error("A reading call commits nothing");
      };
      return answer(deps.db, caller, { ...input, after });
    }
    const later: AfterCommit[] = [];
    const write = async (tx: Queryable) => {
      // A transaction may run again.
      later.length = 0;
      const after = (work: AfterCommit) => void later.push(work);
      const work = async () => {
        const caller = await identify(tx, claims, true);
        return answer(tx, caller, { ...input, after });
      };
      const key = readKey(request);
      if (key === undefined || !claims) return work();
      // The key comes before all else: whoever deleted the profile and lost the answer has none any more.
      const once = { uid: claims.uid, key };
      const { status, body, repeated } = await doOnce(tx, once, request, deps.now(), work);
      if (!repeated || body === undefined) return { status, body };
      // What this endpoint has answered before, as text.
      const answered = JSON.parse(toText(body)) as Reply<E>;
      return { status, body: writeJson(renew(answered, claims.uid)) };
    };
    const result = await afterSettling(deps, write).finally(() => {
      // It may have been the end of the profile.
      if (claims) deps.profiles.forget(claims.uid);
    });
    for (const work of later)
      await work().catch((err: unknown) => request.log.error({ err }, "work after a call failed"));
    return result;
  };
}

/** A transaction, run again once what it found at an outside host has been looked at. */
async function afterSettling<T>(deps: RunDeps, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const settled = new Set<string>();
  for (;;) {
    try {
      return await deps.db.transaction(work);
    } catch (error) {
      if (!(error instanceof Unsettled) || settled.has(error.asset)) throw error;
      settled.add(error.asset);
      await deps.settle(error.asset);
    }
  }
}

function parseInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  claims: TokenClaims | undefined,
) {
  const input = {
    params: parsePath<E["params"]>(endpoint.params, request.params),
    query: parse<E["query"]>(endpoint.query, queryOf(request)),
    body: parse<E["body"]>(
      endpoint.body,
      endpoint.body.type === "undefined" ? undefined : (request.body ?? {}),
    ),
  };
  for (const part of [input.query, input.body]) refuseForeignId(part, claims);
  return input;
}

/** An id that is none is one of nothing (specification 11.12). Throws HttpProblem `not-found`. */
function parsePath<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const params = v.safeParse(schema, given);
  if (!params.success) throw new HttpProblem("not-found");
  return params.output;
}

/** A `userId` gives no rights, but one that is not the caller's is a mistake worth telling (specification 11.10). */
function refuseForeignId(part: unknown, claims: TokenClaims | undefined): void {
  if (typeof part !== "object" || part === null || !("userId" in part)) return;
  if (part.userId !== undefined && part.userId !== claims?.uid)
    throw new HttpProblem("not-yourself");
}

export const queryOf = (request: FastifyRequest): Record<string, unknown> =>
  typeof request.query === "object" && request.query !== null ? { ...request.query } : {};
