/** Issues the tokens of the `firebase` package: an ID token for one hour and a refresh token. */
import { createHash, randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

export const idTokenSeconds = 3600;

/** The account data in a token. */
export interface TokenSubject {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** Seconds since the epoch: not before the account's last change. */
  validSince?: number;
  /** Seconds since the epoch. */
  authTime: number;
  /** The session id. */
  session?: string;
  provider: "password" | "google.com";
}

export interface Issuer {
  keys: SigningKeys;
  issuer: string;
  audience: string;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Signs an ID token that is valid for an hour. */
export function issueIdToken({ keys, issuer, audience, now }: Issuer, subject: TokenSubject): Promise<string> {
  // Newer than any of before a change of the account, also in the same second (specification 2.31).
  const time = Math.floor(now() / 1000);
  const issuedAt = Math.max(subject.validSince ?? 0, time);
  return new SignJWT({
    auth_time: subject.authTime,
    session: subject.session,
    user_id: subject.uid,
    email: subject.email,
    email_verified: subject.emailVerified,
    firebase: { sign_in_provider: subject.provider, identities: { email: [subject.email] } },
  })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: keys.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject.uid)
    .setIssuedAt(issuedAt)
    .setExpirationTime(time + idTokenSeconds)
    .sign(keys.privateKey);
}

/** 256 random bits; the database stores only the hash. */
export const makeRefreshToken = () => randomBytes(32).toString("base64url");

/** Plain SHA-256 is enough: a random token cannot be guessed. */
export const hashRefreshToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** The session id in ID tokens, from the hash of the refresh token. */
export const sessionOf = (hash: string) => hash.slice(0, 32);
