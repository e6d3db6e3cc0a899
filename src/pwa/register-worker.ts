/** Registers the service worker. Every first visit loads this, so it takes no schemas of the messages with it. */
import type { PageMessage } from "../../contract/worker-messages.ts";
import { withTimeout } from "../lib/with-timeout.ts";

/** A worker that starts answers within this; milliseconds. */
const pingMs = 10_000;

/** Service workers and caches exist on https and localhost only. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  isSecureContext && "serviceWorker" in navigator && "caches" in globalThis ? navigator.serviceWorker : undefined;

/** Registers the worker and watches for updates. Call after the first paint. */
export async function registerWorker(): Promise<void> {
  const container = serviceWorkers();
  if (container === undefined) return;
  const { watchWorkerUpdates } = await import("./worker-updates.ts");
  await watchWorkerUpdates(container, isAlive);
}

/** Any answer is a sign of life. */
async function isAlive(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  worker.postMessage({ type: "ping" } satisfies PageMessage, [port2]);
  try {
    return await withTimeout(pingMs, answered);
  } catch {
    return false;
  } finally {
    port1.close();
  }
}
