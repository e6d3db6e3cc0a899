/**
 * Releases locks and transactions when the page enters the back/forward cache or is frozen. A suspended page keeps them,
 * and every later page of the site waits for ever: in WebKit for both, in Chromium for locks (specification 17.53).
 */

/** Functions that release what other pages may wait for, and whether the page is broken without it. */
const releases = new Map<() => void, boolean>();

let isLeft = false;
let isBroken = false;

/**
 * Runs `end` when the page is suspended; at once if it is: what it had begun runs on for a moment, and begins more.
 * Returns a function that unregisters it.
 * @param breaksPage whether the page cannot go on after `end` and reloads when it is back
 */
export function endWhenLeft(end: () => void, breaksPage = true): () => void {
  if (isLeft) {
    isBroken ||= breaksPage;
    end();
    return () => {};
  }
  releases.set(end, breaksPage);
  return () => void releases.delete(end);
}

/** The part of Window that is used: the worker also compiles this module and has no Window. */
export interface LeftPage {
  addEventListener(type: "pagehide" | "pageshow", listener: (event: { readonly persisted: boolean }) => void): void;
  readonly document: {
    /** Chromium only. */
    addEventListener(type: "freeze" | "resume", listener: () => void): void;
  };
  readonly location: { reload(): void };
}

/** Call once, before any access to the storage. */
export function releaseWhenLeft(page: LeftPage): void {
  followTransactions();
  const releaseAll = () => {
    isLeft = true;
    for (const [end, breaksPage] of releases) {
      isBroken ||= breaksPage;
      end();
    }
  };
  const reloadIfBroken = () => {
    isLeft = false;
    if (isBroken) page.location.reload();
  };
  // For a page that it does not cache, the browser releases everything itself.
  page.addEventListener("pagehide", ({ persisted }) => persisted && releaseAll());
  page.addEventListener("pageshow", ({ persisted }) => persisted && reloadIfBroken());
  page.document.addEventListener("freeze", releaseAll);
  page.document.addEventListener("resume", reloadIfBroken);
}

/** Patches `IDBDatabase.transaction` and `IDBFactory.open`, which also covers transactions of libraries. */
function followTransactions(): void {
  // Absent when the user has disabled storage.
  if (!("IDBDatabase" in globalThis)) return;
  const { prototype } = IDBDatabase;
  const begin = prototype.transaction;
  prototype.transaction = function (...details) {
    const transaction = begin.apply(this, details);
    followTransaction(transaction);
    return transaction;
  };
  const factory = IDBFactory.prototype;
  const open = factory.open;
  factory.open = function (...details) {
    const request = open.apply(this, details);
    // The transaction in which a database is made or brought up to date.
    request.addEventListener("upgradeneeded", () => request.transaction && followTransaction(request.transaction));
    return request;
  };
}

function followTransaction(transaction: IDBTransaction): void {
  const abort = () => {
    try {
      transaction.abort();
    } catch {
      // Already committing: the browser finishes it without the page.
    }
  };
  const unregister = endWhenLeft(abort);
  transaction.addEventListener("complete", unregister);
  transaction.addEventListener("abort", unregister);
}
