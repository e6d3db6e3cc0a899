/**
 * Caches verified tokens. A client sends the same token with every request for an hour, and an RSA check costs more
 * than most requests.
 */
import type { JWTPayload } from "jose";
import { LRUCache } from "lru-cache";
import { isWithin } from "../lib/is-within.ts";

/** After this time the signature is checked again, because its key may have been revoked. */
const ttlMs = 60_000;
const maxTokens = 10_000;

/** Wraps a token check. Does not cache refused tokens, nor any token beyond its expiry. */
export function cacheVerifiedTokens(
  check: (token: string) => Promise<JWTPayload>,
  now: () => number,
): (token: string) => Promise<JWTPayload> {
  const verified = new LRUCache<string, { payload: JWTPayload; at: number }>({ max: maxTokens });
  return async (token) => {
    const cached = verified.get(token);
    if (cached && isWithin(ttlMs, cached.at, now()) && now() < expiry(cached.payload)) return cached.payload;
    const payload = await check(token);
    if (now() < expiry(payload)) verified.set(token, { payload, at: now() });
    return payload;
  };
}

/** Milliseconds since the epoch. */
const expiry = ({ exp = 0 }: JWTPayload) => exp * 1000;
