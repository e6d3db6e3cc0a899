/**
 * Databases that take seconds to make and are copied by many tests: made once and kept beside the installed packages, by
 * the first who asks. What they are made of is in their name, so that none outlives it.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const modules = join(import.meta.dirname, "../../node_modules");
const engine: unknown = createRequire(import.meta.url)(join(modules, "@electric-sql/pglite/package.json"));

/**
 * Path of a file or folder.
 * @param inputs what it is made of, besides the engine
 * @param make makes it at the path it is handed
 */
export async function kept(name: string, inputs: unknown, make: (path: string) => Promise<void>): Promise<string> {
  const hash = createHash("sha256")
    .update(JSON.stringify([engine, inputs]))
    .digest("hex");
  const path = join(modules, ".cache/offbeat", `${name}-${hash.slice(0, 16)}`);
  if (existsSync(path)) return path;
  // Under its name only when whole: several test files may make it at once.
  const draft = `${path}.${randomUUID()}`;
  await mkdir(join(path, ".."), { recursive: true });
  await make(draft);
  await rename(draft, path).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  });
  return path;
}
