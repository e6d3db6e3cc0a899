/**
 * Starts the background services of the signed-in account: its database, its outbox and drainer, its live tables, and
 * the invalidation of queries in all tabs.
 */
import type { Api } from "../api/api-client.ts";
import { openDatabase } from "../db/database.ts";
import { enqueue } from "../db/outbox-enqueue.ts";
import { readOutbox, unsentIn } from "../db/outbox-table.ts";
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
import type { DrainEnd, DrainRequest } from "./drainer-states.ts";
import { backoff } from "./backoff.ts";

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let hasUnsent = false;
  let stopped = false;
  let running: Promise<DrainEnd> | undefined;
  let handled = Promise.resolve();

  const drainer = createDrainer({
    db,
    api: deps.api,
    lock,
    now: Date.now,
    random: Math.random,
    onGone: (_, snapshot) => deps.onGone(namesOf({ snapshot }).title),
    onTouched: invalidation.announce,
  });

  /** Concurrent requests share one drain; its end is handled once and counts as one failure. */
  function drain(request?: DrainRequest): Promise<void> {
    const end = drainer.drain(request);
    if (end !== running) {
      running = end;
      handled = end.then(handleEnd).catch(onBroken);
    }
    return handled;
  }

  /** The disk fails: the queue stays and is retried. */
  function onBroken(error: unknown): void {
    if (stopped) return;
    console.warn("Queued changes could not be sent", error);
    failures += 1;
    drainIn(backoff(failures, Math.random()));
  }

  async function handleEnd(end: DrainEnd): Promise<void> {
    if (end === "stopped") return;
    failures = end === "idle" ? 0 : failures + 1;
    await pruneAcked(db, {
      keyOf: (touched) => keyOf(touched, uid),
      cached: deps.cachedResults,
    });
    const due = end === "idle" ? await drainer.nextDueIn() : backoff(failures, Math.random());
    drainIn(due);
    if (due !== undefined && !hasUnsent) deps.onUnsent();
    hasUnsent = due !== undefined;
  }

  function drainIn(ms: number | undefined): void {
    clearTimeout(timer);
    if (ms !== undefined && !stopped) timer = setTimeout(kick, ms);
  }

  const kick = () => void drain();
  const senders = new Set<Parameters<Account["sendAlso"]>[0]>();

  const stopListening = online.subscribe(() => {
    if (online.get()) void drain({ isBack: true });
  });
  const tables = watchTables(db);
  const { kept } = tables;
  const pin = () => pinQueries(db, pinnedKeys(uid, kept.get()?.map(({ playlistId }) => playlistId) ?? []));
  pin();
  kept.subscribe(pin);

  return {
    uid,
    db,
    ...tables,
    async change(operation, snapshot, heard) {
      await enqueue(db, operation, snapshot, Date.now(), heard);
      kick();
    },
    async flush() {
      await Promise.all([drain({ all: true }), ...[...senders].map((send) => send("flush"))]);
      return unsentIn(await readOutbox(db)) + (await readUploads(db)).length;
    },
    kick(isBack = false) {
      failures = 0;
      void drain({ isBack });
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
      stopped = true;
      drainer.stop();
      clearTimeout(timer);
      stopListening();
      for (const table of Object.values(tables)) table.close();
      invalidation.close();
    },
  };
}
