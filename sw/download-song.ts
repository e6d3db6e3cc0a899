/** Fetches one song whole, checks it, and only then puts it where the player finds it (specification 17.9). */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { audioCache, type Download } from "../contract/worker-messages.ts";
import { streamChunks } from "../src/lib/stream-chunks.ts";
import { createYielding } from "../src/lib/yield-to-event-loop.ts";
import { freshUrl, newestUrl } from "./renewed-urls.ts";
import { fetchMedia, isSound } from "./media-requests.ts";
import { PartialDownload } from "./partial-download.ts";
import { putWithEviction } from "./put-with-eviction.ts";
import { isQuotaError, keyOf } from "./account-caches.ts";

/** Silence after which a connection counts as cut; milliseconds. */
const silenceMs = 30_000;

/** `unreachable`: no answer of the media host at all, so other songs would fare the same; `cut`: this one broke off. */
export type Problem = "unreachable" | "cut" | "gone" | "mismatch" | "quota";

export class DownloadError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DownloadError";
    this.problem = problem;
  }
}

export interface SongJob {
  uid: string;
  row: Download;
  /** Aborted when the song is not wanted any more or the account goes. */
  signal: AbortSignal;
  /** Bytes that are there so far. */
  onReceived: (bytes: number) => void;
}

/**
 * Resolves when the song lies in the audio cache with the length and hash of its row.
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

/** Leaves what a later try can use, nothing else, and says what went wrong. */
async function rescue(cause: unknown, parts: PartialDownload, signal: AbortSignal): Promise<unknown> {
  const error = isQuotaError(cause) ? new DownloadError("quota", "There is no space left", cause) : cause;
  const isCut = error instanceof DownloadError && (error.problem === "cut" || error.problem === "unreachable");
  if (!isCut || signal.aborted) {
    await parts.discard();
    return signal.aborted ? signal.reason : error;
  }
  try {
    await parts.flush();
    return error;
  } catch (flushing) {
    await parts.discard();
    return isQuotaError(flushing) ? new DownloadError("quota", "There is no space left", flushing) : error;
  }
}

/** Only what every player needs: an answer from the device must not depend on how the song came here. */
const headersOf = (row: Download, bytes: number) => ({
  "content-type": row.mimeType,
  "content-length": String(bytes),
  "accept-ranges": "bytes",
});

function check(row: Download, bytes: number, hash: string): void {
  // A length of 0 and an absent hash: the server does not know them (third-party storage).
  if (row.bytes > 0 && bytes !== row.bytes) {
    throw new DownloadError("mismatch", `${bytes} bytes came instead of ${row.bytes}`);
  }
  if (row.sha256 !== null && hash !== row.sha256) throw new DownloadError("mismatch", "The file's hash is another");
}

/** Adds what is missing to the parts. Answers the hash of all bytes, lower-case hexadecimal. */
async function receive({ uid, row, signal, onReceived }: SongJob, parts: PartialDownload): Promise<string> {
  let hash = sha256.create();
  const yieldIfLong = createYielding();
  for await (const chunk of streamChunks(parts.join("").stream())) {
    hash.update(chunk);
    await yieldIfLong();
  }
  onReceived(parts.bytes);
  if (row.bytes > 0 && parts.bytes === row.bytes) return bytesToHex(hash.digest());

  const silence = watchSilence(signal);
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
      await parts.add(chunk);
      onReceived(parts.bytes);
      await yieldIfLong();
      if (row.bytes > 0 && parts.bytes > row.bytes)
        throw new DownloadError("mismatch", "More bytes came than the song has");
    }
    return bytesToHex(hash.digest());
  } catch (error) {
    if (error instanceof DownloadError || isQuotaError(error)) throw error;
    throw new DownloadError("cut", "The connection broke off", error);
  } finally {
    silence.end();
  }
}

/** A sound in full (200) or the rest of one (206). Throws DownloadError for every other answer. */
async function request(uid: string, row: Download, parts: PartialDownload, signal: AbortSignal): Promise<Response> {
  const url = newestUrl(new URL(row.url, self.location.origin).href);
  let response = await send(url, parts, signal);
  if ([403, 404, 410].includes(response.status)) {
    // The media host cannot tell a song that is gone from one whose address changed, or from its own trouble.
    const fresh = await freshUrl(uid, url);
    if (fresh === null) throw new DownloadError("gone", "The song is gone");
    if (fresh === undefined) throw new DownloadError("unreachable", "No page could get a new address");
    if (fresh !== url) response = await send(fresh, parts, signal);
  }
  if (response.status === 416 || (response.status === 206 && firstByte(response) !== parts.bytes)) {
    // Our parts are not of this file: begin again.
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
  // With it a changed file is sent whole; without one the hash at the end tells.
  if (parts.bytes > 0 && parts.etag !== null) headers.set("if-range", parts.etag);
  try {
    // Not stored by the browser's own cache: the bytes would lie on the device twice.
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

/** A signal that also fires after a long silence: a connection can hang for good without an error. */
function watchSilence(signal: AbortSignal) {
  const silent = new AbortController();
  const give = () => silent.abort(new DOMException("Nothing came for a long time", "TimeoutError"));
  let timer = setTimeout(give, silenceMs);
  const end = () => clearTimeout(timer);
  const restart = () => {
    end();
    timer = setTimeout(give, silenceMs);
  };
  return { signal: AbortSignal.any([signal, silent.signal]), restart, end };
}
