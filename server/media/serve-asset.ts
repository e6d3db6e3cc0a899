/** Serves `GET /media/{asset}` (specification 15.10-15.15). */
import { parseRange } from "../../contract/rules/range.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { defaultImageWidth, imageWidths } from "../../contract/media.ts";
import type { AppContext } from "../app-context.ts";
import { matchesTag } from "../http/etag.ts";
import { HttpProblem } from "../http/problem.ts";
import { isAssetId } from "./asset-ids.ts";
import { readSignature } from "./signed-urls.ts";
import type { Opened } from "./storage.ts";
import type { Delivery } from "./asset-rows.ts";

export type MediaRequest = FastifyRequest<{
  Params: { asset: string };
  Querystring: Record<string, unknown>;
}>;

/** Headers of every media response: uploads never run as a page, and other origins may play them. */
export const mediaHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Content-Range, Content-Length, Accept-Ranges, ETag",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** Headers of a preflight response; some browsers send one for a Range with two numbers. */
export const preflightHeaders = {
  "access-control-allow-methods": "GET, HEAD",
  "access-control-allow-headers": "Range, If-Range, If-None-Match",
  "access-control-max-age": "86400",
} as const;

type Find = (asset: string) => Promise<Delivery | undefined>;

/** @param find looks an asset up */
export async function serveAsset(
  deps: AppContext,
  find: Find,
  request: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { asset } = request.params;
  const found = isAssetId(asset) ? await find(asset) : undefined;
  if (!found) throw new HttpProblem("not-found");
  if (found.kind === "image") return deliverImage(deps, found, request, reply);
  const uid = readSignature(deps.mediaKey, asset, request.query, deps.now());
  if (!mayHear(found, uid)) throw new HttpProblem("not-yourself");
  return deliverAudio(deps, found, request, reply);
}

/**
 * `uid` comes from a valid signature. Only the uploader may hear a file without a song; a song's file may be heard by
 * whoever may see the song (`visibleSong` in songs/visible-song.ts).
 */
function mayHear({ uid: uploader, owner, private: isPrivate }: Delivery, uid: string | undefined): boolean {
  if (owner === null) return uid === uploader;
  return isPrivate === false || uid === owner;
}

async function deliverImage(
  { storage }: AppContext,
  asset: Delivery,
  request: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const width = imageWidths.find((allowed) => String(allowed) === (request.query["w"] ?? String(defaultImageWidth)));
  if (width === undefined) throw new HttpProblem("not-found");
  const etag = `"${asset.id}.${width}"`;
  if (matchesTag(request.headers["if-none-match"], etag))
    return reply
      .headers({ ...imageHeaders, etag })
      .status(304)
      .send();
  const opened = await storage.open(asset, { width }, () => abortOnClose(reply));
  if (!opened) throw new HttpProblem("not-found");
  void reply.headers({ ...imageHeaders, etag, "content-length": opened.length });
  return request.method === "HEAD" ? withoutBody(opened, reply) : sendBody(opened, reply);
}

const imageHeaders = {
  "content-type": "image/webp",
  "cache-control": "public, max-age=31536000, immutable",
};

async function deliverAudio(
  { storage }: AppContext,
  asset: Delivery,
  { method, headers }: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { bytes: size, mimeType } = asset;
  // An asset's bytes never change, so its id serves as the ETag.
  const etag = `"${asset.id}"`;
  void reply.headers({
    "content-type": mimeType,
    // The browser must not cache a private song: its owner may leave the device.
    "cache-control": asset.private === false ? "private, no-cache" : "private, no-store",
    "accept-ranges": "bytes",
    etag,
  });
  if (matchesTag(headers["if-none-match"], etag)) return reply.status(304).send();
  if (method === "HEAD") return reply.header("content-length", size).send();
  const ifRange = headers["if-range"];
  const sameFile = ifRange === undefined || ifRange === etag;
  const range = sameFile ? parseRange(headers.range, size) : "whole";
  if (range === "unsatisfiable") {
    return reply.status(416).header("content-range", `bytes */${size}`).removeHeader("content-type").send();
  }
  const part = range === "whole" ? {} : { range };
  const opened = await storage.open(asset, part, () => abortOnClose(reply));
  if (!opened) throw new HttpProblem("not-found");
  void reply.header("content-length", opened.length);
  if (range !== "whole") void reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return sendBody(opened, reply);
}

function sendBody({ body, release }: Opened, reply: FastifyReply): FastifyReply {
  // Reuses the buffer only after a complete response: after an abort the system may still read it.
  if (release) reply.raw.once("finish", release);
  return reply.send(body);
}

/** Returns a signal that aborts when the client disconnects early. */
function abortOnClose({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function withoutBody({ body }: Opened, reply: FastifyReply): FastifyReply {
  if (!Buffer.isBuffer(body)) body.destroy();
  return reply.send();
}
