/** Signatures of private audio urls: who may fetch which asset until when (specification 15.12). */
import { createHmac, timingSafeEqual } from "node:crypto";

const hourMs = 3_600_000;
export const signatureLifeMs = 12 * hourMs;

/** The asset goes first and the uid last: with the fixed alphabets of the others no two triples read the same. */
const seal = (key: Uint8Array, assetId: string, uid: string, exp: number) =>
  createHmac("sha256", key).update(`${assetId}\n${exp}\n${uid}`).digest();

/**
 * The query string, without "?", that lets `uid` fetch the asset for 12 hours from `nowMs`. The end is rounded up to
 * the full hour, so that lists of the same hour are byte for byte the same and keep their ETag.
 */
export function signMedia(key: Uint8Array, assetId: string, uid: string, nowMs: number): string {
  const exp = (Math.ceil((nowMs + signatureLifeMs) / hourMs) * hourMs) / 1000;
  const sig = seal(key, assetId, uid, exp).toString("base64url");
  return new URLSearchParams({ uid, exp: String(exp), sig }).toString();
}

/** What a request carries; anything but one text each counts as no signature. */
export interface SignatureQuery {
  uid?: unknown;
  exp?: unknown;
  sig?: unknown;
}

/** The uid that the signature speaks for; undefined when it is missing, altered, for another asset, or expired. */
export function readSignature(
  key: Uint8Array,
  assetId: string,
  { uid, exp, sig }: SignatureQuery,
  nowMs: number,
): string | undefined {
  if (typeof uid !== "string" || typeof exp !== "string" || typeof sig !== "string") return undefined;
  if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= nowMs) return undefined;
  const given = Buffer.from(sig, "base64url");
  const expected = seal(key, assetId, uid, Number(exp));
  return given.length === expected.length && timingSafeEqual(given, expected) ? uid : undefined;
}
