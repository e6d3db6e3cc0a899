/** The bearer token of a request. */
import type { FastifyRequest } from "fastify";
import { HttpProblem } from "./problem.ts";

/** The claims of a verified token. */
export interface TokenClaims {
  uid: string;
  email: string;
  /** When the user last proved who they are, seconds since the epoch. */
  authTime: number;
  /** When the provider issued the token, seconds since the epoch. */
  issuedAt: number;
  /** The session id; only the embedded provider sets it. */
  session?: string;
}

/** Verifies ID tokens with the keys of the configured provider. */
export interface TokenVerifier {
  /** Throws HttpProblem `unauthenticated` for a bad token, `unavailable` when the keys cannot be loaded. */
  verify(token: string): Promise<TokenClaims>;
  /**
   * Throws HttpProblem `unauthenticated` once an account change has ended this sign-in (specification 2.27). Heeds no
   * expiry: for a body that has arrived after its token was verified.
   */
  checkSignIn(claims: TokenClaims): Promise<void>;
}

/** Throws HttpProblem `unauthenticated` without a valid token, `unavailable` when the keys cannot be loaded. */
export async function authenticate(request: FastifyRequest, tokens: TokenVerifier): Promise<TokenClaims> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]*\.[\w-]*)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) throw new HttpProblem("unauthenticated");
  return tokens.verify(token);
}
