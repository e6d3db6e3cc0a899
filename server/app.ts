/** Assembles the HTTP application. It does no I/O of its own: everything it touches is in `deps`. */
import { isServerPath } from "../contract/config.ts";
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from "fastify";
import { songPlayed } from "../contract/songs.ts";
import { createChangeHub } from "./changes/change-hub.ts";
import { changeRoutes } from "./changes/routes.ts";
import { configRoutes } from "./site/config-route.ts";
import type { AppContext } from "./app-context.ts";
import { healthRoutes } from "./site/health-routes.ts";
import { allowOrigins } from "./http/cors.ts";
import { handleErrors, sendProblem, toProblem } from "./http/error-responses.ts";
import { earlyHeaders, setHeaders } from "./http/headers.ts";
import { HttpProblem } from "./http/problem.ts";
import { isTooDeep } from "./http/json-depth.ts";
import { createHttpServer, type TlsFiles } from "./http/http-server.ts";
import { limitAddresses } from "./http/rate-limits.ts";
import { logRequests, newRequestId } from "./http/logging.ts";
import { answerNotFound } from "./http/not-found.ts";
import { createRouter, type Bound } from "./http/router.ts";
import { identityRoutes } from "./identity/routes.ts";
import { verifyDirectUpload } from "./media/verify-direct-upload.ts";
import { announceRoutes, mediaRoutes } from "./media/routes.ts";
import type { SiteFiles } from "./site/files.ts";
import { inlineStyles } from "./site/first-visit.ts";
import { siteRoutes } from "./site/routes.ts";
import { playlistRoutes } from "./playlists/routes.ts";
import type { Settings } from "./settings/settings.ts";
import { searchRoutes } from "./search/routes.ts";
import { createSongJsonCache } from "./songs/song-json-cache.ts";
import { songRoutes } from "./songs/routes.ts";
import { statisticsRoutes } from "./statistics/routes.ts";
import { userRoutes } from "./users/routes.ts";

export interface AppOptions {
  /** The built page; without it the app serves only the API. */
  site?: SiteFiles;
  tls?: TlsFiles | undefined;
  /** Fastify's logger; silent when left out. */
  logger?: FastifyServerOptions["logger"];
}

export interface App {
  fastify: FastifyInstance;
  /** The contract's endpoints that this app serves. */
  bound: readonly Bound[];
}

/** Largest JSON body in bytes; uploads have their own limits. */
const bodyLimit = 128 * 1024;

export async function createApp(deps: AppContext, options: AppOptions = {}): Promise<App> {
  const { settings, db, storage } = deps;
  const app = await openApp(settings, options);
  // What another server tells of may have been the end of sign-ins.
  const changes = createChangeHub(db.signals, deps.now, (uid) => deps.identity?.standings.forget(uid));
  const stopTelling = deps.identity?.onEnd((uid) => changes.publish({ uid, page: undefined }));
  app.addHook("onClose", () => {
    stopTelling?.();
    return changes.close();
  });
  const router = createRouter(app, {
    ...deps,
    prepare: (asset) => verifyDirectUpload(deps, asset),
    onWrite: (endpoint, uid, page) => {
      // A song played elsewhere is no reason to ask for lists.
      if (endpoint !== songPlayed) changes.publish({ uid, page });
    },
  });
  const songJson = createSongJsonCache(deps);
  userRoutes(router, deps, songJson);
  songRoutes(router, deps, songJson);
  playlistRoutes(router, deps, songJson);
  announceRoutes(router, deps);
  changeRoutes(app, deps, changes);
  searchRoutes(router, songJson);
  if (settings.role === "all") statisticsRoutes(router, deps);
  answerNotFound(app, router.bound);
  healthRoutes(app, [() => db.query("select 1"), () => storage.check()]);
  configRoutes(app, deps);
  // Separate scopes: both parse bodies that are not JSON and send errors in another format.
  await app.register(async (scope) => identityRoutes(scope, deps));
  await app.register(async (scope) => mediaRoutes(scope, deps));
  siteRoutes(app, deps, options.site ?? new Map());
  await app.ready();
  return { fastify: app, bound: router.bound };
}

/** Serves only statistics: no keys, no files, no page (specification 14.6). */
export async function createStatisticsApp(
  deps: Pick<AppContext, "settings" | "db" | "now">,
  options: Omit<AppOptions, "site"> = {},
): Promise<App> {
  const { settings, db } = deps;
  const app = await openApp(settings, options);
  // No statistics endpoint takes a token or a file.
  const refuse = () => Promise.reject(new HttpProblem("unauthenticated"));
  const router = createRouter<never>(app, {
    ...deps,
    tokens: { verify: refuse, checkSignIn: refuse },
    callers: { identify: refuse, forget: () => {} },
    prepare: refuse,
  });
  statisticsRoutes(router, deps);
  answerNotFound(app, router.bound);
  healthRoutes(app, [() => db.query("select 1")]);
  await app.ready();
  return { fastify: app, bound: router.bound };
}

/** Configures Fastify with what every request needs, whatever the app serves. */
async function openApp(settings: Settings, { site = new Map(), tls, logger }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logger ?? false,
    // `logRequests` writes one line per request instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    // A uid has up to 128 characters, and percent-encoding triples them.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
    onProtoPoisoning: "remove",
    onConstructorPoisoning: "remove",
    // A stopping server finishes its open requests and answers new ones with 503.
    return503OnClosing: true,
    forceCloseConnections: "idle",
    frameworkErrors(error, { method, url }, reply) {
      void reply.headers(earlyHeaders);
      // A link that was cut in the middle of an escape: the page says that there is no such screen.
      const [path = "", ...query] = url.split("?");
      if (error.code === "FST_ERR_BAD_URL" && method === "GET" && !isServerPath(path)) {
        // Two slashes would begin the address of another site.
        const here = path.replace(/^[/\\]+/, "/").replaceAll("%", "%25");
        return reply.redirect([here, ...query].join("?"));
      }
      return sendProblem(reply, toProblem(error));
    },
    serverFactory: (listener) => createHttpServer(listener, tls),
  });
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    // Some HTTP clients send a JSON content type even without a body.
    if (body === "") done(null);
    else if (isTooDeep(body)) done(new HttpProblem("malformed-body", { detail: "The JSON is nested too deep" }));
    else void parseJson(request, body, done);
  });
  handleErrors(app);
  if (logger) logRequests(app);
  setHeaders(app, settings, inlineStyles(site));
  await allowOrigins(app, settings);
  await limitAddresses(app, settings);
  return app;
}
