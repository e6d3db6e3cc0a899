/**
 * Serves audio to the player from the cache or the network; the source may change while a song plays
 * (specification 17.11, 17.13), because the player asks in CORS mode (`src/audio/media-elements.ts`).
 */
import { audioCache, mediaPath } from "../contract/worker-messages.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";
import { abortWhenLate } from "./abort-when-late.ts";
import { accountOf } from "./client-account.ts";
import { isMissing, learnFiles } from "./known-files.ts";
import { freshUrl, newestUrl } from "./renewed-urls.ts";
import { fetchMedia, isAsset, isSound } from "./media-requests.ts";
import { answerRange } from "./range-response.ts";
import { find, keyOf } from "./account-caches.ts";
import { longestMs, storedMs } from "./time-limits.ts";

export function isAudioRequest(request: Request, url: URL): boolean {
  const { destination, headers, method } = request;
  return (
    method === "GET" && isAsset(url) && (destination === "audio" || destination === "video" || headers.has("range"))
  );
}

/** @param path the cache key of a stored file that cannot be read */
type OnDamaged = (uid: string, path: string) => void;

/** Never rejects: a media element must get a network error, not an exception of the worker. */
export async function answerAudio(request: Request, clientId: string, onDamaged: OnDamaged): Promise<Response> {
  const { uid, cacheOwner } = await accountOf(clientId);
  const range = request.headers.get("range");
  const read = async () => (cacheOwner === null ? undefined : fromDevice(cacheOwner, request.url, range, onDamaged));
  const isKnownMissing = cacheOwner !== null && isMissing(audioCache(cacheOwner), keyOf(mediaPath(request.url)));
  // For the next song: this one does not wait for it.
  if (cacheOwner !== null) void learnFiles(audioCache(cacheOwner));
  const begun = performance.now();
  const stored = isKnownMissing ? undefined : read();
  const inTime = stored && (await withTimeout(storedMs, stored).catch(() => undefined));
  const answer = inTime ?? (await fromNetwork(request, range, uid, clientId).catch(() => Response.error()));
  if (answer.ok || answer.status === 416) return answer;
  // A portal or a proxy answers, too, where the media host does not: the device may still have the song.
  // The first look at one that is known as missing: another worker may have stored it.
  const leastMs = stored === undefined ? storedMs : 0;
  const leftMs = Math.max(leastMs, longestMs - (performance.now() - begun));
  return (await withTimeout(leftMs, stored ?? read()).catch(() => undefined)) ?? answer;
}

async function fromDevice(
  uid: string,
  url: string,
  range: string | null,
  onDamaged: OnDamaged,
): Promise<Response | undefined> {
  const path = mediaPath(url);
  try {
    const stored = await find(audioCache(uid), keyOf(path));
    if (stored === undefined) return undefined;
    const answer = await answerRange(range, stored);
    if (answer === undefined) onDamaged(uid, path);
    return answer;
  } catch {
    // Falls back to the network if the cache cannot be read.
    return undefined;
  }
}

async function fromNetwork(
  request: Request,
  range: string | null,
  uid: string | null,
  clientId: string,
): Promise<Response> {
  const headers = new Headers(range === null ? {} : { range });
  const ask = (address: string) =>
    abortWhenLate(longestMs, (late) =>
      fetchMedia(address, { headers, signal: AbortSignal.any([request.signal, late]) }),
    );
  const url = newestUrl(uid, request.url);
  let response = await ask(url);
  if (response.status === 403 && uid !== null) {
    // Within the same response: a 403 at a seek would end playback.
    const fresh = await freshUrl(uid, url, clientId);
    if (typeof fresh === "string") response = await ask(fresh);
  }
  if (response.ok && !isSound(response)) return Response.error();
  return response;
}
