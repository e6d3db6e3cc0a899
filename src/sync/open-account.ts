/**
 * Starts the background services of the signed-in account: its database, its outbox and drainer, its live tables, and
 * the invalidation of queries in all tabs.
 */
import type { Api } from "../api/api-client.ts";
import { type AccountDatabase, openDatabase } from "../db/database.ts";
import { enqueue, enqueueAll } from "../db/outbox-enqueue.ts";
import { isUnsent, readOutbox } from "../db/outbox-table.ts";
import { pruneAcked } from "../db/prune-outbox.ts";
import { readUploads } from "../db/upload-rows.ts";
import type { Account } from "./account-session.ts";
import { watchTables } from "./account-tables.ts";
import { createCrossTabInvalidation } from "./cross-tab-invalidation.ts";
import { pinQueries } from "../db/query-store.ts";
import { keyOf, pinnedKeys } from "./query-keys.ts";
import { lock } from "./web-lock.ts";
import { namesOf } from "./change-labels.ts";
import type { Online } from "./online-state.ts";
import { createDrainer } from "./outbox-drainer.ts";
import { createDrainSchedule } from "./drain-schedule.ts";
import { sentUnasked } from "./send-order.ts";

export interface AccountDeps {
  uid: string;
  /** Of a volatile database; absent: the account's own. */
  databaseName?: string;
  api: Api;
  online: Online;
  /** Invalidates the queries whose keys begin with one of these. */
  invalidate: (keys: readonly (readonly unknown[])[]) => void;
  /** The cached data of the queries whose keys begin with `key`. */
  cachedResults: (key: readonly unknown[]) => readonly unknown[];
  /** Called once when a liked song no longer exists. */
  onGone: (title: string | undefined) => void;
  /** Called when changes stay unsent, so that the worker can send them. Once, until all are sent. */
  onUnsent: () => void;
}

export function openAccount(deps: AccountDeps): Account {
  const { uid, online } = deps;
  const db = openDatabase(uid, deps.databaseName);
  const invalidation = createCrossTabInvalidation(db, deps.invalidate);
  const drainer = createDrainer({
    db,
    api: deps.api,
    lock,
    now: Date.now,
    random: Math.random,
    onGone: (_, snapshot) => deps.onGone(namesOf({ snapshot }).title),
    onTouched: invalidation.announce,
  });

  const schedule = createDrainSchedule({
    drainer,
    onEnd: () => pruneAcked(db, { keyOf: (touched) => keyOf(touched, uid), cached: deps.cachedResults }),
    onUnsent: deps.onUnsent,
  });
  const sendWhenStored = async (stored: Promise<void>) => {
    await stored;
    void schedule.drain();
  };
  const senders = new Set<Parameters<Account["sendAlso"]>[0]>();

  const stopListening = online.subscribe(() => {
    if (online.get()) void schedule.drain({ isBack: true });
  });
  const tables = watchTables(db);
  pinKept(db, tables);
  tables.outbox.subscribe(() => {
    if (online.get() && tables.outbox.get()?.rows.some(isUnsent)) schedule.takeOver();
  });

  return {
    uid,
    db,
    ...tables,
    change: (operation, snapshot, heard) => sendWhenStored(enqueue(db, operation, snapshot, Date.now(), heard)),
    changeAll: (changes) => sendWhenStored(enqueueAll(db, changes)),
    async flush() {
      await Promise.all([schedule.drain({ all: true }), ...[...senders].map((send) => send("flush"))]);
      return countTried(db);
    },
    kick(isBack = false) {
      schedule.retryNow({ isBack });
      for (const send of senders) void send("kick");
    },
    sendAlso(send) {
      senders.add(send);
      return () => void senders.delete(send);
    },
    async refetch(keys) {
      // What changed on the server has changed, whatever the storage says.
      await invalidation.announceKeys(keys).catch((error: unknown) => console.warn(error));
    },
    stop() {
      schedule.stop();
      stopListening();
      for (const table of Object.values(tables)) table.close();
      invalidation.close();
    },
  };
}

/** Changes and uploads that are tried again by themselves: what was refused, or cannot be read, is not. */
async function countTried(db: AccountDatabase): Promise<number> {
  const uploads = (await readUploads(db)).filter(({ state }) => state === "waiting");
  const { rows } = await readOutbox(db);
  return sentUnasked(rows).length + uploads.length;
}

/** Keeps the answers that favourites and kept playlists show from being evicted, whichever are kept. */
function pinKept(db: AccountDatabase, { kept }: Pick<Account, "kept">): void {
  const pin = () => pinQueries(db, pinnedKeys(db.uid, kept.get()?.map(({ playlistId }) => playlistId) ?? []));
  pin();
  kept.subscribe(pin);
}
