/** What a process holds and has done. */
import { readFileSync } from "node:fs";

export interface Measured {
  /** Memory in use. */
  bytes: number;
  /** Milliseconds of work of all its threads. */
  cpuMs: number;
}

/** Linux counts work in hundredths of a second, whatever its clock does. */
const msPerTick = 10;

/** Undefined where the system does not tell: Linux does, of every process that runs. */
export function measureProcess(pid: number | undefined): Measured | undefined {
  try {
    // Neither read takes a disk, nor more than some microseconds.
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status")) ?? [];
    // Behind the name, which may hold anything, stand numbers.
    const numbers = read(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
    const [user, system] = numbers.slice(11, 13).map(Number);
    if (kilobytes === undefined || user === undefined || system === undefined) return undefined;
    return { bytes: Number(kilobytes) * 1024, cpuMs: (user + system) * msPerTick };
  } catch {
    return undefined;
  }
}

const read = (pid: number | undefined, name: string) => readFileSync(`/proc/${pid}/${name}`, "utf8");
