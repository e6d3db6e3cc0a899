/** `GET /config.json`: the page's configuration. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { configPath, type Config } from "../../contract/config.ts";
import { uploadPartBytes } from "../../contract/media.ts";
import type { AppContext } from "../app-context.ts";
import { matchesTag, weakTag } from "../http/etag.ts";
import { isLocalRequest } from "../identity/is-local-request.ts";
import type { Settings } from "../settings/settings.ts";

export function configRoutes(app: FastifyInstance, { settings, demo }: AppContext): void {
  app.get(configPath, async (request, reply) => {
    const google = offersDemo(demo, request.headers) ? "demo" : "off";
    const body = JSON.stringify(describeSite(settings, google));
    const tag = weakTag(body);
    void reply.header("cache-control", "no-cache").header("etag", tag);
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
    return reply.type("application/json; charset=utf-8").send(body);
  });
}

/** Whether the client may sign in with Google or with the demo's replacement. */
export const offersGoogle = (
  { settings, demo }: Pick<AppContext, "settings" | "demo">,
  headers: IncomingHttpHeaders,
): boolean => settings.firebase !== undefined || offersDemo(demo, headers);

const offersDemo = (demo: AppContext["demo"], headers: IncomingHttpHeaders) => demo.isOn && isLocalRequest(headers);

const describeSite = (settings: Settings, google: "demo" | "off"): Config => ({
  api: settings.apiUrl,
  statistics: settings.statisticsUrl,
  upload: {
    song: {
      ...settings.songUpload,
      maxBytes: settings.maxAudioBytes,
      // An external host takes whole files.
      ...(settings.songUpload.auth === "bearer" && { partBytes: uploadPartBytes }),
    },
    image: { ...settings.imageUpload, maxBytes: settings.maxImageBytes },
  },
  identity: settings.firebase ? { kind: "firebase", config: settings.firebase } : { kind: "embedded", google },
});
