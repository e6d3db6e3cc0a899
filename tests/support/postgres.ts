/** A PostgreSQL of one's own: a cluster in a temporary directory, on a loopback port, gone with the process that made it. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "../../server/db/postgres.ts";
import { findPostgres } from "./postgres-programs.mjs";
import { freePort } from "./process.ts";

export interface Cluster {
  /** Of the database `postgres`, with the superuser and its password. */
  readonly url: string;
  /** Ends the server: in order, or at once as a crash does. */
  stop(how?: "in order" | "at once"): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

export interface ClusterOptions {
  /** With fsync, for tests of what is kept. */
  durable?: boolean;
}

/** What makes suites faster and a crash of the machine forget everything. */
const careless = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=300",
  "wal_level=minimal",
  "max_wal_senders=0",
  "autovacuum_naptime=10min",
];

/** Ends PostgreSQL when the process at the other end of pipe 3 is gone, also killed. */
const watched = `
  "$0" "$@" </dev/null 3<&- & server=$!
  trap 'kill -INT $server' INT
  trap 'kill -QUIT $server' QUIT
  { read -r _ <&3; kill -QUIT $server; } 2>/dev/null & watcher=$!
  while kill -0 $server 2>/dev/null; do wait $server; done
  kill $watcher 2>/dev/null`;

/** Throws an Error with one sentence where there is no PostgreSQL. */
export async function startCluster({ durable = false }: ClusterOptions = {}): Promise<Cluster> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error("Install PostgreSQL, or set TEST_DATABASE_URL");
  const user = await serverUser();
  const directory = await mkdtemp(join(tmpdir(), "offbeat-postgres-"));
  if (user) await chown(directory, user.uid, user.gid);
  const password = randomBytes(12).toString("hex");
  const passwordFile = join(directory, "password");
  await writeFile(passwordFile, password);
  await chmod(passwordFile, 0o644);
  const data = join(directory, "data");
  const made = spawnSync(
    join(programs, "initdb"),
    `--pgdata ${data} --username postgres --pwfile ${passwordFile} --auth password --encoding UTF8 --locale C --no-sync`.split(
      " ",
    ),
    { ...user, encoding: "utf8", cwd: directory },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = [...settings, ...(durable ? [] : careless)].flatMap((each) => ["-c", each]);
    const args = ["-D", data, "-p", String(port), ...options];
    const started = spawn("sh", ["-c", watched, join(programs ?? "", "postgres"), ...args], {
      ...user,
      cwd: directory,
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    });
    server = started;
    let log = "";
    started.stderr?.on("data", (text: Buffer) => (log += text.toString()));
    await untilReady(url, () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log}`);
    });
  }

  async function stop(how: "in order" | "at once" = "in order"): Promise<void> {
    const ending = server;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(how === "in order" ? "SIGINT" : "SIGQUIT");
    await ended;
  }

  async function remove(): Promise<void> {
    await stop("at once");
    await rm(directory, { recursive: true, force: true });
  }

  await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return { url, stop, start, remove };
}

/** PostgreSQL refuses to run as root. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const found = ["postgres", "nobody"].map((name) => users.find(([user]) => user === name));
  const [, , uid, gid] = found.find((user) => user !== undefined) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

async function untilReady(url: string, check: () => void): Promise<void> {
  const db = openPostgres(url, { connections: 1 });
  try {
    for (const deadline = Date.now() + 60_000; ;) {
      check();
      try {
        await db.query("select 1");
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  } finally {
    await db.close();
  }
}

/** The same server, another database of it. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
