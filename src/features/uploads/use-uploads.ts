/** Connects the uploads of the signed-in account to the app. */
import { useRouter } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { createSong } from "../../../contract/songs.ts";
import { randomId } from "../../db/random-id.ts";
import type { Account } from "../../sync/account-session.ts";
import { listKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/en.ts";
import { type App, useAccount, useApp } from "../../app/app-context.ts";
import { reachServer } from "../../app/reach-server.ts";
import { assertOpen, sendFile } from "../../app/send-file.ts";
import { announceSong } from "../songs/song-statistics.ts";
import { createProbe } from "./probe-file.ts";
import { readTags } from "./read-tags.ts";
import { createUploads, type BatchEnd, type Uploads, type UploadsState } from "./upload-queue.ts";

/** One per account, so that no user sees or sends another's uploads. */
const known = new WeakMap<Account, Uploads>();

/** Returns a function that opens the upload screen; undefined while that is shown. */
type Way = () => (() => void) | undefined;

function uploadsOf(app: App, account: Account, way: Way): Uploads {
  let uploads = known.get(account);
  if (uploads === undefined) {
    uploads = connect(app, account, way);
    known.set(account, uploads);
  }
  return uploads;
}

function connect(app: App, account: Account, way: Way): Uploads {
  return createUploads({
    readTags,
    probe: createProbe(),
    reach: () => reachServer(app),
    upload: (kind, file, signal, onProgress) => sendFile(app, account, kind, file, { signal, onProgress }),
    async save(body, key, signal) {
      assertOpen(app, account);
      return (await app.api.call(createSong, { body, key, signal })).data;
    },
    announce: (song) => announceSong(app.api, song),
    newKey: () => `upload:${randomId()}`,
    wait,
    onSaved: () =>
      void app.queryClient.invalidateQueries({
        queryKey: listKey("own-songs", account.uid),
        exact: true,
      }),
    onEnd(end) {
      if (app.account() === account) showResult(app, end, way());
    },
    onSending(isSending) {
      if (isSending) window.addEventListener("beforeunload", warn);
      else window.removeEventListener("beforeunload", warn);
    },
  });
}

function showResult(app: App, { saved, failed, earlier }: BatchEnd, show: ReturnType<Way>): void {
  for (const title of earlier) app.toaster.warning(texts.uploads.arrivedEarlier(title));
  if (saved > 0 && failed === 0) app.toaster.success(texts.uploads.done);
  if (failed === 0) return;
  if (saved > 0) app.toaster.success(texts.uploads.someDone(saved));
  app.toaster.failure(texts.app.failed, show && { label: texts.uploads.show, onPress: show });
}

/** Makes the browser confirm before the page is closed. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
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
