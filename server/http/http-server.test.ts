import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createHttpServer } from "./http-server.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** Sends the head of a request and a byte of its body, to a server that answers at once; resolves once that has come. */
async function trickle(method: string, path: string) {
  const server = createHttpServer((_, response) => void response.writeHead(401).end(), undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\na`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 401/);
  return socket;
}

test.each([
  ["GET", "/api/songs/public-songs"],
  ["POST", "/api/users"],
  ["POST", "/media/v1_1/offbeat/video/upload"],
])("who has an answer and goes on sending loses the connection after 30 s: %s %s", async (method, path) => {
  const socket = await trickle(method, path);
  const ended = vi.fn<() => void>();
  socket.once("close", ended).on("error", () => {});
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
});

test("an upload that came whole leaves no timer behind", async () => {
  const server = createHttpServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end());
  }, undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write("POST /media/v1_1/offbeat/video/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na");
  await once(socket, "data");
  await new Promise((resolve) => setImmediate(resolve));
  expect(vi.getTimerCount()).toBe(0);
});
