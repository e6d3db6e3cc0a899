/** Takes the files that another app shares, and keeps them on the device for the page (specification 3.17.3). */
import { isOldShare, lostShare, sharedCache, shareField, sharePath } from "../contract/share-target.ts";
import { dropShared, keepShared, newShareKeys } from "../src/lib/keep-shared-files.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";

/** A busy disk opens a cache within this; milliseconds. */
const openMs = 10_000;
/** A slow card writes a megabyte per second. */
const slowestBytesPerMs = 1_000;

/** Redirects to the page, which asks for the files again where they could not be kept. */
export async function takeShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    // A form without files sends one that is empty and has no name.
    const files = form.getAll(shareField).filter(isFile);
    if (files.length === 0) return toPage(lostShare);
    // A storage that hangs must not leave the share without a page.
    await withTimeout(openMs, caches.open(sharedCache));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const keys = newShareKeys(files.length);
    const kept = keepShared(files, keys);
    await withTimeout(openMs + bytes / slowestBytesPerMs, kept).catch((error: unknown) => {
      // The page asks for them again: what comes late would be there twice.
      void kept.then(() => dropShared(keys)).catch(() => {});
      throw error;
    });
    return toPage();
  } catch (error) {
    console.warn("Shared files could not be kept", error);
    return toPage(lostShare);
  }
}

const isFile = (entry: FormDataEntryValue): entry is File =>
  entry instanceof File && (entry.name !== "" || entry.size > 0);

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
