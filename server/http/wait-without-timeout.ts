/** Slow responses. */
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** Idle time before TCP keep-alive probes the client. */
const keepAliveMs = 15_000;

/**
 * Runs work that sends nothing for a while: suspends the connection's idle timeout. The signal aborts when the client
 * disconnects.
 */
export async function withoutIdleTimeout<T>(
  { socket }: IncomingMessage,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  // Injected requests have no connection.
  if (!(socket instanceof Socket)) return work(gone.signal);
  const { timeout = 0 } = socket;
  const onClose = () => gone.abort();
  socket.once("close", onClose);
  // It may have gone while the last bytes were being stored.
  if (socket.destroyed) gone.abort();
  socket.setTimeout(0);
  socket.setKeepAlive(true, keepAliveMs);
  try {
    return await work(gone.signal);
  } finally {
    socket.off("close", onClose);
    socket.setTimeout(timeout);
  }
}
