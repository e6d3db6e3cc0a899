/**
 * Stands in for Cloudinary: answers as its documentation says, as far as we use it. Unsigned upload, Admin API (presets,
 * resources, removal, ping) and the delivery of authenticated files by signed addresses, with ranges and widths.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseBuffer } from "music-metadata";
import sharp from "sharp";

export interface Preset {
  unsigned: boolean;
  settings: Record<string, unknown>;
}

interface Stored {
  publicId: string;
  type: string;
  resourceType: "image" | "video";
  bytes: Buffer;
  about: Record<string, unknown>;
}

export const cloud = "demo-cloud";
export const key = "314159265";
export const secret = "s3cret-of-the-cloud";

const authenticated = (): Preset => ({ unsigned: true, settings: { type: "authenticated" } });

/** Parameters of an unsigned upload; what stands in the path besides may stand in the form as well. */
const unsignedParameters = new Set([
  "upload_preset",
  "callback",
  "public_id",
  "folder",
  "asset_folder",
  "tags",
  "context",
  "metadata",
  "face_coordinates",
  "custom_coordinates",
  "source",
  "filename_override",
  "resource_type",
  "cloud_name",
  "file",
]);

export class CloudinaryStandIn {
  readonly presets = new Map<string, Preset>([
    ["songs", authenticated()],
    ["covers", authenticated()],
  ]);
  readonly stored = new Map<string, Stored>();
  /** Method and path of every request, without the query. */
  readonly requests: string[] = [];
  /** What becomes of the delivery's answers. */
  delivery: "whole" | "silent" | "broken" | "cut" | "ignores ranges" = "whole";
  /** Status of every answer of the Admin API, if it is not itself. */
  adminStatus: number | undefined;
  /** The Admin API takes its calls and answers none. */
  isSilent = false;
  /** Deliveries under way whose reader has not gone. */
  open = 0;
  origin = "";
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  static async start(): Promise<CloudinaryStandIn> {
    const standIn = new CloudinaryStandIn();
    await new Promise<void>((done) => standIn.#server.listen(0, "127.0.0.1", done));
    // A TCP server's address is an object.
    const { port } = standIn.#server.address() as AddressInfo;
    standIn.origin = `http://127.0.0.1:${port}`;
    return standIn;
  }

  /** MEDIA_URL that leads here. */
  get mediaUrl(): string {
    const query = new URLSearchParams({
      song_preset: "songs",
      image_preset: "covers",
      upload_prefix: this.origin,
      secure_distribution: this.origin.replace("http://", ""),
    });
    return `cloudinary://${key}:${secret}@${cloud}?${query}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    this.requests.push(`${request.method} ${url.pathname}`);
    response.setHeader("access-control-allow-origin", "*");
    const [, first, second, ...rest] = url.pathname.split("/");
    if (first === "v1_1" && second === cloud) {
      if (rest[1] === "upload") return this.#upload(request, response, rest[0] ?? "");
      if (this.isSilent) return;
      return this.#admin(request, response, rest, url.searchParams);
    }
    if (first === cloud) return this.#deliver(request, response, second ?? "", rest);
    refuse(response, 404, "Not found");
  }

  async #upload(request: IncomingMessage, response: ServerResponse, type: string): Promise<void> {
    const form = await readForm(request);
    const preset = this.presets.get(String(form.get("upload_preset")));
    if (!preset) return refuse(response, 400, "Upload preset not found");
    if (!preset.unsigned) return refuse(response, 400, "Upload preset must be whitelisted for unsigned uploads");
    for (const name of form.keys())
      if (!unsignedParameters.has(name))
        return refuse(response, 400, `${name} parameter is not allowed when using unsigned upload`);
    const file = form.get("file");
    if (!(file instanceof File)) return refuse(response, 400, "Missing required parameter - file");
    const bytes = Buffer.from(await file.arrayBuffer());
    const wanted = form.get("public_id");
    const publicId = typeof wanted === "string" ? wanted : createHash("md5").digest("hex");
    const present = this.stored.get(publicId);
    // An unsigned upload never overwrites.
    if (present) return json(response, 200, { ...this.#describe(present), existing: true });
    const about = await (type === "image" ? aboutImage(bytes) : aboutSound(bytes));
    if (!about)
      return refuse(response, 400, type === "image" ? "Invalid image file" : "Unsupported video format or file");
    const stored: Stored = {
      publicId,
      type: String(preset.settings["type"] ?? "upload"),
      resourceType: type === "image" ? "image" : "video",
      bytes,
      about: { ...about, original_filename: file.name.replace(/\.\w+$/, "") },
    };
    this.stored.set(publicId, stored);
    json(response, 200, this.#describe(stored));
  }

  #describe({ publicId, type, resourceType, bytes, about }: Stored): Record<string, unknown> {
    const path = `${publicId}.${String(about["format"])}`;
    const url = `${this.origin}/${cloud}/${resourceType}/${type}/${sign(path)}/v1700000000/${path}`;
    return {
      asset_id: createHash("md5").update(publicId).digest("hex"),
      public_id: publicId,
      version: 1_700_000_000,
      resource_type: resourceType,
      type,
      created_at: "2026-11-21T12:00:00Z",
      tags: [],
      bytes: bytes.length,
      url,
      secure_url: url,
      ...about,
    };
  }

  async #admin(
    request: IncomingMessage,
    response: ServerResponse,
    path: string[],
    query: URLSearchParams,
  ): Promise<void> {
    const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
    if (request.headers.authorization !== basic) return refuse(response, 401, "unknown api_key");
    if (this.adminStatus !== undefined) return refuse(response, this.adminStatus, "Rate limited");
    const [what, type = "", delivery, publicId] = path;
    if (what === "ping") return json(response, 200, { status: "ok" });
    if (what === "upload_presets") {
      const preset = this.presets.get(type);
      if (!preset) return refuse(response, 404, `Can't find upload preset with name ${type}`);
      return json(response, 200, { name: type, ...preset });
    }
    if (request.method === "DELETE") {
      const ids = query.getAll("public_ids[]");
      const isHere = (id: string) => this.stored.get(id)?.resourceType === type && this.stored.delete(id);
      const deleted = ids.map((id) => [id, isHere(id) ? "deleted" : "not_found"]);
      return json(response, 200, { deleted: Object.fromEntries(deleted), partial: false });
    }
    const stored = this.stored.get(publicId ?? "");
    if (stored?.resourceType !== type || stored.type !== delivery)
      return refuse(response, 404, `Resource not found - ${publicId}`);
    const { original_filename: _, is_audio, audio, video, colors, ...described } = this.#describe(stored);
    const media = query.get("media_metadata") === "true" ? { is_audio, audio, video } : {};
    const palette = query.get("colors") === "true" ? { colors } : {};
    json(response, 200, { ...described, ...media, ...palette });
  }

