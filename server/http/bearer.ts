/** The bearer token of a request. */
import type { FastifyRequest } from "fastify";
import type { TokenClaims, TokenVerifier } from "../app-context.ts";
import { HttpProblem } from "./problem.ts";

/** Throws HttpProblem `unauthenticated` without a good token, `unavailable` when the keys cannot be had. */
export async function authenticate(
  request: FastifyRequest,
  tokens: TokenVerifier,
): Promise<TokenClaims> {
  const [, token] =
    /^Bearer ([\w-]+\.[\w-]*\.[\w-]*)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) throw new HttpProblem("unauthenticated");
  return tokens.verify(token);
}
