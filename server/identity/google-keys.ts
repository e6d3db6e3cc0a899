/**
 * Fetches Google's public keys for Firebase tokens (specification 16.4). Caches them as long as the response allows,
 * refetches for an unknown key id, and keeps using them while Google is unreachable.
 */
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import * as v from "valibot";
import { isWithin } from "../lib/is-within.ts";

const KeySet = v.object({
  keys: v.pipe(v.array(v.looseObject({ kty: v.string(), kid: v.string() })), v.nonEmpty()),
});

const timeoutMs = 5_000;
/** Minimum time between refetches for an unknown key id, which anybody can send. */
const unknownKeyMs = 30_000;
/** Minimum time between retries while Google is unreachable. */
const retryMs = 2_000;
/** After this long without a refresh the keys are no longer trusted. */
const maxOutageMs = 24 * 60 * 60 * 1000;
const maxAge = { unknown: 600, most: 24 * 60 * 60 };

interface CachedKeys {
  find: ReturnType<typeof createLocalJWKSet>;
  fetchedAt: number;
  /** How long after that. */
  freshMs: number;
}

/** @param now milliseconds since the epoch */
export function createGoogleKeys(url: string, now: () => number): JWTVerifyGetKey {
  let cached: CachedKeys | undefined;
  let pending: Promise<void> | undefined;
  let failure: { at: number; cause: unknown } | undefined;
  /** When an unknown key id made it ask last. */
  let askedAt = -Infinity;

  async function load(): Promise<void> {
    try {
      cached = await fetchKeys(url, now());
      failure = undefined;
    } catch (cause) {
      failure = { at: now(), cause };
      throw cause;
    }
  }

  /** Runs one fetch at a time, with a pause after a failure. Throws the cause of the failure. */
  function refresh(): Promise<void> {
    if (failure && isWithin(retryMs, failure.at, now())) return Promise.reject(failure.cause);
    pending ??= load().finally(() => (pending = undefined));
    return pending;
  }

  return async (header, jws) => {
    if (!cached || !isWithin(cached.freshMs + maxOutageMs, cached.fetchedAt, now())) await refresh();
    // Stale while revalidate: this call uses the cached keys.
    else if (!isWithin(cached.freshMs, cached.fetchedAt, now())) refresh().catch(() => {});
    const { find, fetchedAt } = requireKeys(cached);
    try {
      return await find(header, jws);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || isWithin(unknownKeyMs, fetchedAt, now())) throw error;
      if (!pending && failure && isWithin(unknownKeyMs, askedAt, now())) throw failure.cause;
      askedAt = now();
      // The key may be new. If Google is unreachable, the fetch error is thrown: the token is not proven invalid.
      await refresh();
      return requireKeys(cached).find(header, jws);
    }
  };
}

function requireKeys(keys: CachedKeys | undefined): CachedKeys {
  if (!keys) throw new Error("No keys");
  return keys;
}

async function fetchKeys(url: string, now: number): Promise<CachedKeys> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "error",
    headers: { accept: "application/json" },
  });
  if (!response.ok) throw new Error(`The key server answered ${response.status}`);
  const { keys } = v.parse(KeySet, await response.json());
  const seconds = Math.max(0, secondsFresh(response.headers));
  return {
    find: createLocalJWKSet({ keys }),
    fetchedAt: now,
    freshMs: Math.min(seconds, maxAge.most) * 1000,
  };
}

function secondsFresh(headers: Headers): number {
  const seconds = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get("cache-control") ?? "")?.[1];
  if (seconds === undefined) return maxAge.unknown;
  // Of several caches the first one's, which is the last on the way.
  return Number(seconds) - (Number.parseInt(headers.get("age") ?? "", 10) || 0);
}
