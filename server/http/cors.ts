/** Allows cross-origin requests from listed origins only; it never reflects an origin. */
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings/settings.ts";

export async function allowOrigins(app: FastifyInstance, { corsOrigins }: Settings): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "If-None-Match",
      "Offbeat-Page",
      "Range",
      "If-Range",
      "Content-Range",
      "X-Unique-Upload-Id",
    ],
    exposedHeaders: ["ETag", "Retry-After", "Content-Range", "Content-Length", "Accept-Ranges"],
    maxAge: 7_200,
    // OPTIONS without preflight headers is a method like any other.
    strictPreflight: false,
  });
  const allowed = new Set(corsOrigins);
  app.addHook("onRequest", async (request, reply) => {
    // Lets `<img>` and `fetch` of these origins read the bytes too.
    if (allowed.has(request.headers.origin ?? "")) void reply.header("cross-origin-resource-policy", "cross-origin");
  });
}
