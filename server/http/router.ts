/** Binds the contract's endpoints to handlers with typed parameters, body and reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { NewOrder } from "../../contract/common-schemas.ts";
import type { Base, Endpoint } from "../../contract/endpoint.ts";
import { orderBodyBytes } from "../../contract/rules/limits.ts";
import type { Database } from "../db/database.ts";
import type { Settings } from "../settings/settings.ts";
import { authenticate, type TokenClaims, type TokenVerifier } from "./bearer.ts";
import { requireClaims, type Handler, type Identify, type Resign, type Run } from "./endpoint.ts";
import { matchesTag, weakTag } from "./etag.ts";
import type { JsonResponse } from "./idempotency.ts";
import { limitUsers } from "./rate-limits.ts";
import { queryOf } from "./parse-input.ts";
import { HttpProblem } from "./problem.ts";
import { createRead } from "./read-endpoint.ts";
import { addVary } from "./vary.ts";
import { createWrite } from "./write-endpoint.ts";

/** The base paths on this server; `API_URL` and `STATISTICS_URL` are only for clients. */
export const basePaths: Record<Base, string> = { api: "/api", statistics: "/statistics" };

export interface Bound {
  endpoint: Endpoint;
  /** Whether the endpoint requires a token. */
  token: boolean;
}

interface Variant extends Bound {
  run: Run;
}

/** `Caller`: an authenticated user with a profile. */
export interface Router<Caller> {
  /** Requires a profile; sends 403 `no-profile` without one. */
  withProfile<E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>, resign?: Resign<E>): void;
  /** Requires only a token: for the endpoints that create or read the profile itself. */
  withToken<E extends Endpoint>(endpoint: E, handler: Handler<E, TokenClaims>): void;
  withoutToken<E extends Endpoint>(endpoint: E, handler: Handler<E, undefined>): void;
  /** The endpoints bound so far. */
  readonly bound: readonly Bound[];
}

interface RouterContext<Caller> {
  settings: Settings;
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
  tokens: TokenVerifier;
  callers: { identify: Identify<Caller>; forget(uid: string): void };
  /** Prepares what a transaction requests with RerunAfter. */
  prepare(key: string): Promise<void>;
  /** Called after each committed write of a user. `page` names the page that made it. */
  onWrite?: (endpoint: Endpoint, uid: string, page: string | undefined) => void;
}

export function createRouter<Caller>(app: FastifyInstance, context: RouterContext<Caller>): Router<Caller> {
  const { db, now, prepare, callers, tokens, onWrite = () => {} } = context;
  const write = { db, now, prepare, forgetCaller: callers.forget, onWrite };
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
    const run = endpoint.isRead
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
      // Authenticates before the body is read, so that strangers cost little.
      onRequest: async (request) => {
        if (!token) return;
        const claims = await authenticate(request, tokens);
        await limitUser(request, claims.uid);
        claimsOf.set(request, claims);
      },
      handler: async (request, reply) => {
        const claims = claimsOf.get(request);
        // The body of a write may have taken so long that its sign-in has ended meanwhile.
        if (claims && !endpoint.isRead) await tokens.checkSignIn(claims);
        const answer = await pickVariant(variants, request).run(request, claims);
        return sendJson(request, reply, answer, token);
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

/** Two endpoints may share method and path when one of them returns only ids. */
function pickVariant(variants: Variant[], request: FastifyRequest): Variant {
  const wantsIds = "fields" in queryOf(request);
  const variant = variants.find(({ endpoint }) => takesIds(endpoint) === wantsIds) ?? variants[0];
  if (!variant) throw new HttpProblem("not-found");
  return variant;
}

/** Whether its query has `fields`. */
const takesIds = ({ query }: Endpoint) =>
  "entries" in query && typeof query.entries === "object" && query.entries !== null && "fields" in query.entries;

function sendJson(request: FastifyRequest, reply: FastifyReply, answer: JsonResponse, token: boolean): FastifyReply {
  // No cache stores a user's data, not even on their own device: somebody else may use it next.
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
