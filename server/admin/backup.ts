/**
 * `npm run backup -- FILE`: writes database, media and keys into one archive, while a server runs (specification
 * 18.11).
 */
import { createHash, randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, open, readdir, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { codeOf, isDiskFull } from "../lib/error-code.ts";
import { syncFolder } from "../lib/files.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";
import { runJob } from "./admin-client.ts";
import { manifestName, type Manifest } from "./manifest.ts";
import { ending, makeHeader, padding } from "./tar.ts";

/** Excludes the lock, the socket, and unfinished copies. */
const isData = (name: string) => !/^(lock|socket|snapshot-|restoring-)/.test(name);

const insideData = "FILE takes a path outside of DATA_DIR";

export async function runBackup(args: string[], settings: Settings): Promise<void> {
  const [target, ...others] = args;
  if (target === undefined || others.length > 0) throw new StartError("npm run backup -- FILE");
  const file = await findPlace(target, settings.dataDir);
  await dropAbandoned(file);
  const draft = `${draftStart(file)}${randomBytes(6).toString("hex")}`;
  const handle = await open(draft, "wx", 0o600).catch(() => {
    throw new StartError(`${target} cannot be written`);
  });
  const drop = () => rm(draft, { force: true });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void drop().then(() => process.exit(1)));
  try {
    const { files, bytes, gone } = await write(handle, settings, file);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
    await syncFolder(dirname(file));
    console.info(`${target}: ${files} files, ${Math.ceil(bytes / 1e6)} MB`);
    if (gone > 0) console.info(`${gone} files were removed while it was written and are not in it`);
    if (settings.databaseUrl !== undefined)
      console.info("The database is not in it: back it up with pg_dump, before the files");
  } catch (error) {
    await handle.close().catch(() => {});
    await drop();
    throw isDiskFull(error) ? new StartError("The disk is full: the backup was not made") : error;
  }
}

/**
 * Where the archive goes in the end: a link is followed, and nothing is replaced but a file. Throws StartError for any
 * other place, before the work is done.
 */
async function findPlace(target: string, dataDir: string): Promise<string> {
  if (target === "") throw new StartError("FILE is empty: npm run backup -- FILE");
  const there = resolve(target);
  const file = await realpath(there).catch(async (error: unknown) => {
    const isLink = await lstat(there).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    // A link to nothing is left alone, too.
    if (codeOf(error) !== "ENOENT" || isLink) throw new StartError(`${target} cannot be written`);
    const folder = await realpath(dirname(there)).catch(() => {
      throw new StartError(`${target} cannot be written: there is no folder ${dirname(there)}`);
    });
    return join(folder, basename(there));
  });
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && !found.isFile())
    throw new StartError(`${target} is no file that a backup can replace: name another FILE`);
  // The larger parts may lie on another disk, behind a link.
  for (const part of ["", "media", "database"]) {
    const data = await realpath(join(dataDir, part)).catch(() => resolve(dataDir, part));
    // A file may be called "..backup".
    const way = relative(data, file);
    if (way !== ".." && !way.startsWith(`..${sep}`)) throw new StartError(insideData);
  }
  return file;
}

/** Unfinished archives of a file begin with it; a random name follows. */
const draftStart = (file: string) => join(dirname(file), `.${basename(file)}.`);

/** Longer than a backup writes nothing while it copies the database. */
const abandonedMs = 24 * 3_600_000;

