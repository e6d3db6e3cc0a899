/** The server's side of the PGlite thread. */
import { statfs } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Database } from "./database.ts";
import { DatabaseUnavailable } from "./unavailable.ts";
import { DatabaseError, type FromWorker, type ToWorker, type WorkerStart } from "./pglite-messages.ts";
import { createSerialQueue } from "./serial-queue.ts";

const notDurable =
  "The embedded database does not wait for the disk: a power cut may cost the last changes or the whole database. " +
  "Make backups, or use DATABASE_URL.";

export interface EmbeddedDatabase extends Database {
  /** Copies the database between two transactions into the new folder `to`. */
  copyTo(to: string): Promise<void>;
}

/** How often the watchdog checks whether one statement has run since the last check. */
const watchdogMs = 5_000;
/** One WAL segment: with less free disk space a statement may never end. */
const walSegmentBytes = 16 * 1024 * 1024;

interface PendingCall {
  resolve: (rows: Record<string, unknown>[]) => void;
  reject: (error: Error) => void;
}

/**
 * Starts the thread and opens the database in `directory`. Throws a DatabaseError when that fails.
 * @param script the built `pglite-worker.js`
 * @param onLost called once when the thread exits or hangs; the database is unusable from then on
 */
export async function openThread(
  script: URL,
  directory: string,
  onLost: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const start: WorkerStart = { directory };
  const worker = new Worker(script, { workerData: start });
  const pending = new Map<number, PendingCall>();
  let nextId = 1;
  let state: "opening" | "open" | "closed" = "opening";

  function call(message: (id: number) => ToWorker): Promise<Record<string, unknown>[]> {
    if (state === "closed") return Promise.reject(new DatabaseUnavailable(5));
    return new Promise((resolve, reject) => {
      const id = nextId++;
      pending.set(id, { resolve, reject });
      worker.postMessage(message(id));
    });
  }

  function lose(error: Error): void {
    if (state === "closed") return;
    state = "closed";
    for (const { reject } of pending.values()) reject(new DatabaseUnavailable(5, error));
    pending.clear();
    onLost(error);
  }

  /** On a full disk PGlite loops for ever instead of failing: it cannot extend its WAL. */
  let oldest: number | undefined;
  async function checkDiskSpace(): Promise<void> {
    const [first] = pending.keys();
    if (first !== undefined && first === oldest) {
      const { bavail, bsize } = await statfs(directory);
      if (bavail * bsize < walSegmentBytes) lose(new Error("its disk is full"));
    }
    oldest = first;
  }
  // A failing `statfs` says nothing about free space.
  const watchdog = setInterval(() => void checkDiskSpace().catch(() => {}), watchdogMs);
  watchdog.unref();
  worker.on("exit", () => clearInterval(watchdog));

  await new Promise<void>((resolve, reject) => {
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "opened") {
        state = "open";
        if (!message.durable) console.warn(notDurable);
        resolve();
      } else if (message.kind === "unusable") {
        state = "closed";
        reject(new DatabaseError(message.error));
      } else {
        const caller = pending.get(message.id);
        pending.delete(message.id);
        if (message.kind === "rows") caller?.resolve(message.rows);
        else caller?.reject(new DatabaseError(message.error));
      }
    });
    worker.on("error", (error) => (state === "opening" ? reject(error) : lose(error)));
    worker.on("exit", () => lose(new Error("The database thread has ended")));
  });

  const db = createSerialQueue({
    query: (sql, params = []) => call((id) => ({ kind: "query", id, sql, params })),
    async close() {
      if (state === "closed") return;
      const closed = call((id) => ({ kind: "close", id }));
      state = "closed";
      await closed;
      await worker.terminate();
    },
  });
  return {
    ...db,
    async copyTo(to) {
      // A first checkpoint shortens the one during the copy, when all requests wait.
      await db.query("checkpoint");
      await db.exclusive(() => call((id) => ({ kind: "copy", id, to })));
    },
  };
}
