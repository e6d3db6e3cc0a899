/**
 * Caches covers when they are first shown and evicts the least recently used. Covers of liked songs are stored with the
 * audio and never evicted (specification 17.16).
 */
import { CacheExpiration } from "workbox-expiration";
import { audioCache, coverCache, mediaPath } from "../contract/worker-messages.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";
import { accountOf } from "./client-account.ts";
import { fetchCover, isCover } from "./fetch-cover.ts";
import { isAsset } from "./media-requests.ts";
import { drop, find, hasAllBytes, isQuotaError, keyOf, store, unlessWiped } from "./account-caches.ts";
import { longestMs, storedMs } from "./time-limits.ts";

const coversMost = 300;

/** Per account; Workbox stores the timestamps in a database of its own. */
const expirations = new Map<string, CacheExpiration>();
/** Covers whose use this worker has recorded, by cache and URL: once per start is enough. */
const noted = new Set<string>();
const noteOf = (uid: string, url: string) => `${coverCache(uid)} ${url}`;

/** Our own assets, and images of other hosts requested in CORS mode, whose responses are readable. */
export function isCoverRequest(request: Request, url: URL): boolean {
  if (request.method !== "GET" || request.destination !== "image") return false;
  return isAsset(url) || (url.origin !== self.location.origin && request.mode === "cors");
}

/** @param keepAlive keeps the worker running for work after the response */
export async function answerCover(
  request: Request,
  clientId: string,
  keepAlive: (work: Promise<void>) => void,
): Promise<Response> {
  const { url, signal } = request;
  const { cacheOwner: uid } = await accountOf(clientId);
  if (uid === null) return fetchCover(url, signal).catch(() => Response.error());
  // The content of a cover URL never changes.
  const cached = await withTimeout(storedMs, findWhole(coverCache(uid), url)).catch(() => undefined);
  if (cached !== undefined) {
    keepAlive(recordUse(uid, url));
    return cached;
  }
  const response = await fetchCover(url, signal).catch(() => Response.error());
  // A captive portal answers with a page.
  if (!isCover(response))
    return (await withTimeout(longestMs, findAnyWidth(uid, url)).catch(() => undefined)) ?? response;
  keepAlive(keepCover(uid, url, response.clone()));
  return response;
}

/** What has lost its bytes, as browsers do, is fetched anew (specification 17.61). */
async function findWhole(cache: string, key: string, options?: CacheQueryOptions): Promise<Response | undefined> {
  const found = await find(cache, key, options);
  if (!found?.headers.has("content-length")) return found;
  const body = await found.blob();
  if (hasAllBytes(body, found)) return new Response(body, { headers: found.headers });
  if (options === undefined) await drop(cache, key);
  return undefined;
}

/** Falls back to another width of the same cover. */
const findAnyWidth = async (uid: string, url: string): Promise<Response | undefined> =>
  (await findWhole(audioCache(uid), keyOf(mediaPath(url)))) ??
  (await findWhole(coverCache(uid), url, { ignoreSearch: true }));

async function keepCover(uid: string, url: string, response: Response): Promise<void> {
  try {
    await store(uid, coverCache(uid), url, response);
    // Since it was noted it may have been evicted, with its record.
    noted.delete(noteOf(uid, url));
    await recordUse(uid, url);
    // Not after a wipe: it opens the cache, and so makes it anew.
    await unlessWiped(uid, () => expirationOf(uid).expireEntries());
  } catch (error) {
    // Covers are cached again when shown; songs need the space.
    if (isQuotaError(error)) await purgeCovers(uid);
  }
}

/** Deletes all covers except those of liked songs. */
export async function purgeCovers(uid: string): Promise<void> {
  await caches.delete(coverCache(uid));
  await forgetUses(uid);
}

/** Deletes the recorded uses of an account's covers. */
export async function forgetUses(uid: string): Promise<void> {
  noted.clear();
  await expirationOf(uid).delete();
  expirations.delete(uid);
}

async function recordUse(uid: string, url: string): Promise<void> {
  const note = noteOf(uid, url);
  if (noted.has(note)) return;
  noted.add(note);
  try {
    // Not after a wipe: the URLs would stay on the device (specification 17.37).
    await unlessWiped(uid, () => expirationOf(uid).updateTimestamp(url));
  } catch {
    // Without the record this cover is merely evicted sooner.
    noted.delete(note);
  }
}

function expirationOf(uid: string): CacheExpiration {
  const existing = expirations.get(uid);
  if (existing !== undefined) return existing;
  const expiration = new CacheExpiration(coverCache(uid), {
    maxEntries: coversMost,
    matchOptions: { ignoreVary: true },
  });
  expirations.set(uid, expiration);
  return expiration;
}
