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
      (error: unknown) => console.warn("Waiting uploads are sent after a reload", error),
    );
  };
  const unsubscribe = account.uploads.subscribe(look);
  look();
  return () => {
    isStopped = true;
    unsubscribe();
    stop();
  };
}
