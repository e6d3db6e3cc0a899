/** What supervisors and proxies ask (specification 18.3). */
import type { FastifyInstance } from "fastify";
import { HttpProblem } from "../http/problem.ts";

/** @param parts what must answer for the server to be of use; each throws when it does not */
export function healthRoutes(app: FastifyInstance, parts: readonly (() => Promise<unknown>)[]): void {
  app.get("/healthz", async (_, reply) => {
    void reply.header("cache-control", "no-store");
    return { status: "ok" };
  });

  app.get("/readyz", async (_, reply) => {
    try {
      for (const answers of parts) await answers();
    } catch (cause) {
      throw new HttpProblem("unavailable", { retryAfter: 5, cause });
    }
    void reply.header("cache-control", "no-store");
    return { status: "ready" };
  });
}
