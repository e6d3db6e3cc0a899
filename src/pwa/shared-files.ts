/** Files that other apps hand over: shared (the worker keeps them) or opened with the app (Chromium on desktops). */
import { keepShared, newShareKeys } from "../lib/keep-shared-files.ts";
import { createStore } from "../lib/store.ts";
import { isOldShare, sharedCache, shareHeaders } from "../../contract/share-target.ts";

/** The part of the File Handling API in use. */
interface LaunchQueue {
  setConsumer(consumer: (params: { files: readonly OpenedHandle[] }) => void): void;
}
interface OpenedHandle {
  name: string;
  getFile(): Promise<File>;
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

export interface HandedFiles {
  files: readonly SharedFile[];
  /** Names of files that could not be read. */
  unread: readonly string[];
}

/** Whether there are shared files that no page has taken yet. */
export async function hasSharedFiles(now = Date.now()): Promise<boolean> {
  const elsewhere = await takenElsewhere();
  return (await readShared(now)).some(({ key }) => !taken.has(key) && !elsewhere.has(key));
}

/**
 * The shared files that no page has taken yet, oldest first: of several tabs that ask, one gets each. One that cannot be read
 * holds up no other, and goes.
 */
export async function takeSharedFiles(now = Date.now()): Promise<HandedFiles> {
  const files: SharedFile[] = [];
  const unread: string[] = [];
  for (const { key, cache, request } of await readShared(now)) {
    if (!(await take(key))) continue;
    // Not what was read before: another page may have sent it meanwhile.
    const kept = await cache.match(request).catch(() => undefined);
    if (kept === undefined) {
      giveUp(key);
      continue;
    }
    try {
      const blob = await kept.blob();
      const file = new File([blob], nameOf(kept), { type: kept.headers.get("content-type") ?? blob.type });
      const drop = async () => {
        await cache.delete(request);
        giveUp(key);
      };
      files.push({ file, drop });
    } catch (error) {
      console.warn("A shared file cannot be read", error);
      unread.push(nameOf(kept));
      await cache.delete(request).catch(() => {});
      giveUp(key);
    }
  }
  return { files, unread };
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

/** What the app was opened with, until the upload dialog takes it. */
const nothing: HandedFiles = { files: [], unread: [] };
const opened = createStore(nothing);
const isEmpty = ({ files, unread }: HandedFiles) => files.length + unread.length === 0;

/** Calls `show` for files that the app is opened with, and for those from before the call. */
export function onOpenedFiles(show: () => void): void {
  if (!("launchQueue" in globalThis)) return;
  const { launchQueue } = globalThis as unknown as { launchQueue: LaunchQueue }; // missing in the library's types
  launchQueue.setConsumer(({ files }) => {
    if (files.length > 0) void readOpened(files).then(show);
  });
  if (!isEmpty(opened.get())) show();
}

/** Never rejects. One that is gone, on a stick that was pulled out or in a cloud, holds up no other. */
async function readOpened(handles: readonly OpenedHandle[]): Promise<void> {
  const read = await Promise.allSettled(handles.map((handle) => handle.getFile()));
  const files = read.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const unread = handles.flatMap(({ name }, index) => (read[index]?.status === "rejected" ? name : []));
  const kept = await keepOpened(files);
  const before = opened.get();
  opened.set({ files: [...before.files, ...kept], unread: [...before.unread, ...unread] });
}

/** The dialog has them at once; meanwhile the device keeps them for the case that this page ends. */
async function keepOpened(files: readonly File[]): Promise<SharedFile[]> {
  if (files.length === 0 || !hasCaches()) return files.map((file) => ({ file, drop: async () => {} }));
  const keys = newShareKeys(files.length);
  const urls = keys.map((key) => new URL(key, location.origin).href);
  // This page has them: it must not find them a second time.
  await Promise.all(urls.map((url) => take(url).catch(() => false)));
  const keeping = keepShared(files, keys).catch((error: unknown) =>
    console.warn("Files that the app was opened with are in this page alone", error),
  );
  return files.map((file, index) => {
    const { [index]: url = "" } = urls;
    const drop = async () => {
      await keeping;
      await (await openShared())?.delete(url);
      giveUp(url);
    };
    return { file, drop };
  });
}

/** Calls `fill` with them, now and later. Returns a function that ends that. */
export function takeOpenedFiles(fill: (opened: HandedFiles) => void): () => void {
  const look = () => {
    const found = opened.get();
    if (isEmpty(found)) return;
    opened.set(nothing);
    fill(found);
  };
  look();
  return opened.subscribe(look);
}
