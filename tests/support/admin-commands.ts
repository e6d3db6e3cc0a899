/** The operator's commands of the last build, as processes. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { cheapPasswords, shortLived } from "./process.ts";

const script = join(import.meta.dirname, "../../dist/server/admin.js");

export interface ToolRun {
  code: number | null;
  /** What it printed, a line each, both streams. */
  lines: string[];
}

export function runTool(dataDir: string, args: string[]): Promise<ToolRun> {
  const child = spawn(process.execPath, [shortLived, script, ...args], {
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir, ...cheapPasswords },
  });
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  child.stderr.on("data", (part: Buffer) => (text += part.toString()));
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, lines: text.split("\n").filter((line) => line !== "") }));
  });
}
