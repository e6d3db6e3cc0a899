/**
 * Signatures that were found good a moment ago. A client sends the same token with every call for an hour, and checking
 * an RSA signature costs more than most of what is asked for (specification 16.1).
 */
import type { JWTPayload } from "jose";

/** After this the signature is checked again, by keys that may have been taken back meanwhile. */
const keptMs = 60_000;
const tokensAtMost = 10_000;

interface Checked {
  payload: JWTPayload;
  until: number;
}

/** Wraps the check of a whole token. What was refused is not remembered, and what has expired is checked anew. */
export function rememberChecked(
  check: (token: string) => Promise<JWTPayload>,
  now: () => number,
): (token: string) => Promise<JWTPayload> {
  const checked = new Map<string, Checked>();
  return async (token) => {
    const known = checked.get(token);
    if (known && known.until > now()) return known.payload;
    checked.delete(token);
    const payload = await check(token);
    const expires = (payload.exp ?? 0) * 1000;
    if (checked.size >= tokensAtMost) checked.clear();
    checked.set(token, { payload, until: Math.min(now() + keptMs, expires) });
    return payload;
  };
}