  async #deliver(
    request: IncomingMessage,
    response: ServerResponse,
    resourceType: string,
    [type, signature, ...rest]: string[],
  ): Promise<void> {
    const path = rest.filter((part) => !/^v\d+$/.test(part)).join("/");
    const [, publicId = "", format] = /([^/]+)\.(\w+)$/.exec(path) ?? [];
    const stored = this.stored.get(publicId);
    if (type !== "authenticated" || signature !== sign(path)) return refuse(response, 401, "");
    if (stored?.resourceType !== resourceType) return refuse(response, 404, "Resource not found");
    if (this.delivery === "broken") return refuse(response, 500, "Out of order");
    this.open++;
    response.on("close", () => this.open--);
    if (this.delivery === "silent") return;
    const [, width] = /(?:^|,)w_(\d+)/.exec(path) ?? [];
    const body = width
      ? await sharp(stored.bytes)
          .resize({ width: Number(width), withoutEnlargement: true })
          .webp()
          .toBuffer()
      : stored.bytes;
    this.#send(request, response, body, format === "webp" ? "image/webp" : "audio/mpeg");
  }

  #send(request: IncomingMessage, response: ServerResponse, body: Buffer, type: string): void {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const headers = { "content-type": type, "accept-ranges": "bytes" };
    if (from === undefined || to === undefined || this.delivery === "ignores ranges") {
      response.writeHead(200, { ...headers, "content-length": body.length });
      response.end(body);
      return;
    }
    const part = body.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, {
      ...headers,
      "content-length": part.length,
      "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`,
    });
    if (this.delivery === "whole") return void response.end(part);
    response.write(part.subarray(0, Math.floor(part.length / 2)));
    if (this.delivery === "cut") setTimeout(() => response.destroy(), 50);
  }
}

const sign = (path: string) =>
  `s--${createHash("sha256")
    .update(`${path}${secret}`)
    .digest("base64")
    .replaceAll("/", "_")
    .replaceAll("+", "-")
    .slice(0, 32)}--`;

async function readForm(request: IncomingMessage): Promise<FormData> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const type = request.headers["content-type"] ?? "";
  return new Response(Buffer.concat(parts), { headers: { "content-type": type } }).formData();
}

/** As the host calls codecs. */
const names = [
  [/Layer 3/, "mp3"],
  [/AAC/, "aac"],
  [/^PCM$/, "pcm_s16le"],
] as const;

async function aboutSound(bytes: Buffer): Promise<Record<string, unknown> | undefined> {
  const parsed = await parseBuffer(bytes, undefined, { duration: true }).catch(() => undefined);
  if (!parsed?.format.container) return undefined;
  const { container, codec = "", duration, hasVideo = false } = parsed.format;
  const format = /^MPEG$/.test(container) ? "mp3" : /wave/i.test(container) ? "wav" : "mp4";
  return {
    format,
    duration,
    audio: { codec: names.find(([pattern]) => pattern.test(codec))?.[1] ?? codec.toLowerCase() },
    video: hasVideo ? { codec: "h264" } : {},
    is_audio: !hasVideo,
    ...(hasVideo ? { width: 640, height: 360 } : {}),
  };
}

async function aboutImage(bytes: Buffer): Promise<Record<string, unknown> | undefined> {
  const { format, width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0 }));
  if (!format) return undefined;
  const { dominant } = await sharp(bytes).stats();
  const [r, g, b] = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0"));
  const colors = [[`#${r}${g}${b}`.toUpperCase(), 100]];
  return { format: format === "jpeg" ? "jpg" : format, width, height, colors };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.setHeader("x-cld-error", message);
  json(response, status, { error: { message } });
}
