import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { hasUploadFiles } from "../db/upload-rows.ts";
import type { Account } from "../sync/account-session.ts";

/** Loads what sends uploads, and sweeps their leftovers, once any of that lies on the device. Returns a function that stops it. */
export function sendUploads(app: App, account: Account): () => void {
  let stop = () => {};
  let isStopped = false;
  let isAsked = false;
  let hasFiles = false;
  const look = () => {
    if (isAsked || isStopped || !(hasFiles || account.uploads.get()?.length)) return;
    isAsked = true;
    lazyImport(() => import("../features/uploads/send-waiting.ts")).then(
      ({ sendWaiting }) => {
        if (!isStopped) stop = sendWaiting(app, account);
      },
      (error: unknown) => {
        // The next request tries again.
        isAsked = false;
        console.warn("Waiting uploads could not be sent", error);
      },
    );
  };
  const ends = [account.uploads.subscribe(look), account.sendAlso(async () => look())];
  look();
  hasUploadFiles(account.db).then(
    (has) => {
      hasFiles = has;
      look();
    },
    (error: unknown) => console.warn(error),
  );
  return () => {
    isStopped = true;
    for (const end of ends) end();
    stop();
  };
}
