import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { heartbeatMs } from "../../contract/change-stream.ts";
import { ApiError, unreachable } from "../api/api-error.ts";
import type { OpenChangeStream } from "../api/open-change-stream.ts";
import { createStore } from "../lib/store.ts";
import { followChanges, type PageState } from "./follow-changes.ts";
import type { InterruptibleLock } from "./web-lock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

let stop = () => {};
let failure: ApiError | undefined;

/** The server's side of each stream, newest last. */
function setUp({
  lock = (_, work, signal) => work(signal),
  state = "visible",
}: { lock?: InterruptibleLock; state?: PageState } = {}) {
  const page = createStore(state);
  const onChange = vi.fn<() => void>();
  const onEnd = vi.fn<() => void>();
  const streams: { send: (text: string) => void; end: () => void; cut: () => void; isClosed: () => boolean }[] = [];
  const open = vi.fn<OpenChangeStream>(async (_, signal) => {
    if (failure !== undefined) throw failure;
    let isClosed = false;
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
        signal.addEventListener("abort", () => given.error(signal.reason));
      },
      cancel() {
        isClosed = true;
      },
    });
    signal.addEventListener("abort", () => (isClosed = true));
    streams.push({
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
      cut: () => controller.error(new TypeError("network error")),
      isClosed: () => isClosed,
    });
    return stream;
  });
  failure = undefined;
  stop = followChanges({ uid: "ada", open, lock, page, onChange, onEnd, random: () => 0.5 });
  return { page, onChange, onEnd, streams, open };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("tells of each event, however the network cuts it, and of no comment", async () => {
  const { onChange, streams } = setUp();
  await settle();
  streams[0]?.send(":\n\n");
  await settle();
  expect(onChange).not.toHaveBeenCalled();
  for (const part of ["da", "ta: chan", "ged\n", "\n"]) streams[0]?.send(part);
  await settle();
  expect(onChange).toHaveBeenCalledTimes(1);
  streams[0]?.send("data: changed\n\n");
  await settle();
  expect(onChange).toHaveBeenCalledTimes(2);
});

// 17.3
test("tells when a stream has ended or was cut, and not when the page leaves it", async () => {
  const { page, onEnd, streams } = setUp();
  await settle();
  streams[0]?.cut();
  await settle();
  expect(onEnd).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  streams[1]?.end();
  await settle();
  expect(onEnd).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  page.set("hidden");
  await settle();
  expect([streams.length, onEnd.mock.calls.length]).toEqual([3, 2]);
});

test("opens the stream again after its end, and takes what it may have missed for a change", async () => {
  const { onChange, streams, open } = setUp();
  await settle();
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(1_499);
  expect(open).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveBeenCalledTimes(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a silent stream has lost its connection; heartbeats keep it", async () => {
  const { streams, open } = setUp();
  await settle();
  for (let count = 0; count < 10; count += 1) {
    await vi.advanceTimersByTimeAsync(heartbeatMs);
    streams[0]?.send(":\n\n");
    await settle();
  }
  expect(open).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(heartbeatMs * 2 + 2_000);
  expect(streams[0]?.isClosed()).toBe(true);
  expect(open).toHaveBeenCalledTimes(2);
});

test("a hidden page has no stream, and asks for what it may have missed when it is back", async () => {
  const { page, onChange, streams, open } = setUp({ state: "hidden" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open).not.toHaveBeenCalled();
  page.set("visible");
  await settle();
  expect(open).toHaveBeenCalledTimes(1);
  page.set("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams[0]?.isClosed()).toBe(true);
  expect(open).toHaveBeenCalledTimes(1);
  page.set("visible");
  await settle();
  expect(open).toHaveBeenCalledTimes(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a sign-out closes the stream, and no other is opened", async () => {
  const { page, streams, open } = setUp();
  await settle();
  stop();
  await settle();
  expect(streams[0]?.isClosed()).toBe(true);
  page.set("hidden");
  page.set("visible");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open).toHaveBeenCalledTimes(1);
});

test("an offline page has none, and asks for nothing twice: coming back refetches by itself", async () => {
  const { page, onChange, streams, open } = setUp();
  await settle();
  page.set("offline");
  await settle();
  expect(streams[0]?.isClosed()).toBe(true);
  page.set("visible");
  await settle();
  expect(open).toHaveBeenCalledTimes(2);
  expect(onChange).not.toHaveBeenCalled();
});

test("asks a server that refuses less and less often, and as it wishes", async () => {
  const { page, open } = setUp({ state: "hidden" });
  failure = new ApiError("unavailable", "x", { status: 429, retryAfterMs: 60_000 });
  page.set("visible");
  await vi.advanceTimersByTimeAsync(59_999);
  expect(open).toHaveBeenCalledTimes(1);
  failure = unreachable();
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(open).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(5_999);
  expect(open).toHaveBeenCalledTimes(3);
});

test("a line that is cut now and then makes no wait longer; a server that cuts at once does", async () => {
  const { streams, open } = setUp();
  await settle();
  for (let count = 1; count < 4; count += 1) {
    await vi.advanceTimersByTimeAsync(heartbeatMs);
    streams.at(-1)?.send(":\n\n");
    await vi.advanceTimersByTimeAsync(1);
    streams.at(-1)?.cut();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(open).toHaveBeenCalledTimes(count + 1);
  }
  streams.at(-1)?.cut();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(open).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveBeenCalledTimes(5);
});

test("a first stream that opens late asks for what may have changed since the lists were asked for", async () => {
  const { page, onChange, open } = setUp({ state: "hidden" });
  failure = unreachable();
  page.set("visible");
  await settle();
  failure = undefined;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(open).toHaveBeenCalledTimes(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("waits for the tab that has the lock, and no longer once the page was left", async () => {
  const waiting: (() => void)[] = [];
  let withdrawn = 0;
  const lock: InterruptibleLock = async (_, work, signal) => {
    await new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      signal.addEventListener("abort", () => {
        withdrawn += 1;
        reject(signal.reason);
      });
    });
    return work(signal);
  };
  const { page, open } = setUp({ lock });
  await settle();
  page.set("hidden");
  await settle();
  expect(withdrawn).toBe(1);
  page.set("visible");
  await settle();
  expect(open).not.toHaveBeenCalled();
  waiting[1]?.();
  await settle();
  expect(open).toHaveBeenCalledTimes(1);
});

test("a suspended page closes its stream; one that is back opens another and asks for what it missed", async () => {
  let suspend = new AbortController();
  const lock: InterruptibleLock = (_, work, signal) => work(AbortSignal.any([signal, suspend.signal]));
  const { onChange, streams, open } = setUp({ lock });
  await settle();
  suspend.abort();
  suspend = new AbortController();
  await settle();
  expect(streams[0]?.isClosed()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(open).toHaveBeenCalledTimes(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});
