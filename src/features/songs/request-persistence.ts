/**
 * Once the first liked song is on the device: says so, and asks the browser, once per device, not to clear what is kept
 * for listening without a network (specification 17.18).
 */
import type { Account } from "../../sync/account-session.ts";
import { texts } from "../../texts/en.ts";
import type { App } from "../../app/app-context.ts";

const askedKey = "offbeat.persist-asked";

/** To be called after a like. A browser that cannot be asked, or says no, keeps what it keeps. */
export function requestPersistence(
  { toaster }: Pick<App, "toaster">,
  { downloads }: Pick<Account, "downloads">,
  songId: string,
): void {
  // Absent over plain http, where no audio is kept either.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const wasAsked = () => localStorage.getItem(askedKey) !== null;
  if (storage?.persist === undefined || wasAsked()) return;
  const ask = async () => {
    localStorage.setItem(askedKey, "yes");
    // First the reason: some browsers ask the user at once.
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
