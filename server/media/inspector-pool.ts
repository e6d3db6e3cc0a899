/** Keeps a few idle inspector processes for the next files. */
import type { Child, Limits } from "./inspector-child.ts";
import type { FromInspector, Task, TaskKind } from "./inspector-messages.ts";

/** A process with more memory after its task is not reused. */
const maxIdleBytes = 40_000_000;
/** How long an idle process waits for the next file. */
const idleMs = 60_000;

interface InspectorPool {
  /** An idle process, or a new one. */
  take(kind: TaskKind): Child;
  /** Runs a task in a process of the pool or another one, which `close` ends. */
  run(child: Child, task: Task, limits: Limits, signal: AbortSignal): Promise<FromInspector>;
  /** Keeps the process for the next file, or ends it. */
  release(child: Child): void;
  /** Starts a process for a file of this kind, unless one is idle. */
  prepare(kind: TaskKind): void;
  close(): void;
}

export function createInspectorPool(start: (kind: TaskKind) => Child, size: number): InspectorPool {
  const idle: { child: Child; timer: NodeJS.Timeout }[] = [];
  const busy = new Set<Child>();

  function release(child: Child): void {
    if (!child.isAlive()) return;
    if (child.memory() > maxIdleBytes || idle.length >= size) return child.end();
    const timer = setTimeout(() => child.end(), idleMs);
    timer.unref();
    idle.push({ child, timer });
  }

  return {
    take(kind) {
      for (let entry = idle.pop(); entry; entry = idle.pop()) {
        clearTimeout(entry.timer);
        if (entry.child.isAlive()) return entry.child;
      }
      return start(kind);
    },
    async run(child, task, limits, signal) {
      busy.add(child);
      try {
        return await child.run(task, limits, signal);
      } finally {
        busy.delete(child);
      }
    },
    release,
    prepare(kind) {
      if (idle.length === 0 && busy.size < size) release(start(kind));
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
