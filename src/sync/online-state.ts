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
/** Nothing was heard since the start for this long: the line may hang, which calls with their patience show too late. */
const silentMs = 4_000;
/** How long a probe is waited for: a doubt is settled soon; while offline a slow line is given its time. */
const doubtMs = 5_000;
const patienceMs = 10_000;

/**
 * @param probe the cheapest call; rejects when the server cannot be reached within that many milliseconds. While offline
 *   it is repeated, so that a server that comes back without an event of the browser is noticed.
 */
export function createOnline(probe: (timeoutMs: number) => Promise<unknown>, startsOnline: boolean): Online {
  let online = startsOnline;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstProbeMs;
  let probing = false;
  /** Calls that reached the server. */
  let contacts = 0;
  let closed = false;
  const listeners = new Set<() => void>();

  function report(reached: boolean): void {
    if (reached) contacts += 1;
    // While online only the silence of the start is timed, and this ends it.
    if (reached || online) {
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
    const before = contacts;
    probe(online ? doubtMs : patienceMs).then(
      () => end(true),
      // What a call showed meanwhile counts for more.
      () => end(contacts > before),
    );
  }

  if (online) timer = setTimeout(check, silentMs);
  else check();
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
