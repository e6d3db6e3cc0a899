/** Binds endpoints of the contract to handlers whose parameters, body and reply the compiler knows (specification 11). */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type * as v from "valibot";
import type { Base, Endpoint } from "../../contract/endpoint.ts";
import { IdsOnly } from "../../contract/values.ts";
import type { Queryable } from "../db/database.ts";
import type { Deps, TokenClaims } from "../deps.ts";
import { readProfile, type Profile } from "../users/store.ts";
import { authenticate } from "./bearer.ts";
import { matchesTag, weakTag } from "./etag.ts";
import { doOnce, readKey, type Answer } from "./idempotency.ts";
import { limitUsers } from "./limits.ts";
import { HttpProblem } from "./problem.ts";
import { parse } from "./validate.ts";

/** Where the bases lie on this server; `API_URL` and `STATISTICS_URL` only tell clients. */
export const basePaths: Record<Base, string> = { api: "/api", statistics: "/statistics" };

/** Whom a token speaks for, with their profile. */
export interface Caller extends TokenClaims {
  profile: Profile;
}

export interface Call<E extends Endpoint, C> {
  params: v.InferOutput<E["params"]>;
  query: v.InferOutput<E["query"]>;
  body: v.InferOutput<E["body"]>;
  caller: C;
  /** The transaction of a writing call, else the database. */
  db: Queryable;
}

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
) => Promise<Reply<E> | WithStatus<Reply<E>>>;

/** Turns the claims of a token into what a handler gets as `caller`. */
type Identify<C> = (db: Queryable, claims: TokenClaims | undefined) => Promise<C>;

export interface Bound {
  endpoint: Endpoint;
  /** Whether the call wants a token. */
  token: boolean;
}

interface Variant extends Bound {
  run: (request: FastifyRequest, claims: TokenClaims | undefined) => Promise<Answer>;
}

export interface Router {
  /** For a user with a profile; without one 403 `no-profile`. */
  withProfile<E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>): void;
  /** For anybody with a token: the calls that make a profile or look for one. */
  withToken<E extends Endpoint>(endpoint: E, handler: Handler<E, TokenClaims>): void;
  withoutToken<E extends Endpoint>(endpoint: E, handler: Handler<E, undefined>): void;
  /** What was bound so far. */
  readonly bound: readonly Bound[];
}

export function createRouter(app: FastifyInstance, deps: Deps): Router {
  const limitUser = limitUsers(app, deps.settings);
  const claimsOf = new WeakMap<FastifyRequest, TokenClaims>();
  const routes = new Map<string, Variant[]>();
  const bound: Bound[] = [];

  function add<E extends Endpoint, C>(
    endpoint: E,
    token: boolean,
    identify: Identify<C>,
    handler: Handler<E, C>,
  ) {
    const variant = { endpoint, token, run: createRun(deps, endpoint, identify, handler) };
    bound.push(variant);
    const url = basePaths[endpoint.base] + endpoint.path.replace(/\{(\w+)\}/g, ":$1");
    const present = routes.get(`${endpoint.method} ${url}`);
    if (present) {
      present.push(variant);
      return;
    }
    const variants = [variant];
    routes.set(`${endpoint.method} ${url}`, variants);
    app.route({
      // The contract's methods are among Fastify's.
      method: endpoint.method satisfies HTTPMethods,
      url,
      // Before the body is read: a stranger's is not worth it.
      onRequest: async (request) => {
        if (!token) return;
        const claims = await authenticate(request, deps.tokens);
        await limitUser(request, claims.uid);
        claimsOf.set(request, claims);
      },
      handler: async (request, reply) => {
        const answer = await pickVariant(variants, request).run(request, claimsOf.get(request));
        return sendAnswer(request, reply, answer, token);
      },
    });
  }

  return {
    bound,
    withProfile: (endpoint, handler) => add(endpoint, true, requireProfile, handler),
    withToken: (endpoint, handler) => add(endpoint, true, requireClaims, handler),
    withoutToken: (endpoint, handler) => add(endpoint, false, async () => undefined, handler),
  };
}

const requireClaims: Identify<TokenClaims> = async (_, claims) => {
  if (!claims) throw new HttpProblem("unauthenticated");
  return claims;
};

const requireProfile: Identify<Caller> = async (db, given) => {
  const claims = await requireClaims(db, given);
  const profile = await readProfile(db, claims.uid);
  if (!profile) throw new HttpProblem("no-profile");
  return { ...claims, profile };
};

/** Two endpoints may share method and path when one of them asks for ids only. */
function pickVariant(variants: Variant[], request: FastifyRequest): Variant {
  const wantsIds = "fields" in queryOf(request);
  const variant =
    variants.find(({ endpoint }) => (endpoint.query === IdsOnly) === wantsIds) ?? variants[0];
  if (!variant) throw new HttpProblem("not-found");
  return variant;
}

const queryOf = (request: FastifyRequest): Record<string, unknown> =>
  typeof request.query === "object" && request.query !== null ? { ...request.query } : {};

/** The whole way of one call: who, what, once, and the answer as it goes out. */
function createRun<E extends Endpoint, C>(
  deps: Deps,
  endpoint: E,
  identify: Identify<C>,
  handler: Handler<E, C>,
): Variant["run"] {
  async function answer(
    db: Queryable,
    caller: C,
    input: Omit<Call<E, C>, "caller" | "db">,
  ): Promise<Answer> {
    const result = await handler({ ...input, caller, db });
    const [status, body] =
      result instanceof WithStatus ? [result.status, result.reply] : [endpoint.status, result];
    return { status, body: body === undefined ? undefined : JSON.stringify(body) };
  }

  return async (request, claims) => {
    if (endpoint.method === "GET") {
      const caller = await identify(deps.db, claims);
      return answer(deps.db, caller, parseInput(endpoint, request, claims));
    }
    return deps.db.transaction(async (tx) => {
      const caller = await identify(tx, claims);
      const input = parseInput(endpoint, request, claims);
      const key = readKey(request);
      if (key === undefined || !claims) return answer(tx, caller, input);
      return doOnce(tx, { uid: claims.uid, key }, request, deps.now(), () =>
        answer(tx, caller, input),
      );
    });
  };
}

function parseInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  claims: TokenClaims | undefined,
) {
  const input = {
    params: parse<E["params"]>(endpoint.params, request.params),
    query: parse<E["query"]>(endpoint.query, queryOf(request)),
    body: parse<E["body"]>(
      endpoint.body,
      endpoint.body.type === "undefined" ? undefined : (request.body ?? {}),
    ),
  };
  for (const part of [input.query, input.body]) refuseForeignId(part, claims);
  return input;
}

/** A `userId` gives no rights, but one that is not the caller's is a mistake worth telling (specification 11.10). */
function refuseForeignId(part: unknown, claims: TokenClaims | undefined): void {
  if (typeof part !== "object" || part === null || !("userId" in part)) return;
  if (part.userId !== undefined && part.userId !== claims?.uid)
    throw new HttpProblem("not-yourself");
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  token: boolean,
): FastifyReply {
  void reply.header("cache-control", "private, no-cache");
  if (token) void reply.header("vary", "Authorization");
  if (answer.body === undefined) return reply.status(answer.status).send();
  if (request.method === "GET" || request.method === "HEAD") {
    const tag = weakTag(answer.body);
    void reply.header("etag", tag);
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
  }
  return reply.status(answer.status).type("application/json; charset=utf-8").send(answer.body);
}
