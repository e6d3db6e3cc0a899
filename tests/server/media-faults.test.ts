import { once } from "node:events";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { open, readdir, rm, utimes, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { openDiskStorage } from "../../server/media/disk-storage.ts";
import { importFile } from "../../server/media/import-file.ts";
import { findDelivery, releaseAssets } from "../../server/media/asset-rows.ts";
import { collectGarbage, collectGarbageHourly } from "../../server/media/garbage-collect.ts";
import { audioBytes, audioFile } from "../support/audio-files.ts";
import type { TestUser } from "../support/server.ts";
import { startMedia, type MediaApp } from "./media-app.ts";

let server: MediaApp;
/** One server for each set of settings; starting one takes seconds. */
const servers = new Map<string, { server: MediaApp; port: number }>();
afterAll(async () => {
  for (const { server: one } of servers.values()) await one.close();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** An empty server with these settings. */
async function start(env: Record<string, string> = {}): Promise<{ port: number; user: TestUser }> {
  const key = JSON.stringify(env);
  const present = servers.get(key) ?? (await launch(env));
  servers.set(key, present);
  server = present.server;
  await server.db.query("delete from assets");
  for (const name of await kept()) await rm(join(folder(), name));
  for (const name of await temporary()) await rm(join(folder(), "tmp", name));
  return { port: present.port, user: await server.user() };
}

async function launch(env: Record<string, string>) {
  const one = await startMedia(env);
  await one.app.listen({ host: "127.0.0.1", port: 0 });
  // A TCP server's address is an object, not a pipe's name.
  const { port } = one.app.server.address() as AddressInfo;
  return { server: one, port };
}

const folder = () => join(server.deps.settings.dataDir, "media");
const temporary = () => readdir(join(folder(), "tmp"));
const kept = async () => (await readdir(folder(), { recursive: true })).filter((name) => name.endsWith(".audio"));
const rows = async () => (await server.db.query("select id from assets")).length;

interface Sending {
  req: ClientRequest;
  /** The answer, read to its end. */
  answer: Promise<{ status: number; message: string }>;
  /** Sends and waits while the connection is full. */
  send(bytes: Buffer | string): Promise<void>;
  finish(): void;
}

/** Opens an upload by hand, so that a test decides when and how much arrives. */
function begin(port: number, user: TestUser, headers: Record<string, string> = {}): Sending {
  const req = request({
    port,
    // A connection of its own.
    agent: false,
    method: "POST",
    path: "/media/v1_1/offbeat/video/upload",
    headers: {
      authorization: `Bearer ${user.token}`,
      "content-type": "multipart/form-data; boundary=x",
      ...headers,
    },
  });
  const answer = (async () => {
    const [reply] = (await once(req, "response")) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of reply) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString());
    return {
      status: reply.statusCode ?? 0,
      message: String(body.error?.message ?? body.public_id),
    };
  })();
  answer.catch(() => {});
  // After its answer the server may close while bytes are still on their way; before, `answer` fails with it.
  req.on("error", () => {});
  req.write(
    '--x\r\nContent-Disposition: form-data; name="upload_preset"\r\n\r\noffbeat\r\n--x\r\n' +
      'Content-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n',
  );
  return {
    req,
    answer,
    send: (bytes) =>
      new Promise((resolve) => {
        const go = () => {
          req.off("drain", go).off("close", go);
          resolve();
        };
        if (req.write(bytes)) resolve();
        else req.once("drain", go).once("close", go);
      }),
    finish: () => req.end("\r\n--x--\r\n"),
  };
}

const mebibyte = 1024 * 1024;

describe("large uploads", () => {
  test("200 MB go to disk with little memory, beside other requests", { timeout: 60_000 }, async () => {
    const { port, user } = await start({ MAX_AUDIO_BYTES: "300000000" });
    const upload = begin(port, user);
    const seconds = audioBytes("wav");
    // A WAV header that claims the length that follows.
    const header = Buffer.from(seconds.subarray(0, 44));
    const length = 200 * mebibyte;
    header.writeUInt32LE(36 + length, 4);
    header.write("data", 36);
    header.writeUInt32LE(length, 40);
    await upload.send(header);
    const chunk = Buffer.alloc(mebibyte, 0x11);
    const before = process.memoryUsage.rss();
    let most = 0;
    for (let n = 0; n < 200; n++) {
      await upload.send(chunk);
      most = Math.max(most, process.memoryUsage.rss());
      if (n % 50 === 0) expect((await server.call("GET", "/healthz", null)).status).toBe(200);
    }
    upload.finish();
    expect((await upload.answer).status).toBe(200);
    // Sender and server share this process; the figure to reach is 50 MB for the server alone.
    expect(most - before).toBeLessThan(100_000_000);
    expect(await temporary()).toEqual([]);
    const [row] = await server.db.query("select bytes from assets");
    expect(row?.["bytes"]).toBe(length + 44);
  });

  test("one over the limit is refused while it arrives, and the client gets to read why", async () => {
    const { port, user } = await start({ MAX_AUDIO_BYTES: "3000000" });
    const upload = begin(port, user);
    // Without waiting: the answer may come before the last byte has gone.
    for (let n = 0; n < 30; n++) upload.req.write(Buffer.alloc(mebibyte));
    upload.finish();
    expect(await upload.answer).toEqual({
      status: 413,
      message: "The file is too large. The limit is 3 MB",
    });
    expect([await temporary(), await kept(), await rows()]).toEqual([[], [], 0]);
  });

  test("a limit below a megabyte is said in kilobytes", async () => {
    const { port, user } = await start({ MAX_AUDIO_BYTES: "300000" });
    const upload = begin(port, user);
    upload.req.write(Buffer.alloc(mebibyte));
    upload.finish();
    expect((await upload.answer).message).toBe("The file is too large. The limit is 300 kB");
  });

  test("one that says its length is refused before a byte is stored", async () => {
    const { port, user } = await start({ MAX_AUDIO_BYTES: "3000000" });
    const upload = begin(port, user, { "content-length": String(2_000_000_000) });
    expect((await upload.answer).status).toBe(413);
    expect(await temporary()).toEqual([]);
    upload.req.destroy();
  });

  test("exactly the limit is allowed, a byte more is not", async () => {
    const bytes = audioBytes("mp3");
    const { user } = await start({ MAX_AUDIO_BYTES: String(bytes.length) });
    const status = async (file: Buffer) =>
      (await server.upload(user, "video", { file: { name: "a.mp3", bytes: file } })).status;
    expect(await status(bytes)).toBe(200);
    expect(await status(Buffer.concat([bytes, Buffer.alloc(1)]))).toBe(413);
  });
});

/** Holds the next inspection back; `inspected` tells who is told when its client goes. */
function holdBack() {
  const { inspector } = server.deps;
  const inspect = inspector.inspect;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const inspected = new Promise<AbortSignal | undefined>((resolve) => {
    vi.spyOn(inspector, "inspect").mockImplementationOnce(async (kind, file) => {
      resolve(file.signal);
      await released;
      return inspect(kind, file);
    });
  });
  return { inspected, release };
}

describe("an inspection that takes long", () => {
  const connectionOf = async () => {
    const [socket] = (await once(server.app.server, "connection")) as [Socket];
    return socket;
  };

  const song = audioBytes("mp3");
  const lastPart = {
    "x-unique-upload-id": "upload-0000000000000001",
    "content-range": `bytes 0-${song.length - 1}/${song.length}`,
  };

  // 15.22
  test.each([
    ["a whole file", {}, "tmp"],
    ["the last part of one", lastPart, "parts"],
  ])("may leave the connection of %s silent for longer than any other call", async (_, headers, arriving) => {
    const { port, user } = await start();
    const { inspected, release } = holdBack();
    const connection = connectionOf();
    const upload = begin(port, user, headers);
    const socket = await connection;
    await upload.send(song);
    await vi.waitFor(async () => expect(await readdir(join(folder(), arriving))).toHaveLength(1), { timeout: 10_000 });
    expect(socket.timeout).toBe(45_000);
    upload.finish();
    await inspected;
    expect(socket.timeout).toBe(0);
    release();
    expect((await upload.answer).status).toBe(200);
    expect(socket.timeout).toBeGreaterThan(0);
  });

  // 15.22
  test("hears of a client that goes away", async () => {
    const { port, user } = await start();
    const { inspected, release } = holdBack();
    const upload = begin(port, user);
    await upload.send(audioBytes("mp3"));
    upload.finish();
    const signal = await inspected;
    expect(signal?.aborted).toBe(false);
    upload.req.destroy();
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    release();
    await vi.waitFor(async () => expect(await temporary()).toEqual([]));
    expect(await rows()).toBe(0);
  });
});

describe("uploads that break off", () => {
  // 15.26
  test("keep the parts of a client that goes during the inspection: the last part alone comes again", async () => {
    const { port, user } = await start();
    const song = audioBytes("mp3");
    const cut = 10_000;
    const part = (first: number, end: number) => ({
      "x-unique-upload-id": "upload-0000000000000002",
      "content-range": `bytes ${first}-${end - 1}/${song.length}`,
    });
    const sendPart = (first: number, end: number) =>
      server.upload(user, "video", {
        file: { name: "song.mp3", bytes: song.subarray(first, end) },
        headers: part(first, end),
      });
    expect((await sendPart(0, cut)).status).toBe(200);
    const { inspected, release } = holdBack();
    const upload = begin(port, user, part(cut, song.length));
    await upload.send(song.subarray(cut));
    upload.finish();
    const signal = await inspected;
    upload.req.destroy();
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    release();
    await vi.waitFor(async () => expect(await temporary()).toEqual([]));
    expect((await sendPart(cut, song.length)).status).toBe(200);
  });

  test("are no error of the server's where the client went", async () => {
    const { port, user } = await start();
    const said = { error: vi.spyOn(server.app.log, "error"), info: vi.spyOn(server.app.log, "info") };
    const upload = begin(port, user);
    await upload.send(Buffer.alloc(mebibyte));
    await vi.waitFor(async () => expect(await temporary()).toHaveLength(1));
    upload.req.destroy();
    await vi.waitFor(() => expect(said.info).toHaveBeenCalledWith("upload aborted"));
    expect(said.error).not.toHaveBeenCalled();
  });

  test("leave no temporary file when the client goes away", async () => {
    const { port, user } = await start();
    const upload = begin(port, user);
    await upload.send(Buffer.alloc(mebibyte));
    await vi.waitFor(async () => expect(await temporary()).toHaveLength(1));
    upload.req.destroy();
    await vi.waitFor(async () => expect(await temporary()).toEqual([]));
    expect(await rows()).toBe(0);
    expect((await server.upload(user, "video", { file: { name: "a.mp3", bytes: audioBytes("mp3") } })).status).toBe(
      200,
    );
  });

  test("leave none when the form ends in the middle of the file", async () => {
    const { port, user } = await start();
    const upload = begin(port, user);
    await upload.send(audioBytes("mp3"));
    upload.req.end();
    expect((await upload.answer).status).toBe(400);
    expect([await temporary(), await rows()]).toEqual([[], 0]);
  });

  test("a full disk answers 507 and leaves nothing", async () => {
    const { user } = await start();
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    // Every handle shares the methods of this one.
    const probe = await open(audioFile("mp3"), "r");
    const shared: Pick<FileHandle, "write"> = Object.getPrototypeOf(probe);
    await probe.close();
    const write = vi.spyOn(shared, "write").mockRejectedValue(full);
    const reply = await server.upload(user, "video", {
      file: { name: "a.mp3", bytes: audioBytes("mp3") },
    });
    write.mockRestore();
    expect([reply.status, reply.body.error.message]).toEqual([507, expect.stringContaining("no room left")]);
    expect([await temporary(), await rows()]).toEqual([[], 0]);
    expect((await server.upload(user, "video", { file: { name: "a.mp3", bytes: audioBytes("mp3") } })).status).toBe(
      200,
    );
  });

  test("leave neither row nor file when the file cannot get its name", async () => {
    const { user } = await start();
    const { intake } = server.deps.storage;
    const receive = intake.receive;
    vi.spyOn(intake, "receive").mockImplementation(async (source, limit) => ({
      ...(await receive(source, limit)),
      keep: () => Promise.reject(new Error("EIO")),
    }));
    const reply = await server.upload(user, "video", {
      file: { name: "a.mp3", bytes: audioBytes("mp3") },
    });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("EIO");
    expect([await temporary(), await kept(), await rows()]).toEqual([[], [], 0]);
  });

  test("the next start removes what a killed one left", async () => {
    await start();
    await writeFile(join(folder(), "tmp", "0123"), "half a song");
    // Beside other processes it may be one of theirs.
    await openDiskStorage(folder(), { shared: true });
    expect(await temporary()).toEqual(["0123"]);
    await openDiskStorage(folder());
    expect(await temporary()).toEqual([]);
  });

  test("a sweep while running spares what is being written", async () => {
    await start();
    const age = async (name: string, ms: number) => {
      const then = new Date(server.clock.now - ms);
      await writeFile(join(folder(), "tmp", name), "");
      await utimes(join(folder(), "tmp", name), then, then);
    };
    await age("fresh", 3_599_000);
    await age("stale", 3_601_000);
    const failed = vi.fn<(error: unknown) => void>();
    const stop = collectGarbageHourly(server.deps, failed);
    await vi.waitFor(async () => expect(await temporary()).toEqual(["fresh"]));
    stop();
    expect(failed).not.toHaveBeenCalled();
  });
});

describe("what nothing claims", () => {
  const importSong = async (uid: string) => {
    const file = { uid, kind: "audio", path: audioFile("mp3"), filename: "a.mp3" } as const;
    return (await importFile(server.deps, file)).id;
  };

  test("goes after 24 h with its files, and what is claimed stays", async () => {
    const { user } = await start();
    const [loose, claimed] = [await importSong(user.uid), await importSong(user.uid)];
    await server.db.query("update assets set claimed_by = 'song' where id = $1", [claimed]);
    server.clock.now += 24 * 3_600_000 - 1;
    expect(await collectGarbage(server.deps)).toBe(0);
    server.clock.now += 2;
    expect(await collectGarbage(server.deps)).toBe(1);
    expect(await kept()).toEqual([expect.stringContaining(claimed)]);
    expect(await server.db.query("select id from assets where id = $1", [loose])).toEqual([]);
    expect(await collectGarbage(server.deps)).toBe(0);
  });

  test("is out of reach once it is released, and goes at the next sweep", async () => {
    const { user } = await start();
    const id = await importSong(user.uid);
    await server.db.query("update assets set claimed_by = 'song' where id = $1", [id]);
    expect(await findDelivery(server.db, id)).toMatchObject({ uid: user.uid });
    await server.db.transaction((tx) => releaseAssets(tx, [id]));
    expect(await findDelivery(server.db, id)).toBeUndefined();
    expect(await collectGarbage(server.deps)).toBe(1);
    expect(await kept()).toEqual([]);
  });

  test("goes at the next sweep when the last one died between files and row", async () => {
    const { user } = await start();
    await importSong(user.uid);
    server.clock.now += 25 * 3_600_000;
    const removeAll = server.deps.storage.remove;
    const remove = vi.spyOn(server.deps.storage, "remove").mockImplementationOnce(async ([asset]) => {
      // The file is gone, and the process with it before the row is.
      await removeAll(asset ? [asset] : []);
      throw new Error("killed");
    });
    const failed = vi.fn<(error: unknown) => void>();
    const stop = collectGarbageHourly(server.deps, failed);
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
    stop();
    remove.mockRestore();
    expect(await rows()).toBe(1);
    expect(await collectGarbage(server.deps)).toBe(1);
    expect([await kept(), await rows()]).toEqual([[], 0]);
  });

  test("keeps its files when a song claims it during the sweep", async () => {
    const { user } = await start();
    const id = await importSong(user.uid);
    server.clock.now += 25 * 3_600_000;
    const [, removed] = await Promise.all([
      server.db.query("update assets set claimed_by = 'song' where id = $1 and claimed_by is null", [id]),
      collectGarbage(server.deps),
    ]);
    await sleep(10);
    expect([removed, (await kept()).length, await rows()]).toEqual([0, 1, 1]);
  });
});

test("storage refuses every name that is not its own", async () => {
  await start();
  const { storage } = server.deps;
  for (const id of ["../x", "a/../../etc/passwd", "", ".", "tmp", "\0", "A".repeat(21)]) {
    const asset = { id, publicId: null, kind: "audio", format: "mp3", bytes: 1 } as const;
    const never = () => new AbortController().signal;
    await expect(async () => storage.open(asset, {}, never)).rejects.toThrow(RangeError);
    expect(await storage.remove([asset])).toEqual({ gone: [], error: expect.any(RangeError) });
  }
  const received = await storage.intake.receive(Readable.from([Buffer.from("x")]), 9);
  const wrong = `${"A".repeat(22)}.audio/../x`;
  await expect(async () => received.keep(wrong)).rejects.toThrow(RangeError);
  await received.discard();
});

test("many uploads at once all arrive whole, six of one user", async () => {
  const { user } = await start();
  const others = [await server.user(), await server.user(), await server.user()];
  const bytes = audioBytes("wav");
  const send = (one: TestUser) => server.upload(one, "video", { file: { name: "a.wav", bytes } });
  const replies = await Promise.all([user, ...others].flatMap((one) => Array.from({ length: 5 }, () => send(one))));
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(replies.map(({ body }) => body.public_id)).size).toBe(20);
  const hashes = await server.db.query("select distinct sha256, bytes from assets");
  expect(hashes).toHaveLength(1);
  const many = await Promise.all(Array.from({ length: 9 }, () => send(user)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(many.find(({ status }) => status === 429)).toMatchObject({
    headers: { "retry-after": "5" },
    body: { error: { message: "Too many requests. Wait a moment and try again" } },
  });
  expect((await send(user)).status).toBe(200);
});

test("what one user leaves unsaved is bounded, in files and in bytes", async () => {
  const { user } = await start();
  const other = await server.user();
  const send = async (one: TestUser) =>
    server.upload(one, "video", { file: { name: "a.mp3", bytes: audioBytes("mp3") } });
  const fill = (count: number, bytes: number) =>
    server.db.query(
      `insert into assets (id, uid, kind, bytes, mime_type, format, original_filename, created_at)
       select 'left-' || n, $1, 'audio', $3::bigint, '', '', '', $4 from generate_series(1, $2::integer) n`,
      [user.uid, count, bytes, server.clock.now],
    );
  for (const [count, bytes] of [
    [200, 1],
    [1, 10 * 200_000_000],
  ] as const) {
    await fill(count, bytes);
    const reply = await send(user);
    expect([reply.status, reply.headers["retry-after"], reply.body.error.message]).toEqual([
      429,
      "3600",
      "Many of your uploads were never saved. They go within a day: try again then",
    ]);
    expect((await send(other)).status).toBe(200);
    await server.db.query("update assets set claimed_by = 'song' where id like 'left-%'");
    expect((await send(user)).status).toBe(200);
    await server.db.query("delete from assets");
  }
  expect(await temporary()).toEqual([]);
});
