import { expect, test, vi } from "vitest";
import { createSignals } from "./postgres-signals.ts";

const { connect } = vi.hoisted(() => ({ connect: vi.fn<() => Promise<void>>() }));
vi.mock("pg", async () => {
  const { EventEmitter } = await import("node:events");
  return {
    Client: class extends EventEmitter {
      connect = connect;
      query = async () => {};
      end = async () => {};
    },
  };
});

test("a first connection that comes late counts as a gap: messages may have been missed", async () => {
  vi.useFakeTimers();
  connect.mockRejectedValueOnce(new Error("too many clients")).mockResolvedValue();
  const onGap = vi.fn<() => void>();
  const stop = createSignals({}, { query: async () => [] }).listen(() => {}, onGap);
  await vi.advanceTimersByTimeAsync(500);
  expect(onGap).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onGap).toHaveBeenCalledOnce();
  await stop();
  vi.useRealTimers();
});
