/** The bearer token of a request. */
import type { FastifyRequest } from "fastify";
import { HttpProblem } from "./problem.ts";

/** Who a verified token speaks for. */
export interface TokenClaims {
  uid: string;
  email: string;
  /** When the user last proved who they are, seconds since the epoch. */
  authTime: number;
  /** When the provider said all this, seconds since the epoch. */
  issuedAt: number;
  /** Names the sign-in, where the provider is the embedded one. */
  session?: string;
}

/** Verifies ID tokens by the keys of the configured provider (specification 16). */
export interface TokenVerifier {
  /** Throws an HttpProblem `unauthenticated` for a bad token, `unavailable` when the keys cannot be had. */
  verify(token: string): Promise<TokenClaims>;
}

/** Throws HttpProblem `unauthenticated` without a good token, `unavailable` when the keys cannot be had. */
export async function authenticate(request: FastifyRequest, tokens: TokenVerifier): Promise<TokenClaims> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]*\.[\w-]*)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) throw new HttpProblem("unauthenticated");
  return tokens.verify(token);
}
