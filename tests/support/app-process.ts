/** The built Offbeat as users run it: a process of its own, a data directory of its own, a port of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cheapPasswords, freePort, shortLived } from "./process.ts";

const root = new URL("../..", import.meta.url).pathname;
/** A first start makes the database and seeds the demo library; on a busy machine that takes its time. */
const startDeadlineMs = 120_000;

export interface AppProcess {
  readonly url: string;
  readonly dataDir: string;
  /** Everything it printed. */
  output(): string;
  /** Ends the process; returns its exit code. The data stay. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same port and data, with these settings besides. */
  start(settings?: Record<string, string>): Promise<void>;
  /** Ends it and removes the data. */
  remove(): Promise<void>;
}

/** With the demo library, which is seeded once per build and copied. */
export async function startApp(env: Record<string, string> = {}): Promise<AppProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "offbeat-"));
  await cp(await seededData(), dataDir, { recursive: true });
  return startAppOn(dataDir, env);
}

/** A data directory with the demo library, made once for a build. */
export async function seededData(): Promise<string> {
  const build = (await readFile(join(root, "dist", ".offbeat-built"), "utf8")).slice(0, 12);
  const seeded = join(root, "dist", `seeded-${build}`);
  if (existsSync(seeded)) return seeded;
  const offbeat = await startAppOn(await mkdtemp(join(tmpdir(), "offbeat-")));
  await offbeat.stop();
  await rename(offbeat.dataDir, seeded).catch(() => cp(offbeat.dataDir, seeded, { recursive: true }));
  return seeded;
}

/** On a data directory that is its own from then on. */
export async function startAppOn(dataDir: string, env: Record<string, string> = {}): Promise<AppProcess> {
  const port = env["PORT"] ?? String(await freePort());
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let output = "";

  async function start(settings: Record<string, string> = {}): Promise<void> {
    const started = spawn(process.execPath, [shortLived, join(root, "dist", "server", "main.js")], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: port,
        DATA_DIR: dataDir,
        ...cheapPasswords,
        ...env,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    started.stdout.on("data", (text) => (output += text));
    started.stderr.on("data", (text) => (output += text));
    const deadline = Date.now() + startDeadlineMs;
    while (!(await isReady(url))) {
      if (started.exitCode !== null) throw new Error(`The server ended at its start:\n${output}`);
      if (Date.now() > deadline) throw new Error(`The server was not ready in time:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    return ended;
  }

  await start().catch(async (error: unknown) => {
    await stop("SIGKILL");
    throw error;
  });
  return {
    url,
    dataDir,
    output: () => output,
    stop,
    start,
    async remove() {
      await stop("SIGKILL");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
