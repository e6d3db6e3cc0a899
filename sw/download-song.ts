/** Downloads and verifies one song before it enters the audio cache (specification 17.9). */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { audioCache, type Download } from "../contract/worker-messages.ts";
import { streamChunks } from "../src/lib/stream-chunks.ts";
import { createYielding } from "../src/lib/yield-to-event-loop.ts";
import { freshUrl, newestUrl } from "./renewed-urls.ts";
import { hashBlob } from "./hash-blob.ts";
import { fetchMedia, isSound } from "./media-requests.ts";
import { PartialDownload } from "./partial-download.ts";
import { putWithEviction } from "./put-with-eviction.ts";
import { isQuotaError, keyOf } from "./account-caches.ts";
import { watchSilence } from "./watch-silence.ts";

/**
 * `unreachable`: the media host does not respond, for any song; `cut`: this download was interrupted; `paused`: it goes on
 * later.
 */
type Problem = "unreachable" | "cut" | "gone" | "mismatch" | "quota" | "paused";

export class DownloadError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DownloadError";
    this.problem = problem;
  }
}

/** Of a write, whose cause it has: not of the connection. */
class DeviceError extends Error {}

interface SongJob {
  uid: string;
  row: Download;
  /** Aborted when the song is no longer wanted or the account signs out. */
  signal: AbortSignal;
  /** Called with the bytes received so far. */
  onReceived: (bytes: number) => void;
}

/**
 * Resolves when the song is in the audio cache with the length and hash of its row.
 * @throws DownloadError, or the signal's reason
 */
export async function fetchSong(job: SongJob): Promise<void> {
  const { uid, row, signal } = job;
  const parts = new PartialDownload(uid, row.path, row.bytes);
  try {
    await parts.load();
    const hash = await receive(job, parts);
    check(row, parts.bytes, hash);
    const make = () => new Response(parts.join(row.mimeType), { headers: headersOf(row, parts.bytes) });
    await putWithEviction(uid, audioCache(uid), keyOf(row.path), make);
    await parts.discard();
  } catch (cause) {
    const error = await rescue(cause, parts, signal);
    throw error;
  }
}

/** What has come stays for the next attempt. */
const resumable: ReadonlySet<Problem> = new Set(["cut", "unreachable", "paused"]);

/** Keeps the parts that a later attempt can use, and returns the error to throw. */
async function rescue(cause: unknown, parts: PartialDownload, signal: AbortSignal): Promise<unknown> {
  const reason: unknown = signal.aborted ? signal.reason : cause;
  const error = isQuotaError(reason) ? new DownloadError("quota", "There is no space left", reason) : reason;
  if (!(error instanceof DownloadError) || !resumable.has(error.problem)) {
    await parts.discard();
    return error;
  }
  try {
    await parts.flush();
    return error;
  } catch (flushing) {
    await parts.discard();
    return isQuotaError(flushing) ? new DownloadError("quota", "There is no space left", flushing) : error;
  }
}

/** Only the headers that players need: a cached response must not depend on the download's. */
const headersOf = (row: Download, bytes: number) => ({
  "content-type": row.mimeType,
  "content-length": String(bytes),
  "accept-ranges": "bytes",
});

function check(row: Download, bytes: number, hash: string): void {
  // A length of 0 or a missing hash is unknown to the server (third-party storage).
  if (row.bytes > 0 && bytes !== row.bytes) {
    throw new DownloadError("mismatch", `${bytes} bytes came instead of ${row.bytes}`);
  }
  if (row.sha256 !== null && hash !== row.sha256) throw new DownloadError("mismatch", "The file's hash is another");
}

/** Downloads the missing bytes. Returns the hash of all bytes in lower-case hexadecimal. */
async function receive({ uid, row, signal, onReceived }: SongJob, parts: PartialDownload): Promise<string> {
  let hash = await hashBlob(parts.join(""));
  onReceived(parts.bytes);
  if (row.bytes > 0 && parts.bytes === row.bytes) return bytesToHex(hash.digest());

  const silence = watchSilence(signal);
  const yieldIfLong = createYielding();
  try {
    const response = await request(uid, row, parts, silence.signal);
    if (response.status !== 206) {
      await parts.discard();
      hash = sha256.create();
    }
    parts.etag = strongEtag(response);
    for await (const chunk of streamChunks(response.body)) {
      silence.restart();
      hash.update(chunk);
      await parts.add(chunk).catch((error: unknown) => {
        throw new DeviceError("The device did not take a part", { cause: error });
      });
      onReceived(parts.bytes);
      await yieldIfLong();
      if (row.bytes > 0 && parts.bytes > row.bytes)
        throw new DownloadError("mismatch", "More bytes came than the song has");
    }
    return bytesToHex(hash.digest());
  } catch (error) {
    if (error instanceof DeviceError) throw error.cause;
    if (error instanceof DownloadError) throw error;
    throw new DownloadError("cut", "The connection broke off", error);
  } finally {
    silence.end();
  }
}

/** Returns a whole file (200) or the rest of one (206). Throws DownloadError for any other response. */
async function request(uid: string, row: Download, parts: PartialDownload, signal: AbortSignal): Promise<Response> {
  const url = newestUrl(uid, new URL(row.url, self.location.origin).href);
  let response = await send(url, parts, signal);
  if ([403, 404, 410].includes(response.status)) {
    // The media host cannot tell a deleted song from a moved one or from a failure of its own.
    const fresh = await freshUrl(uid, url);
    if (fresh === null) throw new DownloadError("gone", "The song is gone");
    if (fresh === undefined) throw new DownloadError("unreachable", "No page could get a new address");
    if (fresh !== url) response = await send(fresh, parts, signal);
  }
  if (response.status === 416 || (response.status === 206 && firstByte(response) !== parts.bytes)) {
    // The parts belong to another file: start again.
    await parts.discard();
    throw new DownloadError("cut", "The rest does not fit what is there");
  }
  if (!response.ok) throw new DownloadError("cut", `The media host answered ${response.status}`);
  if (!isSound(response)) throw new DownloadError("unreachable", "Something else than the media host answered");
  return response;
}

async function send(url: string, parts: PartialDownload, signal: AbortSignal): Promise<Response> {
  const headers = new Headers();
  if (parts.bytes > 0) headers.set("range", `bytes=${parts.bytes}-`);
  // With If-Range a changed file is sent whole; without an ETag the final hash detects it.
  if (parts.bytes > 0 && parts.etag !== null) headers.set("if-range", parts.etag);
  try {
    // Bypasses the HTTP cache, which would store the bytes a second time.
    return await fetchMedia(url, { cache: "no-store", headers, signal });
  } catch (error) {
    throw new DownloadError("unreachable", "There is no connection to the media host", error);
  }
}

const firstByte = (response: Response) =>
  Number(/^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1] ?? Number.NaN);

/** `If-Range` takes strong validators only (RFC 9110 13.1.5). */
function strongEtag(response: Response): string | null {
  const etag = response.headers.get("etag");
  return etag?.startsWith("W/") ? null : etag;
}
