/** Writes the events and heartbeats of one change stream. */
import type { Readable, Writable } from "node:stream";
import { heartbeatMs } from "../../contract/change-stream.ts";

/** Least time between two events: a queue of 2,000 changes is not 2,000 events. */
const pauseMs = 1_000;
/** A client that leaves this much unread is gone; bytes. */
const maxUnread = 4_096;

interface EventWriter {
  /** Announces a change: at once, or together with others after a pause. */
  announce(): void;
  close(): void;
}

/**
 * Destroys a stream that nobody reads, and ends one whose reader may hear of changes no more.
 * @param mayHear asked before each event; does not reject
 */
export function createEventWriter(stream: Readable & Writable, mayHear: () => Promise<boolean>): EventWriter {
  let last = -Infinity;
  let pending: NodeJS.Timeout | undefined;
  /** A change came while it was asked whether the reader may hear of it. */
  let isBehind = false;
  let isClosed = false;
  function write(text: string): void {
    if (stream.readableLength > maxUnread) stream.destroy();
    else if (!stream.writableEnded) stream.write(text);
  }
  async function tell(): Promise<void> {
    isBehind = false;
    const isHeard = await mayHear();
    pending = undefined;
    last = performance.now();
    if (isClosed) return;
    if (!isHeard) return void stream.end();
    write("data: changed\n\n");
    if (isBehind) announce();
  }
  function announce(): void {
    isBehind = true;
    pending ??= setTimeout(() => void tell(), Math.max(0, last + pauseMs - performance.now())).unref();
  }
  const heartbeat = setInterval(() => write(":\n\n"), heartbeatMs).unref();
  // The first bytes send the headers.
  write(":\n\n");
  return {
    announce,
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(pending);
    },
  };
}
