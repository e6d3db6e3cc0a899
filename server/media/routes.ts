/** Routes of uploads and their delivery. */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../app-context.ts";
import * as media from "../../contract/media.ts";
import { authenticate, type TokenClaims } from "../http/bearer.ts";
import { toProblem } from "../http/error-responses.ts";
import { HttpProblem } from "../http/problem.ts";
import { createRunningLimit } from "../lib/running-limit.ts";
import type { Caller } from "../users/caller.ts";
import type { Router } from "../http/router.ts";
import { readProfile } from "../users/profile-rows.ts";
import { checkUploadQuota } from "./upload-quota.ts";
import { serveAsset, mediaHeaders, preflightHeaders, type MediaRequest } from "./serve-asset.ts";
import { isReceiving, type Receiving } from "./ingest.ts";
import { uploadErrors, UploadError } from "./upload-error.ts";
import { announceUpload } from "./verify-direct-upload.ts";
import { acceptUpload, type UploadRules } from "./upload.ts";
import { acceptPart, readRange } from "./upload-part.ts";
import { createDeliveryCache } from "./delivery-cache.ts";

export async function mediaRoutes(app: FastifyInstance, deps: AppContext): Promise<void> {
  // With an external host, clients upload directly there.
  if (isReceiving(deps)) await app.register((scope) => uploadRoutes(scope, deps));
  await app.register((scope) => deliveryRoutes(scope, deps));
}

/** Per user; more than a page ever runs. */
const maxUploads = 6;

/** The request before an upload; `router` is that of the main API. */
export function announceRoutes(router: Router<Caller>, deps: AppContext): void {
  router.withProfile(media.announceUpload, async ({ body, caller, db }) => {
    const kind = body.kind === "video" ? "audio" : "image";
    return { data: { fields: await announceUpload(db, deps, caller.uid, kind) } };
  });
}

async function uploadRoutes(scope: FastifyInstance, deps: Receiving): Promise<void> {
  const { maxAudioBytes, maxImageBytes, songUpload, imageUpload } = deps.settings;
  // The storage enforces the size limit.
  await scope.register(multipart, { throwFileSizeLimit: false });
  const rules: UploadRules[] = [
    { ...songUpload, kind: "audio", resourceType: "video", limit: maxAudioBytes },
    { ...imageUpload, kind: "image", resourceType: "image", limit: maxImageBytes },
  ];
  const claimsOf = new WeakMap<FastifyRequest, TokenClaims>();
  const atOnce = Math.max(1, Math.floor(maxUploads * deps.settings.rateFactor));
  const running = createRunningLimit(atOnce);
  for (const rule of rules) {
    scope.post<{ Params: { cloud: string } }>(`/media/v1_1/:cloud/${rule.resourceType}/upload`, {
      // Runs before the body is read.
      onRequest: async (request) => {
        const claims = await authenticate(request, deps.tokens);
        const { uid } = claims;
        if (!(await readProfile(deps.db, uid))) throw new HttpProblem("no-profile");
        if (request.params.cloud !== rule.cloudName) throw uploadErrors.cloud();
        const range = readRange(request.headers);
        // Of a file in parts all of it counts, with its first part: the last may come again, and the file counts by then.
        const length = range?.total ?? Number(request.headers["content-length"] ?? 0);
        // A file over the size limit gets that error instead.
        if (length <= rule.limit && (range?.start ?? 0) === 0) await checkUploadQuota(deps.db, deps, uid, length);
        claimsOf.set(request, claims);
      },
      errorHandler: (error, _request, reply) => sendUploadError(error, _request, reply, rule.limit),
      handler: async (request, reply) => {
        void reply.header("cache-control", "no-store");
        const claims = claimsOf.get(request);
        if (!claims) throw new HttpProblem("unauthenticated");
        if (!running.take(claims.uid)) throw new HttpProblem("too-many-requests", { retryAfter: 5 });
        try {
          const range = readRange(request.headers);
          return await (range === undefined
            ? acceptUpload(deps, request, claims, rule)
            : acceptPart(deps, request, claims, rule, range));
        } finally {
          running.giveBack(claims.uid);
        }
      },
    });
  }
}

/** Sends Cloudinary's format: `{ error: { message } }`, and the message again in a header. */
function sendUploadError(error: unknown, request: FastifyRequest, reply: FastifyReply, limit: number): FastifyReply {
  const refusal = error instanceof UploadError ? error : toUploadError(error, limit);
  const { retryAfter } = toProblem(error);
  if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
  // Who cancels, or whose line is cut, is no fault of the server's.
  if (request.raw.destroyed && !request.raw.complete) request.log.info("upload aborted");
  else if (refusal.status >= 500) request.log.error({ err: error }, "upload failed");
  if (refusal.cause) request.log.warn({ err: refusal.cause }, "inspection ended");
  return reply
    .status(refusal.status)
    .header("cache-control", "no-store")
    .header("x-cld-error", refusal.message)
    .send({ error: { message: refusal.message, code: refusal.code } });
}

function toUploadError(error: unknown, limit: number): UploadError {
  const problem = toProblem(error);
  if (problem.code === "too-large") return uploadErrors.tooLarge(limit);
  if (problem.code === "disk-full") return uploadErrors.diskFull();
  if (problem.code === "upload-not-found") return uploadErrors.partsGone();
  // One message for all errors of the form parser.
  if (problem.code === "malformed-body") return uploadErrors.form();
  return new UploadError(problem.status, problem.message);
}

async function deliveryRoutes(scope: FastifyInstance, deps: AppContext): Promise<void> {
  scope.addHook("onRequest", async (_, reply) => {
    void reply.headers(mediaHeaders);
  });
  const find = createDeliveryCache(deps.db);
  const handler = (request: MediaRequest, reply: FastifyReply) => serveAsset(deps, find, request, reply);
  scope.route({
    method: ["GET", "HEAD"],
    url: "/media/:asset",
    exposeHeadRoute: false,
    // `mediaHeaders` are enough for media; page headers would only enlarge every range response.
    config: { headersForPages: false },
    handler,
  });
  scope.options("/media/:asset", async (_, reply) => reply.status(204).headers(preflightHeaders).send());
}
