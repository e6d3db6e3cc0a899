/**
 * Whether the server can be reached. Only calls decide; the browser's online and offline events merely trigger a probe.
 */
import { createStore, type ReadableStore } from "../lib/store.ts";

export interface Online extends ReadableStore<boolean> {
  /** Reports whether a call reached the server. A failure soon after a success only leads to a probe. */
  report(reached: boolean): void;
  /** Probes the server now; while a probe is running, which may have begun before what the caller knows, after it. */
  check(): void;
  /** Whether any call has reached the server yet. */
  wasReached(): boolean;
  close(): void;
}

const firstProbeMs = 3_000;
const longestProbeMs = 30_000;
/** Silence after the start until a probe: on a hanging connection, calls time out much later. */
const silentMs = 4_000;
/**
 * So long after a call that reached the server, one that does not is looked into by a probe: something on the way, such as
 * an ad blocker, may refuse that call alone, and each "back online" sends it again and refetches all that is shown.
 */
const trustMs = 5_000;
/** Timeouts of a probe: short while online, to detect a loss soon; longer while offline, for slow connections. */
const doubtMs = 5_000;
const patienceMs = 10_000;

/**
 * @param probe the cheapest call; rejects when it cannot reach the server in time. Repeated while offline, because a
 *   server can come back without a browser event.
 */
export function createOnline(probe: (timeoutMs: number) => Promise<unknown>, startsOnline: boolean): Online {
  const online = createStore(startsOnline);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Until a probe that was outweighed is repeated. */
  let repeat: ReturnType<typeof setTimeout> | undefined;
  let wait = firstProbeMs;
  let probing = false;
  let askedMeanwhile = false;
  /** How many calls have reached the server. */
  let contacts = 0;
  /** When the last one did; of `performance.now()`. */
  let reachedAt = -Infinity;
  let closed = false;

  function report(reached: boolean): void {
    if (!reached && online.get() && performance.now() - reachedAt < trustMs) check();
    else setReached(reached);
  }

  function setReached(reached: boolean): void {
    if (reached) {
      contacts += 1;
      reachedAt = performance.now();
    }
    // While online, the only timer is that of the start.
    if (reached || online.get()) {
      wait = firstProbeMs;
      clearTimeout(timer);
      timer = undefined;
    }
    online.set(reached);
    schedule();
  }

  /** Failing calls neither delay the next probe nor lengthen the interval. */
  function schedule(): void {
    if (online.get() || closed || probing) return;
    timer ??= setTimeout(() => {
      wait = Math.min(wait * 2, longestProbeMs);
      check();
    }, wait);
  }

  function check(): void {
    if (closed) return;
    if (probing) {
      askedMeanwhile = true;
      return;
    }
    const isRepeat = repeat !== undefined;
    for (const one of [timer, repeat]) clearTimeout(one);
    timer = undefined;
    repeat = undefined;
    probing = true;
    const before = contacts;
    const end = (reached: boolean) => {
      const again = askedMeanwhile;
      probing = false;
      askedMeanwhile = false;
      // A call that succeeded meanwhile outweighs a failed probe, but its answer may be from before the line went.
      const isOutweighed = !reached && contacts > before;
      if (!isOutweighed) setReached(reached);
      if (again) check();
      else if (isOutweighed) repeat = setTimeout(check, firstProbeMs);
    };
    probe(online.get() && !isRepeat ? doubtMs : patienceMs).then(
      () => end(true),
      () => end(false),
    );
  }

  if (online.get()) timer = setTimeout(check, silentMs);
  else check();
  return {
    get: online.get,
    subscribe: online.subscribe,
    report,
    check,
    wasReached: () => contacts > 0,
    close() {
      closed = true;
      for (const one of [timer, repeat]) clearTimeout(one);
    },
  };
}
