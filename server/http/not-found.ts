/** Answers unknown paths with 404 and unknown methods with 405. */
import type { FastifyInstance } from "fastify";
import { HttpProblem } from "./problem.ts";
import { basePaths, type Bound } from "./router.ts";

/** Sends 405 with `Allow` for a known path with another method, 404 for all other paths. */
export function answerNotFound(app: FastifyInstance, bound: readonly Bound[]): void {
  const known = bound.map(({ endpoint }) => {
    const path = basePaths[endpoint.base] + endpoint.path;
    const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : escapeRegex(segment)));
    return { method: endpoint.method, pattern: new RegExp(`^${segments.join("/")}/?$`) };
  });

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, "");
    const methods = new Set<string>(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    // A known path with a known method ends here when an id is longer than `maxParamLength`.
    if (methods.size === 0 || methods.has(request.method)) throw new HttpProblem("not-found");
    void reply.header("allow", [...methods].join(", "));
    throw new HttpProblem("method-not-allowed");
  });
}

const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
