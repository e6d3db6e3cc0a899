/**
 * Covers: kept when they are first seen, the least recently used go first; those of liked songs lie with the audio and
 * stay (specification 17.16).
 */
import { CacheExpiration } from "workbox-expiration";
import { audioCache, coverCache, mediaPath } from "../contract/worker-messages.ts";
import { accountOf } from "./client-account.ts";
import { fetchMedia, isAsset, isImage } from "./media-requests.ts";
import { find, isQuotaError, keyOf, store, unlessWiped } from "./account-caches.ts";

const coversMost = 300;

/** Per account; Workbox keeps the times of use in a database of its own. */
const expirations = new Map<string, CacheExpiration>();
/** Addresses whose use this worker has noted: once per start is often enough. */
const noted = new Set<string>();

/** Our own assets, and pictures of other hosts that the page asks for in CORS mode: answers that can be read. */
export function isCoverRequest(request: Request, url: URL): boolean {
  if (request.method !== "GET" || request.destination !== "image") return false;
  return isAsset(url) || (url.origin !== self.location.origin && request.mode === "cors");
}

/** @param keepAlive keeps the worker running until what follows the answer is done */
export async function answerCover(
  request: Request,
  clientId: string,
  keepAlive: (work: Promise<void>) => void,
): Promise<Response> {
  const { url } = request;
  const uid = await accountOf(clientId);
  if (uid === null) return fetchMedia(url).catch(() => Response.error());
  // Addresses of covers never change their content.
  const kept = await find(coverCache(uid), url).catch(() => undefined);
  if (kept !== undefined) {
    keepAlive(noteUse(uid, url));
    return kept;
  }
  try {
    const response = await fetchMedia(url, { signal: request.signal });
    if (response.status === 200 && isImage(response)) keepAlive(keepCover(uid, url, response.clone()));
    if (response.ok) return response;
    return (await findAnyWidth(uid, url)) ?? response;
  } catch {
    return (await findAnyWidth(uid, url).catch(() => undefined)) ?? Response.error();
  }
}

/** Another width is better than a hole. */
const findAnyWidth = async (uid: string, url: string): Promise<Response | undefined> =>
  (await find(audioCache(uid), keyOf(mediaPath(url)))) ?? (await find(coverCache(uid), url, { ignoreSearch: true }));

async function keepCover(uid: string, url: string, response: Response): Promise<void> {
  try {
    await store(uid, coverCache(uid), url, response);
    await noteUse(uid, url);
    await expirationOf(uid).expireEntries();
  } catch (error) {
    // Covers come back by themselves; songs do not.
    if (isQuotaError(error)) await purgeCovers(uid);
  }
}

/** Gives the space of covers back; those of liked songs are not among them. */
export async function purgeCovers(uid: string): Promise<void> {
  await caches.delete(coverCache(uid));
  await forgetUses(uid);
}

/** Removes what is noted about an account's covers. */
export async function forgetUses(uid: string): Promise<void> {
  noted.clear();
  await expirationOf(uid).delete();
  expirations.delete(uid);
}

async function noteUse(uid: string, url: string): Promise<void> {
  if (noted.has(url)) return;
  noted.add(url);
  try {
    // Not after a wipe: the addresses would stay on the device (specification 17.37).
    await unlessWiped(uid, () => expirationOf(uid).updateTimestamp(url));
  } catch {
    // A use that is not noted makes this cover go sooner, no more.
    noted.delete(url);
  }
}

function expirationOf(uid: string): CacheExpiration {
  const known = expirations.get(uid);
  if (known !== undefined) return known;
  const made = new CacheExpiration(coverCache(uid), {
    maxEntries: coversMost,
    matchOptions: { ignoreVary: true },
  });
  expirations.set(uid, made);
  return made;
}
