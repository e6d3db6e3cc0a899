/** What supervisors and proxies ask (specification 18.3). */
import type { FastifyInstance } from "fastify";
import type { Deps } from "./deps.ts";
import { HttpProblem } from "./http/problem.ts";

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get("/healthz", async (_, reply) => {
    void reply.header("cache-control", "no-store");
    return { status: "ok" };
  });

  app.get("/readyz", async (_, reply) => {
    try {
      await deps.db.query("select 1");
      await deps.storage.check();
    } catch (cause) {
      throw new HttpProblem("unavailable", { retryAfter: 5, cause });
    }
    void reply.header("cache-control", "no-store");
    return { status: "ready" };
  });
}
