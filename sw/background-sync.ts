/**
 * Sends queued changes in a Background Sync, with all pages closed. Uses the same drainer and lock as pages
 * (specification 17.28).
 */
import Dexie from "dexie";
import { type Api, createApi } from "../src/api/api-client.ts";
import { createSiteConfig, type SiteConfig } from "../src/api/site-config.ts";
import { ApiError, unreachable } from "../src/api/api-error.ts";
import { type AccountDatabase, databaseName, openDatabase } from "../src/db/database.ts";
import { badgeCount, readOutbox } from "../src/db/outbox-table.ts";
import { readUploads } from "../src/db/upload-rows.ts";
import { readActiveAccount } from "../src/db/active-account.ts";
import { createStoredTokens, type StoredTokens } from "../src/identity/token-source.ts";
import { createCrossTabInvalidation } from "../src/sync/cross-tab-invalidation.ts";
import { lock } from "../src/sync/web-lock.ts";
import { createDrainer, type Drainer } from "../src/sync/outbox-drainer.ts";
import { backoff } from "../src/sync/backoff.ts";
import { setBadge } from "../src/lib/app-badge.ts";
import { sleep } from "../src/lib/sleep.ts";

declare const self: ServiceWorkerGlobalScope;

/**
 * How long one event retries. Chromium ends an event after three minutes and fires it at most three times, the last one
 * after a quarter of an hour, so that short failures are better retried within the event.
 */
const retryWindowMs = 90_000;

interface Run {
  stop: AbortController;
  ended: Promise<void>;
}

let run: (Run & { uid: string }) | undefined;

/** Sends queued changes. Rejects if some are left for later, so that the browser fires the event again. */
export async function runBackgroundSync(): Promise<void> {
  for (;;) {
    const uid = await readActiveAccount();
    // Opening would recreate it after a sign-out, which clears the record before it deletes anything.
    if (uid === null || !(await Dexie.exists(databaseName(uid))) || (await readActiveAccount()) !== uid) return;
    run ??= startRun(uid);
    if (run.uid === uid) return run.ended;
    // What it comes to says nothing of this account's changes.
    await run.ended.catch(() => {});
  }
}

function startRun(uid: string): Run & { uid: string } {
  const stop = new AbortController();
  const ended = sendAs(uid, stop.signal).finally(() => {
    run = undefined;
  });
  return { uid, stop, ended };
}

/** Stops sending for the account. Resolves after the last write. */
export async function stopSending(uid: string): Promise<void> {
  if (run?.uid !== uid) return;
  run.stop.abort();
  await run.ended.catch(() => {});
}

async function sendAs(uid: string, signal: AbortSignal): Promise<void> {
  const config = createSiteConfig(undefined, self.location.origin);
  const db = openDatabase(uid);
  const invalidation = createCrossTabInvalidation(db);
  const drainer = createDrainer({
    db,
    api: afterConfig(config, createApi({ bases: config.bases, token: tokensOf(config, uid) })),
    lock,
    now: Date.now,
    random: Math.random,
    onTouched: invalidation.announce,
  });
  signal.addEventListener("abort", () => drainer.stop());
  try {
    // Also when some are left: they may be fewer.
    await drainWithRetries(drainer, signal).finally(() => showBadge(db, signal));
  } finally {
    invalidation.close();
    db.close();
  }
}

/** The worker stores no configuration, and until it is known the address of a call would be one of this origin. */
const afterConfig = (config: SiteConfig, api: Api): Api => ({
  async call(endpoint, input) {
    await config.ready();
    return api.call(endpoint, input);
  },
});

/** Shows the same number as a page would: the one that showed it may be closed (specification 17.60). */
async function showBadge(db: AccountDatabase, signal: AbortSignal): Promise<void> {
  const changes = await readOutbox(db);
  const uploads = await readUploads(db);
  // The account goes from the device: its page has cleared the number.
  if (!signal.aborted) setBadge(badgeCount(changes, uploads.length));
}

async function drainWithRetries(drainer: Drainer, signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  for (let failures = 1; ; failures += 1) {
    const end = await drainer.drain();
    // Without a sign-in only the user can help; a page will prompt.
    if (end === "stopped" || end === "sign-in") return;
    const due = end === "idle" ? await drainer.nextDueIn() : backoff(failures, Math.random());
    if (due === undefined) return;
    if (performance.now() - begun + due > retryWindowMs) throw new Error("Changes are left unsent");
    await sleep(due, signal);
  }
}

/** Returns the account's own tokens or none: a change is never sent as another user (specification 17.35). */
function tokensOf(config: SiteConfig, uid: string): (fresh: boolean) => Promise<string> {
  let tokens: StoredTokens | undefined;
  return async (fresh) => {
    const { identity } = await config.ready();
    tokens ??= createStoredTokens(identity, self.location.origin);
    const answer = await tokens(fresh, uid);
    if (answer === "unreachable") throw unreachable();
    if (answer === "nobody") throw new ApiError("unauthenticated", "Sign in again", { status: 401 });
    return answer.token;
  };
}
