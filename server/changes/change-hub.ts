/** Passes "something of this account changed" to the open change streams, on all servers of the database. */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { Signals } from "../db/database.ts";

interface Change {
  uid: string;
  /** The page that made the change; its own stream is not told. */
  page: string | undefined;
}

export interface ChangeHub {
  publish(change: Change): void;
  /**
   * Calls `listener` for each change that another page makes, and at once for one of the last minute: the page may have
   * asked for its lists before it. Returns a function that ends it.
   */
  subscribe(uid: string, page: string, listener: () => void): () => void;
  close(): Promise<void>;
}

const Message = v.object({ from: v.string(), uid: v.string(), page: v.optional(v.string()) });

/** Changes of this long are sent to the other servers together; milliseconds. */
const batchMs = 100;

/** Longer than a page takes from asking for its lists to opening its stream; milliseconds. */
const recentMs = 60_000;
const maxRecent = 20_000;
/** In place of a page: pages that are several or unnamed. */
const unnamed = "";

/**
 * @param signals reach the other servers; undefined when there are none
 * @param now milliseconds since the epoch
 * @param onElsewhere called before the streams of an account hear of what another server may have changed
 */
export function createChangeHub(
  signals: Signals | undefined,
  now: () => number,
  onElsewhere: (uid: string) => void = () => {},
): ChangeHub {
  const serverId = randomUUID();
  /** By account, the page that made its latest changes. */
  const recent = new LRUCache<string, string>({ max: maxRecent, ttl: recentMs, ttlResolution: 0, perf: { now } });
  const subscribers = new Map<string, Set<{ page: string; listener: () => void }>>();
  /** Each change once, as its message. */
  const batch = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function deliver({ uid, page = unnamed }: { uid: string; page?: string | undefined }): void {
    recent.set(uid, (recent.get(uid) ?? page) === page ? page : unnamed);
    for (const one of subscribers.get(uid) ?? []) if (one.page !== page) one.listener();
  }
  function deliverToAll(): void {
    for (const [uid, set] of subscribers) {
      onElsewhere(uid);
      for (const { listener } of set) listener();
    }
  }
  function receive(text: string): void {
    const message = v.safeParse(v.pipe(v.string(), v.parseJson(), Message), text);
    // A server of another version may send another format.
    if (!message.success || message.output.from === serverId) return;
    onElsewhere(message.output.uid);
    deliver(message.output);
  }
  async function sendBatch(): Promise<void> {
    timer = undefined;
    const texts = [...batch];
    batch.clear();
    // Lost when the database fails: devices ask at intervals, too.
    await signals?.send(texts).catch(() => {});
  }
  // After a lost connection to the database, changes may have been missed.
  const stopListening = signals?.listen(receive, deliverToAll);

  return {
    publish({ uid, page }) {
      deliver({ uid, page });
      if (signals === undefined) return;
      batch.add(JSON.stringify({ from: serverId, uid, page }));
      timer ??= setTimeout(() => void sendBatch(), batchMs).unref();
    },
    subscribe(uid, page, listener) {
      const one = { page, listener };
      const set = subscribers.get(uid) ?? new Set();
      subscribers.set(uid, set.add(one));
      if ((recent.get(uid) ?? page) !== page) listener();
      return () => {
        set.delete(one);
        if (set.size === 0 && subscribers.get(uid) === set) subscribers.delete(uid);
      };
    },
    async close() {
      clearTimeout(timer);
      // A stopping server has just answered the last writes.
      if (timer !== undefined) await sendBatch();
      await stopListening?.();
    },
  };
}
