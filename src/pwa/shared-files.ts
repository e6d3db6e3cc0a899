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

/**
 * What this page's dialog has, each with what gives it up: it stays on the device until it is sent or given up, since phones
 * end hidden pages.
 */
const taken = new Map<string, () => void>();

export interface SharedFile {
  file: File;
  /** Takes it off the device. */
  drop(): Promise<void>;
}

/** Whether there are shared files that no page has taken yet. */
export async function hasSharedFiles(now = Date.now()): Promise<boolean> {
  const elsewhere = await takenElsewhere();
  return (await readShared(now)).some(({ key }) => !taken.has(key) && !elsewhere.has(key));
}

/** The shared files that no page has taken yet, oldest first: of several tabs that ask, one gets each. */
export async function takeSharedFiles(now = Date.now()): Promise<SharedFile[]> {
  const files: SharedFile[] = [];
  for (const { key, cache, request } of await readShared(now)) {
    if (!(await take(key))) continue;
    try {
      // Not what was read before: another page may have sent it meanwhile.
      const kept = await cache.match(request);
      if (kept === undefined) {
        giveUp(key);
        continue;
      }
      const blob = await kept.blob();
      const file = new File([blob], nameOf(kept), { type: kept.headers.get("content-type") ?? blob.type });
      const drop = async () => {
        await cache.delete(request);
        giveUp(key);
      };
      files.push({ file, drop });
    } catch (error) {
      giveUp(key);
      throw error;
    }
  }
  return files;
}

/** A page holds this lock of what it has taken: however it ends, the file is free for the next one. */
const lockPrefix = "offbeat-shared:";

/** Returns false where this page or another one has it. */
async function take(key: string): Promise<boolean> {
  if (taken.has(key)) return false;
  taken.set(key, () => {});
  const { locks } = navigator;
  // Every browser that we support has them wherever it has Cache Storage.
  if (locks === undefined) return true;
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      if (lock !== null) return new Promise<void>((release) => taken.set(key, release));
      taken.delete(key);
      return undefined;
    };
    locks.request(lockPrefix + key, { ifAvailable: true }, hold).catch((error: unknown) => {
      taken.delete(key);
      reject(error);
    });
  });
}

function giveUp(key: string): void {
  taken.get(key)?.();
  taken.delete(key);
}

async function takenElsewhere(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])));
}

/** Drops what is too old. */
async function readShared(now: number) {
  const cache = await openShared();
  const found: { key: string; cache: Cache; request: Request }[] = [];
  for (const request of (await cache?.keys()) ?? []) {
    const kept = await cache?.match(request);
    if (cache === undefined || kept === undefined) continue;
    if (isOldShare(kept.headers, now)) await cache.delete(request);
    else found.push({ key: request.url, cache, request });
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
