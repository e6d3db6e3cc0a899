/** Handles messages from pages. */
import * as v from "valibot";
import { audioCache, PageMessage, type WorkerAnswer } from "../contract/worker-messages.ts";
import { cachedPaths } from "../src/sync/cached-song-files.ts";
import { setAccountOf } from "./client-account.ts";
import { verifyFile } from "./verify-file.ts";
import { forgetUses } from "./cover-cache.ts";
import { endRest } from "./download-rests.ts";
import { downloadForAWhile, pauseDownloads, stopDownloads } from "./download-runner.ts";
import { stopSending } from "./background-sync.ts";
import { allowCaches, wipeCaches } from "./account-caches.ts";
import { learnFiles } from "./known-files.ts";
import { forgetUrls } from "./renewed-urls.ts";

declare const self: ServiceWorkerGlobalScope;

export function handleMessage(event: ExtendableMessageEvent): void {
  const message = v.safeParse(PageMessage, event.data);
  // A page of another version may send unknown messages.
  if (!message.success) return;
  event.waitUntil(handle(message.output, event));
}

async function handle(message: PageMessage, event: ExtendableMessageEvent): Promise<void> {
  switch (message.type) {
    case "account":
      if (event.source instanceof Client) setAccountOf(event.source.id, message.uid, message.isVolatile);
      if (message.uid === null || message.isVolatile) return;
      allowCaches(message.uid);
      return learnFiles(audioCache(message.uid));
    case "download":
      if (message.isAsked) endRest(message.uid);
      return downloadForAWhile(message.uid);
    case "pause":
      return pauseDownloads(message.uid);
    case "check": {
      const file = await verifyFile(message.uid, message.path);
      answer(event, { type: "checked", file });
      return file === "dropped" ? downloadForAWhile(message.uid) : undefined;
    }
    case "files":
      return answer(event, { type: "files", paths: await cachedPaths(message.uid) });
    case "wipe":
      forgetUrls(message.uid);
      await Promise.all([stopDownloads(message.uid), stopSending(message.uid), wipeCaches(message.uid)]);
      // Again: a deletion in flight may have reopened, and so recreated, a cache.
      await wipeCaches(message.uid);
      await forgetUses(message.uid);
      return answer(event, { type: "done" });
    case "ping":
      return answer(event, { type: "done" });
    case "SKIP_WAITING":
      return self.skipWaiting();
  }
}

const answer = (event: ExtendableMessageEvent, message: WorkerAnswer) => event.ports[0]?.postMessage(message);
