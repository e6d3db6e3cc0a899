/** The popup that replaces Google's in demo mode (specification 16.15). Without demo mode it returns 404. */
/// <reference types="vite/client" />
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpProblem } from "../../http/problem.ts";
import { parse } from "../../http/validate.ts";
import { countAttempt } from "../context.ts";
import { GooglePerson } from "../demo-google.ts";
import { clientNetwork } from "../client-network.ts";
import type { IdentityProvider } from "../provider.ts";
import script from "./google.js?raw";
import style from "./google.css?raw";
import page from "./google.html?raw";

/** Stricter than the app's policy: only its own three files and one request. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const files = {
  "/identity/google": ["text/html; charset=utf-8", page],
  "/identity/google.js": ["text/javascript; charset=utf-8", script],
  "/identity/google.css": ["text/css; charset=utf-8", style],
} as const;

/** @param isDemo whether demo mode is on for this caller */
export function popupRoutes(
  scope: FastifyInstance,
  { google, limits }: IdentityProvider,
  isDemo: (request: FastifyRequest) => boolean,
): void {
  const onRequest = async (request: FastifyRequest) => {
    if (!isDemo(request)) throw new HttpProblem("not-found");
  };
  for (const [path, [type, text]] of Object.entries(files)) {
    scope.get(path, { onRequest }, async (_, reply: FastifyReply) =>
      reply.header("content-security-policy", policy).type(type).send(text),
    );
  }
  scope.post("/identity/google", { onRequest }, async (request) => {
    const person = parse(GooglePerson, request.body);
    countAttempt([[limits.google, clientNetwork(request.ip)]]);
    return { assertion: await google.sign(person) };
  });
}
