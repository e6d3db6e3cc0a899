/** Shared files take their time (specification 3.17.3). */
import { once } from "node:events";
import { request } from "node:http";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createTestServer } from "../support/server.ts";

afterEach(() => void vi.useRealTimers());

test("a share that takes longer than half a minute to send is answered", async () => {
  const server = await createTestServer();
  onTestFinished(() => server.close());
  const { port } = new URL(await server.app.listen({ host: "127.0.0.1", port: 0 }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": 20 };
  const call = request({ host: "127.0.0.1", port, method: "POST", path: "/share-target", headers });
  const answered = once(call, "response");
  const arrived = once(server.app.server, "request");
  call.write("half of it");
  await arrived;
  vi.advanceTimersByTime(40_000);
  call.end("and a half");
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(303);
});
