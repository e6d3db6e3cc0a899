import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { streamChunks } from "./stream-chunks.ts";

/** As in WebKit. */
const native = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator);
beforeEach(() => {
  cancel.mockReset();
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
});
afterEach(() => {
  if (native !== undefined) Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, native);
});

const cancel = vi.fn<() => void>();
const numbers = () =>
  new ReadableStream<number>({
    start(controller) {
      for (const n of [1, 2, 3]) controller.enqueue(n);
      controller.close();
    },
    cancel,
  });

describe("chunks of a stream without an async iterator", () => {
  it("come in order", async () => {
    const seen: number[] = [];
    for await (const n of streamChunks(numbers())) seen.push(n);
    expect(seen).toEqual([1, 2, 3]);
    expect(cancel).not.toHaveBeenCalled();
  });

  it("are none where there is no body", async () => {
    for await (const _ of streamChunks(new Response(null).body)) expect.unreachable();
    expect(cancel).not.toHaveBeenCalled();
  });

  it("are not read on once the caller stops", async () => {
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(1), cancel });
    for await (const _ of streamChunks(stream)) break;
    expect(cancel).toHaveBeenCalledOnce();
    expect(stream.locked).toBe(false);
  });

  it("end with the stream's error", async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new Error("cut")),
    });
    const read = async () => {
      for await (const _ of streamChunks(broken)) expect.unreachable();
    };
    await expect(read()).rejects.toThrow("cut");
    expect(broken.locked).toBe(false);
  });
});
