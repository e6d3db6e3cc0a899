/** Liveness and readiness probes. */
import type { FastifyInstance } from "fastify";
import { HttpProblem } from "../http/problem.ts";

/** @param checks throw when a part that the server needs does not work */
export function healthRoutes(app: FastifyInstance, checks: readonly (() => Promise<unknown>)[]): void {
  app.get("/healthz", async (_, reply) => {
    void reply.header("cache-control", "no-store");
    return { status: "ok" };
  });

  app.get("/readyz", async (_, reply) => {
    try {
      for (const check of checks) await check();
    } catch (cause) {
      throw new HttpProblem("unavailable", { retryAfter: 5, cause });
    }
    void reply.header("cache-control", "no-store");
    return { status: "ready" };
  });
}
