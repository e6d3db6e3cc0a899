/** What a media host is asked, and how long it is waited for (specification 15.16-15.18). */
import { once } from "node:events";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createApp } from "../../server/app.ts";
import { openDelivery } from "../../server/media/cloudinary-delivery.ts";
import { openStorage } from "../../server/media/open-storage.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { audioBytes } from "../support/audio-files.ts";
import { cloud, CloudinaryStandIn } from "../support/cloudinary-stand-in.ts";
import { createTestServer } from "../support/server.ts";

afterEach(() => void vi.useRealTimers());

async function start() {
  const server = await createTestServer();
  const host = await CloudinaryStandIn.start();
  const settings = readSettings({ DATA_DIR: server.deps.settings.dataDir, MEDIA_URL: host.mediaUrl });
  const storage = await openStorage(settings, server.deps.now);
  const { fastify } = await createApp({ ...server.deps, settings, storage });
  onTestFinished(async () => {
    await fastify.close();
    await host.stop();
    storage.close();
    await server.close();
  });
  const ready = async () => (await fastify.inject({ method: "GET", url: "/readyz" })).statusCode;
  const pings = () => host.requests.filter((one) => one.endsWith("/ping")).length;
  return { server, host, fastify, ready, pings };
}

test("strangers who ask whether the server is ready cost one call of the host's a minute", async () => {
  const { server, ready, pings } = await start();
  server.clock.now += 61_000;
  expect(new Set(await Promise.all(Array.from({ length: 100 }, ready)))).toEqual(new Set([200]));
  expect(pings()).toBe(1);
  // A clock that was set back does not stop the checks.
  server.clock.now -= 3_600_000;
  await ready();
  expect(pings()).toBe(2);
});

test("nor one each while the host refuses, and it is asked again after 10 s", async () => {
  const { server, host, ready, pings } = await start();
  server.clock.now += 61_000;
  host.adminStatus = 420;
  for (let n = 0; n < 20; n += 1) expect(await ready()).toBe(503);
  expect(pings()).toBe(1);
  host.adminStatus = undefined;
  server.clock.now += 10_000;
  expect(await ready()).toBe(200);
});

// 15.17
test("a clock that was set back keeps nobody from saving an upload", async () => {
  const { server, host, fastify } = await start();
  const user = await server.user({ artist: true });
  const post = async (url: string, payload: object) =>
    fastify.inject({
      method: "POST",
      url,
      payload: JSON.stringify(payload),
      headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
    });
  const { public_id: id } = (await post("/api/uploads", { kind: "video" })).json().data.fields;
  const file = { public_id: id, secure_url: "x", url: "x", bytes: 1, format: "mp3", resource_type: "video" };
  const metadata = { ...file, original_filename: "a", created_at: "" };
  const song = { title: "Tune", artist: "Ada", genre: "Ska", private: true };
  const save = async () => (await post("/api/songs", { song, metadata })).statusCode;
  expect(await save()).toBe(409);
  server.clock.now -= 3_600_000;
  const form = new FormData();
  form.set("upload_preset", "songs");
  form.set("public_id", id);
  form.set("file", new Blob([new Uint8Array(audioBytes("mp3"))]), "song.mp3");
  const sent = await fetch(`${host.origin}/v1_1/${cloud}/video/upload`, { method: "POST", body: form });
  expect(sent.status).toBe(200);
  server.clock.now += 60_000;
  expect(await save()).toBe(201);
});

// 15.18
test("a client that reads nothing for longer than 30 s, as a paused player, has the rest of the file", async () => {
  const bytes = 20_000_000;
  const host = createServer((_, reply) => {
    reply.writeHead(200, { "content-length": bytes });
    reply.end(Buffer.alloc(bytes, 1));
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  const address = host.address();
  if (address === null || typeof address === "string") throw new Error("It listens on a port");
  const setting = { delivery: `http://127.0.0.1:${address.port}`, cloud: "c", secret: "s", api: "", key: "" };
  const asset = { id: "a", publicId: "p", kind: "audio", format: "mp3", bytes } as const;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const opened = await openDelivery(setting as never, asset, {}, new AbortController().signal);
  const body = Readable.from(opened?.body ?? []);
  let got = 0;
  for await (const chunk of body) {
    // The bytes have long come, and the player is paused.
    if (got === 0) {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(31_000);
    }
    got += chunk.length;
  }
  expect(got).toBe(bytes);
});
