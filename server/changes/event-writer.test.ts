import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { heartbeatMs } from "../../contract/change-stream.ts";
import { createEventWriter } from "./event-writer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = "data: changed\n\n";
const comment = ":\n\n";
const readAll = (stream: PassThrough) => String(stream.read() ?? "");

const always = async () => true;

test("a burst of changes is two events, a second apart", async () => {
  const stream = new PassThrough();
  const { announce } = createEventWriter(stream, always);
  expect(readAll(stream)).toBe(comment);
  announce();
  await vi.advanceTimersByTimeAsync(0);
  for (let count = 0; count < 50; count += 1) announce();
  await vi.advanceTimersByTimeAsync(999);
  expect(readAll(stream)).toBe(event);
  await vi.advanceTimersByTimeAsync(1);
  expect(readAll(stream)).toBe(event);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readAll(stream)).toBe("");
});

test("a quiet stream shows that it is alive, until it is closed", () => {
  const stream = new PassThrough();
  const { close } = createEventWriter(stream, always);
  vi.advanceTimersByTime(heartbeatMs * 2);
  expect(readAll(stream)).toBe(comment.repeat(3));
  close();
  vi.advanceTimersByTime(heartbeatMs * 2);
  expect(readAll(stream)).toBe("");
});

test("a stream that nobody reads is cut instead of kept in memory", () => {
  const stream = new PassThrough();
  const { close } = createEventWriter(stream, always);
  stream.once("close", close);
  vi.advanceTimersByTime(heartbeatMs * 1_300);
  expect(stream.destroyed).toBe(false);
  vi.advanceTimersByTime(heartbeatMs * 100);
  expect(stream.destroyed).toBe(true);
});

test("changes while it is asked whether the reader may hear of them are one event more", async () => {
  const stream = new PassThrough();
  let answer = () => {};
  const slow = () => new Promise<boolean>((resolve) => (answer = () => resolve(true)));
  const { announce } = createEventWriter(stream, slow);
  readAll(stream);
  for (let count = 0; count < 5; count += 1) {
    announce();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  answer();
  await vi.advanceTimersByTimeAsync(999);
  expect(readAll(stream)).toBe(event);
  await vi.advanceTimersByTimeAsync(1);
  answer();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readAll(stream)).toBe(event);
});

test("a clock that is set back silences no stream", async () => {
  const stream = new PassThrough();
  const { announce } = createEventWriter(stream, always);
  announce();
  await vi.advanceTimersByTimeAsync(0);
  expect(readAll(stream)).toBe(comment + event);
  vi.setSystemTime(Date.now() - 3_600_000);
  announce();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readAll(stream)).toBe(event);
});
