/** Binds endpoints of the contract to handlers whose parameters, body and reply the compiler knows (specification 11). */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { IdsOnly, NewOrder } from "../../contract/common-schemas.ts";
import type { Base, Endpoint } from "../../contract/endpoint.ts";
import { orderBodyBytes } from "../../contract/rules/limits.ts";
import type { Database } from "../db/database.ts";
import type { Settings } from "../settings/settings.ts";
import { authenticate, type TokenClaims, type TokenVerifier } from "./bearer.ts";
import { requireClaims, type Handler, type Identify, type Resign, type Run } from "./endpoint.ts";
import { matchesTag, weakTag } from "./etag.ts";
import type { Answer } from "./idempotency.ts";
import { limitUsers } from "./limits.ts";
import { queryOf } from "./parse-input.ts";
import { HttpProblem } from "./problem.ts";
import { createRead } from "./read-endpoint.ts";
import { addVary } from "./vary.ts";
import { createWrite } from "./write-endpoint.ts";

/** Where the bases lie on this server; `API_URL` and `STATISTICS_URL` only tell clients. */
export const basePaths: Record<Base, string> = { api: "/api", statistics: "/statistics" };

export interface Bound {
  endpoint: Endpoint;
  /** Whether the call wants a token. */
  token: boolean;
}

interface Variant extends Bound {
  run: Run;
}

/** `Caller`: who is known by more than a token. */
export interface Router<Caller> {
  /** For a user with a profile; without one 403 `no-profile`. */
  withProfile<E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>, resign?: Resign<E>): void;
  /** For anybody with a token: the calls that make a profile or look for one. */
  withToken<E extends Endpoint>(endpoint: E, handler: Handler<E, TokenClaims>): void;
  withoutToken<E extends Endpoint>(endpoint: E, handler: Handler<E, undefined>): void;
  /** What was bound so far. */
  readonly bound: readonly Bound[];
}

export interface RouterContext<Caller> {
  settings: Settings;
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
  tokens: TokenVerifier;
  callers: { identify: Identify<Caller>; forget(uid: string): void };
  /** Prepares what a transaction asks for by RerunAfter. */
  prepare(key: string): Promise<void>;
}

export function createRouter<Caller>(app: FastifyInstance, context: RouterContext<Caller>): Router<Caller> {
  const { db, now, prepare, callers, tokens } = context;
  const write = { db, now, prepare, forgetCaller: callers.forget };
  const limitUser = limitUsers(app, context.settings);
  const claimsOf = new WeakMap<FastifyRequest, TokenClaims>();
  const routes = new Map<string, Variant[]>();
  const bound: Bound[] = [];

  function add<E extends Endpoint, C>(
    endpoint: E,
    token: boolean,
    identify: Identify<C>,
    handler: Handler<E, C>,
    resign?: Resign<E>,
  ) {
    const run =
      endpoint.method === "GET"
        ? createRead({ db }, endpoint, identify, handler)
        : createWrite(write, endpoint, identify, handler, resign);
    const variant = { endpoint, token, run };
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
      ...(endpoint.body === NewOrder ? { bodyLimit: orderBodyBytes } : {}),
      // Before the body is read: a stranger's is not worth it.
      onRequest: async (request) => {
        if (!token) return;
        const claims = await authenticate(request, tokens);
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
    withProfile: (endpoint, handler, resign) => add(endpoint, true, context.callers.identify, handler, resign),
    withToken: (endpoint, handler) => add(endpoint, true, requireClaims, handler),
    withoutToken: (endpoint, handler) => add(endpoint, false, async () => undefined, handler),
  };
}

/** Two endpoints may share method and path when one of them asks for ids only. */
function pickVariant(variants: Variant[], request: FastifyRequest): Variant {
  const wantsIds = "fields" in queryOf(request);
  const variant = variants.find(({ endpoint }) => (endpoint.query === IdsOnly) === wantsIds) ?? variants[0];
  if (!variant) throw new HttpProblem("not-found");
  return variant;
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, token: boolean): FastifyReply {
  // What a user gets stays out of every cache, on their own device too: somebody else may use it next.
  void reply.header("cache-control", token ? "private, no-store" : "no-cache");
  if (token) addVary(reply, "Authorization");
  if (answer.body === undefined) return reply.status(answer.status).send();
  if (request.method === "GET" || request.method === "HEAD") {
    const tag = weakTag(answer.body.print);
    void reply.header("etag", tag);
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
  }
  return reply
    .status(answer.status)
    .type("application/json; charset=utf-8")
    .send(Buffer.from(answer.body.bytes, "latin1"));
}
