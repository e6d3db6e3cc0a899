/** Verifies ID tokens: one code path for the embedded provider and for Firebase projects (specification 16.1). */
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import * as v from "valibot";
import { HttpProblem } from "../http/problem.ts";
import type { TokenClaims, TokenVerifier } from "../http/bearer.ts";
import { cacheVerifiedTokens } from "./verified-token-cache.ts";

/** The account state that decides whether a token is still valid. */
export const Standing = v.object({
  /** Seconds since the epoch: earlier sign-ins have ended. */
  validSince: v.number(),
  /** The one earlier sign-in that stays valid. */
  keptSession: v.nullable(v.string()),
  disabled: v.boolean(),
});
export type Standing = v.InferOutput<typeof Standing>;

/** Whether an account change has ended this sign-in (specification 16.11). */
export const hasEnded = (
  authTime: number,
  session: string | undefined,
  { validSince, keptSession }: Pick<Standing, "validSince" | "keptSession">,
) => authTime < validSince && (session === undefined || session !== keptSession);

interface VerifierOptions {
  issuer: string;
  audience: string;
  /** Finds the public key for a token header; must throw when the key set cannot be loaded. */
  getKey: JWTVerifyGetKey;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Reads an account's state; undefined for a Firebase project, which only Google knows. */
  standing?: (uid: string) => Promise<Standing | undefined>;
}

/** Why a token is refused: a refresh helps for `expired`, only a new sign-in for the others. */
type RefusalReason = "invalid" | "expired" | "ended" | "disabled" | "no-account";

export class TokenRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(`ID token refused: ${reason}`);
    this.reason = reason;
  }
}

export interface IdentityVerifier extends TokenVerifier {
  /** Same as `verify`, but throws TokenRefused with the reason instead of `unauthenticated`. */
  check(token: string): Promise<TokenClaims>;
}

export function createVerifier(options: VerifierOptions): IdentityVerifier {
  const payloadOf = cacheVerifiedTokens((token) => checkSignature(token, options), options.now);
  const check = async (token: string) => {
    const claims = readClaims(await payloadOf(token));
    await checkStanding(claims, options);
    return claims;
  };
  return {
    check,
    verify: (token) => check(token).catch(refuse),
    checkSignIn: (claims) => checkStanding(claims, options).catch(refuse),
  };
}

function refuse(error: unknown): never {
  throw error instanceof TokenRefused ? new HttpProblem("unauthenticated") : error;
}

async function checkStanding({ uid, authTime, session }: TokenClaims, { standing }: VerifierOptions): Promise<void> {
  if (!standing) return;
  const present = await standing(uid);
  if (!present) throw new TokenRefused("no-account");
  if (present.disabled) throw new TokenRefused("disabled");
  if (hasEnded(authTime, session, present)) throw new TokenRefused("ended");
}

function readClaims(payload: JWTPayload): TokenClaims {
  const { sub, email, iat, auth_time: authTime } = payload;
  const session = typeof payload["session"] === "string" ? payload["session"] : undefined;
  if (typeof sub !== "string" || sub.length < 1 || sub.length > 128) throw new TokenRefused("invalid");
  if (!isTime(authTime) || !isTime(iat)) throw new TokenRefused("invalid");
  return {
    uid: sub,
    email: typeof email === "string" ? email : "",
    authTime,
    // After an account change, `authTime` is the next second (specification 2.27).
    issuedAt: Math.max(iat, authTime),
    ...(session === undefined ? {} : { session }),
  };
}

const isTime = (value: unknown): value is number => Number.isFinite(value);

/**
 * Throws TokenRefused, or HttpProblem `unavailable` when the keys cannot be loaded: neither 401 nor accepted (16.4).
 */
async function checkSignature(token: string, options: VerifierOptions): Promise<JWTPayload> {
  // jose would use a single key for a token without a key id.
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
    if (isTokenError(error)) throw new TokenRefused("invalid");
    throw new HttpProblem("unavailable");
  }
}

/** Whether a verification error is the token's fault; all others are failures to load the keys. */
const isTokenError = (error: unknown) =>
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported;
