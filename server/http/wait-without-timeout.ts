/** Answers that take their time. */
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** A client that says nothing for this long is asked whether it is still there. */
const aliveMs = 15_000;

/**
 * Does work during which nothing goes over the connection: the rule against silent ones rests meanwhile. The signal tells
 * of a client that is gone.
 */
export async function waitFor<T>({ socket }: IncomingMessage, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  // Injected requests have no connection.
  if (!(socket instanceof Socket)) return work(gone.signal);
  const { timeout = 0 } = socket;
  const onClose = () => gone.abort();
  socket.once("close", onClose);
  socket.setTimeout(0);
  socket.setKeepAlive(true, aliveMs);
  try {
    return await work(gone.signal);
  } finally {
    socket.off("close", onClose);
    socket.setTimeout(timeout);
  }
}
