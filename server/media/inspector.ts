/**
 * Has files inspected in processes of their own, so that no file can hold up anybody but its owner (specification 15.20,
 * 15.21). Two lanes: every file starts in the quick one, where it has a moment; what takes longer, or more memory, starts
 * anew in the slow one, whose process goes behind everything else on the machine.
 */
import { HttpProblem } from "../http/problem.ts";
import { createConcurrencyLimit, type ConcurrencyLimit } from "../lib/concurrency-limit.ts";
import { LostError, startChild, StartFailure, type Child, type Limits } from "./inspector-child.ts";
import type { Findings, FromInspector, Task } from "./inspector-messages.ts";
import { uploadErrors, UploadError } from "./upload-error.ts";
import type { AssetKind } from "./asset-rows.ts";

export interface InspectedFile {
  path: string;
  bytes: number;
  uid: string;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

export interface Inspector {
  /** Throws UploadError for content that is not accepted, QueueFullError where too many stand in line. */
  inspect<Kind extends AssetKind>(kind: Kind, file: InspectedFile): Promise<Findings[Kind]>;
  /** A file of this kind is about to come. */
  expect(kind: AssetKind): void;
  close(): void;
}

const megabyte = 1_000_000;

/** A song takes some 10 ms of this, a picture some 200; a process holds 70 MB before it has seen any. */
const quick = {
  atOnce: 2,
  waiting: 1_000,
  ms: 1_500,
  bytes: 120 * megabyte,
  heapMegabytes: 64,
  niceness: 5,
};
const slow = { atOnce: 1, waiting: 20, bytes: 210 * megabyte, heapMegabytes: 96, niceness: 15 };
/** Most files are read at hundreds of megabytes a second. */
const longestMs = (bytes: number) => 10_000 + (bytes / megabyte) * 100;
/** A process that holds more after its task is not kept. */
const keptBytes = 100 * megabyte;
/** So long a process waits for the next file. */
const idleMs = 60_000;

export interface InspectorOptions {
  /** The built `inspector.js`. */
  script: URL;
  /** Where the files lie, and the processes may write. */
  folder: string;
  /** Milliseconds of work in the quick lane, and in the slow one for a file of so many bytes. */
  quickMs?: number;
  slowMs?: (bytes: number) => number;
}

/** Starts no process until a file is on its way. */
export function openInspector({ script, folder, quickMs = quick.ms, slowMs = longestMs }: InspectorOptions): Inspector {
  const idle: { child: Child; timer: NodeJS.Timeout }[] = [];
  const busy = new Set<Child>();
  const quickTurns = createConcurrencyLimit(quick.atOnce, quick.waiting);
  const slowTurns = createConcurrencyLimit(slow.atOnce, slow.waiting);
  const ownTurns = turnsByUser();
  const start = (kind: AssetKind, { niceness, heapMegabytes }: typeof quick | typeof slow) =>
    startChild({ script, folder, kind, niceness, heapMegabytes });

  function take(kind: AssetKind): Child {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.child.isAlive()) return kept.child;
    }
    return start(kind, quick);
  }

  function keep(child: Child): void {
    if (!child.isAlive()) return;
    if (child.memory() > keptBytes || idle.length >= quick.atOnce) return child.end();
    const timer = setTimeout(() => child.end(), idleMs);
    timer.unref();
    idle.push({ child, timer });
  }

  async function run(child: Child, task: Task, limits: Limits, signal: AbortSignal) {
    busy.add(child);
    try {
      return await child.run(task, limits, signal);
    } finally {
      busy.delete(child);
    }
  }

  /** Undefined for what is to be tried in the slow lane. */
  async function tryQuickly(task: Task, signal: AbortSignal): Promise<FromInspector | undefined> {
    const child = take(task.kind);
    try {
      return await run(child, task, { ms: quickMs, bytes: quick.bytes }, signal);
    } catch (error) {
      if (error instanceof LostError) return undefined;
      throw error;
    } finally {
      keep(child);
    }
  }

  async function trySlowly(task: Task, bytes: number, signal: AbortSignal): Promise<FromInspector> {
    const child = start(task.kind, slow);
    try {
      return await run(child, task, { ms: slowMs(bytes), bytes: slow.bytes }, signal);
    } finally {
      child.end();
    }
  }

  async function inspect(kind: AssetKind, { path, bytes, signal }: Required<InspectedFile>) {
    const task = { kind, path };
    // Every line may be longer than the patience of whoever stands in it.
    const checkWanted = () => {
      if (signal.aborted) throw uploadErrors.form();
    };
    let answer = await quickTurns(async () => {
      checkWanted();
      return tryQuickly(task, signal);
    });
    checkWanted();
    answer ??= await slowTurns(async () => {
      checkWanted();
      return trySlowly(task, bytes, signal);
    });
    return read(answer);
  }

  return {
    async inspect(kind, { signal = new AbortController().signal, ...file }) {
      try {
        const found = await ownTurns(file.uid, () => inspect(kind, { ...file, signal }));
        // What comes back is of the kind that was asked for.
        return found as Findings[typeof kind];
      } catch (error) {
        if (error instanceof LostError) throw uploadErrors.unchecked(error);
        if (error instanceof StartFailure) throw new HttpProblem("unavailable", { retryAfter: 5, cause: error });
        throw error;
      }
    },
    expect(kind) {
      if (idle.length === 0 && busy.size < quick.atOnce) keep(start(kind, quick));
    },
    close() {
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer);
        child.end();
      }
      for (const child of busy) child.end();
    },
  };
}

function read(answer: FromInspector): Findings[AssetKind] {
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

/** One file of a user after the other: nobody has more than one in a lane, which makes every line a fair one. */
function turnsByUser() {
  const users = new Map<string, { turns: ConcurrencyLimit; files: number }>();
  return async <T>(uid: string, work: () => Promise<T>): Promise<T> => {
    const user = users.get(uid) ?? { turns: createConcurrencyLimit(1, Infinity), files: 0 };
    users.set(uid, user);
    user.files++;
    try {
      return await user.turns(work);
    } finally {
      if (--user.files === 0) users.delete(uid);
    }
  };
}
