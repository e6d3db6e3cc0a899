/**
 * Follows the server's change stream, in one tab per account, so that changes of other devices show within seconds
 * (specification 17.57). Nothing relies on it: lists are refetched at intervals, too.
 */
import { heartbeatMs } from "../../contract/change-stream.ts";
import type { OpenChangeStream } from "../api/open-change-stream.ts";
import { ApiError } from "../api/api-error.ts";
import { sleep } from "../lib/sleep.ts";
import type { ReadableStore } from "../lib/store.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { backoff } from "./backoff.ts";
import type { InterruptibleLock } from "./web-lock.ts";

/** A stream that is silent for longer has lost its connection. */
const silenceMs = heartbeatMs * 2;

/** A stream that lasted this long proves that streams work: the next attempt is a first one again; milliseconds. */
const provenMs = heartbeatMs;

/** Only a visible page that reaches the server needs a stream. */
export type PageState = "visible" | "hidden" | "offline";

interface FollowDeps {
  uid: string;
  open: OpenChangeStream;
  /** The lock that the account's tabs share. */
  lock: InterruptibleLock;
  page: ReadableStore<PageState>;
  /** Called when another page or device has changed something, or may have. */
  onChange: () => void;
  /** Called when a stream that stood has ended: often the network is gone, and no call may tell for half a minute. */
  onEnd: () => void;
  random: () => number;
}

/** Returns a stop function. */
export function followChanges({ uid, open, lock, page, onChange, onEnd, random }: FollowDeps): () => void {
  let run: AbortController | undefined;
  /** Whether changes may have been missed. Not by the first attempt or after being offline: pages then refetch by themselves. */
  let mayHaveMissed = false;

  /** Resolves when the server ends the stream. */
  async function readStream(signal: AbortSignal): Promise<void> {
    const stream = await open(uid, signal);
    if (mayHaveMissed) onChange();
    mayHaveMissed = true;
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let line = "";
    try {
      for (;;) {
        const { done, value } = await withTimeout(silenceMs, reader.read());
        if (done) return;
        const lines = (line + decoder.decode(value, { stream: true })).split("\n");
        line = lines.pop() ?? "";
        if (lines.some((one) => one.startsWith("data:"))) onChange();
      }
    } finally {
      void reader.cancel().catch(() => {});
      if (!signal.aborted) onEnd();
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const begun = Date.now();
      let retryAfterMs: number | undefined;
      try {
        await lock(`offbeat-changes-${uid}`, readStream, signal);
        failures = 0;
      } catch (error) {
        // A line that is cut now and then must not make the waits longer and longer.
        failures = Date.now() - begun > provenMs ? 1 : failures + 1;
        // The lists were asked for before this attempt.
        if (!signal.aborted) mayHaveMissed = true;
        if (error instanceof ApiError) ({ retryAfterMs } = error);
      }
      await sleep(backoff(Math.max(1, failures), random(), retryAfterMs), signal);
    }
  }

  function update(): void {
    if (page.get() === "offline") mayHaveMissed = false;
    if (page.get() !== "visible") {
      run?.abort();
      run = undefined;
    } else if (run === undefined) {
      run = new AbortController();
      void follow(run.signal);
    }
  }

  const unsubscribe = page.subscribe(update);
  update();
  return () => {
    unsubscribe();
    run?.abort();
  };
}
