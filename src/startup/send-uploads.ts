import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import type { Account } from "../sync/account-session.ts";

/** Loads what sends uploads once one waits on the device. Returns a function that stops it. */
export function sendUploads(app: App, account: Account): () => void {
  let stop = () => {};
  let isStopped = false;
  let isAsked = false;
  const look = () => {
    if (isAsked || !account.uploads.get()?.length) return;
    isAsked = true;
    lazyImport(() => import("../features/uploads/send-waiting.ts")).then(
      ({ sendWaiting }) => {
        if (!isStopped) stop = sendWaiting(app, account);
      },
      (error: unknown) => {
        // Whoever asks next tries again.
        isAsked = false;
        console.warn("Waiting uploads could not be sent", error);
      },
    );
  };
  const ends = [account.uploads.subscribe(look), account.sendAlso(async () => look())];
  look();
  return () => {
    isStopped = true;
    for (const end of ends) end();
    stop();
  };
}
