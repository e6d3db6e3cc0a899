/** What supervisors and proxies ask (specification 18.3). */
import type { FastifyInstance } from "fastify";
import type { Deps } from "./deps.ts";
import { HttpProblem } from "./http/problem.ts";

/** A name that fits the storage and belongs to nothing: asking for it shows that the storage answers. */
const noFile = "AAAAAAAAAAAAAAAAAAAAAA.audio";

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get("/healthz", async (_, reply) => {
    void reply.header("cache-control", "no-store");
    return { status: "ok" };
  });

  app.get("/readyz", async (_, reply) => {
    try {
      await deps.db.query("select 1");
      await deps.storage.size(noFile);
    } catch (cause) {
      throw new HttpProblem("unavailable", { retryAfter: 5, cause });
    }
    void reply.header("cache-control", "no-store");
    return { status: "ready" };
  });
}
