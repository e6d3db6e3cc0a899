/** Serves the operator's commands on the socket in DATA_DIR (specification 16.14). */
import { randomBytes } from "node:crypto";
import { readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import type { DeletionPause } from "../media/pause-deletions.ts";
import { StartError } from "../lib/start-error.ts";
import { doJob, dropSnapshots, type JobParts } from "./jobs.ts";
import { Job, lineReader, maxPathBytes, socketPath, type Reply } from "./protocol.ts";

/**
 * Listens until the returned function is called. Without a socket the commands need a stopped server; `warn` gets a
 * line about that.
 */
export async function listenForAdmin(
  parts: JobParts,
  pauseDeletions: DeletionPause,
  warn: (line: string) => void,
): Promise<() => Promise<void>> {
  const { dataDir } = parts.deps.settings;
  const path = socketPath(dataDir);
  const ownPath = `${path}-${randomBytes(4).toString("hex")}`;
  const needsStop = "backup, reset-link and seed work while the server is stopped";
  if (process.platform === "win32") return () => Promise.resolve();
  if (Buffer.byteLength(ownPath) > maxPathBytes) {
    warn(`DATA_DIR is too long a path for a socket (${maxPathBytes} bytes): ${needsStop}`);
    return () => Promise.resolve();
  }
  // Servers on one PostgreSQL may share the directory: the first of them serves the socket.
  if (await isListening(path)) return () => Promise.resolve();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serveSocket(socket, parts, pauseDeletions);
  });
  await listenPrivately(server, ownPath);
  // Replaces the socket of a dead server, or of one that starts at the same time. It listens on a name of its own because,
  // on close, node unlinks the name it listened on, even if that is another server's socket by then.
  const { ino } = await stat(ownPath);
  // Before anybody can ask for one.
  await dropSnapshots(dataDir);
  await rename(ownPath, path);
  await removeDrafts(dataDir);
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    const left = await stat(path).catch(() => undefined);
    if (left?.ino === ino) await unlink(path).catch(() => {});
  };
}

/** Longer than a start needs to rename its socket. */
const draftTtlMs = 60_000;

/** Removes sockets of starts that were killed before the rename. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (!/^socket-[0-9a-f]{8}$/.test(name)) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    // A young one belongs to a server that is starting.
    if (Date.now() - mtimeMs > draftTtlMs) await unlink(path).catch(() => {});
  }
}

const isListening = (path: string) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on("error", () => resolve(false));
  });

/** Creates the socket with mode 0600: node creates it during `listen`, under the current umask. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = process.umask(0o177);
    server.once("error", reject);
    server.listen(path, resolve);
    process.umask(before);
  });
}

function serveSocket(socket: Socket, parts: JobParts, pauseDeletions: DeletionPause): void {
  const send = (reply: Reply) => void socket.write(`${JSON.stringify(reply)}\n`);
  const fail = (message: string) => send({ kind: "failed", message });
  const read = lineReader((line) => {
    const job = parseJob(line);
    if (!job) return fail("The server is of another version: restart it and try again");
    // Keeps the files of the copied database until the client disconnects.
    if (job.kind === "snapshot") socket.once("close", pauseDeletions());
    doJob(parts, job, (progress) => send({ kind: "progress", line: progress })).then(
      (lines) => {
        // A client that was killed leaves its copy.
        if (job.kind === "snapshot") whenClosed(socket, () => void drop(parts.deps.settings.dataDir, lines));
        send({ kind: "done", lines });
      },
      (error: unknown) => fail(error instanceof StartError ? error.message : `It failed: ${String(error)}`),
    );
  });
  socket.setEncoding("utf8");
  socket.on("data", (part: string) => void (read(part) || socket.destroy()));
  // The client may disconnect at any time.
  socket.on("error", () => {});
}

function whenClosed(socket: Socket, then: () => void): void {
  if (socket.destroyed) then();
  else socket.once("close", then);
}

/** What stays goes with the next start. */
async function drop(dataDir: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(join(dataDir, folder), { recursive: true, force: true }).catch(() => {});
}

function parseJob(line: string): Job | undefined {
  try {
    return v.parse(Job, JSON.parse(line));
  } catch {
    return undefined;
  }
}
