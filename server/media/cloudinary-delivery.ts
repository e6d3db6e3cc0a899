/** Streams files from Cloudinary by signed URLs that never leave this server (specification 15.18). */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { CloudinarySetting } from "../settings/cloudinary-url.ts";
import { HttpProblem } from "../http/problem.ts";
import type { StoredAsset } from "./asset-rows.ts";
import type { Opened, Part } from "./storage.ts";

const firstByteMs = 10_000;
const idleMs = 30_000;

/** Returns undefined for a missing file. Throws HttpProblem `unavailable` for every other failure. */
export async function openDelivery(
  setting: CloudinarySetting,
  asset: StoredAsset,
  part: Part,
  signal: AbortSignal,
): Promise<Opened | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("No answer in time")), firstByteMs);
  const { range } = part;
  try {
    const response = await fetch(signedUrl(setting, asset, part), {
      headers: {
        // Compression would change the lengths.
        "accept-encoding": "identity",
        ...(range ? { range: `bytes=${range.start}-${range.end}` } : {}),
      },
      redirect: "error",
      signal: AbortSignal.any([signal, late.signal]),
    });
    if (response.status === 404) return void (await response.body?.cancel());
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    if (response.body && isExpected(response, length, asset, part))
      return { body: withIdleTimeout(response.body), length };
    await response.body?.cancel();
    throw new Error(`The media host answered ${response.status}`);
  } catch (cause) {
    throw new HttpProblem("unavailable", { retryAfter: 10, cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Checks range and length: wrong bytes would sound like noise. */
function isExpected(
  { status, headers }: Response,
  length: number,
  { bytes }: StoredAsset,
  { width, range }: Part,
): boolean {
  if (!Number.isSafeInteger(length)) return false;
  if (width !== undefined) return status === 200;
  if (!range) return status === 200 && length === bytes;
  const { start, end } = range;
  return (
    status === 206 && length === end - start + 1 && headers.get("content-range") === `bytes ${start}-${end}/${bytes}`
  );
}

/** Destroys the stream when the host sends nothing for too long while the client waits. */
function withIdleTimeout(body: NonNullable<Response["body"]>): Readable {
  // One class with two types: the web's and node's.
  const stream = Readable.fromWeb(body as ReadableStream<Uint8Array>, {
    highWaterMark: 64 * 1024,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = stream._read.bind(stream);
  stream._read = (size) => {
    clearTimeout(timer);
    timer = setTimeout(() => stream.destroy(new Error("The media host fell silent")), idleMs);
    read(size);
  };
  // From here on it is the client that reads nothing, as a paused player.
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding) => {
    clearTimeout(timer);
    return push(chunk, encoding);
  };
  stream.on("close", () => clearTimeout(timer));
  return stream;
}

/** The URL of the original audio, or of one width of a picture as WebP. */
function signedUrl(
  { delivery, cloud, secret }: CloudinarySetting,
  { publicId, kind, format }: StoredAsset,
  { width }: Part,
): string {
  const path = kind === "audio" ? `${publicId}.${format}` : `c_limit,h_${(width ?? 0) * 4},w_${width}/${publicId}.webp`;
  const type = kind === "audio" ? "video" : "image";
  return `${delivery}/${cloud}/${type}/authenticated/${signatureOf(path, secret)}/${path}`;
}

/** Cloudinary's long signature of the rest of the URL. */
const signatureOf = (path: string, secret: string) =>
  `s--${createHash("sha256")
    .update(path + secret)
    .digest("base64url")
    .slice(0, 32)}--`;
