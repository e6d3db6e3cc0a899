/** The uploads of the signed-in account, for its screens. */
import { useRouter } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { type App, useAccount, useApp } from "../../app/app-context.ts";
import type { Account } from "../../sync/account-session.ts";
import { notePageUploads } from "../../sync/page-uploads.ts";
import { texts } from "../../texts/texts.ts";
import { appTransfers } from "./app-transfers.ts";
import type { BatchEnd } from "./upload-batch.ts";
import { createUploads, type Uploads } from "./uploads.ts";
import { isInPageOnly, type UploadsState } from "./upload-state.ts";

/** One per account, so that no user sees or sends another's uploads. */
const known = new WeakMap<Account, Uploads>();

/** Returns a function that opens the upload screen; undefined while that is shown. */
type Way = () => (() => void) | undefined;

function uploadsOf(app: App, account: Account, way: Way): Uploads {
  const existing = known.get(account);
  if (existing !== undefined) return existing;
  const uploads = createUploads(appTransfers(app, account), (end) => {
    if (app.account() === account) showResult(app, end, way());
  });
  watchPageSongs(account, uploads);
  known.set(account, uploads);
  return uploads;
}

function showResult(app: App, { saved, kept, failed, earlier }: BatchEnd, show: ReturnType<Way>): void {
  for (const title of earlier) app.toaster.warning(texts.uploads.arrivedEarlier(title));
  if (kept > 0) app.toaster.info(texts.uploads.kept(kept));
  if (saved > 0 && failed + kept === 0) app.toaster.success(texts.uploads.done);
  if (failed === 0) return;
  if (saved > 0) app.toaster.success(texts.uploads.someDone(saved));
  app.toaster.failure(texts.app.failed, show && { label: texts.uploads.show, onPress: show });
}

/**
 * Has the browser ask before the page is closed while it sends what the device had no room for, and a sign-out before it
 * ends that. The latter also asks about what was refused and is back in the dialog, as it does of refused ones on the
 * device.
 */
function watchPageSongs(account: Account, uploads: Uploads): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  uploads.subscribe(() => {
    const { sending = [], rows } = uploads.get();
    const going = sending.filter(isInPageOnly);
    const failed = sending.filter(({ stage }) => stage === "failed").map(({ row }) => row);
    const refused = [...failed, ...rows.filter(({ problem }) => problem !== undefined)];
    notePageUploads(account, {
      going: going.map(({ row }) => row.values.title),
      refused: refused.filter(({ storedId }) => storedId === undefined).map(({ values }) => values.title),
    });
    if (going.length === 0) window.removeEventListener("beforeunload", warn);
    else window.addEventListener("beforeunload", warn);
  });
}

export function useUploads(): Uploads {
  const router = useRouter();
  return uploadsOf(useApp(), useAccount(), () =>
    router.state.location.pathname === "/mysongs" ? undefined : () => void router.navigate({ to: "/mysongs" }),
  );
}

export function useUploadsState(): UploadsState {
  const uploads = useUploads();
  return useSyncExternalStore(uploads.subscribe, uploads.get);
}
