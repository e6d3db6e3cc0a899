/**
 * Audio for the player: from the device where it lies there whole, else from the network, re-wrapped; the one may take
 * over from the other while a song plays (specification 17.11, 17.13).
 */
import { audioCache, mediaPath } from "../contract/worker-messages.ts";
import { accountOf } from "./client-account.ts";
import { verifyFile } from "./verify-file.ts";
import { downloadForAWhile } from "./download-runner.ts";
import { freshUrl, newestUrl } from "./renewed-urls.ts";
import { fetchMedia, isAsset, isSound } from "./media-requests.ts";
import { answerRange } from "./range-response.ts";
import { beganWithoutUs } from "./claimed-clients.ts";
import { find, keyOf } from "./account-caches.ts";

export function isAudioRequest(request: Request, url: URL): boolean {
  const { destination, headers, method } = request;
  return (
    method === "GET" && isAsset(url) && (destination === "audio" || destination === "video" || headers.has("range"))
  );
}

/**
 * Never rejects: an element that gets no answer must get a network error, not a worker's exception.
 * @param keepAlive keeps the worker running until what follows the answer is done
 */
export async function answerAudio(
  request: Request,
  clientId: string,
  keepAlive: (work: Promise<void>) => void,
): Promise<Response> {
  const uid = await accountOf(clientId);
  const range = request.headers.get("range");
  try {
    if (beganWithoutUs(clientId, request.url, range)) return await fetch(request);
    const stored = uid === null ? undefined : await fromDevice(uid, request.url, range, keepAlive);
    return stored ?? (await fromNetwork(request, range, uid, clientId));
  } catch {
    return Response.error();
  }
}

async function fromDevice(
  uid: string,
  url: string,
  range: string | null,
  keepAlive: (work: Promise<void>) => void,
): Promise<Response | undefined> {
  const path = mediaPath(url);
  try {
    const stored = await find(audioCache(uid), keyOf(path));
    if (stored === undefined) return undefined;
    const answer = await answerRange(range, stored);
    if (answer === undefined) keepAlive(replaceFile(uid, path));
    return answer;
  } catch {
    // A cache that cannot be read is no reason for silence while there is a network.
    return undefined;
  }
}

/** A file that is not as long as it was: until it has come anew, its row says so. */
const replaceFile = (uid: string, path: string): Promise<void> =>
  verifyFile(uid, path).then(
    () => downloadForAWhile(uid),
    (error: unknown) => console.warn("A damaged song could not be dropped", error),
  );

async function fromNetwork(
  request: Request,
  range: string | null,
  uid: string | null,
  clientId: string,
): Promise<Response> {
  const init = { signal: request.signal, headers: new Headers(range === null ? {} : { range }) };
  const url = newestUrl(request.url);
  let response = await fetchMedia(url, init);
  if (response.status === 403 && uid !== null) {
    // Inside the same answer: a 403 at a seek would end the element for good.
    const fresh = await freshUrl(uid, url, clientId);
    if (typeof fresh === "string") response = await fetchMedia(fresh, init);
  }
  if (response.ok && !isSound(response)) return Response.error();
  return rewrap(response);
}

/**
 * Chromium remembers where an element's bytes came from and ends playback with MediaError 2 when a later range comes
 * from elsewhere: a response of the network itself carries its url, one from the cache does not. Rebuilt, both look
 * the same, so that liking or unliking the song that plays does not stop it.
 */
const rewrap = ({ body, status, statusText, headers }: Response) => new Response(body, { status, statusText, headers });
