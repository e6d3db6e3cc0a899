/** The built server as a real process. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const script = join(import.meta.dirname, "../../dist/server/main.js");
/** A process that lives for seconds spends a third of its time on making the embedded engine's code faster. */
export const shortLived = "--liftoff-only";

/** What a password hash costs is the test of one file, and no work of all others. */
export const cheapPasswords = { PASSWORD_COST: "4" };

export interface ServerProcess {
  child: ChildProcess;
  origin: string;
  /** What it has written so far, both streams. */
  output: () => string;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/** Below the ports that systems give to outgoing connections (from 32,768 on): one of these may come at any moment. */
const firstPort = 20_000;
const portsOfWorker = 1_500;
const given = new Set<number>();

/**
 * A port that nobody listens on at this moment, and that no other test takes before its owner listens, or while the
 * owner is stopped: each of up to eight workers has ports of its own, and gives none to a file twice.
 */
export async function freePort(): Promise<number> {
  const first = firstPort + (Number(process.env["VITEST_POOL_ID"] ?? 0) % 8) * portsOfWorker;
  for (;;) {
    const port = randomInt(first, first + portsOfWorker);
    if (given.has(port)) continue;
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    given.add(port);
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** Starts the server of the last build; `env` is all it knows. */
export function startServer(env: { PORT: string; DATA_DIR: string } & Record<string, string>): ServerProcess {
  if (!existsSync(script)) throw new Error("Build the server first: npm run build");
  const child = spawn(process.execPath, [shortLived, script], {
    env: { PATH: process.env["PATH"] ?? "", DEMO: "0", ...cheapPasswords, ...env },
  });
  let text = "";
  const collect = (chunk: Buffer) => void (text += chunk.toString());
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = new Promise<number | string>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  return { child, origin: `http://localhost:${env.PORT}`, output: () => text, ended };
}

/** Waits until it listens. Throws with its output when it ends instead. */
export async function whenReady({ child, output, ended }: ServerProcess): Promise<void> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!output().includes("Offbeat is at")) {
    if (isOver) throw new Error(`The server ended with ${child.exitCode}: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
