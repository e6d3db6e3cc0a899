/**
 * Files that arrive in parts: `DATA_DIR/media/parts`. They outlive lost connections and restarts, so that an upload
 * resumes; nothing reads them but the one that completes them. The name holds the uploader, so that nobody reaches a file
 * of somebody else.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { HttpProblem } from "../http/problem.ts";
import { codeOf, ignoreMissing, isDiskFull } from "../lib/error-code.ts";
import { removeFile } from "../lib/files.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import type { PartFiles, PartOf } from "./storage.ts";
import { writeStream } from "./write-stream.ts";

/** Folder of unfinished files, below the media folder. */
const partsName = "parts";

/** An unfinished file that nobody has added to for this long is removed; milliseconds. */
const unfinishedMs = 24 * 60 * 60 * 1000;

/** Of one user; another one takes the place of the oldest once its first part is there. */
const maxUnfinished = 3;

export async function openPartFiles(media: string): Promise<PartFiles> {
  const folder = join(media, partsName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefixOf = (uid: string) => `${digest(uid)}-`;
  const nameOf = ({ uid, id, total }: PartOf) => prefixOf(uid) + digest(`${id} ${total}`);
  const filesOf = async (uid: string) => (await filesIn(folder)).filter(({ name }) => name.startsWith(prefixOf(uid)));
  const inTurn = createKeyedQueue();
  const pathOf = (file: PartOf) => join(folder, nameOf(file));

  /** Leaves out first parts that are on their way: each makes room itself. */
  async function makeRoom(file: PartOf): Promise<void> {
    const others = (await filesOf(file.uid)).filter(({ name }) => name !== nameOf(file) && !name.includes("."));
    others.sort((a, b) => a.modifiedAt - b.modifiedAt);
    for (const { path } of others.slice(0, Math.max(0, others.length - maxUnfinished + 1))) await removeFile(path);
  }

  /** Beside the file, whose place it takes when it is whole: another request may be reading that one. */
  async function writeFirst(file: PartOf, source: Readable, limit: number): Promise<number> {
    const path = `${pathOf(file)}.${randomUUID()}`;
    try {
      const bytes = await writeTo(await open(path, "wx", 0o600), source, { at: 0, limit });
      // Several that begin at once would not see each other.
      await inTurn(prefixOf(file.uid), async () => {
        await rename(path, pathOf(file)).catch(refuseMissing);
        await makeRoom(file);
      });
      return bytes;
    } catch (error) {
      await removeFile(path);
      throw error;
    }
  }

  return {
    async write(file, source, { start, limit }) {
      try {
        if (start === 0) return await writeFirst(file, source, limit);
        // Any bytes before the part must be there: they may be gone after a day.
        return await writeTo(await openBehind(pathOf(file), start), source, { at: start, limit });
      } catch (error) {
        source.destroy();
        throw isDiskFull(error) ? new HttpProblem("disk-full") : error;
      }
    },
    async read(file, length) {
      const handle = await openBehind(pathOf(file), length);
      return handle.createReadStream({ start: 0, end: length - 1 });
    },
    remove: (file) => removeFile(pathOf(file)),
    complete: (file, work) => inTurn(nameOf(file), work),
    async removeOf(uid) {
      for (const { path } of await filesOf(uid)) await removeFile(path);
    },
    async sweep(now) {
      const old = (await filesIn(folder)).filter(({ modifiedAt }) => modifiedAt < now - unfinishedMs);
      for (const { path } of old) await removeFile(path);
      return old.length;
    },
  };
}

/** Writes and closes. */
async function writeTo(handle: FileHandle, source: Readable, where: { at: number; limit: number }): Promise<number> {
  try {
    return await writeStream(source, handle, where);
  } finally {
    await handle.close();
  }
}

/** Opens a file that has so many bytes. Throws HttpProblem `upload-not-found` when some are missing. */
async function openBehind(path: string, bytes: number): Promise<FileHandle> {
  const handle = await open(path, "r+").catch(refuseMissing);
  const { size } = await handle.stat();
  if (size >= bytes) return handle;
  await handle.close();
  throw new HttpProblem("upload-not-found");
}

/** Names never come from the client: neither uid nor id reaches the file system as it is. */
const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

async function filesIn(folder: string) {
  const files = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    if (found?.isFile()) files.push({ name, path, modifiedAt: found.mtimeMs });
  }
  return files;
}

function refuseMissing(error: unknown): never {
  throw codeOf(error) === "ENOENT" ? new HttpProblem("upload-not-found") : error;
}
