/** Rate limits per address and per user; RATE_FACTOR multiplies them. */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Settings } from "../settings/settings.ts";
import { HttpProblem } from "./problem.ts";

const minute = 60_000;

/**
 * Per address: a household behind one NAT, with pages, covers and audio ranges. Per user: a device that sends 2,000
 * queued operations while its screens refetch.
 */
const perMinute = { address: 6_000, user: 4_000 };

/** Limits every route by address (IPv6 by /64). Its hook throws HttpProblem `too-many-requests`. */
export async function limitAddresses(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(rateLimit, {
    max: atLeastOne(perMinute.address * settings.rateFactor),
    timeWindow: minute,
    cache: 20_000,
    addHeaders: noCounters,
    addHeadersOnExceeding: noCounters,
    errorResponseBuilder: (_, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  });
}

/** Counters in every response would only add bytes; the problem itself sets Retry-After. */
const noCounters = {
  "x-ratelimit-limit": false,
  "x-ratelimit-remaining": false,
  "x-ratelimit-reset": false,
};

/** Returns a check for authenticated requests. It throws HttpProblem `too-many-requests`. */
export function limitUsers(app: FastifyInstance, settings: Settings) {
  const uids = new WeakMap<FastifyRequest, string>();
  const check = app.createRateLimit({
    max: atLeastOne(perMinute.user * settings.rateFactor),
    timeWindow: minute,
    keyGenerator: (request) => uids.get(request) ?? "",
  });
  return async (request: FastifyRequest, uid: string): Promise<void> => {
    uids.set(request, uid);
    const result = await check(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttlInSeconds);
  };
}

const tooMany = (seconds: number) => new HttpProblem("too-many-requests", { retryAfter: Math.max(1, seconds) });

const atLeastOne = (count: number) => Math.max(1, Math.floor(count));
