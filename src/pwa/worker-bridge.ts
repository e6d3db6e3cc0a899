/** The page's side of the talk with the service worker; typed by the contract (specification 17). */
import * as v from "valibot";
import {
  type PageAnswer,
  type PageMessage,
  sendingTag,
  type StoredFile,
  WorkerAnswer,
  WorkerMessage,
} from "../../contract/worker-messages.ts";

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync; Chromium's browsers only. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/** A worker that has to end its writes first answers within this; milliseconds. */
const wipeMs = 15_000;

/** A file of 100 MB is hashed within this on a slow phone; milliseconds. */
const checkMs = 20_000;

/** Answers an absolute address with a valid signature, null when the song is gone, undefined when nothing is known. May reject. */
export type FreshUrlHandler = (path: string, uid: string) => Promise<string | null | undefined>;

/** Without a service worker (plain http on a LAN) everything here does nothing; `available` says so. */
export interface WorkerBridge {
  readonly available: boolean;
  /** Whose caches this page uses from now on. The durable record is to be written before (`writeActiveAccount`). */
  setAccount(uid: string | null): void;
  /** There are wanted rows in `downloads`; to be said again every 15 s while there are, which keeps the worker alive. */
  requestDownloads(uid: string): void;
  /**
   * Lets the worker send the active account's changes, at once or when there is a network, also when all pages are
   * closed. Where the browser has no Background Sync, pages alone send.
   */
  requestSending(): void;
  /** Has the file of a song looked at that did not play from the device; never rejects. */
  checkFile(uid: string, path: string): Promise<StoredFile>;
  /** Stops what runs for the account and deletes its caches. Rejects when the worker does not confirm in time. */
  wipe(uid: string): Promise<void>;
  /** Where the worker gets new addresses for audio whose signature has run out. Answers how to stop. */
  onFreshUrl(handler: FreshUrlHandler): () => void;
}

/** @param container absent where the browser has no service workers, or not for this origin */
export function createWorkerBridge(container: ServiceWorkerContainer | undefined = serviceWorkers()): WorkerBridge {
  if (container === undefined) return absentBridge;
  let uid: string | null | undefined;
  let freshUrl: FreshUrlHandler | undefined;

  // Rejects never; resolves with the first visit's worker once it is active.
  const send = (message: PageMessage) => void container.ready.then(({ active }) => active?.postMessage(message));
  const sendAccount = () => {
    if (uid !== undefined) send({ type: "account", uid });
  };

  // A new worker knows nothing of what was said to the one before.
  container.addEventListener("controllerchange", sendAccount);
  container.addEventListener("message", (event) => void answer(event, freshUrl));

  return {
    available: true,
    setAccount(next) {
      uid = next;
      sendAccount();
    },
    requestDownloads: (of) => send({ type: "download", uid: of }),
    requestSending() {
      // Refused where the user forbade it; then the next start sends.
      void container.ready.then(({ sync }) => sync?.register(sendingTag)).catch(() => {});
    },
    async checkFile(of, path) {
      try {
        const worker = (await container.getRegistration())?.active;
        const answer = worker && (await ask(worker, { type: "check", uid: of, path }, checkMs));
        return answer?.type === "checked" ? answer.file : "absent";
      } catch (error) {
        // An older worker does not know the question.
        console.warn("A song's file could not be checked", error);
        return "absent";
      }
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
  requestSending() {},
  checkFile: () => Promise.resolve("absent"),
  wipe: () => Promise.resolve(),
  onFreshUrl: () => () => {},
};

/** Service workers and caches exist on https and localhost only. */
const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  isSecureContext && "serviceWorker" in navigator && "caches" in globalThis ? navigator.serviceWorker : undefined;

async function answer({ data, ports }: MessageEvent, freshUrl: FreshUrlHandler | undefined): Promise<void> {
  const message = v.safeParse(WorkerMessage, data);
  const port = ports[0];
  if (!message.success || port === undefined) return;
  const { path, uid } = message.output;
  // Also "none" is an answer: the worker then asks another page instead of waiting for this one.
  const url = await freshUrl?.(path, uid).catch(() => undefined);
  const told: PageAnswer = url === null ? { type: "gone" } : { type: "url", url: url ?? null };
  port.postMessage(told);
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

/** Registers the worker and begins to watch for updates; to be called once the first screen is painted. */
export async function registerWorker(): Promise<void> {
  const container = serviceWorkers();
  if (container === undefined) return;
  const { watchWorkerUpdates } = await import("./worker-updates.ts");
  await watchWorkerUpdates(container);
}
