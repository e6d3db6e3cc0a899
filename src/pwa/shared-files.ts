/** Files that other apps hand over: shared (the worker keeps them) or opened with the app (Chromium on desktops). */
import { createStore } from "../lib/store.ts";
import { sharedCache, shareHeaders, sharedMs } from "../../contract/share-target.ts";

/** The part of the File Handling API in use. */
interface LaunchQueue {
  setConsumer(consumer: (params: { files: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Whether the browser keeps files for us: not on plain http. */
const hasCaches = () => "caches" in globalThis;

/** Undefined where nothing was shared: opening would create it. */
const openShared = async () =>
  hasCaches() && (await caches.has(sharedCache)) ? await caches.open(sharedCache) : undefined;

export const hasSharedFiles = async (): Promise<boolean> => ((await (await openShared())?.keys()) ?? []).length > 0;

/** Takes the shared files off the device, oldest first. */
export async function takeSharedFiles(now = Date.now()): Promise<File[]> {
  const cache = await openShared();
  if (cache === undefined) return [];
  const files: File[] = [];
  const requests = await cache.keys();
  for (const request of requests) {
    const kept = await cache.match(request);
    if (kept === undefined || now - Number(kept.headers.get(shareHeaders.at)) > sharedMs) continue;
    const blob = await kept.blob();
    files.push(new File([blob], nameOf(kept), { type: kept.headers.get("content-type") ?? blob.type }));
  }
  // Not the whole cache: more may have been shared since.
  for (const request of requests) await cache.delete(request);
  return files;
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
