/** SIGTERM under load: what is under way ends well, what was acknowledged is there afterwards (specification 21.5). */
import { once } from "node:events";
import { get, request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, publish, uploadPath } from "../support/http-client.ts";
import { audioBytes, longSound } from "../support/audio-files.ts";
import { repetitions } from "../support/repetitions.ts";
import { findFaults, makeLibrary, stop, type Library } from "../support/server-library.ts";
import type { ServerProcess } from "../support/process.ts";
import { checkAll, makeWriters } from "../support/writers.ts";

let library: Library;
let server: ServerProcess;
let load: Awaited<ReturnType<typeof makeWriters>>;
beforeAll(async () => {
  library = await makeLibrary();
  server = await library.start();
  load = await makeWriters(library, server.origin, 8);
}, 60_000);
afterAll(() => library.remove());

/** Half an upload; the rest goes when it is called. */
function beginUpload(token: string) {
  const head =
    '--x\r\nContent-Disposition: form-data; name="upload_preset"\r\n\r\noffbeat\r\n--x\r\n' +
    'Content-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), audioBytes("mp3"), Buffer.from("\r\n--x--\r\n")]);
  const sent = request(server.origin + uploadPath, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": body.length,
    },
  });
  const answer = readAll(sent);
  sent.write(body.subarray(0, 10_000));
  return () => {
    sent.end(body.subarray(10_000));
    return answer;
  };
}

/** A range whose reader rests after the first bytes, until what it answers is called. */
async function beginReading(url: string) {
  const sent = get(server.origin + url, { headers: { range: "bytes=1-" } });
  // The one argument of this event is the answer.
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  await once(reply, "readable");
  return async () => {
    let bytes = 0;
    for await (const part of reply) bytes += Buffer.from(part).length;
    return { status: reply.statusCode, bytes };
  };
}

test.each(repetitions(1, 10))("stop %i under load", { timeout: 60_000 }, async () => {
  const { writers, host } = load;
  // More than the buffers on its way hold.
  const long = longSound(6_000_000);
  const song = await publish(server.origin, host, long);
  const over = new AbortController();
  const running = writers.map((writer) => writer.run(server.origin, over.signal));
  const endUpload = beginUpload(host.token);
  const endReading = await beginReading(song.url);
  await new Promise((resolve) => setTimeout(resolve, 500));

  const ended = stop(server);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [upload, range] = await Promise.all([endUpload(), endReading()]);
  expect(upload.status).toBe(200);
  expect(range).toEqual({ status: 206, bytes: long.length - 1 });
  expect(await ended).toBe(0);
  over.abort();
  await Promise.all(running);
  // Nobody was told of a fault: calls were answered, told to come back, or met a closed door.
  const told = writers.flatMap(({ refusals }) => refusals.splice(0));
  expect(told.filter(({ status }) => status !== 503)).toEqual([]);
  expect(server.output()).not.toMatch(/"level":[56]0/);

  server = await library.start();
  await checkAll(server.origin, load);
  const mine = { song: { title: "Late", artist: "Ada", genre: "Ska" }, image: null };
  const claimed = await ask(server.origin, "POST", "/api/songs", host, {
    body: { ...mine, metadata: JSON.parse(upload.text) },
  });
  expect(claimed.status).toBe(201);
});

test("and nothing is left half done", async () => {
  expect(await stop(server)).toBe(0);
  expect(await findFaults(library)).toEqual([]);
});

async function readAll(sent: ReturnType<typeof request>) {
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  return { status: reply.statusCode, text: Buffer.concat(parts).toString() };
}
