/** The thread that runs PGlite, so that a slow query does not block the server's event loop. */
import { parentPort, workerData } from "node:worker_threads";
import { toWire, type FromWorker, type ToWorker, type WorkerStart } from "./pglite-messages.ts";
import { copyDatabase } from "./copy-database.ts";
import { openInDirectory } from "./pglite.ts";

const port = parentPort;
if (!port) throw new Error("pglite-worker runs as a thread only");

const send = (message: FromWorker) => port.postMessage(message);

/**
 * Whether PostgreSQL has panicked, for example because a full disk refused a commit. PGlite reports that like any other
 * error, but the next statement never ends. Committed rows are safe in the WAL.
 */
const isPanic = (error: unknown) => error instanceof Error && "severity" in error && error.severity === "PANIC";

try {
  // `workerData` is untyped; `openThread` passes a WorkerStart.
  const { directory } = workerData as WorkerStart;
  const { connection, durable } = await openInDirectory(directory);

  port.on("message", async (message: ToWorker) => {
    try {
      if (message.kind === "query") {
        send({
          kind: "rows",
          id: message.id,
          rows: await connection.query(message.sql, message.params),
        });
        return;
      }
      if (message.kind === "copy") await copyDatabase(connection, directory, message.to);
      else await connection.close();
      send({ kind: "rows", id: message.id, rows: [] });
      if (message.kind === "close") port.close();
    } catch (error) {
      // An uncaught error ends this thread, and the server's side gets its `error` event.
      if (isPanic(error)) throw error;
      send({ kind: "failed", id: message.id, error: toWire(error) });
    }
  });
  send({ kind: "opened", durable });
} catch (error) {
  send({ kind: "unusable", error: toWire(error) });
  port.close();
}
