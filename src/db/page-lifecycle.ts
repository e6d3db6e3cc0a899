/**
 * A page that is left may be kept by the browser for a return, and a tab that nobody looks at may be frozen. It stands
 * still then, with all it holds: in WebKit a transaction under way, or a lock, keeps every later page of the site waiting
 * for ever, in Chromium a lock does (specification 17.53).
 */

/** What others may wait for, as functions that end it. */
const held = new Set<() => void>();

/** @returns how to tell that it is over before the page is left */
export function endWhenLeft(end: () => void): () => void {
  held.add(end);
  return () => void held.delete(end);
}

/** As much of a window as is needed: the worker's program, which takes the rest of this, knows none. */
export interface LeftPage {
  addEventListener(type: "pagehide" | "pageshow", listener: (event: { readonly persisted: boolean }) => void): void;
  readonly document: {
    /** Chromium's alone. */
    addEventListener(type: "freeze" | "resume", listener: () => void): void;
  };
  readonly location: { reload(): void };
}

/** To be called once, before anything is stored. */
export function releaseWhenLeft(page: LeftPage): void {
  followTransactions();
  let isBroken = false;
  const dispatchChangeOnRelease = () => {
    isBroken ||= held.size > 0;
    for (const end of held) end();
  };
  const startAnew = () => {
    if (isBroken) page.location.reload();
  };
  // Where the page is not kept the browser ends it all itself.
  page.addEventListener("pagehide", ({ persisted }) => persisted && dispatchChangeOnRelease());
  page.addEventListener("pageshow", ({ persisted }) => persisted && startAnew());
  page.document.addEventListener("freeze", dispatchChangeOnRelease);
  page.document.addEventListener("resume", startAnew);
}

/** Those of libraries too, so they are noted where all of them begin. */
function followTransactions(): void {
  // Absent where a user switched the storage off.
  if (!("IDBDatabase" in globalThis)) return;
  const { prototype } = IDBDatabase;
  const begin = prototype.transaction;
  prototype.transaction = function (...details) {
    const transaction = begin.apply(this, details);
    const over = endWhenLeft(() => {
      over();
      try {
        transaction.abort();
      } catch {
        // It is being committed, and needs nothing of this page any more.
      }
    });
    transaction.addEventListener("complete", over);
    transaction.addEventListener("abort", over);
    return transaction;
  };
}
