/** A media host whose every answer a test can spoil: signatures, cuts, wrong bytes, slow lines, other people's pages. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SongSnapshot } from "../../contract/songs.ts";
import type { Sound } from "./sounds.ts";

export interface Asset extends Sound {
  /** Valid signature; undefined: none is asked for. */
  signature?: string | undefined;
  /** Closes the connection after this many bytes of a request, once. */
  cutAt?: number | undefined;
  /** Sent instead of the file. */
  sends?: Buffer<ArrayBuffer> | undefined;
  /** Bytes per second of answers to the player (with a range); undefined: no limit. */
  playerRate?: number | undefined;
  status?: number | undefined;
}

export interface MediaRequest {
  asset: string;
  range: string | undefined;
  ifRange: string | undefined;
  signature: string | null;
}

const chunkBytes = 64 * 1024;

export class MediaHost {
  readonly assets = new Map<string, Asset>();
  readonly requests: MediaRequest[] = [];
  /** Answers everything with a page, as a captive portal does. */
  isCaptive = false;

  /** Adds a song; its id and asset follow from `n`. */
  add(n: number, sound: Sound, change: Partial<Asset> = {}): SongSnapshot {
    this.assets.set(`audio${n}`, { ...sound, ...change });
    return {
      _id: `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`,
      title: `Song ${n}`,
      artist: "Somebody",
      album: null,
      genre: "Rock",
      songImage: null,
      duration: sound.duration,
      url: this.urlOf(n),
      private: change.signature !== undefined,
      owner: "owner",
      bytes: sound.bytes.length,
      sha256: createHash("sha256").update(sound.bytes).digest("hex"),
      mimeType: sound.mimeType,
      gain: null,
      peak: null,
    };
  }

  /** Forgets everything that a test made of it. */
  clear(): void {
    this.assets.clear();
    this.requests.length = 0;
    this.isCaptive = false;
  }

  get(n: number): Asset {
    const asset = this.assets.get(`audio${n}`);
    if (asset === undefined) throw new Error(`There is no song ${n}`);
    return asset;
  }

  /** Address with the signature that is valid now. */
  urlOf(n: number): string {
    const { signature } = this.get(n);
    return `/media/audio${n}${signature === undefined ? "" : `?sig=${signature}`}`;
  }

  requestsOf(n: number): MediaRequest[] {
    return this.requests.filter(({ asset }) => asset === `audio${n}`);
  }

  handle(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const name = url.pathname.slice("/media/".length);
    const { range, "if-range": ifRange } = request.headers;
    const signature = url.searchParams.get("sig");
    this.requests.push({ asset: name, range, ifRange: ifRange?.toString(), signature });
    if (this.isCaptive) {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Pay for this network</h1>");
      return;
    }
    const asset = this.assets.get(name);
    const status =
      asset === undefined ? 404 : asset.signature !== undefined && asset.signature !== signature ? 403 : asset.status;
    if (asset === undefined || status !== undefined) {
      response.writeHead(status ?? 500, { "content-type": "application/problem+json" }).end("{}");
      return;
    }
    void send(asset, request, response);
  }
}

const etags = new WeakMap<Buffer, string>();

/** Large files are asked for in many parts. */
function etagOf(body: Buffer): string {
  const etag = etags.get(body) ?? `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  etags.set(body, etag);
  return etag;
}

async function send(asset: Asset, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = asset.sends ?? asset.bytes;
  const etag = etagOf(body);
  const ifRange = request.headers["if-range"];
  const range = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const [, first = "", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const start = first === "" ? 0 : Number(first);
  const end = last === "" ? body.length - 1 : Math.min(Number(last), body.length - 1);
  const headers: Record<string, string> = {
    "content-type": asset.mimeType,
    "content-length": String(end - start + 1),
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    etag,
  };
  if (first !== "") headers["content-range"] = `bytes ${start}-${end}/${body.length}`;
  response.writeHead(first === "" ? 200 : 206, headers);

  const rate = request.headers.range === undefined ? undefined : asset.playerRate;
  const { cutAt } = asset;
  for (let at = start; at <= end && !response.destroyed; at += chunkBytes) {
    if (cutAt !== undefined && at - start >= cutAt) {
      asset.cutAt = undefined;
      // What was written is to arrive: a connection breaks off long after its last byte.
      if (response.writableNeedDrain) await drained(response);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      response.destroy();
      return;
    }
    const isTaken = response.write(body.subarray(at, Math.min(at + chunkBytes, end + 1)));
    if (rate !== undefined) await new Promise((resolve) => setTimeout(resolve, (chunkBytes / rate) * 1_000));
    else if (!isTaken) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
  });
}
