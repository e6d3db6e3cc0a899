/** Cross-origin calls from listed origins only; an origin is never just reflected (specification 18.1). */
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings/settings.ts";

export async function allowOrigins(app: FastifyInstance, { corsOrigins }: Settings): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Range", "If-Range"],
    exposedHeaders: ["ETag", "Retry-After", "Content-Range", "Content-Length", "Accept-Ranges"],
    maxAge: 7_200,
    // OPTIONS without the headers of a preflight is a method like any other.
    strictPreflight: false,
  });
  const allowed = new Set(corsOrigins);
  app.addHook("onRequest", async (request, reply) => {
    // An embedded `<img>` or `fetch` of these origins may have the bytes too.
    if (allowed.has(request.headers.origin ?? "")) void reply.header("cross-origin-resource-policy", "cross-origin");
  });
}
