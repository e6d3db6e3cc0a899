/** Validates a request with the schemas of its endpoint. */
import type { FastifyRequest } from "fastify";
import * as v from "valibot";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { TokenClaims } from "./bearer.ts";
import { HttpProblem } from "./problem.ts";
import { parse } from "./validate.ts";

/** Throws HttpProblem `not-found`, `invalid-request`, `not-yourself`. */
export function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest, claims: TokenClaims | undefined) {
  const input = {
    params: parsePath<E["params"]>(endpoint.params, request.params),
    query: parse<E["query"]>(endpoint.query, queryOf(request)),
    body: parse<E["body"]>(endpoint.body, endpoint.body.type === "undefined" ? undefined : (request.body ?? {})),
  };
  for (const part of [input.query, input.body]) refuseForeignId(part, claims);
  return input;
}

/** Throws HttpProblem `not-found` for a malformed id: nothing can have it (specification 11.12). */
function parsePath<S extends v.GenericSchema>(schema: S, raw: unknown): v.InferOutput<S> {
  const params = v.safeParse(schema, raw);
  if (!params.success) throw new HttpProblem("not-found");
  return params.output;
}

/** A `userId` grants no rights, but a foreign one is a client bug worth reporting (specification 11.10). */
function refuseForeignId(part: unknown, claims: TokenClaims | undefined): void {
  if (typeof part !== "object" || part === null || !("userId" in part)) return;
  if (part.userId !== undefined && part.userId !== claims?.uid) throw new HttpProblem("not-yourself");
}

export const queryOf = (request: FastifyRequest): Record<string, unknown> =>
  typeof request.query === "object" && request.query !== null ? { ...request.query } : {};
