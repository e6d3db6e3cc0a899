/** The server's side of one inspector process: a task, its limits, and the end of the process where they are passed. */
import { fork } from "node:child_process";
import type { FromInspector, Task } from "./inspector-messages.ts";
import { measureProcess } from "./measure-process.ts";
import type { AssetKind } from "./asset-rows.ts";

export interface Limits {
  /** Milliseconds of work; a machine that is busy with others may take some times as long for them. */
  ms: number;
  /** Bytes of memory that the process holds. */
  bytes: number;
}

/** The process gave no answer: it took too much time or memory, or ended by itself. */
export class LostError extends Error {}

/** No process could be had at all, which no file is to blame for. */
export class StartFailure extends Error {}

export interface Child {
  /** One task at a time. Throws LostError, StartFailure. */
  run(task: Task, limits: Limits, signal: AbortSignal): Promise<FromInspector>;
  isAlive(): boolean;
  /** Bytes of memory that it holds; 0 where the system does not tell. */
  memory(): number;
  end(): void;
}

export interface ChildOptions {
  /** The built `inspector.js`. */
  script: URL;
  /** Where it may write, if it has to. */
  folder: string;
  /** What it gets ready for. */
  kind: AssetKind;
  niceness: number;
  /** For what the parsers make of a file: the tags of a real one take a few of these. */
  heapMegabytes: number;
}

const startMs = 30_000;
const lookMs = 50;
/** Of the time on the clock for each part of work. */
const patience = 4;

export function startChild(options: ChildOptions): Child {
  const { script, folder, kind, niceness, heapMegabytes } = options;
  const child = fork(script, [kind, String(niceness)], {
    cwd: folder,
    // Secrets of the server are none of its business.
    env: {
      TMPDIR: folder,
      SystemRoot: process.env["SystemRoot"],
      // One heap for all threads gives back what a file took; several keep most of it (glibc's mallopt).
      MALLOC_ARENA_MAX: "1",
    },
    execArgv: [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=2"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  /** Nobody waits for a process that has nothing to do. */
  const hold = (isHeld: boolean) => {
    const change = isHeld ? "ref" : "unref";
    child[change]();
    child.channel?.[change]();
  };
  hold(false);

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
  // Heard by whoever runs a task; until then nobody has to.
  ready.catch(() => {});

  const measure = () => (lost ? undefined : measureProcess(child.pid));
  const leave = () => lose(new LostError("nobody waits for its answer"));

  return {
    async run(task, limits, signal) {
      hold(true);
      let looking: NodeJS.Timeout | undefined;
      try {
        await ready;
        if (signal.aborted) leave();
        signal.addEventListener("abort", leave);
        const before = measure()?.cpuMs ?? 0;
        looking = setInterval(() => {
          const { bytes = 0, cpuMs = 0 } = measure() ?? {};
          if (bytes > limits.bytes) lose(new LostError("it took too much memory"));
          if (cpuMs - before > limits.ms) lose(new LostError("it took too much work"));
        }, lookMs);
        const answer = within(limits.ms * patience, () => new LostError("it took too long"));
        // It may have ended this moment, which nobody has heard of yet.
        if (!lost) child.send(task, (error) => error && lose(new LostError(error.message)));
        return await answer;
      } finally {
        clearInterval(looking);
        signal.removeEventListener("abort", leave);
        hold(false);
      }
    },
    isAlive: () => lost === undefined,
    memory: () => measure()?.bytes ?? 0,
    end: () => lose(new LostError("it was ended")),
  };
}
