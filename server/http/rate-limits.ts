/** Rate limits per address and per user; RATE_FACTOR multiplies them. */
import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
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
    store: SteadyStore,
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

/** Most keys of one limit. */
const maxKeys = 20_000;

/** Counts by a clock that nobody sets: the package's own store keeps a window open for as long as the clock is set back. */
class SteadyStore implements FastifyRateLimitStore {
  readonly #windows = new LRUCache<string, { count: number; began: number }>({ max: maxKeys });

  incr(key: string, done: (error: Error | null, result: { current: number; ttl: number }) => void, ms = minute): void {
    const now = performance.now();
    const present = this.#windows.get(key);
    const window = present && now - present.began < ms ? present : { count: 0, began: now };
    window.count += 1;
    this.#windows.set(key, window);
    done(null, { current: window.count, ttl: ms - (now - window.began) });
  }

  child(): SteadyStore {
    return new SteadyStore();
  }
}
