/** Paths and methods that nobody serves (specification 9.16). */
import type { FastifyInstance } from "fastify";
import { HttpProblem } from "./problem.ts";
import { basePaths, type Bound } from "./router.ts";

/** 405 with `Allow` for a known path under another method, 404 for the rest. */
export function answerNotFound(app: FastifyInstance, bound: readonly Bound[]): void {
  const known = bound.map(({ endpoint }) => {
    const path = basePaths[endpoint.base] + endpoint.path;
    const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : escapeRegex(segment)));
    return { method: endpoint.method, pattern: new RegExp(`^${segments.join("/")}/?$`) };
  });

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, "");
    const methods = new Set<string>(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    // Under its own method a known path comes here over a part that is longer than any id.
    if (methods.size === 0 || methods.has(request.method)) throw new HttpProblem("not-found");
    void reply.header("allow", [...methods].join(", "));
    throw new HttpProblem("method-not-allowed");
  });
}

const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
