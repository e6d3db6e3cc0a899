/** Registers the service worker's routes and event listeners. */
import { registerRoute } from "workbox-routing";
import { sharePath } from "../contract/share-target.ts";
import { sendingTag } from "../contract/worker-messages.ts";
import { answerAudio, isAudioRequest } from "./serve-audio.ts";
import { answerCover, isCoverRequest } from "./cover-cache.ts";
import { handleMessage } from "./handle-messages.ts";
import { replaceFile } from "./replace-file.ts";
import { runBackgroundSync } from "./background-sync.ts";
import { dropOldShares, takeShare } from "./share-target.ts";
import { serveShell } from "./app-shell.ts";

declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    /** Background Sync; Chromium only. */
    sync: ExtendableEvent & { readonly tag: string };
  }
}

declare const self: ServiceWorkerGlobalScope;

serveShell();

registerRoute(
  ({ request, url }) => isAudioRequest(request, url),
  ({ request, event }) => answerAudio(request, clientOf(event), (uid, path) => event.waitUntil(replaceFile(uid, path))),
);
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === sharePath,
  ({ request }) => takeShare(request),
  "POST",
);
registerRoute(
  ({ request, url }) => isCoverRequest(request, url),
  ({ request, event }) => answerCover(request, clientOf(event), (work) => event.waitUntil(work)),
);

self.addEventListener("message", handleMessage);
self.addEventListener("sync", (event) => {
  if (event.tag === sendingTag) event.waitUntil(runBackgroundSync());
});
// No skipWaiting at install: an update waits for the user.
// Claims open pages, so that the first visit can already play from the cache.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Also where nobody is signed in: every navigation starts the worker.
dropOldShares(Date.now()).catch((error: unknown) => console.warn("Old shared files could not be dropped", error));

const clientOf = (event: ExtendableEvent) => (event instanceof FetchEvent ? event.clientId : "");
