/** Serves the page: its files, and a document for every client-side route. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { lostShare, sharePath } from "../../contract/share-target.ts";
import { isServerPath } from "../../contract/config.ts";
import { documentOf, documents, visitorPathOf } from "../../contract/screens.ts";
import { matchesTag } from "../http/etag.ts";
import { HttpProblem } from "../http/problem.ts";
import { addVary } from "../http/vary.ts";
import type { AppContext } from "../app-context.ts";
import { isLoopback } from "../settings/host-address.ts";
import { type Settings } from "../settings/settings.ts";
import { offersGoogle } from "./config-route.ts";
import type { SiteFile, SiteFiles } from "./files.ts";
import { createFirstVisits, firstVisitHeaders, isFirstVisit } from "./first-visit.ts";
import { withoutGoogle } from "./google.ts";

type SiteDeps = Pick<AppContext, "settings" | "demo">;

const shellPath = "/index.html";
const workerPath = "/main.js";
/** Unregisters itself, and so the worker that it replaces (specification 17.59). */
const retiringWorkerPath = "/retire-worker.js";
const documentPaths = new Set(documents.map(({ file }) => `/${file}`));

export function siteRoutes(app: FastifyInstance, deps: SiteDeps, files: SiteFiles): void {
  const { settings } = deps;
  const firstVisit = createFirstVisits(files);
  void app.register(async (scope) => shareRoute(scope, settings));
  app.get("/*", async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, "");
    if (isServerPath(path)) return reply.callNotFound();
    const isDocument = documentPaths.has(path);
    const asked = path === workerPath && !settings.hasWorker ? retiringWorkerPath : path;
    const file = isFirstVisit(asked) ? undefined : files.get(asked);
    if (file && !isDocument) return sendFile(request, reply, path, file);
    // A missing script must return 404: the browser would run a document as code. The id in a screen's path may have a dot.
    const isScreen = isDocument || visitorPathOf(path) !== undefined;
    if (path.startsWith("/static/") || (!isScreen && /\.\w{1,11}$/.test(path))) {
      throw new HttpProblem("not-found");
    }
    const target = redirectTarget(request.headers.host, settings);
    if (target !== undefined) {
      return reply.header("cache-control", "no-store").redirect(target + request.url, 307);
    }
    // By its file's name the worker asks, which keeps the document for whoever comes.
    const document =
      firstVisit(path, request.headers) ?? file ?? files.get(`/${documentOf(path).file}`) ?? files.get(shellPath);
    if (!document) throw new HttpProblem("not-found", { detail: "The page has not been built" });
    const offered = offersGoogle(deps, request.headers);
    for (const header of firstVisitHeaders) addVary(reply, header);
    return sendFile(request, reply, shellPath, offered ? document : withoutGoogle(document));
  });
}

/** Nobody shares more than that many of the largest files at once. */
const mostShared = 20;

/**
 * Answers a share that no worker has taken, such as the first after a reinstallation: only a worker can keep the files for
 * the page, so that the page asks for them again (specification 3.17.3). Nothing of the body is kept.
 */
function shareRoute(app: FastifyInstance, { maxAudioBytes }: Settings): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (_: FastifyRequest, body: IncomingMessage) => {
    let bytes = 0;
    // Read to its end: a browser that cannot send all of it shows an error instead of the answer.
    for await (const chunk of body) {
      bytes += Buffer.byteLength(chunk as Buffer);
      if (bytes > mostShared * maxAudioBytes) throw new HttpProblem("too-large");
    }
  });
  app.post(sharePath, async (_, reply) =>
    reply.header("cache-control", "no-store").redirect(sharePath + lostShare, 303),
  );
}

/**
 * Returns the canonical URL for a navigation with another Host. Browsers store data per origin, so 127.0.0.1 and
 * localhost must not both be used; other hosts redirect only to a configured public URL (specification 18.4).
 */
export function redirectTarget(host: string | undefined, settings: Settings): string | undefined {
  const { publicUrl, publicUrlGiven } = settings;
  const canonical = new URL(publicUrl);
  if (host === undefined || !URL.canParse(`${canonical.protocol}//${host}`)) return undefined;
  const requested = new URL(`${canonical.protocol}//${host}`);
  if (requested.host === canonical.host) return undefined;
  const isLocalAlias = isLoopback(requested.hostname) && requested.port === canonical.port;
  const isConfigured = publicUrlGiven && !isLoopback(canonical.hostname);
  return isLocalAlias || isConfigured ? publicUrl : undefined;
}

/** Hashed names never change; everything else is revalidated each time. */
const cacheControl = (path: string) =>
  path.startsWith("/static/") ? "public, max-age=31536000, immutable" : "no-cache";

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: SiteFile): FastifyReply {
  const compressed = acceptsBrotli(request.headers["accept-encoding"]) ? file.brotli : undefined;
  const tag = compressed ? `"${file.hash}-br"` : `"${file.hash}"`;
  addVary(reply, "Accept-Encoding");
  void reply.header("cache-control", cacheControl(path)).header("etag", tag).type(file.type);
  if (matchesTag(request.headers["if-none-match"], tag)) return reply.status(304).send();
  if (compressed) void reply.header("content-encoding", "br");
  return reply.send(compressed ?? file.bytes);
}

/** Whether the list contains `br` without `q=0`. */
function acceptsBrotli(header: string | string[] | undefined): boolean {
  return String(header ?? "")
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .some((item) => /^br\s*(;|$)/.test(item) && !/;\s*q=0(\.0*)?$/.test(item));
}
