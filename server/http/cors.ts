/** Cross-origin calls from listed origins only; an origin is never just reflected (specification 18.1). */
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings/settings.ts";
import { addVary } from "./vary.ts";

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
const requestHeaders =
  "Authorization, Content-Type, Idempotency-Key, If-None-Match, Range, If-Range";
const exposed = "ETag, Retry-After, Content-Range, Content-Length, Accept-Ranges";

export function allowOrigins(app: FastifyInstance, { corsOrigins }: Settings): void {
  if (corsOrigins.length === 0) return;
  const allowed = new Set(corsOrigins);
  app.addHook("onRequest", async (request, reply) => {
    const { origin } = request.headers;
    addVary(reply, "Origin");
    if (origin === undefined || !allowed.has(origin)) return;
    void reply
      .header("access-control-allow-origin", origin)
      .header("access-control-expose-headers", exposed);
    // An embedded `<img>` or `fetch` of these origins may have the bytes too.
    void reply.header("cross-origin-resource-policy", "cross-origin");
    if (
      request.method !== "OPTIONS" ||
      request.headers["access-control-request-method"] === undefined
    )
      return;
    void reply
      .header("access-control-allow-methods", methods)
      .header("access-control-allow-headers", requestHeaders)
      .header("access-control-max-age", "7200");
    return reply.status(204).send();
  });
}
