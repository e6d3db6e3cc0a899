/**
 * Locks the data directory: PGlite takes no lock, and two servers on one directory lose acknowledged rows
 * (specification 18.5). Servers of one PostgreSQL share a directory (18.8).
 */
import { randomBytes } from "node:crypto";
import { link, readdir, readFile, readlink, rename, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { codeOf, ignoreMissing } from "../lib/error-code.ts";
import { removeFile } from "../lib/files.ts";

const Holder = v.object({
  pid: v.number(),
  startedAt: v.nullable(v.string()),
  host: v.string(),
  /** Whose number `pid` is: a container counts its own. Older locks and other systems have none. */
  space: v.optional(v.string()),
});
type Holder = v.InferOutput<typeof Holder>;

export interface Lock {
  release(): Promise<void>;
}

export class LockedError extends Error {}

/** The holder touches its file this often: its heartbeat for servers on other machines or in other containers. */
const heartbeatMs = 5_000;
const heartbeatTimeoutMs = 20_000;
/** A start needs its draft for a moment; an older one is left over from a killed start. */
const draftTtlMs = 60_000;

/**
 * Takes the lock file `path`, and replaces a stale one. Throws a LockedError while its owner or a server that shares it
 * is alive.
 */
export async function takeLock(path: string): Promise<Lock> {
  const lock = await acquire(path);
  return releaseOnConflict(lock, path, () => true);
}

/**
 * Shares the lock with other servers of the same library, whose database is on a PostgreSQL server. Throws a
 * LockedError while an exclusive owner or a server of another library is alive.
 * @param library a UUID
 */
export async function shareLock(path: string, library: string): Promise<Lock> {
  const lock = await acquire(`${path}-${library}-${randomHex()}`);
  return releaseOnConflict(lock, path, (name) => !name.startsWith(`${basename(path)}-${library}-`));
}

/** Looks for conflicts after creating its own file, so that of two simultaneous starts at least one sees the other. */
async function releaseOnConflict(
  lock: Lock & { path: string },
  path: string,
  isForeign: (name: string) => boolean,
): Promise<Lock> {
  try {
    // A draft that cannot be removed takes a few bytes and must not prevent the start.
    await removeDrafts(path).catch(() => {});
    const isOther = (name: string) =>
      (name === basename(path) || isShareOf(path, name)) && name !== basename(lock.path);
    const others = (await readdir(dirname(path))).filter(isOther);
    // At once: each may have to be watched for a while. And to the end, before the lock goes.
    const checks = others.map((name) =>
      removeIfStale(join(dirname(path), name), " with another database").catch((error: unknown) => {
        if (!(error instanceof LockedError) || isForeign(name)) throw error;
      }),
    );
    await Promise.allSettled(checks);
    await Promise.all(checks);
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const isShareOf = (path: string, name: string) =>
  name.startsWith(`${basename(path)}-`) && /^[0-9a-f-]{36}-[0-9a-f]{12}$/.test(name.slice(basename(path).length + 1));

const randomHex = () => randomBytes(6).toString("hex");

async function acquire(path: string): Promise<Lock & { path: string }> {
  const mine: Holder = {
    pid: process.pid,
    startedAt: await startOf(process.pid),
    host: hostname(),
    space: await spaceOfProcesses(),
  };
  const text = JSON.stringify(mine);
  const draft = `${path}.${randomHex()}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    // A link is atomic: nobody reads a half-written lock.
    while (!(await tryLink(draft, path))) await removeIfStale(path);
  } finally {
    await unlink(draft);
  }
  // A lock without heartbeats still works on this machine, by its pid.
  const timer = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), heartbeatMs);
  timer.unref();
  return {
    path,
    async release() {
      clearInterval(timer);
      // While this process was suspended another machine may have taken it over.
      if ((await readFile(path, "utf8").catch(ignoreMissing)) === text) await removeFile(path);
    },
  };
}

/** Removes files of starts that were killed between writing and linking. */
async function removeDrafts(path: string): Promise<void> {
  const isDraft = (name: string) => {
    const [, owner = "", draft = ""] = /^(.*)\.([0-9a-f]{12})$/.exec(name) ?? [];
    return draft !== "" && (owner === basename(path) || isShareOf(path, owner));
  };
  for (const name of (await readdir(dirname(path))).filter(isDraft)) {
    const draft = join(dirname(path), name);
    const found = await stat(draft).catch(ignoreMissing);
    if (found && Date.now() - found.mtimeMs > draftTtlMs) await removeFile(draft);
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function removeIfStale(path: string, how = ""): Promise<void> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    // Of a folder in its place the system does not say where.
    if (error instanceof Error && codeOf(error) === "EISDIR") Object.assign(error, { path });
    return ignoreMissing(error);
  });
  if (text === undefined) return;
  const holder = readHolder(text);
  if (holder && (await isAlive(holder, path))) {
    throw new LockedError(`another Offbeat server (process ${holder.pid}) uses this data directory${how}`);
  }
  // Two servers may find the same stale lock: puts back a file that is not the one it read.
  const aside = `${path}.stale-${randomHex()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    return ignoreMissing(error);
  }
  if ((await readFile(aside, "utf8")) !== text) await tryLink(aside, path);
  await unlink(aside);
}

function readHolder(text: string): Holder | undefined {
  try {
    return v.parse(Holder, JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  const isOtherHost = holder.host !== hostname();
  if (isOtherHost || (holder.space !== undefined && holder.space !== (await spaceOfProcesses()))) {
    const touched = await stat(path).catch(ignoreMissing);
    if (touched === undefined) return false;
    const age = Date.now() - touched.mtimeMs;
    if (isOtherHost && Math.abs(age) < heartbeatTimeoutMs) return true;
    // Its clock is ahead, or was set back since its end; or it is a container of this host that may just have started anew:
    // only a live server touches it again.
    return isTouched(path, touched.mtimeMs, heartbeatTimeoutMs - Math.max(0, age));
  }
  // After a restart of the container or machine this process may have the stale lock's pid.
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    if (codeOf(error) === "ESRCH") return false;
  }
  const startedAt = await startOf(holder.pid);
  if (startedAt === ended) return false;
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
}

/** Watches a lock for so long; milliseconds. */
async function isTouched(path: string, mtimeMs: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await sleep(500);
    const now = await stat(path).catch(ignoreMissing);
    if (now?.mtimeMs !== mtimeMs) return now !== undefined;
  }
  return false;
}

const spaceOfProcesses = () => readlink("/proc/self/ns/pid").catch(() => undefined);

/** A zombie: the process has ended but its parent has not reaped it, as under a container's pid 1. */
const ended = "ended";

/**
 * Returns a process's start time in kernel ticks with the boot id; `ended` for a zombie, null when it is unknown.
 */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    const line = await readFile(`/proc/${pid}/stat`, "utf8");
    // Fields from the third on; the second is a name in brackets that may contain anything.
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const [state, ticks] = [fields[0], fields[19]];
    if (state === "Z" || state === "X") return ended;
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    return null;
  }
}
