/** Bytes from Cloudinary's delivery, by signed addresses that never leave this server (specification 15.18). */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { CloudinarySetting } from "../settings/cloudinary-url.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Opened, Part, StoredAsset } from "./storage.ts";

/** Until the first byte. */
const answerMs = 10_000;
const silenceMs = 30_000;

/** Undefined where the host has no such file. Throws HttpProblem `unavailable` for everything else that goes wrong. */
export async function openDelivery(
  setting: CloudinarySetting,
  asset: StoredAsset,
  part: Part,
  signal: AbortSignal,
): Promise<Opened | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("No answer in time")), answerMs);
  const { range } = part;
  try {
    const response = await fetch(addressOf(setting, asset, part), {
      headers: {
        // Lengths are those of the file.
        "accept-encoding": "identity",
        ...(range ? { range: `bytes=${range.start}-${range.end}` } : {}),
      },
      redirect: "error",
      signal: AbortSignal.any([signal, late.signal]),
    });
    if (response.status === 404) return void (await response.body?.cancel());
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    if (response.body && isAsAsked(response, length, asset, part)) return { body: breathing(response.body), length };
    await response.body?.cancel();
    throw new Error(`The media host answered ${response.status}`);
  } catch (cause) {
    throw new HttpProblem("unavailable", { retryAfter: 10, cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A range that is another, or a file of another length, would be heard as noise. */
function isAsAsked(
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

/** Ends a host that falls silent while somebody waits for its bytes. */
function breathing(body: NonNullable<Response["body"]>): Readable {
  // The same class under two names: that of the web's types and that of node's.
  const stream = Readable.fromWeb(body as ReadableStream<Uint8Array>, {
    highWaterMark: 64 * 1024,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = stream._read.bind(stream);
  stream._read = (size) => {
    clearTimeout(timer);
    timer = setTimeout(() => stream.destroy(new Error("The media host fell silent")), silenceMs);
    read(size);
  };
  stream.on("close", () => clearTimeout(timer));
  return stream;
}

/** The original sound, or a picture as this width of WebP. */
function addressOf(
  { delivery, cloud, secret }: CloudinarySetting,
  { publicId, kind, format }: StoredAsset,
  { width }: Part,
): string {
  const path = kind === "audio" ? `${publicId}.${format}` : `c_limit,h_${(width ?? 0) * 4},w_${width}/${publicId}.webp`;
  const type = kind === "audio" ? "video" : "image";
  return `${delivery}/${cloud}/${type}/authenticated/${signatureOf(path, secret)}/${path}`;
}

/** Cloudinary's long signature of what comes after it in an address. */
export const signatureOf = (path: string, secret: string) =>
  `s--${createHash("sha256")
    .update(path + secret)
    .digest("base64url")
    .slice(0, 32)}--`;
