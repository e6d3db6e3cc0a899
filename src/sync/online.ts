/**
 * Whether the server can be reached, judged by calls: the browser's own word is a hint to try, never the proof
 * (specification 17).
 */

export interface Online {
  get(): boolean;
  subscribe(listener: () => void): () => void;
  /** What a call just showed. */
  report(reached: boolean): void;
  /** Asks the server now, once at a time. */
  check(): void;
  close(): void;
}

const firstProbeMs = 3_000;
const longestProbeMs = 30_000;

/**
 * @param probe the cheapest call; rejects when the server cannot be reached. While offline it is repeated, so that a
 *   server that comes back without an event of the browser is noticed.
 */
export function createOnline(probe: () => Promise<unknown>, startsOnline: boolean): Online {
  let online = startsOnline;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstProbeMs;
  let probing = false;
  let closed = false;
  const listeners = new Set<() => void>();

  function report(reached: boolean): void {
    if (reached) {
      wait = firstProbeMs;
      clearTimeout(timer);
      timer = undefined;
    }
    if (online !== reached) {
      online = reached;
      for (const listener of listeners) listener();
    }
    schedule();
  }

  /** However many calls fail meanwhile, the next look is neither put off nor made rarer by them. */
  function schedule(): void {
    if (online || closed || probing) return;
    timer ??= setTimeout(() => {
      wait = Math.min(wait * 2, longestProbeMs);
      check();
    }, wait);
  }

  function check(): void {
    if (probing || closed) return;
    clearTimeout(timer);
    timer = undefined;
    probing = true;
    const end = (reached: boolean) => {
      probing = false;
      report(reached);
    };
    probe().then(
      () => end(true),
      () => end(false),
    );
  }

  if (!online) check();
  return {
    get: () => online,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report,
    check,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
