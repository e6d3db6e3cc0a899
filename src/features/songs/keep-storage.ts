/** Asks the browser, once per device, not to clear what is kept for listening without a network (specification 17.18). */
import { texts } from "../../texts/en.ts";
import type { App } from "../auth/app.ts";

const askedKey = "offbeat.persist-asked";

/** To be called after the first like. A browser that cannot be asked, or says no, keeps what it keeps. */
export async function askToKeepStorage({ toaster }: Pick<App, "toaster">): Promise<void> {
  // Absent over plain http, where no audio is kept either.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (storage?.persist === undefined || localStorage.getItem(askedKey) !== null) return;
  localStorage.setItem(askedKey, "yes");
  if (await storage.persisted?.()) return;
  // First the reason: some browsers ask the user at once.
  toaster.info(texts.songs.askToKeep);
  await storage.persist();
}
