/** Uploads and their delivery (specification 15). */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { authenticate } from "../http/bearer.ts";
import { toProblem } from "../http/errors.ts";
import { deliver, mediaHeaders, preflightHeaders, type MediaRequest } from "./deliver.ts";
import { refusals, UploadRefusal } from "./refusal.ts";
import { acceptUpload, type UploadRules } from "./upload.ts";

export async function mediaRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register((scope) => uploadRoutes(scope, deps));
  await app.register((scope) => deliveryRoutes(scope, deps));
}

async function uploadRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  const { maxAudioBytes, maxImageBytes, songUpload, imageUpload } = deps.settings;
  // The storage counts the bytes itself.
  await scope.register(multipart, { throwFileSizeLimit: false });
  const rules: UploadRules[] = [
    { ...songUpload, kind: "audio", resourceType: "video", limit: maxAudioBytes },
    { ...imageUpload, kind: "image", resourceType: "image", limit: maxImageBytes },
  ];
  const uids = new WeakMap<FastifyRequest, string>();
  for (const rule of rules) {
    scope.post<{ Params: { cloud: string } }>(`/media/v1_1/:cloud/${rule.resourceType}/upload`, {
      // Before anything of the body is read.
      onRequest: async (request) => {
        const { uid } = await authenticate(request, deps.tokens);
        if (request.params.cloud !== rule.cloudName) throw refusals.cloud();
        uids.set(request, uid);
      },
      errorHandler: (error, _request, reply) => answerRefusal(error, _request, reply, rule.limit),
      handler: async (request, reply) => {
        void reply.header("cache-control", "no-store");
        return acceptUpload(deps, request, uids.get(request) ?? "", rule);
      },
    });
  }
}

/** Cloudinary's shape: `{ error: { message } }`, and the message again in a header. */
function answerRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  limit: number,
): FastifyReply {
  const refusal = error instanceof UploadRefusal ? error : toRefusal(error, limit);
  if (refusal.status >= 500) request.log.error({ err: error }, "upload failed");
  return reply
    .status(refusal.status)
    .header("cache-control", "no-store")
    .header("x-cld-error", refusal.message)
    .send({ error: { message: refusal.message } });
}

function toRefusal(error: unknown, limit: number): UploadRefusal {
  const problem = toProblem(error);
  if (problem.code === "too-large") return refusals.tooLarge(limit);
  if (problem.code === "disk-full") return refusals.diskFull();
  // Whatever the form's parser finds wrong is one thing to the person who uploads.
  if (problem.code === "malformed-body") return refusals.form();
  return new UploadRefusal(problem.status, problem.message);
}

async function deliveryRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  scope.addHook("onRequest", async (_, reply) => {
    void reply.headers(mediaHeaders);
  });
  const handler = (request: MediaRequest, reply: FastifyReply) => deliver(deps, request, reply);
  scope.route({ method: ["GET", "HEAD"], url: "/media/:asset", exposeHeadRoute: false, handler });
  scope.options("/media/:asset", async (_, reply) =>
    reply.status(204).headers(preflightHeaders).send(),
  );
}
