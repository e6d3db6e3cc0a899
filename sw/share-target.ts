/** Takes the files that another app shares, and keeps them on the device for the page (specification 3.17.3). */
import { randomId } from "../src/db/random-id.ts";
import { isOldShare, lostShare, sharedCache, shareField, shareHeaders, sharePath } from "../contract/share-target.ts";

/** Redirects to the page, which asks for the files again where they could not be kept. */
export async function takeShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    // A form without files sends one that is empty and has no name.
    const files = form.getAll(shareField).filter(isFile);
    if (files.length === 0) return toPage(lostShare);
    await keepFiles(files);
    return toPage();
  } catch (error) {
    console.warn("Shared files could not be kept", error);
    return toPage(lostShare);
  }
}

const isFile = (entry: FormDataEntryValue): entry is File =>
  entry instanceof File && (entry.name !== "" || entry.size > 0);

/** Keeps all of them or none. What was shared before, and no page has taken yet, stays. */
async function keepFiles(files: readonly File[]): Promise<void> {
  const cache = await caches.open(sharedCache);
  const at = Date.now();
  // Not the time alone: a page that takes a share of the same moment would delete this one with it.
  const id = randomId();
  const keyOf = (index: number) => `${sharePath}/${id}-${index}`;
  try {
    for (const [index, file] of files.entries()) {
      const headers = {
        "content-type": file.type,
        [shareHeaders.name]: encodeURIComponent(file.name),
        [shareHeaders.at]: String(at),
      };
      await cache.put(keyOf(index), new Response(file, { headers }));
    }
  } catch (error) {
    for (const index of files.keys()) await cache.delete(keyOf(index)).catch(() => {});
    throw error;
  }
}

/** Nobody has signed in, or opened the app, for them. */
export async function dropOldShares(now: number): Promise<void> {
  // Opening would create it.
  if (!(await caches.has(sharedCache))) return;
  const cache = await caches.open(sharedCache);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (kept !== undefined && isOldShare(kept.headers, now)) await cache.delete(request);
  }
}

/** 303: the page is asked for with GET. */
const toPage = (search = "") => Response.redirect(new URL(sharePath + search, self.location.origin).href, 303);
