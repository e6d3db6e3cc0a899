/**
 * Everything of the signed-in account that runs without a screen: its database, its outbox and the sending of it, and
 * the word to other tabs that something changed (specification 17).
 */
import type { Operation } from "../../contract/outbox-operations.ts";
import type { Heard } from "../../contract/rules/overlay.ts";
import type { Download } from "../../contract/worker-messages.ts";
import type { Api } from "../api/api-client.ts";
import { type AccountDatabase, openDatabase } from "../db/database.ts";
import { createLiveTable, type LiveTable } from "../db/live-table.ts";
import { enqueue, entryOf, type OutboxView, readOutbox, unsentIn, viewOf } from "../db/outbox-table.ts";
import { pruneAcked } from "../db/prune-outbox.ts";
import { watchStorage } from "../db/storage-health.ts";
import { createCrossTabInvalidation } from "./cross-tab-invalidation.ts";
import { keyOf } from "./query-keys.ts";
import { lock } from "./web-lock.ts";
import { namesOf } from "./change-labels.ts";
import type { Online } from "./online-state.ts";
import { downloadSnapshot } from "./download-snapshot.ts";
import { createDrainer, type DrainEnd } from "./outbox-drainer.ts";
import { backoff } from "./backoff.ts";
import type { DrainRequest } from "./drain-requests.ts";

export interface Account {
  readonly uid: string;
  readonly db: AccountDatabase;
  readonly outbox: LiveTable<OutboxView>;
  /** By song id. */
  readonly downloads: LiveTable<ReadonlyMap<string, Download>>;
  /** Whether the database answers; undefined until that is known. */
  readonly storage: LiveTable<boolean>;
  /**
   * Puts a change on the device and sends it when it can be. Resolves when it is written.
   * @param heard of a drop: what the server said of its list, as the screen had it
   */
  change(operation: Operation, snapshot?: unknown, heard?: Heard): Promise<void>;
  /** Sends all that waits, also what is not due yet. Resolves with what is left unsent. */
  flush(): Promise<number>;
  /** Sends what waits, some time soon. */
  kick(): void;
  /** Ends everything that runs; the database stays open for what a sign-out has to do with it. */
  stop(): void;
}

export interface AccountDeps {
  uid: string;
  api: Api;
  online: Online;
  /** These queries are to be asked again. */
  invalidate: (keys: readonly (readonly unknown[])[]) => void;
  /** What this page holds of the queries whose keys begin with `key`. */
  heldAnswers: (key: readonly unknown[]) => readonly unknown[];
  /** A liked song is gone; told once. Its title, where it is known. */
  onGone: (title: string | undefined) => void;
  /** Changes are left unsent for now: whoever can send them without this page is asked to. Told once until all went. */
  onLeft: () => void;
}

export function openAccount(deps: AccountDeps): Account {
  const { uid, online } = deps;
  const db = openDatabase(uid);
  const announcer = createCrossTabInvalidation(db, deps.invalidate);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isLeft = false;
  let stopped = false;
  let running: Promise<DrainEnd> | undefined;
  let settled = Promise.resolve();

  const drainer = createDrainer({
    db,
    api: deps.api,
    lock,
    now: Date.now,
    random: Math.random,
    onGone: (_, snapshot) => deps.onGone(namesOf({ snapshot }).title),
    onTouched: announcer.announce,
  });

  /** However many ask for the same drain, its end is seen to once: it counts as one failure. */
  function drain(wish?: DrainRequest): Promise<void> {
    const end = drainer.drain(wish);
    if (end !== running) {
      running = end;
      settled = end.then(settle).catch(onBroken);
    }
    return settled;
  }

  /** A failing disk: what is queued stays, and is tried again. */
  function onBroken(error: unknown): void {
    if (stopped) return;
    console.warn("Queued changes could not be sent", error);
    failures += 1;
    drainIn(backoff(failures, Math.random()));
  }

  async function settle(end: DrainEnd): Promise<void> {
    if (end === "stopped") return;
    failures = end === "idle" ? 0 : failures + 1;
    await pruneAcked(db, {
      keyOf: (touched) => keyOf(touched, uid),
      held: deps.heldAnswers,
    });
    const due = end === "idle" ? await drainer.nextDueIn() : backoff(failures, Math.random());
    drainIn(due);
    if (due !== undefined && !isLeft) deps.onLeft();
    isLeft = due !== undefined;
  }

  function drainIn(ms: number | undefined): void {
    clearTimeout(timer);
    if (ms !== undefined && !stopped) timer = setTimeout(kick, ms);
  }

  const kick = () => void drain();

  const stopListening = online.subscribe(() => {
    if (online.get()) void drain({ isBack: true });
  });
  const outbox = createLiveTable(
    db.outbox,
    (row) => entryOf(row, uid),
    (kept) => viewOf(kept.values()),
  );
  const downloads = createLiveTable(
    db.downloads,
    (row) => {
      // Checked here, a part of the table at a time, and not by the first list that asks for all.
      downloadSnapshot(row);
      return row;
    },
    (kept) => new Map(kept),
  );
  const storage = watchStorage(() => db.counters.count());

  return {
    uid,
    db,
    outbox,
    downloads,
    storage,
    async change(operation, snapshot, heard) {
      await enqueue(db, operation, snapshot, Date.now(), heard);
      kick();
    },
    async flush() {
      await drain({ all: true });
      return unsentIn(await readOutbox(db));
    },
    kick,
    stop() {
      stopped = true;
      drainer.stop();
      clearTimeout(timer);
      stopListening();
      outbox.close();
      downloads.close();
      storage.close();
      announcer.close();
    },
  };
}
