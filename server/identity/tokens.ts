/** Issues what the `firebase` package keeps: an ID token of one hour and a refresh token (specification 16.8, 16.9). */
import { createHash, randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

export const idTokenSeconds = 3600;

/** What tokens say of an account. */
export interface TokenSubject {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** Seconds since the epoch. */
  authTime: number;
  /** Names the sign-in. */
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

/** A signed ID token, valid for an hour from now. */
export function issueIdToken({ keys, issuer, audience, now }: Issuer, subject: TokenSubject): Promise<string> {
  const issuedAt = Math.floor(now() / 1000);
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
    .setExpirationTime(issuedAt + idTokenSeconds)
    .sign(keys.privateKey);
}

/** 256 random bits; the database keeps only `hashRefreshToken` of it. */
export const makeRefreshToken = () => randomBytes(32).toString("base64url");

/** Plain SHA-256 is enough for a random token: there is nothing to guess. */
export const hashRefreshToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** How ID tokens name the sign-in whose refresh token has this hash. */
export const sessionOf = (hash: string) => hash.slice(0, 32);
