/**
 * Caches verified tokens. A client sends the same token with every request for an hour, and an RSA check costs more
 * than most requests.
 */
import type { JWTPayload } from "jose";
import { LRUCache } from "lru-cache";

/** After this time the signature is checked again, because its key may have been revoked. */
const ttlMs = 60_000;
const maxTokens = 10_000;

/** Wraps a token check. Does not cache refused tokens, nor any token beyond its expiry. */
export function cacheVerifiedTokens(
  check: (token: string) => Promise<JWTPayload>,
  now: () => number,
): (token: string) => Promise<JWTPayload> {
  const verified = new LRUCache<string, JWTPayload>({
    max: maxTokens,
    ttlResolution: 0,
    perf: { now },
  });
  return async (token) => {
    const cached = verified.get(token);
    if (cached) return cached;
    const payload = await check(token);
    const expires = (payload.exp ?? 0) * 1000;
    // lru-cache calls an entry stale when its age exceeds the TTL; a TTL of 0 means never.
    const ttl = Math.min(ttlMs, expires - now()) - 1;
    if (ttl > 0) verified.set(token, payload, { ttl });
    return payload;
  };
}
