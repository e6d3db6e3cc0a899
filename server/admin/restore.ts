/** `npm run restore -- FILE`: extracts a backup into an empty data directory (specification 18.12). */
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { lockDataDirectory } from "../start/open-database.ts";
import { syncTree } from "../db/fsync-tree.ts";
import { syncFolder } from "../lib/files.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";
import { isManifestName, isSafeName, Manifest, manifestName } from "./manifest.ts";
import { ending, padding, Reader, readHeader, type Entry } from "./tar.ts";

export async function runRestore(args: string[], settings: Settings): Promise<void> {
  const [file, ...others] = args;
  if (file === undefined || others.length > 0) throw new StartError("npm run restore -- FILE");
  const source = await open(file, "r").catch(() => {
    throw new StartError(`${file} cannot be read`);
  });
  const { dataDir } = settings;
  const lock = await lockDataDirectory(dataDir);
  const folder = join(dataDir, `restoring-${randomBytes(6).toString("hex")}`);
  try {
    await checkEmpty(dataDir);
    await mkdir(folder, { mode: 0o700 });
    const files = await extract(new Reader(source), folder);
    // Moves the database last: an interrupted restore does not look like a complete library.
    const names = (await readdir(folder)).sort((a, b) => Number(a === "database") - Number(b === "database"));
    for (const name of names) await rename(join(folder, name), join(dataDir, name));
    await syncFolder(dataDir);
    console.info(`Restored ${files} files into ${dataDir}: start the server`);
    if (!names.includes("database")) console.info("The database is not in it: restore it with pg_restore or psql");
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await source.close();
    await lock.release();
  }
}

/** Throws unless the directory is empty. Deletes the leftovers of a killed restore. */
async function checkEmpty(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith("restoring-")) await rm(join(dataDir, name), { recursive: true });
    else if (!name.startsWith("lock"))
      throw new StartError(`DATA_DIR ${dataDir} is not empty: restore into an empty directory`);
  }
}

/** Extracts and verifies all files, and returns their number. Throws an error with a sentence about the damage. */
async function extract(reader: Reader, folder: string): Promise<number> {
  const found = new Map<string, string>();
  for (;;) {
    const entry = readHeader(await reader.take(512));
    if (!entry) throw new Error("It ends too early: it is only a part of a backup");
    if (isManifestName(entry.name)) {
      const manifest = await readManifest(reader, entry);
      check(manifest, found);
      for (const name of manifest.folders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
      syncTree(folder);
      return found.size;
    }
    if (!isSafeName(entry.name) || found.has(entry.name)) throw new Error("It is no backup, or it is damaged");
    const path = join(folder, entry.name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    found.set(entry.name, await extractFile(reader, entry, folder, found));
  }
}

async function extractFile(
  reader: Reader,
  { name, bytes, link: other }: Entry,
  folder: string,
  found: ReadonlyMap<string, string>,
): Promise<string> {
  if (other !== undefined) {
    const hash = found.get(other);
    if (hash === undefined) throw new Error("It is no backup, or it is damaged");
    await link(join(folder, other), join(folder, name));
    return hash;
  }
  const file = await open(join(folder, name), "wx", 0o600);
  try {
    const hash = await reader.pass(bytes, (piece) => file.writeFile(piece));
    return hash;
  } finally {
    await file.close();
  }
}

async function readManifest(reader: Reader, { name, bytes }: Entry): Promise<Manifest> {
  const text = await reader.take(bytes);
  await reader.takeZeros(padding(bytes).length + ending.length);
  await reader.takeEnd();
  if (manifestName(text) !== name) throw new Error("Its list of files is damaged");
  const parsed = v.safeParse(Manifest, JSON.parse(text.toString("utf8")));
  if (!parsed.success) throw new Error(parsed.issues[0].message);
  return parsed.output;
}

function check({ files, folders }: Manifest, found: ReadonlyMap<string, string>): void {
  for (const [name, hash] of Object.entries(files))
    if (found.get(name) !== hash) throw new Error(`${name} in it is damaged or missing`);
  if (Object.keys(files).length !== found.size || !folders.every(isSafeName))
    throw new Error("It is no backup, or it is damaged");
}
