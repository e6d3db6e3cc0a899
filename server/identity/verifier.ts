/** One code path that verifies ID tokens, of the embedded provider and of a Firebase project alike (specification 16.1). */
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { HttpProblem } from "../http/problem.ts";
import type { TokenClaims, TokenVerifier } from "../http/bearer.ts";
import { cacheVerifiedTokens } from "./verified-token-cache.ts";

/** What a provider knows of an account beyond its tokens; undefined: no such account. */
export interface Standing {
  /** Seconds since the epoch: sign-ins before it have ended. */
  validSince: number;
  /** The one earlier sign-in that goes on. */
  keptSession: string | null;
  disabled: boolean;
}

/** Whether a sign-in has ended by a change of its account (specification 16.11). */
export const hasEnded = (
  authTime: number,
  session: string | undefined,
  { validSince, keptSession }: Pick<Standing, "validSince" | "keptSession">,
) => authTime < validSince && (session === undefined || session !== keptSession);

export interface VerifierOptions {
  issuer: string;
  audience: string;
  /** Finds the public key for a token header; a key set that cannot be had must throw, never answer. */
  getKey: JWTVerifyGetKey;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Of the account of this uid; left out where only the provider itself knows (a Firebase project). */
  standing?: (uid: string) => Promise<Standing | undefined>;
}

/** Why a token is refused: `expired` is cured by a refresh, all others by signing in again only. */
export type RefusalReason = "invalid" | "expired" | "ended" | "disabled" | "no-account";

export class TokenRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(`ID token refused: ${reason}`);
    this.reason = reason;
  }
}

export interface IdentityVerifier extends TokenVerifier {
  /** As `verify`, and throws TokenRefused with the reason where `verify` throws `unauthenticated`. */
  check(token: string): Promise<TokenClaims>;
}

export function createVerifier(options: VerifierOptions): IdentityVerifier {
  const payloadOf = cacheVerifiedTokens((token) => checkSignature(token, options), options.now);
  const check = async (token: string) => checkClaims(await payloadOf(token), options);
  return {
    check,
    async verify(token) {
      try {
        return await check(token);
      } catch (error) {
        if (error instanceof TokenRefused) throw new HttpProblem("unauthenticated");
        throw error;
      }
    },
  };
}

async function checkClaims(payload: JWTPayload, options: VerifierOptions): Promise<TokenClaims> {
  const { sub, email, iat, auth_time: authTime } = payload;
  const session = typeof payload["session"] === "string" ? payload["session"] : undefined;
  if (typeof sub !== "string" || sub.length < 1 || sub.length > 128) throw new TokenRefused("invalid");
  if (!isTime(authTime) || !isTime(iat)) throw new TokenRefused("invalid");
  if (options.standing) {
    const standing = await options.standing(sub);
    if (!standing) throw new TokenRefused("no-account");
    if (standing.disabled) throw new TokenRefused("disabled");
    if (hasEnded(authTime, session, standing)) throw new TokenRefused("ended");
  }
  return {
    uid: sub,
    email: typeof email === "string" ? email : "",
    authTime,
    // A sign-in that a change of the account began counts from the second after it (2.27).
    issuedAt: Math.max(iat, authTime),
    ...(session === undefined ? {} : { session }),
  };
}

const isTime = (value: unknown): value is number => Number.isFinite(value);

/** Throws TokenRefused, or HttpProblem `unavailable` when the keys cannot be had: never 401, never open (16.4). */
async function checkSignature(token: string, options: VerifierOptions): Promise<JWTPayload> {
  // A set with a single key would serve a token that names none.
  const getKey: JWTVerifyGetKey = (header, jws) => {
    if (typeof header.kid !== "string" || header.kid === "") throw new TokenRefused("invalid");
    return options.getKey(header, jws);
  };
  try {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: ["RS256"],
      issuer: options.issuer,
      audience: options.audience,
      requiredClaims: ["exp", "iat", "sub", "auth_time"],
      currentDate: new Date(options.now()),
    });
    return payload;
  } catch (error) {
    if (error instanceof TokenRefused) throw error;
    if (error instanceof errors.JWTExpired) throw new TokenRefused("expired");
    if (blamesToken(error)) throw new TokenRefused("invalid");
    throw new HttpProblem("unavailable");
  }
}

/** Whether an error of the verification is about the token; every other one is about the way to the keys. */
const blamesToken = (error: unknown) =>
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported;
