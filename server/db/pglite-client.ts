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
  /** Copies the database as it is between two transactions into the folder `to`, which is made. */
  copyTo(to: string): Promise<void>;
}

/** So often it is looked whether one statement has taken all the time since the last look. */
const lookMs = 5_000;
/** A piece of the engine's log: with less room than that on its disk a statement may never end. */
const logPieceBytes = 16 * 1024 * 1024;

interface Waiting {
  resolve: (rows: Record<string, unknown>[]) => void;
  reject: (error: Error) => void;
}

/**
 * Starts the thread and opens the database in `directory`. Throws a DatabaseError when it cannot be opened.
 * @param script the built `pglite-worker.js`
 * @param onLost called once if the thread ends by itself or hangs: nothing can be read or written from then on
 */
export async function openThread(
  script: URL,
  directory: string,
  onLost: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const start: WorkerStart = { directory };
  const worker = new Worker(script, { workerData: start });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let state: "opening" | "open" | "closed" = "opening";

  function call(message: (id: number) => ToWorker): Promise<Record<string, unknown>[]> {
    if (state === "closed") return Promise.reject(new DatabaseUnavailable(5));
    return new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      worker.postMessage(message(id));
    });
  }

  function lose(error: Error): void {
    if (state === "closed") return;
    state = "closed";
    for (const { reject } of waiting.values()) reject(new DatabaseUnavailable(5, error));
    waiting.clear();
    onLost(error);
  }

  /** Where the log finds no room, the engine runs in a circle instead of giving itself up. */
  let oldest: number | undefined;
  async function look(): Promise<void> {
    const [first] = waiting.keys();
    if (first !== undefined && first === oldest) {
      const { bavail, bsize } = await statfs(directory);
      if (bavail * bsize < logPieceBytes) lose(new Error("its disk is full"));
    }
    oldest = first;
  }
  // A directory that cannot be asked about any more says nothing of its room.
  const looking = setInterval(() => void look().catch(() => {}), lookMs);
  looking.unref();
  worker.on("exit", () => clearInterval(looking));

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
        const caller = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.kind === "rows") caller?.resolve(message.rows);
        else caller?.reject(new DatabaseError(message.error));
      }
    });
    worker.on("error", (error) => (state === "opening" ? reject(error) : lose(error)));
    worker.on("exit", () => lose(new Error("The database thread has ended")));
  });

  const db = createSerialQueue({
    async query<Row>(sql: string, params: readonly unknown[] = []) {
      // The caller's type argument is its promise on what the statement selects; nothing could check it here.
      return (await call((id) => ({ kind: "query", id, sql, params }))) as Row[];
    },
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
      // What is written here does not have to be written in the turn, while everybody waits.
      await db.query("checkpoint");
      await db.alone(() => call((id) => ({ kind: "copy", id, to })));
    },
  };
}
