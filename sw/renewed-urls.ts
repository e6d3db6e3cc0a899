/** Renews expired audio URLs through a page, because the worker cannot call the API for them (specification 17.13). */
import * as v from "valibot";
import { mediaPath, PageAnswer, type WorkerMessage } from "../contract/worker-messages.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";
import { accountOf } from "./client-account.ts";

declare const self: ServiceWorkerGlobalScope;

/** Longer than one API call's timeout, because a page may first have to load its API client; milliseconds. */
const answerMs = 20_000;
/** Until the next page is asked, too; milliseconds. */
const patienceMs = 2_000;
/** Until it is seen that the asked page was left; milliseconds. */
const pollMs = 500;
const rememberedMost = 500;

/**
 * Maps an account and an expired URL to its replacement, so that a playing element renews it once and not at every seek.
 * Signed for that account, it opens what no other one may hear.
 */
const replaced = new Map<string, string>();
const ofAccount = (uid: string, url: string) => `${uid} ${url}`;
const asking = new Map<string, Promise<FreshUrl>>();

/** Null: the server says that the song is gone; undefined: no page has a URL. */
type FreshUrl = string | null | undefined;

/** The account's newest known replacement of a URL. */
export function newestUrl(uid: string | null, url: string): string {
  const next = uid === null ? undefined : replaced.get(ofAccount(uid, url));
  return next === undefined || next === url ? url : newestUrl(uid, next);
}

/** Before the account's data are wiped from the device. */
export function forgetUrls(uid: string): void {
  for (const key of replaced.keys()) if (key.startsWith(ofAccount(uid, ""))) replaced.delete(key);
}

/**
 * Requests a replacement for a refused URL from the account's pages. Concurrent requests for a file share one.
 * @param clientId the page that waits for the file; it is asked first
 */
export function freshUrl(uid: string, refused: string, clientId?: string): Promise<FreshUrl> {
  const path = mediaPath(refused);
  const question = ofAccount(uid, path);
  const pending = asking.get(question) ?? askPages(uid, path, clientId).finally(() => asking.delete(question));
  asking.set(question, pending);
  return pending.then((url) => {
    if (typeof url === "string") remember(uid, refused, url);
    return url;
  });
}

function remember(uid: string, refused: string, url: string): void {
  if (url === refused) return;
  const oldest = replaced.keys().next();
  if (replaced.size >= rememberedMost && !oldest.done) replaced.delete(oldest.value);
  // Prevents a cycle when a URL comes back.
  replaced.delete(ofAccount(uid, url));
  replaced.set(ofAccount(uid, refused), url);
}

async function askPages(uid: string, path: string, clientId: string | undefined): Promise<FreshUrl> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const rank = (client: WindowClient) => (client.id === clientId ? 0 : client.visibilityState === "visible" ? 1 : 2);
  const asked: Promise<FreshUrl>[] = [];
  for (const client of windows.toSorted((a, b) => rank(a) - rank(b))) {
    if ((await accountOf(client.id)).uid !== uid) continue;
    asked.push(ask(client, { type: "fresh-url", uid, path }));
    // One that is frozen, or does not listen yet, may still answer while the next is asked.
    const known = await withTimeout(patienceMs, firstKnown(asked)).catch(() => undefined);
    if (known !== undefined) return known;
  }
  return firstKnown(asked);
}

/** The first answer of a page that knows one; undefined once none is left. */
const firstKnown = (asked: readonly Promise<FreshUrl>[]): Promise<FreshUrl> =>
  new Promise((resolve) => {
    for (const one of asked) void one.then((url) => url !== undefined && resolve(url));
    void Promise.all(asked).then(() => resolve(undefined));
  });

const absolute = (url: string | null) => (url === null ? undefined : new URL(url, self.location.origin).href);

function ask(client: WindowClient, message: WorkerMessage): Promise<FreshUrl> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (url?: FreshUrl) => {
      clearTimeout(timer);
      clearInterval(polling);
      port1.close();
      resolve(url);
    };
    // A page may be frozen or closed meanwhile.
    const timer = setTimeout(() => end(), answerMs);
    const poll = async () => {
      if ((await self.clients.get(client.id)) === undefined) end();
    };
    // The song's place in the queue is taken until then. Only Chromium tells of a port whose page is gone.
    const polling = setInterval(() => void poll(), pollMs);
    port1.onmessage = ({ data }) => {
      const answer = v.safeParse(PageAnswer, data);
      if (!answer.success) end();
      else end(answer.output.type === "gone" ? null : absolute(answer.output.url));
    };
    client.postMessage(message, [port2]);
  });
}
