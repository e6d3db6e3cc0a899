/** The page's messages to and from the service worker, typed by the contract. */
import * as v from "valibot";
import {
  type PageAnswer,
  type PageMessage,
  sendingTag,
  type StoredFile,
  WorkerAnswer,
  WorkerMessage,
} from "../../contract/worker-messages.ts";
import { serviceWorkers } from "./register-worker.ts";

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync; Chromium only. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/** Includes the time in which the worker finishes its writes; milliseconds. */
const wipeMs = 15_000;

/** Time to hash 100 MB on a slow phone; milliseconds. */
const checkMs = 20_000;

/** Time to list the files of thousands of songs, and for a worker to start; milliseconds. */
const listMs = 5_000;

/** Returns an absolute URL with a valid signature; null if the song is gone; undefined if unknown. May reject. */
export type FreshUrlHandler = (path: string, uid: string) => Promise<string | null | undefined>;

interface AccountOptions {
  /** The worker stores and sends nothing for it (specification 2.19). */
  isVolatile: boolean;
}

/** Without a service worker (plain http on a LAN) `available` is false and every method is a no-op. */
export interface WorkerBridge {
  readonly available: boolean;
  /** Sets the account whose caches this page uses. Call `writeActiveAccount` first. */
  setAccount(uid: string | null, options?: AccountOptions): void;
  /**
   * Requests the download of wanted rows. Repeat every 15 s while there are any, to keep the worker alive.
   * @param isAsked the user wants it now: also where the device has refused the last songs
   */
  requestDownloads(uid: string, isAsked?: boolean): void;
  /** Ends the downloads under way. Change the settings first: the worker reads them before each song. */
  pauseDownloads(uid: string): void;
  /**
   * Requests a Background Sync, which sends the active account's changes when there is a network, even with all pages
   * closed. Without Background Sync only pages send.
   */
  requestSending(): void;
  /** Verifies the cached file of a song that failed to play; never rejects. */
  checkFile(uid: string, path: string): Promise<StoredFile>;
  /** The paths of the account's files; undefined if the worker does not tell them in time. Never rejects. */
  listFiles(uid: string): Promise<string[] | undefined>;
  /** Stops the account's tasks and deletes its caches. Rejects if the worker does not confirm in time. */
  wipe(uid: string): Promise<void>;
  /** Sets the handler that renews expired audio URLs. Returns a function that removes it. */
  onFreshUrl(handler: FreshUrlHandler): () => void;
}

/** @param container undefined without service workers in this browser or on this origin */
export function createWorkerBridge(container: ServiceWorkerContainer | undefined = serviceWorkers()): WorkerBridge {
  if (container === undefined) return absentBridge;
  let account: { uid: string | null; isVolatile: boolean } | undefined;
  let freshUrl: FreshUrlHandler | undefined;

  // `ready` never rejects; on the first visit it resolves once the worker is active. It stays with the registration of
  // that moment, which may have been taken away since for another one (specification 17.54).
  const registered = async () => {
    const first = await container.ready;
    // Without a further step where it is still there: a page that is closing may not get to it.
    if (first.active !== null && first.active.state !== "redundant") return first;
    return (await container.getRegistration().catch(() => undefined)) ?? first;
  };
  const send = (message: PageMessage) => void registered().then(({ active }) => active?.postMessage(message));
  const sendAccount = () => {
    if (account !== undefined) send({ type: "account", ...account });
  };

  // A new worker does not know the account yet.
  container.addEventListener("controllerchange", sendAccount);
  container.addEventListener("message", (event) => void answer(event, freshUrl, sendAccount));

  return {
    available: true,
    setAccount(uid, { isVolatile } = { isVolatile: false }) {
      account = { uid, isVolatile };
      sendAccount();
    },
    requestDownloads(of, isAsked = false) {
      if (!account?.isVolatile) send({ type: "download", uid: of, isAsked });
    },
    pauseDownloads(of) {
      if (!account?.isVolatile) send({ type: "pause", uid: of });
    },
    requestSending() {
      if (account?.isVolatile) return;
      // Rejects if the user has disabled Background Sync; then the next start sends.
      void registered()
        .then(({ sync }) => sync?.register(sendingTag))
        .catch(() => {});
    },
    async checkFile(of, path) {
      const reply = await tryToAsk(container, { type: "check", uid: of, path }, checkMs);
      return reply?.type === "checked" ? reply.file : "absent";
    },
    async listFiles(of) {
      const reply = await tryToAsk(container, { type: "files", uid: of }, listMs);
      return reply?.type === "files" ? reply.paths : undefined;
    },
    async wipe(of) {
      const worker = (await container.getRegistration())?.active;
      if (worker) await ask(worker, { type: "wipe", uid: of }, wipeMs);
    },
    onFreshUrl(handler) {
      freshUrl = handler;
      return () => {
        if (freshUrl === handler) freshUrl = undefined;
      };
    },
  };
}

const absentBridge: WorkerBridge = {
  available: false,
  setAccount() {},
  requestDownloads() {},
  pauseDownloads() {},
  requestSending() {},
  checkFile: () => Promise.resolve("absent"),
  listFiles: () => Promise.resolve(undefined),
  wipe: () => Promise.resolve(),
  onFreshUrl: () => () => {},
};

async function answer(
  { data, ports }: MessageEvent,
  freshUrl: FreshUrlHandler | undefined,
  sendAccount: () => void,
): Promise<void> {
  const message = v.safeParse(WorkerMessage, data);
  if (!message.success) return;
  if (message.output.type === "whose") return sendAccount();
  const port = ports[0];
  if (message.output.type !== "fresh-url" || port === undefined) return;
  const { path, uid } = message.output;
  // Always replies, so that the worker can ask another page.
  const url = await freshUrl?.(path, uid).catch(() => undefined);
  const reply: PageAnswer = url === null ? { type: "gone" } : { type: "url", url: url ?? null };
  port.postMessage(reply);
}

/** Undefined without a worker, and of an older one that does not know the message. */
async function tryToAsk(
  container: ServiceWorkerContainer,
  message: PageMessage,
  ms: number,
): Promise<WorkerAnswer | undefined> {
  try {
    const worker = (await container.getRegistration())?.active;
    return worker ? await ask(worker, message, ms) : undefined;
  } catch (error) {
    console.warn(`The service worker has no answer to "${message.type}"`, error);
    return undefined;
  }
}

function ask(worker: ServiceWorker, message: PageMessage, ms: number): Promise<WorkerAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<WorkerAnswer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The service worker did not answer")), ms);
    port1.onmessage = ({ data }) => {
      const answer = v.safeParse(WorkerAnswer, data);
      if (!answer.success) return;
      clearTimeout(timer);
      resolve(answer.output);
    };
    worker.postMessage(message, [port2]);
  }).finally(() => port1.close());
}
