/** Answers `GET /media/{asset}` (specification 15.10-15.15). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { defaultImageWidth, imageWidths } from "../../contract/media.ts";
import type { Deps } from "../deps.ts";
import { HttpProblem } from "../http/problem.ts";
import { audioFile, imageFile, isAssetId } from "./names.ts";
import { readRange, type ByteRange } from "./range.ts";
import { readSignature } from "./sign.ts";
import { findDelivery, type Delivery } from "./store.ts";

export type MediaRequest = FastifyRequest<{
  Params: { asset: string };
  Querystring: Record<string, unknown>;
}>;

/** For every answer of these paths: uploaded bytes are never a page, and may be played by a page elsewhere. */
export const mediaHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Content-Range, Content-Length, Accept-Ranges, ETag",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
} as const;

/** Answers to a preflight; Range with two numbers needs one in some browsers. */
export const preflightHeaders = {
  "access-control-allow-methods": "GET, HEAD",
  "access-control-allow-headers": "Range, If-Range, If-None-Match",
  "access-control-max-age": "86400",
} as const;

export async function deliver(
  deps: Deps,
  request: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { asset } = request.params;
  const found = isAssetId(asset) ? await findDelivery(deps.db, asset) : undefined;
  if (!found) throw new HttpProblem("not-found");
  if (found.kind === "image") return deliverImage(deps, asset, request, reply);
  const uid = readSignature(deps.mediaKey, asset, request.query, deps.now());
  if (!mayHear(found, uid)) throw new HttpProblem("not-yourself");
  return deliverAudio(deps, asset, found, request, reply);
}

/** `uid` is whom a good signature speaks for. What no song plays is its uploader's alone. */
function mayHear(
  { uid: uploader, owner, private: isPrivate }: Delivery,
  uid: string | undefined,
): boolean {
  if (owner === null) return uid === uploader;
  return isPrivate === false || uid === owner;
}

async function deliverImage(deps: Deps, asset: string, request: MediaRequest, reply: FastifyReply) {
  const width = imageWidths.find(
    (known) => String(known) === (request.query["w"] ?? String(defaultImageWidth)),
  );
  if (width === undefined) throw new HttpProblem("not-found");
  const name = imageFile(asset, width);
  const size = await deps.storage.size(name);
  if (size === undefined) throw new HttpProblem("not-found");
  const etag = `"${asset}.${width}"`;
  void reply.headers({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    etag,
  });
  return send(deps, request, reply, { name, size, etag, range: "whole" });
}

async function deliverAudio(
  deps: Deps,
  asset: string,
  { bytes, mimeType }: Delivery,
  request: MediaRequest,
  reply: FastifyReply,
) {
  // The bytes of an asset never change, so its id says all that a hash would.
  const etag = `"${asset}"`;
  void reply.headers({
    "content-type": mimeType,
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    etag,
  });
  const ifRange = request.headers["if-range"];
  const sameFile = ifRange === undefined || ifRange === etag;
  const range =
    request.method === "GET" && sameFile ? readRange(request.headers.range, bytes) : "whole";
  return send(deps, request, reply, { name: audioFile(asset), size: bytes, etag, range });
}

interface Body {
  name: string;
  size: number;
  etag: string;
  range: ReturnType<typeof readRange>;
}

async function send(
  deps: Deps,
  request: MediaRequest,
  reply: FastifyReply,
  body: Body,
): Promise<FastifyReply> {
  const { name, size, etag, range } = body;
  if (hasTag(request.headers["if-none-match"], etag)) return reply.status(304).send();
  if (range === "unsatisfiable") {
    return reply
      .status(416)
      .header("content-range", `bytes */${size}`)
      .removeHeader("content-type")
      .send();
  }
  if (request.method === "HEAD") return reply.header("content-length", size).send();
  const stream = await openFile(deps, name, range);
  if (range === "whole") return reply.header("content-length", size).send(stream);
  return reply
    .status(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${size}`)
    .header("content-length", range.end - range.start + 1)
    .send(stream);
}

async function openFile({ storage }: Deps, name: string, range: "whole" | ByteRange) {
  try {
    return await (range === "whole" ? storage.open(name) : storage.open(name, range));
  } catch (error) {
    // Removed between the look into the database and here.
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new HttpProblem("not-found");
    throw error;
  }
}

const hasTag = (header: string | undefined, etag: string) =>
  header !== undefined &&
  header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
