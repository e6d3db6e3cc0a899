/** Measures a process's memory and CPU time. */
import { readFileSync } from "node:fs";

interface Measured {
  /** Memory of its own in RAM: without the program's pages, which all processes share. */
  bytes: number;
  /** CPU milliseconds of all threads. */
  cpuMs: number;
}

/** Linux reports CPU time in ticks of 10 ms. */
const msPerTick = 10;

/** Returns undefined except on Linux with a running process. */
export function measureProcess(pid: number | undefined): Measured | undefined {
  try {
    // /proc is in memory, so synchronous reads take microseconds.
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB/m.exec(read(pid, "status")) ?? [];
    // The fields after the name, which may contain anything.
    const numbers = read(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
    const [user, system] = numbers.slice(11, 13).map(Number);
    if (kilobytes === undefined || user === undefined || system === undefined) return undefined;
    return { bytes: Number(kilobytes) * 1024, cpuMs: (user + system) * msPerTick };
  } catch {
    return undefined;
  }
}

const read = (pid: number | undefined, name: string) => readFileSync(`/proc/${pid}/${name}`, "utf8");
