/**
 * Files that arrive in parts: `DATA_DIR/media/parts`. They outlive lost connections and restarts; nothing reads them but
 * the upload that completes them. The name holds the uploader, so that nobody reaches a file of somebody else.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { constants, mkdir, open, readdir, stat, truncate, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { HttpProblem } from "../http/problem.ts";
import { codeOf, isDiskFull } from "../lib/error-code.ts";
import { createTurns } from "../lib/turns.ts";
import type { PartFiles, PartOf } from "./storage.ts";
import { writeStream } from "./write-stream.ts";

/** Folder of unfinished files, below the media folder. */
const partsName = "parts";

/** An unfinished file that nobody has added to for this long is removed; milliseconds. */
const unfinishedMs = 24 * 60 * 60 * 1000;

/** Of one user; another one takes the place of the oldest. */
const maxUnfinished = 3;

export async function openPartFiles(media: string): Promise<PartFiles> {
  const folder = join(media, partsName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefixOf = (uid: string) => `${digest(uid)}-`;
  const nameOf = ({ uid, id }: PartOf) => prefixOf(uid) + digest(id);
  const filesOf = async (uid: string) => (await filesIn(folder)).filter(({ name }) => name.startsWith(prefixOf(uid)));
  const inTurn = createTurns();
  const pathOf = (file: PartOf) => join(folder, nameOf(file));

  async function makeRoom(file: PartOf): Promise<void> {
    const others = (await filesOf(file.uid)).filter(({ name }) => name !== nameOf(file));
    others.sort((a, b) => a.modifiedAt - b.modifiedAt);
    for (const { path } of others.slice(0, Math.max(0, others.length - maxUnfinished + 1))) await removeFile(path);
  }

  return {
    async write(file, source, { start, limit }) {
      const begin = async () => {
        await makeRoom(file);
        return openAt(pathOf(file), 0);
      };
      // Several that begin at once would not see each other.
      const opening = start === 0 ? inTurn(prefixOf(file.uid), begin) : openAt(pathOf(file), start);
      // Any bytes before the part must be there: they may be gone after a day.
      const handle = await opening.catch((error: unknown) => {
        source.destroy();
        throw error;
      });
      try {
        return await writeStream(source, handle, { at: start, limit });
      } catch (error) {
        throw isDiskFull(error) ? new HttpProblem("disk-full") : error;
      } finally {
        await handle.close();
      }
    },
    async read(file, length) {
      const path = pathOf(file);
      const found = await stat(path).catch(ignoreMissing);
      if (found === undefined || found.size < length) throw new HttpProblem("upload-not-found");
      return createReadStream(path, { end: length - 1 });
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

/** Opens the file for a part at `start`. Throws HttpProblem `upload-not-found` when the bytes before it are missing. */
async function openAt(path: string, start: number): Promise<FileHandle> {
  const flags = start === 0 ? constants.O_RDWR | constants.O_CREAT : constants.O_RDWR;
  const handle = await open(path, flags, 0o600).catch(ignoreMissing);
  if (handle === undefined) throw new HttpProblem("upload-not-found");
  try {
    const { size } = await handle.stat();
    if (size < start) throw new HttpProblem("upload-not-found");
    // The first part starts again, whatever an earlier attempt has left.
    if (start === 0) await truncate(path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
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

const removeFile = (path: string) => unlink(path).catch(ignoreMissing);

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
