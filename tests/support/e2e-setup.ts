/**
 * Browser tests drive the build and copies of its demo library. `npm test` makes the build, and a test run on its own
 * makes it here when it is old.
 */
import { spawnSync } from "node:child_process";
import { seededData } from "./app-process.ts";

export async function setup(): Promise<void> {
  // In a process of its own: in this one the builder would read the tests' configuration.
  const { VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env;
  const { status } = spawnSync(process.execPath, ["scripts/start.mjs", "build"], {
    env,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The build failed; the lines above say why");
  await seededData();
}
