/** `GET /config.json`: what the page learns at its start (specification 11.4). */
import type { FastifyInstance } from "fastify";
import { configPath, type Config } from "../contract/config.ts";
import { matchesTag, weakTag } from "./http/etag.ts";
import type { Settings } from "./settings.ts";

export function configRoutes(app: FastifyInstance, settings: Settings): void {
  app.get(configPath, async (request, reply) => {
    const body = JSON.stringify(describeSite(settings));
    const tag = weakTag(body);
    void reply.header("cache-control", "no-cache").header("etag", tag);
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
    return reply.type("application/json; charset=utf-8").send(body);
  });
}

const describeSite = (settings: Settings): Config => ({
  api: settings.apiUrl,
  statistics: settings.statisticsUrl,
  upload: { song: settings.songUpload, image: settings.imageUpload },
  identity: { kind: "embedded", google: "off" },
});
