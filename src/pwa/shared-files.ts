/** Files that other apps hand over: shared (the worker keeps them) or opened with the app (Chromium on desktops). */
import { createStore } from "../lib/store.ts";
import { isOldShare, sharedCache, shareHeaders } from "../../contract/share-target.ts";

/** The part of the File Handling API in use. */
interface LaunchQueue {
  setConsumer(consumer: (params: { files: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Whether the browser keeps files for us: not on plain http. */
const hasCaches = () => "caches" in globalThis;

/** Undefined where nothing was shared: opening would create it. */
const openShared = async () =>
  hasCaches() && (await caches.has(sharedCache)) ? await caches.open(sharedCache) : undefined;

/** What this page's dialog has: it stays on the device until it is sent or given up, since phones end hidden pages. */
const taken = new Set<string>();

export interface SharedFile {
  file: File;
  /** Takes it off the device. */
  drop(): Promise<void>;
}

export const hasSharedFiles = async (now = Date.now()): Promise<boolean> =>
  (await readShared(now)).some(({ key }) => !taken.has(key));

/** The shared files that this page has not taken yet, oldest first. */
export async function takeSharedFiles(now = Date.now()): Promise<SharedFile[]> {
  const files: SharedFile[] = [];
  for (const { key, cache, request, kept } of await readShared(now)) {
    if (taken.has(key)) continue;
    taken.add(key);
    try {
      const blob = await kept.blob();
      const file = new File([blob], nameOf(kept), { type: kept.headers.get("content-type") ?? blob.type });
      files.push({ file, drop: async () => void (await cache.delete(request)) });
    } catch (error) {
      taken.delete(key);
      throw error;
    }
  }
  return files;
}

/** Drops what is too old. */
async function readShared(now: number) {
  const cache = await openShared();
  const found: { key: string; cache: Cache; request: Request; kept: Response }[] = [];
  for (const request of (await cache?.keys()) ?? []) {
    const kept = await cache?.match(request);
    if (cache === undefined || kept === undefined) continue;
    if (isOldShare(kept.headers, now)) await cache.delete(request);
    else found.push({ key: request.url, cache, request, kept });
  }
  return found;
}

export async function dropSharedFiles(): Promise<void> {
  if (hasCaches()) await caches.delete(sharedCache);
}

const nameOf = ({ headers }: Response) => decodeURIComponent(headers.get(shareHeaders.name) ?? "");

/** Files that the app was opened with, until the upload dialog takes them. */
const opened = createStore<readonly File[]>([]);

/** Follows the files that the app is opened with, also those from before the call. */
export function onOpenedFiles(show: () => void): void {
  if (!("launchQueue" in globalThis)) return;
  const { launchQueue } = globalThis as unknown as { launchQueue: LaunchQueue }; // missing in the library's types
  launchQueue.setConsumer(({ files }) => {
    if (files.length === 0) return;
    Promise.all(files.map((file) => file.getFile())).then(
      (found) => {
        opened.set([...opened.get(), ...found]);
        show();
      },
      (error: unknown) => console.warn("The files that the app was opened with cannot be read", error),
    );
  });
}

/** Calls `take` with them, now and later. Returns a function that ends that. */
export function takeOpenedFiles(take: (files: readonly File[]) => void): () => void {
  const look = () => {
    const files = opened.get();
    if (files.length === 0) return;
    opened.set([]);
    take(files);
  };
  look();
  return opened.subscribe(look);
}
