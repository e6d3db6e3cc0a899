/**
 * Signatures that were found good a moment ago. A client sends the same token with every call for an hour, and checking
 * an RSA signature costs more than most of what is asked for (specification 16.1).
 */
import type { JWTPayload } from "jose";
import { LRUCache } from "lru-cache";

/** After this the signature is checked again, by keys that may have been taken back meanwhile. */
const keptMs = 60_000;
const tokensAtMost = 10_000;

/** Wraps the check of a whole token. What was refused is not kept, and what has expired is checked again. */
export function cacheVerifiedTokens(
  check: (token: string) => Promise<JWTPayload>,
  now: () => number,
): (token: string) => Promise<JWTPayload> {
  const verified = new LRUCache<string, JWTPayload>({
    max: tokensAtMost,
    ttlResolution: 0,
    perf: { now },
  });
  return async (token) => {
    const known = verified.get(token);
    if (known) return known;
    const payload = await check(token);
    const expires = (payload.exp ?? 0) * 1000;
    // An entry is stale when it is older than its ttl, and never where that is 0.
    const ttl = Math.min(keptMs, expires - now()) - 1;
    if (ttl > 0) verified.set(token, payload, { ttl });
    return payload;
  };
}
