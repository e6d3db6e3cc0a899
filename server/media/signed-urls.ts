/** Signs the URLs of private audio for one user, one asset and a limited time (specification 15.12). */
import { createHmac, timingSafeEqual } from "node:crypto";

const hourMs = 3_600_000;
const signatureLifeMs = 12 * hourMs;

/** The uid comes last, because only the others have fixed alphabets: so no two triples give the same text. */
const hmacOf = (key: Uint8Array, assetId: string, uid: string, exp: number) =>
  createHmac("sha256", key).update(`${assetId}\n${exp}\n${uid}`).digest();

/**
 * Returns the query string, without "?", that lets `uid` fetch the asset for 12 hours. Rounds the expiry up to the full
 * hour, so that lists within an hour are identical and keep their ETag.
 */
export function signMedia(key: Uint8Array, assetId: string, uid: string, nowMs: number): string {
  const exp = (Math.ceil((nowMs + signatureLifeMs) / hourMs) * hourMs) / 1000;
  const sig = hmacOf(key, assetId, uid, exp).toString("base64url");
  return new URLSearchParams({ uid, exp: String(exp), sig }).toString();
}

/** A request's query, not validated. */
interface SignatureQuery {
  uid?: unknown;
  exp?: unknown;
  sig?: unknown;
}

/** Returns the signed uid; undefined for a missing, forged, foreign or expired signature. */
export function readSignature(
  key: Uint8Array,
  assetId: string,
  { uid, exp, sig }: SignatureQuery,
  nowMs: number,
): string | undefined {
  if (typeof uid !== "string" || typeof exp !== "string" || typeof sig !== "string") return undefined;
  if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= nowMs) return undefined;
  const actual = Buffer.from(sig, "base64url");
  const expected = hmacOf(key, assetId, uid, Number(exp));
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? uid : undefined;
}
