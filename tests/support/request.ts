import type { FastifyRequest } from "fastify";
import { vi } from "vitest";
import type { TokenClaims } from "../../server/http/bearer.ts";

type Parts = Partial<Pick<FastifyRequest, "method" | "url" | "headers" | "params" | "query" | "body">>;

/** A minimal Fastify request, and a spy on its error log. */
export function makeRequest(parts: Parts = {}) {
  const logged = vi.fn<(what: { err: unknown }, message: string) => void>();
  const request = { method: "GET", url: "/", headers: {}, params: {}, query: {}, ...parts, log: { error: logged } };
  // Endpoints read no other property.
  return { request: request as unknown as FastifyRequest, logged };
}

export const makeClaims = (uid: string): TokenClaims => ({
  uid,
  email: `${uid}@example.com`,
  authTime: 0,
  issuedAt: 0,
});
