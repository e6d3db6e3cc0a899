/** Binds endpoints of the contract to handlers whose parameters, body and reply the compiler knows (specification 11). */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Base, Endpoint } from "../../contract/endpoint.ts";
import { orderBodyBytes } from "../../contract/rules/limits.ts";
import { IdsOnly, NewOrder } from "../../contract/values.ts";
import { createTtlCache } from "../lib/ttl-cache.ts";
import type { Deps, TokenClaims } from "../app-context.ts";
import { readProfile } from "../users/profile-rows.ts";
import { authenticate } from "./bearer.ts";
import {
  createRun,
  queryOf,
  requireClaims,
  requireProfile,
  type Caller,
  type Handler,
  type Identify,
  type Renew,
  type Run,
  type RunDeps,
} from "./endpoint-pipeline.ts";
import { matchesTag, weakTag } from "./etag.ts";
import type { Answer } from "./idempotency.ts";
import { limitUsers } from "./limits.ts";
import { HttpProblem } from "./problem.ts";
import { addVary } from "./vary.ts";

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

export interface Router {
  /** For a user with a profile; without one 403 `no-profile`. */
  withProfile<E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>, renew?: Renew<E>): void;
  /** For anybody with a token: the calls that make a profile or look for one. */
  withToken<E extends Endpoint>(endpoint: E, handler: Handler<E, TokenClaims>): void;
  withoutToken<E extends Endpoint>(endpoint: E, handler: Handler<E, undefined>): void;
  /** What was bound so far. */
  readonly bound: readonly Bound[];
}

export type RouterDeps = Omit<RunDeps, "profiles"> & Pick<Deps, "settings" | "tokens">;

export function createRouter(app: FastifyInstance, deps: RouterDeps): Router {
  const limitUser = limitUsers(app, deps.settings);
  const profiles = createTtlCache((uid) => readProfile(deps.db, uid), deps.now);
  const callerWithProfile = requireProfile(profiles);
  const claimsOf = new WeakMap<FastifyRequest, TokenClaims>();
  const routes = new Map<string, Variant[]>();
  const bound: Bound[] = [];

  function add<E extends Endpoint, C>(
    endpoint: E,
    token: boolean,
    identify: Identify<C>,
    handler: Handler<E, C>,
    renew?: Renew<E>,
  ) {
    const run = createRun({ ...deps, profiles }, endpoint, identify, handler, renew);
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
    withProfile: (endpoint, handler, renew) =>
      add(endpoint, true, callerWithProfile, handler, renew),
    withToken: (endpoint, handler) => add(endpoint, true, requireClaims, handler),
    withoutToken: (endpoint, handler) => add(endpoint, false, async () => undefined, handler),
  };
}

/** Two endpoints may share method and path when one of them asks for ids only. */
function pickVariant(variants: Variant[], request: FastifyRequest): Variant {
  const wantsIds = "fields" in queryOf(request);
  const variant =
    variants.find(({ endpoint }) => (endpoint.query === IdsOnly) === wantsIds) ?? variants[0];
  if (!variant) throw new HttpProblem("not-found");
  return variant;
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  token: boolean,
): FastifyReply {
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
