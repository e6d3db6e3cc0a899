/** What runs for the signed-in account whatever screen is open: its outbox, its downloads, the worker's questions. */
import { writeActiveAccount } from "./db/device.ts";
import type { App } from "./features/auth/app.ts";
import { keepFavourites } from "./features/offline/keep-favourites.ts";
import { freshUrl } from "./features/songs/fresh-url.ts";

/** Answers how to stop. */
export async function runAccount(app: App, uid: string): Promise<() => void> {
  const account = await app.openAccount(uid);
  await writeActiveAccount(uid);
  app.worker.setAccount(uid);
  const stopAnswering = app.worker.onFreshUrl((path) => freshUrl(app, path));
  account.kick();
  const stopKeeping = keepFavourites(app, account);
  return () => {
    stopAnswering();
    stopKeeping();
  };
}
