/**
 * After the first liked song has been downloaded: says so, and requests persistent storage from the browser, once per
 * device (specification 17.18).
 */
import type { Account } from "../../sync/account-session.ts";
import { texts } from "../../texts/texts.ts";
import type { App } from "../../app/app-context.ts";

const askedKey = "offbeat.persist-asked";

/** Call after a like. The app works without persistent storage, too. */
export function requestPersistence(
  { toaster }: Pick<App, "toaster">,
  { downloads }: Pick<Account, "downloads">,
  songId: string,
): void {
  // Absent on plain http, where nothing is downloaded either.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const wasAsked = () => localStorage.getItem(askedKey) !== null;
  if (storage?.persist === undefined || wasAsked()) return;
  const ask = async () => {
    localStorage.setItem(askedKey, "yes");
    // The reason first: some browsers show a prompt.
    toaster.success(texts.songs.savedOnDevice);
    if (!(await storage.persisted?.())) await storage.persist?.();
  };
  const stop = downloads.subscribe(() => {
    const isSaved = downloads.get()?.get(songId)?.state === "ready";
    if (!isSaved && !wasAsked()) return;
    stop();
    if (!wasAsked()) ask().catch((error: unknown) => console.warn(error));
  });
}