/** Removes what is left of backups into this file that were killed. */
async function dropAbandoned(file: string): Promise<void> {
  const start = basename(draftStart(file));
  for (const name of await readdir(dirname(file)).catch(() => [])) {
    if (!name.startsWith(start) || !/^[0-9a-f]{12}$/.test(name.slice(start.length))) continue;
    const path = join(dirname(file), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}

async function write(target: FileHandle, settings: Settings, file: string) {
  const own = [await target.stat(), await stat(file).catch(() => undefined)];
  // Copies the database first: later files are only additions to it.
  const { lines, end } = await runJob(settings, { kind: "snapshot" }, () => {});
  const archive = createArchive(target, own);
  const [snapshot] = lines;
  const folder = snapshot === undefined ? undefined : join(settings.dataDir, snapshot);
  try {
    if (folder !== undefined) await addFolder(archive, folder, "database");
    for (const name of await readdir(settings.dataDir)) {
      if (!isData(name) || name === "database") continue;
      const path = join(settings.dataDir, name);
      if ((await follow(path)).isFile()) await archive.add(path, name);
    }
    await addFolder(archive, join(settings.dataDir, "media"), "media");
    return await archive.end();
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    await end();
  }
}

/** What a path leads to, by whichever links. Throws a StartError where that is nothing. */
const follow = (path: string) => stat(path).catch((error: unknown) => refuse(path, error));

/** Of the database, the keys and what the operator has moved elsewhere nothing may be missing. */
function refuse(path: string, error: unknown): never {
  throw new StartError(`${path} cannot be read (${codeOf(error) ?? "unknown"}): the backup was not made`);
}

async function addFolder(archive: Archive, folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // Skips unfinished uploads.
    if (["media/tmp", "media/parts"].includes(`${name}/${entry.name}`)) continue;
    const path = join(folder, entry.name);
    const found = entry.isSymbolicLink() ? await follow(path) : entry;
    if (found.isDirectory()) await addFolder(archive, path, `${name}/${entry.name}`);
    else if (found.isFile()) await archive.add(path, `${name}/${entry.name}`);
  }
  // Includes empty folders: PostgreSQL needs them.
  archive.folder(name);
}

type Archive = ReturnType<typeof createArchive>;

/** @param own the draft and the file that it replaces, neither of which may be a part of it */
function createArchive(target: FileHandle, own: readonly (Stats | undefined)[]) {
  const manifest: Manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    folders: [],
    files: {},
  };
  const links = new Map<string, string>();
  let bytes = 0;
  let gone = 0;

  async function put(piece: Buffer): Promise<void> {
    for (let offset = 0; offset < piece.length;) offset += (await target.write(piece, offset)).bytesWritten;
    bytes += piece.length;
  }

  /** Copies exactly the size in the header, even if the file changes meanwhile. */
  async function copy(source: FileHandle, size: number): Promise<string> {
    const hash = createHash("sha256");
    const buffer = Buffer.alloc(1 << 20);
    for (let left = size; left > 0;) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(left, buffer.length));
      if (bytesRead === 0) throw new StartError("A file became shorter while it was read: try again");
      hash.update(buffer.subarray(0, bytesRead));
      await put(buffer.subarray(0, bytesRead));
      left -= bytesRead;
    }
    await put(padding(size));
    return hash.digest("hex");
  }

  return {
    folder: (name: string) => void manifest.folders.push(name),
    async add(path: string, name: string): Promise<void> {
      const source = await open(path, "r").catch((error: unknown) => {
        // Media may be deleted meanwhile.
        return codeOf(error) === "ENOENT" && name.startsWith("media/") ? undefined : refuse(path, error);
      });
      if (!source) return void gone++;
      try {
        const { dev, ino, nlink, size } = await source.stat();
        // A link in DATA_DIR leads to it, or to its folder.
        if (own.some((one) => one?.dev === dev && one.ino === ino)) throw new StartError(insideData);
        const link = nlink > 1 ? links.get(`${dev}:${ino}`) : undefined;
        if (nlink > 1 && link === undefined) links.set(`${dev}:${ino}`, name);
        await put(makeHeader({ name, bytes: link === undefined ? size : 0, link }));
        manifest.files[name] = link === undefined ? await copy(source, size) : (manifest.files[link] ?? "");
      } finally {
        await source.close();
      }
    },
    async end() {
      const text = Buffer.from(JSON.stringify(manifest));
      await put(makeHeader({ name: manifestName(text), bytes: text.length, link: undefined }));
      await put(text);
      await put(padding(text.length));
      await put(ending);
      return { files: Object.keys(manifest.files).length, bytes, gone };
    },
  };
}
