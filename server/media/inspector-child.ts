/** The server's side of one inspector process: runs tasks, and kills the process when it exceeds their limits. */
import { type ChildProcess, fork } from "node:child_process";
import type { FromInspector, Task, TaskKind } from "./inspector-messages.ts";
import { measureProcess } from "./measure-process.ts";

export interface Limits {
  /** Milliseconds of CPU time; a busy machine may need several times as long. */
  ms: number;
  /** Memory of its own in bytes. */
  bytes: number;
}

/** The process exceeded its time or memory, or crashed. */
export class LostError extends Error {}

/** The process could not start, which is not the file's fault. */
export class StartFailure extends Error {}

export interface Child {
  /** Runs one task at a time. Throws LostError, StartFailure. */
  run(task: Task, limits: Limits, signal: AbortSignal): Promise<FromInspector>;
  isAlive(): boolean;
  /** Memory of its own in bytes; 0 when the system does not report it. */
  memory(): number;
  end(): void;
}

interface ChildOptions {
  /** The built `inspector.js`. */
  script: URL;
  /** Folder for temporary files. */
  folder: string;
  /** The kind of files to preload parsers for. */
  kind: TaskKind;
  niceness: number;
  /** V8's heap limit; the tags of a real file take a few megabytes. */
  heapMegabytes: number;
}

const startMs = 30_000;
/** A decoder takes half a megabyte in a millisecond. */
const measureMs = 20;
/** Wall-clock limit as a multiple of the CPU limit. */
const wallClockFactor = 4;

const forkInspector = ({ script, folder, kind, niceness, heapMegabytes }: ChildOptions) =>
  fork(script, [kind, String(niceness)], {
    cwd: folder,
    // Hides the server's secrets.
    env: {
      TMPDIR: folder,
      SystemRoot: process.env["SystemRoot"],
      // A single malloc arena returns memory after a file; several keep most of it (glibc's mallopt).
      MALLOC_ARENA_MAX: "1",
    },
    execArgv: [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=2"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });

/** An idle process must not keep the server alive. */
function setBusy(child: ChildProcess, isBusy: boolean): void {
  const change = isBusy ? "ref" : "unref";
  child[change]();
  child.channel?.[change]();
}

export function startChild(options: ChildOptions): Child {
  const child = forkInspector(options);
  setBusy(child, false);

  let lost: Error | undefined;
  let listener: { onMessage(message: FromInspector): void; onLost(error: Error): void } | undefined;
  const lose = (error: Error) => {
    if (lost) return;
    lost = error;
    child.kill("SIGKILL");
    listener?.onLost(error);
  };
  child.on("message", (message: FromInspector) => listener?.onMessage(message));
  child.on("error", (error) => lose(new StartFailure(error.message)));
  child.on("exit", (code, by) => lose(new LostError(`it ended by itself (${by ?? code})`)));

  /** The next message, or the end of the process. */
  const next = () =>
    new Promise<FromInspector>((resolve, reject) => {
      if (lost) return reject(lost);
      listener = { onMessage: resolve, onLost: reject };
    }).finally(() => {
      listener = undefined;
    });
  const within = async (ms: number, error: () => Error) => {
    const timer = setTimeout(() => lose(error()), ms);
    return next().finally(() => clearTimeout(timer));
  };
  const ready = within(startMs, () => new StartFailure("it does not start")).catch((error: Error) => {
    throw new StartFailure(error.message);
  });
  // `run` handles the error; before that it must not count as unhandled.
  ready.catch(() => {});

  const measure = () => (lost ? undefined : measureProcess(child.pid));
  const check = (limits: Limits, cpuMsBefore: number) => {
    const { bytes = 0, cpuMs = 0 } = measure() ?? {};
    if (bytes > limits.bytes) lose(new LostError("it took too much memory"));
    if (cpuMs - cpuMsBefore > limits.ms) lose(new LostError("it took too much work"));
  };
  const unwanted = () => new LostError("nobody waits for its answer");
  const onAbort = () => lose(unwanted());

  return {
    async run(task, limits, signal) {
      setBusy(child, true);
      let watchdog: NodeJS.Timeout | undefined;
      try {
        // One that is still starting serves the next file: on a busy machine a start takes seconds.
        await orAborted(ready, signal, unwanted);
        signal.addEventListener("abort", onAbort);
        const before = measure()?.cpuMs ?? 0;
        watchdog = setInterval(() => check(limits, before), measureMs);
        const answer = within(limits.ms * wallClockFactor, () => new LostError("it took too long"));
        // The process may just have exited before its exit event arrives.
        if (!lost) child.send(task, (error) => error && lose(new LostError(error.message)));
        return await answer;
      } finally {
        clearInterval(watchdog);
        signal.removeEventListener("abort", onAbort);
        setBusy(child, false);
      }
    },
    isAlive: () => lost === undefined,
    memory: () => measure()?.bytes ?? 0,
    end: () => lose(new LostError("it was ended")),
  };
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal, reason: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(reason());
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
