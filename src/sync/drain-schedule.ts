/**
 * When the outbox is sent: at a request, when a row is due, again after a failure, later each time, and when another tab
 * leaves a row unsent.
 */
import { backoff } from "./backoff.ts";
import type { DrainEnd, DrainRequest } from "./drainer-states.ts";
import type { Drainer } from "./outbox-drainer.ts";

interface Parts {
  drainer: Drainer;
  /** Called after each drain, before the next one is planned. */
  onEnd: () => Promise<unknown>;
  /** Called when changes stay unsent. Once, until all are sent. */
  onUnsent: () => void;
}

interface DrainSchedule {
  /** Resolves when the drain has ended. Concurrent requests share one. */
  drain(request?: DrainRequest): Promise<void>;
  /** Drains now, and forgets the failures so far. */
  retryNow(request: DrainRequest): void;
  /** To be called when there are unsent rows: the tab that has queued them may be gone (specification 17.28). */
  takeOver(): void;
  stop(): void;
}

/** Another tab sends what it queues at once: what lies longer may be nobody's. Milliseconds. */
const takeOverMs = 5_000;

export function createDrainSchedule({ drainer, onEnd, onUnsent }: Parts): DrainSchedule {
  const timer = createTimer(() => void drain());
  let failures = 0;
  let hasUnsent = false;
  let stopped = false;
  let running: Promise<DrainEnd> | undefined;
  let handled = Promise.resolve();
  let isDraining = false;

  /** The end of a shared drain is handled once and counts as one failure. */
  function drain(request?: DrainRequest): Promise<void> {
    const end = drainer.drain(request);
    if (end !== running) {
      running = end;
      isDraining = true;
      timer.cancel();
      handled = end.then(handleEnd).catch(onBroken);
    }
    return handled;
  }

  /** The disk fails: the queue stays and is retried. */
  function onBroken(error: unknown): void {
    if (stopped) return;
    isDraining = false;
    console.warn("Queued changes could not be sent", error);
    failures += 1;
    drainIn(backoff(failures, Math.random()));
  }

  async function handleEnd(end: DrainEnd): Promise<void> {
    if (end === "stopped") return;
    failures = end === "idle" ? 0 : failures + 1;
    await onEnd();
    // What is queued from here on may be too late for the next line.
    isDraining = false;
    const due = end === "idle" ? await drainer.nextDueIn() : backoff(failures, Math.random());
    drainIn(due);
    if (due !== undefined && !hasUnsent) onUnsent();
    hasUnsent = due !== undefined;
  }

  function drainIn(ms: number | undefined): void {
    if (ms !== undefined && !stopped) timer.start(ms);
  }

  return {
    drain,
    retryNow(request) {
      failures = 0;
      void drain(request);
    },
    takeOver() {
      if (isDraining) return;
      // A change of this tab's own may be due much later. After a failure all wait: each try writes, and another tab hears it.
      if (timer.leftMs() === Infinity || (failures === 0 && timer.leftMs() > takeOverMs)) drainIn(takeOverMs);
    },
    stop() {
      stopped = true;
      drainer.stop();
      timer.cancel();
    },
  };
}

function createTimer(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of `performance.now()`. */
  let end = Infinity;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    end = Infinity;
  };
  return {
    /** Infinite while nothing waits. */
    leftMs: () => end - performance.now(),
    cancel,
    /** In place of an earlier one. */
    start(ms: number) {
      cancel();
      end = performance.now() + ms;
      timer = setTimeout(() => {
        cancel();
        run();
      }, ms);
    },
  };
}
