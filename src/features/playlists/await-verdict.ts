/** What the server makes of a change of a playlist that is on its way. */
import { leftOpen, type Operation, targetOf } from "../../../contract/outbox-operations.ts";
import { discard } from "../../db/outbox-decisions.ts";
import { isRefusedCreation, isUnsent, type OutboxView, type ParsedRow, readOutbox } from "../../db/outbox-table.ts";
import { createStore, type ReadableStore } from "../../lib/store.ts";
import type { Account } from "../../sync/account-session.ts";

/** Longer than a server takes, shorter than somebody waits; milliseconds. */
const patienceMs = 4_000;

type Edit = Extract<Operation, { kind: "edit-playlist" }>;

const awaited = createStore<ReadonlySet<string>>(new Set());

/** Targets of changes whose form waits for the answer: it says why one was refused, and nobody else need. */
export const awaitedTargets: ReadableStore<ReadonlySet<string>> = awaited;

interface Options {
  /** What `store` queues; of a picture only counts that it is changed. */
  edit: Edit;
  store: () => Promise<void>;
  /** Whether the form is still there. */
  isShown: () => boolean;
}

/**
 * Stores an edit and waits a few seconds for the server's answer. Returns the refused row, undefined if it was accepted or is
 * still on its way. A refused row is no longer queued if the form is there to say why; one that holds more than this edit
 * stays, because the form knows nothing of that.
 */
export async function refusedEdit(
  account: Pick<Account, "db" | "outbox">,
  { edit, store, isShown }: Options,
): Promise<ParsedRow | undefined> {
  const { db, outbox } = account;
  const target = targetOf(edit);
  const changes = async () => (await readOutbox(db)).rows.filter((row) => row.target === target);
  const before = new Set((await changes()).filter(isRefused).map(({ seq }) => seq));
  awaited.set(new Set([...awaited.get(), target]));
  try {
    await store();
    const end = Date.now() + patienceMs;
    for (;;) {
      const changed = nextChange(outbox, end - Date.now());
      const rows = await changes();
      const refused = rows.find((row) => isRefused(row) && !before.has(row.seq));
      if (refused !== undefined && isShown() && leftOpen(refused.operation, edit) === undefined) {
        await discard(db, refused.seq);
        await untilShown(outbox, ({ rows: shown }) => !shown.some(({ seq }) => seq === refused.seq));
      }
      if (refused !== undefined || rows.some(isRefusedCreation) || !rows.some(isUnsent) || !(await changed))
        return refused;
    }
  } finally {
    awaited.set(new Set([...awaited.get()].filter((one) => one !== target)));
  }
}

const isRefused = ({ state }: ParsedRow) => state === "attention";

/** Until the screens know as well, for a moment. */
async function untilShown(outbox: Account["outbox"], isShown: (view: OutboxView) => boolean): Promise<void> {
  for (;;) {
    const changed = nextChange(outbox, patienceMs);
    const view = outbox.get();
    if (view === undefined || isShown(view) || !(await changed)) return;
  }
}

/** Resolves with true at the next change of the queue, with false after `ms` without one. */
const nextChange = (outbox: Account["outbox"], ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isChange: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isChange);
    };
    const timer = setTimeout(() => settle(false), Math.max(0, ms));
    const stop = outbox.subscribe(() => settle(true));
  });
