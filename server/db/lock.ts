/**
 * One owner per data directory: PGlite takes no lock itself, and two servers on one directory lose acknowledged rows
 * (specification 18.5). Servers of one PostgreSQL share theirs (18.8).
 */
import { randomBytes } from "node:crypto";
import { link, readdir, readFile, rename, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { codeOf } from "../lib/error-code.ts";

const Holder = v.object({ pid: v.number(), startedAt: v.nullable(v.string()), host: v.string() });
type Holder = v.InferOutput<typeof Holder>;

export interface Lock {
  release(): Promise<void>;
}

export class LockedError extends Error {}

/** The holder touches its file this often, so that one on another machine or in another container is seen to live. */
const touchMs = 5_000;
const silentMs = 20_000;
/** A start holds its draft for a moment; one this old was left by a start that was killed. */
const draftMs = 60_000;

/**
 * Takes the lock file `path`, also from an owner that is gone. Throws a LockedError while its owner lives, or anybody who
 * shares it.
 */
export async function takeLock(path: string): Promise<Lock> {
  const lock = await hold(path);
  return checked(lock, path, () => true);
}

/**
 * Shares what `path` locks with other servers of the same library, whose database is elsewhere. Throws a LockedError
 * while an owner lives who has it alone, or a server of another library.
 * @param library a UUID
 */
export async function shareLock(path: string, library: string): Promise<Lock> {
  const lock = await hold(`${path}-${library}-${randomHex()}`);
  return checked(lock, path, (name) => !name.startsWith(`${basename(path)}-${library}-`));
}

/** A lock whose own file is there, so that of two who start together one at least sees the other. */
async function checked(
  lock: Lock & { path: string },
  path: string,
  isForeign: (name: string) => boolean,
): Promise<Lock> {
  try {
    // What cannot be removed takes a few bytes and is no reason not to start.
    await removeDrafts(path).catch(() => {});
    for (const name of await readdir(dirname(path))) {
      const isLock = name === basename(path) || isShareOf(path, name);
      if (!isLock || name === basename(lock.path)) continue;
      const other = join(dirname(path), name);
      await removeIfStale(other, " with another database").catch((error: unknown) => {
        if (!(error instanceof LockedError) || isForeign(name)) throw error;
      });
    }
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const isShareOf = (path: string, name: string) =>
  name.startsWith(`${basename(path)}-`) && /^[0-9a-f-]{36}-[0-9a-f]{12}$/.test(name.slice(basename(path).length + 1));

const randomHex = () => randomBytes(6).toString("hex");

async function hold(path: string): Promise<Lock & { path: string }> {
  const mine: Holder = {
    pid: process.pid,
    startedAt: await startOf(process.pid),
    host: hostname(),
  };
  const draft = `${path}.${randomHex()}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    // A link either makes the whole file or fails: nobody ever reads half a lock.
    while (!(await linked(draft, path))) await removeIfStale(path);
  } finally {
    await unlink(draft);
  }
  // A lock that cannot be touched still holds against this machine, by its pid.
  const timer = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), touchMs);
  timer.unref();
  return {
    path,
    async release() {
      clearInterval(timer);
      await unlink(path).catch(ignoreMissing);
    },
  };
}

/** What starts that were killed between writing and linking have left beside the lock. */
async function removeDrafts(path: string): Promise<void> {
  const isDraft = (name: string) => {
    const [, owner = "", draft = ""] = /^(.*)\.([0-9a-f]{12})$/.exec(name) ?? [];
    return draft !== "" && (owner === basename(path) || isShareOf(path, owner));
  };
  for (const name of (await readdir(dirname(path))).filter(isDraft)) {
    const draft = join(dirname(path), name);
    const found = await stat(draft).catch(ignoreMissing);
    if (found && Date.now() - found.mtimeMs > draftMs) await unlink(draft).catch(ignoreMissing);
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function removeIfStale(path: string, how = ""): Promise<void> {
  const text = await readFile(path, "utf8").catch(ignoreMissing);
  if (text === undefined) return;
  const holder = readHolder(text);
  if (holder && (await lives(holder, path))) {
    throw new LockedError(`another Offbeat server (process ${holder.pid}) uses this data directory${how}`);
  }
  // Two servers may find the same stale lock: what is moved away must still be what was read.
  const aside = `${path}.stale-${randomHex()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    return ignoreMissing(error);
  }
  if ((await readFile(aside, "utf8")) !== text) await linked(aside, path);
  await unlink(aside);
}

function readHolder(text: string): Holder | undefined {
  try {
    return v.parse(Holder, JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function lives(holder: Holder, path: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    const touched = await stat(path).catch(ignoreMissing);
    return touched !== undefined && Date.now() - touched.mtimeMs < silentMs;
  }
  // After a restart of a container or a machine the same number belongs to another process, or to this one.
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    if (codeOf(error) === "ESRCH") return false;
  }
  const startedAt = await startOf(holder.pid);
  if (startedAt === ended) return false;
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
}

/** Of a process that has ended and that its parent has not asked about, as under a container's first process. */
const ended = "ended";

/**
 * When a process started, in the kernel's own count and with the machine's boot; `ended` for one that only its number
 * is left of, null where that cannot be known.
 */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    const line = await readFile(`/proc/${pid}/stat`, "utf8");
    // From the 3rd field on; the second is a name in brackets that may hold anything.
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const [state, ticks] = [fields[0], fields[19]];
    if (state === "Z" || state === "X") return ended;
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    return null;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  throw error;
}
