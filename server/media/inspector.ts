/**
 * Inspects files in separate processes, so that a slow file delays only its owner (specification 15.20, 15.21). Every
 * file starts in the quick lane; one that needs more time or memory restarts in the slow lane, whose process has the
 * lowest priority.
 */
import { HttpProblem } from "../http/problem.ts";
import { createConcurrencyLimit, type ConcurrencyLimit } from "../lib/concurrency-limit.ts";
import { LostError, startChild, StartFailure } from "./inspector-child.ts";
import type { Findings, FromInspector, Task, TaskKind } from "./inspector-messages.ts";
import { createInspectorPool } from "./inspector-pool.ts";
import { uploadErrors, UploadError } from "./upload-error.ts";

interface InspectedFile {
  path: string;
  bytes: number;
  uid: string;
  /** Aborts when nobody waits for the result any more. */
  signal?: AbortSignal | undefined;
}

export interface Inspector {
  /** Throws UploadError for refused content, QueueFullError when too many files wait. */
  inspect<Kind extends TaskKind>(kind: Kind, file: InspectedFile): Promise<Findings[Kind]>;
  /** Prepares a process for a file of this kind. */
  expect(kind: TaskKind): void;
  close(): void;
}

const megabyte = 1_000_000;

/**
 * A song takes about 10 ms, a picture 200. A fresh process holds 8 MB for songs and 20 for pictures; the costliest
 * picture that is accepted takes 140. With what the server needs, all processes at their limits fit in 300 MB.
 */
const quick = {
  maxRunning: 2,
  maxWaiting: 1_000,
  ms: 1_500,
  bytes: 45 * megabyte,
  heapMegabytes: 48,
  niceness: 5,
};
const slow = { maxRunning: 1, maxWaiting: 20, bytes: 155 * megabyte, heapMegabytes: 80, niceness: 15 };
/** Generous: most files parse at hundreds of megabytes per second. */
const defaultSlowMs = (bytes: number) => 10_000 + (bytes / megabyte) * 100;

interface InspectorOptions {
  /** The built `inspector.js`. */
  script: URL;
  /** Folder of the files, and of the processes' temporary files. */
  folder: string;
  /** CPU limits in milliseconds: of the quick lane, and of the slow one by file size. */
  quickMs?: number;
  slowMs?: (bytes: number) => number;
}

/** Starts no process until `expect` or `inspect`. */
export function openInspector({
  script,
  folder,
  quickMs = quick.ms,
  slowMs = defaultSlowMs,
}: InspectorOptions): Inspector {
  const limitQuick = createConcurrencyLimit(quick.maxRunning, quick.maxWaiting);
  const limitSlow = createConcurrencyLimit(slow.maxRunning, slow.maxWaiting);
  const limitUser = createUserLimit();
  const start = (kind: TaskKind, { niceness, heapMegabytes }: typeof quick | typeof slow) =>
    startChild({ script, folder, kind, niceness, heapMegabytes });
  const pool = createInspectorPool((kind) => start(kind, quick), quick.maxRunning);

  /** Returns undefined for a file that needs the slow lane. */
  async function tryQuickly(task: Task, signal: AbortSignal): Promise<FromInspector | undefined> {
    const child = pool.take(task.kind);
    try {
      return await pool.run(child, task, { ms: quickMs, bytes: quick.bytes }, signal);
    } catch (error) {
      if (error instanceof LostError) return undefined;
      throw error;
    } finally {
      pool.release(child);
    }
  }

  async function trySlowly(task: Task, bytes: number, signal: AbortSignal): Promise<FromInspector> {
    const child = start(task.kind, slow);
    try {
      return await pool.run(child, task, { ms: slowMs(bytes), bytes: slow.bytes }, signal);
    } finally {
      child.end();
    }
  }

  async function inspect(kind: TaskKind, { path, bytes, signal }: Required<InspectedFile>) {
    const task = { kind, path };
    // The client may have disconnected while its file waited.
    const checkWanted = () => {
      if (signal.aborted) throw uploadErrors.form();
    };
    let answer = await limitQuick(async () => {
      checkWanted();
      return tryQuickly(task, signal);
    });
    checkWanted();
    answer ??= await limitSlow(async () => {
      checkWanted();
      return trySlowly(task, bytes, signal);
    });
    return read(answer);
  }

  return {
    async inspect(kind, { signal = new AbortController().signal, ...file }) {
      try {
        const found = await limitUser(file.uid, () => inspect(kind, { ...file, signal }));
        // The findings have the kind of the task.
        return found as Findings[typeof kind];
      } catch (error) {
        throw problemOf(error);
      }
    },
    expect: pool.prepare,
    close: pool.close,
  };
}

function problemOf(error: unknown): unknown {
  if (error instanceof LostError) return uploadErrors.unchecked(error);
  if (error instanceof StartFailure) return new HttpProblem("unavailable", { retryAfter: 5, cause: error });
  return error;
}

function read(answer: FromInspector): Findings[TaskKind] {
  switch (answer.is) {
    case "found":
      return answer.found;
    case "refused":
      throw new UploadError(answer.status, answer.message);
    case "failed":
      throw new LostError(answer.reason);
    case "ready":
      throw new LostError("it answered out of turn");
  }
}

/** Runs one file per user at a time, which keeps the queues fair. */
function createUserLimit() {
  const users = new Map<string, { limit: ConcurrencyLimit; files: number }>();
  return async <T>(uid: string, work: () => Promise<T>): Promise<T> => {
    const user = users.get(uid) ?? { limit: createConcurrencyLimit(1, Infinity), files: 0 };
    users.set(uid, user);
    user.files++;
    try {
      return await user.limit(work);
    } finally {
      if (--user.files === 0) users.delete(uid);
    }
  };
}
