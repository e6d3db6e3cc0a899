/** Stores media on the local disk: `DATA_DIR/media/ab/abc….audio`, and `DATA_DIR/media/tmp` for running uploads. */
import { createHash, randomBytes } from "node:crypto";
import { access, constants, copyFile, link, mkdir, open, readdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { codeOf, ignoreMissing, isDiskFull } from "../lib/error-code.ts";
import { removeFile, syncFolder } from "../lib/files.ts";
import { HttpProblem } from "../http/problem.ts";
import { audioFile, filesOf, idOfFile, imageFile, isFileName } from "./asset-ids.ts";
import { OpenFiles } from "./open-files.ts";
import { openPartFiles } from "./part-files.ts";
import type { StoredAsset } from "./asset-rows.ts";
import type { FileCopy, MediaStorage, ReceivedFile, Removal, Through } from "./storage.ts";
import { writeStream } from "./write-stream.ts";

/** Older temporary files are leftovers of a crash. */
const staleMs = 60 * 60 * 1000;

/** Folder of temporary files, below the media folder. */
export const temporaryName = "tmp";

export interface DiskStorage extends MediaStorage {
  readonly intake: Through;
}

interface DiskOptions {
  /** Whether other processes may write here too. */
  shared?: boolean;
}

/** Opens the storage in `dir`, creates it if missing, and removes old temporary files. */
export async function openDiskStorage(dir: string, { shared = false }: DiskOptions = {}): Promise<DiskStorage> {
  const temporary = join(dir, temporaryName);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  // Without other processes every temporary file is a leftover.
  await removeOlder(temporary, shared ? Date.now() - staleMs : Number.POSITIVE_INFINITY);
  const files = new OpenFiles();
  const parts = await openPartFiles(dir);

  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new RangeError("Not a name of a media file");
    return join(dir, name.slice(0, 2), name);
  };
  const remove = async (name: string) => {
    const path = pathOf(name);
    await removeFile(path);
    files.forget(path);
  };

  return {
    intake: {
      kind: "through",
      receive: (source, limit) => receive(source, limit, temporary, pathOf),
      has: (name) =>
        access(pathOf(name)).then(
          () => true,
          (error: unknown) => ignoreMissing(error) ?? false,
        ),
      copyAll: (copies) => linkAll(copies, pathOf),
      async removeUnknown(isKnown) {
        for (const folder of await readdir(dir)) {
          const names = folder.length === 2 ? await readdir(join(dir, folder)) : [];
          for (const name of names.filter(isFileName)) if (!(await isKnown(idOfFile(name)))) await remove(name);
        }
      },
      parts,
      sweepTemporary: async (now) => (await removeOlder(temporary, now - staleMs)) + (await parts.sweep(now)),
    },
    async open({ id }, { width, range }) {
      const path = pathOf(width === undefined ? audioFile(id) : imageFile(id, width));
      // It may be deleted since the lookup.
      return files.read(path, range).catch(ignoreMissing);
    },
    remove: (assets) => removeAll(assets, remove),
    check: () => access(temporary, constants.W_OK),
    close: () => files.close(),
  };
}

/** Continues after a file that cannot be removed. */
async function removeAll(assets: readonly StoredAsset[], remove: (name: string) => Promise<void>): Promise<Removal> {
  const removal: Removal = { gone: [] };
  for (const { id, kind } of assets) {
    try {
      for (const name of filesOf(id, kind)) await remove(name);
      removal.gone.push(id);
    } catch (error) {
      removal.error = error;
    }
  }
  return removal;
}

async function receive(
  source: Readable,
  limit: number,
  temporary: string,
  pathOf: (name: string) => string,
): Promise<ReceivedFile> {
  const path = join(temporary, randomBytes(16).toString("hex"));
  try {
    const file = await open(path, "wx", 0o600);
    const hash = createHash("sha256");
    const onChunk = (chunk: Buffer) => void hash.update(chunk);
    const bytes = await writeStream(source, file, { limit, onChunk }).finally(() => file.close());
    return {
      path,
      bytes,
      sha256: hash.digest("hex"),
      keep: (name) => moveDurably(path, pathOf(name)),
      discard: () => removeFile(path),
    };
  } catch (error) {
    source.destroy();
    await removeFile(path);
    throw isDiskFull(error) ? new HttpProblem("disk-full") : error;
  }
}

/** Renames and syncs the folders: only then does the name survive a power cut. */
async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  for (const folder of [dirname(to), dirname(dirname(to))]) await syncFolder(folder);
}

/** Creates hard links, so that copies take no space. Does not sync: there may be a thousand folders. */
async function linkAll(copies: readonly FileCopy[], pathOf: (name: string) => string): Promise<void> {
  const folders = new Set<string>();
  for (const { from, to } of copies) {
    const path = pathOf(to);
    const folder = dirname(path);
    if (!folders.has(folder)) await mkdir(folder).catch(ignoreExisting);
    folders.add(folder);
    const linkThere = () => link(pathOf(from), path);
    const replace = async (error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
      // Of a run that was killed before it had stored what the file is of.
      await removeFile(path);
      await linkThere();
    };
    await linkThere()
      .catch(replace)
      .catch((error: unknown) => {
        // Too many links to one file, or a file system without hard links.
        if (!["EMLINK", "EPERM", "ENOTSUP"].some((code) => codeOf(error) === code)) throw error;
        return copyFile(pathOf(from), path);
      });
  }
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== "EEXIST") throw error;
}

async function removeOlder(folder: string, before: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.mtimeMs >= before) continue;
    await removeFile(path);
    removed++;
  }
  return removed;
}
