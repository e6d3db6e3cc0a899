/** The server's end of the socket in DATA_DIR that the operator's commands ask through (specification 16.14). */
import { randomBytes } from "node:crypto";
import { readdir, rename, stat, unlink } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import type { DeletionPause } from "../media/pause-deletions.ts";
import { StartError } from "../lib/start-error.ts";
import { doJob, type JobParts } from "./jobs.ts";
import { Job, lineReader, pathBytesAtMost, socketPath, type Reply } from "./protocol.ts";

/**
 * Listens until the returned function is called. Where there can be no socket the commands wait for a stopped server,
 * which `warn` hears in a line.
 */
export async function listenForAdmin(
  parts: JobParts,
  hold: DeletionPause,
  warn: (line: string) => void,
): Promise<() => Promise<void>> {
  const { dataDir } = parts.deps.settings;
  const path = socketPath(dataDir);
  const ownPath = `${path}-${randomBytes(4).toString("hex")}`;
  const needsStop = "backup, reset-link and seed work while the server is stopped";
  if (process.platform === "win32") return () => Promise.resolve();
  if (Buffer.byteLength(ownPath) > pathBytesAtMost) {
    warn(`DATA_DIR is too long a path for a socket (${pathBytesAtMost} bytes): ${needsStop}`);
    return () => Promise.resolve();
  }
  // Servers on one PostgreSQL may share the directory: then the first of them answers.
  if (await answers(path)) return () => Promise.resolve();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serveSocket(socket, parts, hold);
  });
  await listenPrivately(server, ownPath);
  // Takes a dead server's place, or that of one which starts at the same moment: both go on, one of them is asked. Had it
  // been made under that name, Node would remove the name when it closes, whosever it is by then.
  const { ino } = await stat(ownPath);
  await rename(ownPath, path);
  await sweepDrafts(dataDir);
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    const left = await stat(path).catch(() => undefined);
    if (left?.ino === ino) await unlink(path).catch(() => {});
  };
}

/** No start takes as long to put its socket in its place. */
const draftMs = 60_000;

/** Removes what starts have left that were killed before their socket had its place. */
async function sweepDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (!/^socket-[0-9a-f]{8}$/.test(name)) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    // Others are being put in their places at this moment.
    if (Date.now() - mtimeMs > draftMs) await unlink(path).catch(() => {});
  }
}

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on("error", () => resolve(false));
  });

/** The socket is made while `listen` runs, so that nobody finds it with another mode. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = process.umask(0o177);
    server.once("error", reject);
    server.listen(path, resolve);
    process.umask(before);
  });
}

function serveSocket(socket: Socket, parts: JobParts, hold: DeletionPause): void {
  const send = (reply: Reply) => void socket.write(`${JSON.stringify(reply)}\n`);
  const fail = (message: string) => send({ kind: "failed", message });
  const read = lineReader((line) => {
    const job = parseJob(line);
    if (!job) return fail("The server is of another version: restart it and try again");
    // Until whoever asked has gone: what the copy of the database shows must still be there for them.
    if (job.kind === "snapshot") socket.once("close", hold());
    doJob(parts, job, (progress) => send({ kind: "progress", line: progress })).then(
      (lines) => send({ kind: "done", lines }),
      (error: unknown) => fail(error instanceof StartError ? error.message : `It failed: ${String(error)}`),
    );
  });
  socket.setEncoding("utf8");
  socket.on("data", (part: string) => void (read(part) || socket.destroy()));
  // Whoever asked may go at any time.
  socket.on("error", () => {});
}

function parseJob(line: string): Job | undefined {
  try {
    return v.parse(Job, JSON.parse(line));
  } catch {
    return undefined;
  }
}
