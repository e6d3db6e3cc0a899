/**
 * Once a song is on the device, whatever wants it: says so, and requests persistent storage from the browser, once per
 * device (specification 17.18).
 */
import type { Account } from "../../sync/account-session.ts";
import { tryStore } from "../../lib/try-store.ts";
import { texts } from "../../texts/texts.ts";
import type { App } from "../../app/app-context.ts";
import { hasReady } from "./device-state.ts";

const askedKey = "offbeat.persist-asked";
const wasAsked = () => localStorage.getItem(askedKey) !== null;

/** Returns a stop function. The app works without persistent storage, too. */
export function requestPersistence(
  { toaster }: Pick<App, "toaster">,
  { downloads }: Pick<Account, "downloads">,
): () => void {
  // Absent on plain http, where nothing is downloaded either.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (storage?.persist === undefined || wasAsked()) return () => {};
  const ask = async (isOnlySong: boolean) => {
    tryStore(askedKey, "yes");
    // The reason first: some browsers show a prompt.
    toaster.success(isOnlySong ? texts.songs.savedOnDevice : texts.songs.allSavedOnDevice);
    if (!(await storage.persisted?.())) await storage.persist?.();
  };
  const check = () => {
    const rows = downloads.get();
    // Another tab asked.
    if (wasAsked()) return stop();
    // Nobody would see the prompt, nor read why.
    if (rows === undefined || document.hidden) return;
    if (!hasReady(rows)) return;
    stop();
    ask(rows.size === 1).catch((error: unknown) => console.warn(error));
  };
  const unsubscribe = downloads.subscribe(check);
  document.addEventListener("visibilitychange", check);
  const stop = () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", check);
  };
  check();
  return stop;
}
